import { createHash } from 'node:crypto'
import { cellOf, type Field, fields } from '@paydesk/bff/access/matrix'
import { sightOf } from '@paydesk/bff/access/show'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Stack, startStack } from '../stack/start.ts'
import { introduce } from './handles.ts'
import { Haystack } from './haystack.ts'
import { misjudged } from './judge.ts'
import { forbiddenTo, forbiddenToAll, leavesOf } from './leaves.ts'
import { appending, bare, type Mistake, showing, startMutant } from './mutant.ts'
import { makeCustomer } from './records.ts'
import { put } from './service.ts'
import { settled } from './told.ts'
import { tracesOf } from './traces.ts'
import { exitsOf, type Subject, type Visited, visit } from './walk.ts'
import { cellsOf, compare, type Eyes, type Figures, openEyes, type Role } from './worlds.ts'

const customer = makeCustomer({ seed: 61 })
const leaves = leavesOf(customer)
const readers: readonly Role[] = ['support', 'finance', 'compliance', 'auditor']
let stack: Stack
let mutant: Awaited<ReturnType<typeof startMutant>>
let subject: Subject

beforeAll(async () => {
  stack = await startStack()
  const eyes = await openEyes(stack)
  mutant = await startMutant(stack, eyes)
  await put(stack, customer)
  subject = await introduce(eyes.compliance, { ...customer, transactions: [customer.transaction] })
})
afterEach(() => mutant.make({}))
afterAll(async () => {
  await mutant.stop()
  await stack.stop()
})

const reads = [
  'showCustomer',
  'listCustomerTransactions',
  'showCustomerIdentity',
  'showTransaction',
  'showTransactionRecord',
  'listTransactionNotifications',
  'showIdentity',
  'showIdentityRecord',
] as const

async function seenBy(role: Role): Promise<Visited[]> {
  return visit(mutant.eyes[role], subject, reads)
}

const leaksTo = (role: Role, visited: readonly Visited[]) =>
  new Haystack(exitsOf(visited)).leaks(forbiddenTo(role, leaves))

const valueOf = (path: string) => String(leaves.find((leaf) => leaf.path === path)?.value)
const surname = valueOf('state.payment_provider_responses[1].response_id')
const email = valueOf('identity.profile.email')
const isOn = (field: Field) => (guarded: { field: Field }) => guarded.field === field

/** Each with a role for which it leaks. */
const mistakes: readonly (readonly [what: string, role: Role, mistake: Mistake])[] = [
  ['support sees through the eyes of compliance', 'support', { sight: (right, of) => ({ ...right, show: of('compliance').show }) }],
  ['an auditor sees through the eyes of finance', 'auditor', { sight: (right, of) => ({ ...right, show: of('finance').show }) }],
  ['a record is masked for compliance whoever asks', 'finance', { sight: (right, of) => ({ ...right, record: of('compliance').record }) }],
  ['a record is sent as it came', 'compliance', { sight: (right) => ({ ...right, record: () => JSON.parse(JSON.stringify(customer.records.state)) }) }],
  ['a presenter opens a date of birth', 'support', { sight: (right) => showing(right, (one, shown) => (isOn('profile.dob')(one) ? { seen: 'clear', text: bare(one) } : shown)) }],
  ['a mask is off by one letter', 'support', { sight: (right) => showing(right, (one, shown) => (isOn('profile.last_name')(one) ? { seen: 'masked', text: `${bare(one).slice(0, 7)}.`, mask: 'initials' } : shown)) }],
  ['an unknown member is sent with its value', 'compliance', { sight: (right) => ({ ...right, unclassified: () => ({ names: [valueOf('state.spare.text')], more: 0 }) }) }],
  ['an answer has a member more', 'finance', { answer: (_, response) => appending(response, surname) }],
  ['a header quotes a value', 'support', { answer: (_, response) => void response.setHeader('x-customer', encodeURIComponent(email)) }],
  ['a header holds a value in base64', 'auditor', { answer: (_, response) => void response.setHeader('x-trace', Buffer.from(`id=${email}`).toString('base64')) }],
  ['an ETag is the hash of a value', 'compliance', { answer: (_, response) => void response.setHeader('etag', createHash('sha1').update(email).digest('hex')) }],
  ['a cookie remembers a value backwards', 'support', { answer: (_, response) => void response.setHeader('set-cookie', `last=${[...email].reverse().join('')}`) }],
]

