import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { recordEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { revealGroupResponseSchema, revealResponseSchema } from '@paydesk/shared/compliance/reveals'
import type { Role } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RevealInput, requestReveal, revealGroup } from '../support/contract/reveals.ts'
import { auditRows, oneBacking, startOn } from '../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../support/stack/start.ts'
import { noticeClosedConnections } from './closed-connections.ts'
import { createHandles } from './handles.ts'
import { Haystack } from './haystack.ts'
import { documentRevealsAt, revealsAt } from './oracle-reveals.ts'
import { makeCustomer } from './records.ts'
import { leavesOf } from './response-fields.ts'
import { putCustomer } from './service.ts'
import { tracesOf } from './traces.ts'
import { variantsOf } from './variants.ts'
import type { WalkSubject } from './walk.ts'

const customers = pickByRunLength(
  [makeCustomer({ seed: 192, rid: 'iban' })],
  [makeCustomer({ seed: 191 }), makeCustomer({ seed: 192, rid: 'iban' })],
)
const people: readonly (readonly [Person, Role])[] = [
  ['support', 'support'],
  ['finance', 'finance'],
  ['compliance', 'compliance'],
  ['auditor', 'auditor'],
  ['admin', 'admin'],
]

/** Request for a leaf, with what the oracle allows for this request. */
interface Wanted extends RevealInput {
  readonly reveals: (role: Role) => unknown
}

/** Groups of the profile that one question reveals, by hand. */
const groups = [
  ['fullname', 'first_name', 'middle_name', 'last_name', 'dob'],
  ['residential_address_street', 'residential_address_postal_code', 'residential_address_city'],
  ['billing_address_street', 'billing_address_secondary', 'billing_address_city'],
]

/** Fields of a document that Paydesk names differently than the payment service. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  kind: ['kind'],
  status: ['status'],
  created_at: ['createdAt'],
}

/**
 * Returns requests for a leaf of a document through the document itself, and for the name of its first file.
 */
function askedOfDocument(
  path: string,
  { identityHandle }: WalkSubject,
  handles: readonly string[],
): Wanted[] {
  const [, place = '0', inner = ''] = /^identity\.supporting_documents\[(\d+)\]\.(.+)$/.exec(path) ?? []
  if (inner === '') return []
  const record = { kind: 'document', identity: identityHandle, document: handles[Number(place)] }
  const reveals = (role: Role) => documentRevealsAt(inner, role)
  const own = renamed[inner] ?? ['fields', ...inner.split('.')]
  const files = inner === 'file.name' ? [['files', '0', 'name']] : []
  return [own, ...files].map((steps) => ({ record, path: steps, reveals }))
}

const { method, path: revealing } = endpoints.revealField
const named = `${method} ${revealing}`

/** Returns the request for a leaf of the oracle; null for fields that no page reads. */
function askedAt(
  path: string,
  { transactions, identityHandle }: WalkSubject,
  listLength: number,
): RevealInput | null {
  const [root = '', ...rest] = path.split(/[.[\]]+/).filter((step) => step !== '')
  const [transaction = ''] = transactions
  if (root === 'identity') {
    const steps =
      rest[0] === 'supporting_documents' && rest.length > 1 ? [rest[0], 'elements', ...rest.slice(1)] : rest
    return { record: { kind: 'identity', identity: identityHandle }, path: steps }
  }
  if (root === 'state') return { record: { kind: 'transaction', transaction }, path: rest }
  if (root !== 'notifications') return null
  const [position = '0', ...inner] = rest
  const record = { kind: 'notification', transaction, position: Number(position) + 1, listLength }
  return { record, path: inner }
}