describe('mistakes', () => {
  it('without one, nothing is found', async () => {
    for (const role of readers) {
      const visited = await seenBy(role)
      expect([...leaksTo(role, visited), ...misjudged(role, visited, customer)]).toEqual([])
    }
  })

  it.each(mistakes)('the scan finds it when %s', async (_what, role, mistake) => {
    mutant.make(mistake)
    expect(leaksTo(role, await seenBy(role)).length).toBeGreaterThan(0)
  })

  it('the scan of the traces finds a value that was logged', async () => {
    mutant.make({ sight: (right) => showing(right, (one, shown) => (stack.deps.log.info({ shown: bare(one) }), shown)) })
    await seenBy('support')
    expect(new Haystack(await tracesOf(stack)).leaks(forbiddenToAll(leaves, [customer.transaction])).length).toBeGreaterThan(10)
  })
})

describe('every cell of the matrix, opened or closed for every role', () => {
  const change = (field: Field, kind: 'full' | 'no'): Mistake => ({
    sight: ({ role }) => (cellOf(field, role).kind === kind ? sightOf(role) : sightOf(role, [{ role, field, cell: { kind } }])),
  })

  it('is noticed wherever it changes an answer', async () => {
    const before = new Map<Role, string[]>()
    for (const role of readers) before.set(role, (await seenBy(role)).map(({ answer }) => settled(answer)))
    const figures = { made: 0, effective: 0 }
    const survivors: string[] = []
    for (const field of fields) {
      for (const kind of ['full', 'no'] as const) {
        mutant.make(change(field, kind))
        await Promise.all(
          readers.map(async (role) => {
            if (cellOf(field, role).kind === kind) return
            figures.made += 1
            const visited = await seenBy(role)
            const changed = visited.some(({ answer }, at) => settled(answer) !== before.get(role)?.[at])
            if (!changed) return
            figures.effective += 1
            const noticed = misjudged(role, visited, customer).length > 0 || leaksTo(role, visited).length > 0
            if (!noticed) survivors.push(`${field} ${kind} for ${role}`)
          }),
        )
      }
    }
    console.log(`cells flipped: ${figures.made}, of which ${figures.effective} change an answer, ${survivors.length} unnoticed`)
    expect(survivors).toEqual([])
    expect(figures.effective).toBeGreaterThan(200)
  }, 60_000)
})

describe('mistakes that only two worlds show', () => {
  const cases: readonly (readonly [what: string, path: string, mistake: Mistake])[] = [
    ['a mask is as long as the value', 'identity.profile.title', { sight: (right) => showing(right, (one, shown) => (isOn('profile.title')(one) && shown.seen === 'masked' ? { ...shown, text: '•'.repeat(bare(one).length) } : shown)) }],
    ['something hidden tells whether it exists', 'identity.profile.gender', { sight: (right) => showing(right, (one, shown) => (isOn('profile.gender')(one) && bare(one) === 'null' ? { seen: 'absent' } : shown)) }],
    ['a card number shows one digit more', 'notifications[0].card_reference.masked_pan', { sight: (right) => showing(right, (one, shown) => (isOn('card.masked_pan')(one) && shown.seen === 'masked' ? { ...shown, text: shown.text + bare(one).charAt(6) } : shown)) }],
  ]

  it.each(cases)('%s', async (_what, path, mistake) => {
    const record = path.startsWith('identity') ? 'identity' : 'notifications'
    const cells = cellsOf(record, customer).filter((cell) => cell.path === path)
    const figures: Figures = { cells: 0, pairs: 0, answers: 0 }
    const found = async () => (await Promise.all(cells.map((cell) => compare(stack, mutant.eyes, cell, { many: 16, wanted: {}, figures })))).flat()
    expect(await found()).toEqual([])
    mutant.make(mistake)
    expect((await found()).length).toBeGreaterThan(0)
  })
})