describe.each(oneBacking)('revealed values (%s)', (backing) => {
  let stack: Stack
  const subjects: WalkSubject[] = []
  const documents: string[][] = []

  beforeAll(async () => {
    stack = await startOn(backing)
    for (const customer of customers) await putCustomer(stack, customer)
    const compliance = await stack.as('compliance')
    for (const customer of customers)
      subjects.push(await createHandles(compliance, { ...customer, transactions: [customer.transaction] }))
    for (const { identityHandle: identity } of subjects) {
      const listed = await compliance.get(endpoints.listDocuments, { params: { env: 'stage', identity } })
      documents.push(listed.documents.map(({ document }) => document))
    }
  })
  afterAll(() => stack.stop())

  async function signedIn(person: Person): Promise<Visitor> {
    const visitor = await stack.as(person)
    await visitor.prove(person)
    return visitor
  }

  it('are given only where the oracle allows, each with its audit event, and leave no trace', async () => {
    const before = (await auditRows(stack)).length
    const given: string[] = []
    const wrong: string[] = []
    let asked = 0
    for (const [person, role] of people) {
      const visitor = await signedIn(person)
      for (const [nth, customer] of customers.entries()) {
        const subject = subjects[nth]
        if (subject === undefined) throw new Error('nobody was introduced')
        const { data } = customer.records.notifications
        const of = Array.isArray(data) ? data.length : 0
        const leaves = leavesOf(customer).filter(
          // Try only some paths of roles without reveals: Paydesk rejects them before it reads the path.
          (_, at) => at % (resolvePermissions(role).has('reveal.use') ? 1 : 9) === 0,
        )
        for (const { path, value } of leaves) {
          const record = askedAt(path, subject, of)
          const all: Wanted[] = [
            ...(record === null ? [] : [{ ...record, reveals: () => revealsAt(path, role) }]),
            ...askedOfDocument(path, subject, documents[nth] ?? []),
          ]
          for (const { reveals, ...wanted } of all) {
            if (wanted.path.some((step) => !/^[A-Za-z0-9_-]{1,40}$/.test(step))) continue
            const { status, json, text } = await requestReveal(visitor, wanted)
            asked += 1
            const at = `${role} ${wanted.record.kind} ${path}`
            if ((reveals(role) !== null) !== (status === 200)) wrong.push(`${at}: ${status}`)
            if (status !== 200) {
              if (value.length > 8 && text.includes(value)) wrong.push(`${at}: in a refusal`)
              continue
            }
            given.push(value)
            if (given.length === 1) recordEvidence({ what: 'called', route: named, role, answered: true })
            if (revealResponseSchema.parse(json).value !== (value || null)) wrong.push(`${at}: another value`)
          }
        }
      }
    }
    console.log(`reveals (${backing}): ${asked} asked, ${given.length} given`)
    expect(wrong).toEqual([])
    expect(given.length).toBeGreaterThan(40)

    const rows = (await auditRows(stack)).slice(before)
    const entries = rows.filter(({ action, result }) => action === 'field.revealed' && result === 'allowed')
    expect(entries).toHaveLength(given.length)
    const secret = [...new Set(given)].filter((value) => value.length >= 12)
    const needles = secret.flatMap((value) =>
      variantsOf(value).map((variant) => ({ path: 'revealed', ...variant })),
    )
    expect(new Haystack(await tracesOf(stack)).leaks(needles)).toEqual([])
  })

  it('of a group are given whole or not at all, each field with its audit event', async () => {
    const route = `${endpoints.revealFieldGroup.method} ${endpoints.revealFieldGroup.path}`
    const [customer] = customers
    const [subject] = subjects
    if (customer === undefined || subject === undefined) throw new Error('nobody was introduced')
    const clearValues = new Map(leavesOf(customer).map(({ path, value }) => [path, value]))
    for (const [person, role] of people) {
      const visitor = await signedIn(person)
      for (const group of groups) {
        const before = (await auditRows(stack)).length
        const paths = group.map((field) => `identity.profile.${field}`)
        const answer = await revealGroup(visitor, subject.identityHandle, group)
        const mayAll = paths.every((path) => revealsAt(path, role) !== null)
        expect(answer.status === 200, `${role} ${group}`).toBe(mayAll)
        const hidden = leavesOf(customer).filter(
          ({ path, value }) => value.length > 8 && !(mayAll && paths.includes(path)),
        )
        expect(hidden.filter(({ value }) => answer.text.includes(value))).toEqual([])
        const rows = (await auditRows(stack)).slice(before)
        const entries = rows.filter((row) => row.action === 'field.revealed' && row.result === 'allowed')
        expect(entries.map(({ field }) => field).sort()).toEqual(
          mayAll ? group.map((field) => `profile.${field}`).sort() : [],
        )
        if (!mayAll) continue
        recordEvidence({ what: 'called', route, role, answered: true })
        expect(revealGroupResponseSchema.parse(answer.json).values).toEqual(
          group.map((field, nth) => ({ field, value: clearValues.get(paths[nth] ?? '') || null })),
        )
      }
    }
  })

  it('are not on the page before or after the reveal', async () => {
    await noticeClosedConnections()
    const visitor = await signedIn('compliance')
    const [subject] = subjects
    const params = { env: 'stage', identity: subject?.identityHandle ?? '' }
    const page = async () => {
      const { text } = await visitor.call(endpoints.showIdentity, { params })
      return text.replace(/"at":"[^"]+"/g, '')
    }
    const first = await page()
    const record = { kind: 'identity', identity: params.identity }
    expect((await requestReveal(visitor, { record, path: ['profile', 'dob'] })).status).toBe(200)
    expect(await page()).toBe(first)
  })
})
