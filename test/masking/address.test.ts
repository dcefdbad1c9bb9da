import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { problemSchema } from '@paydesk/shared/core/problem'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditRows, startOn } from '../support/contract/support.ts'
import { people, type Stack } from '../support/stack/start.ts'
import { misjudgedRequests } from './assert-requests.ts'
import { noticeClosedConnections } from './closed-connections.ts'
import { createHandles } from './handles.ts'
import { Haystack, type Needle } from './haystack.ts'
import { revealsAt } from './oracle-reveals.ts'
import { makeCustomer } from './records.ts'
import { peopleWithRoles } from './roles.ts'
import { keepSearched, keepWalk } from './scan-evidence.ts'
import { putCustomer } from './service.ts'
import { tracesOf } from './traces.ts'
import { variantsOf } from './variants.ts'
import { exitsOf, type VisitedCall, type WalkSubject } from './walk.ts'
import { type AddressWalk, walkAddress } from './walk-address.ts'
import { type AskedPayment, askPayment } from './walk-payments.ts'
import { createRecordingCaller } from './walk-proved.ts'

const customer = makeCustomer({ seed: 193 })
const pages = join(import.meta.dirname, '../../web/dist')
const path = 'request.address'

/** Variants of the payment link, and of its path alone, which leads to the same page. */
const needlesFor = (address: string): Needle[] =>
  [address, new URL(address).pathname].flatMap((text) =>
    variantsOf(text).map((variant) => ({ path, ...variant })),
  )

/** Returns the payment link, or the id of the problem that replaced it. */
function toldIn({ answer: { status, json } }: VisitedCall): string {
  if (status !== 200) return problemSchema.parse(json).id
  return endpoints.showPaymentLink.response.parse(json).url
}

// Use PostgreSQL only in the long form: access to the payment link is decided above the database.
const databases = pickByRunLength(['embedded'] as const, ['embedded', 'postgres'] as const)

describe.each(databases)('payment link (%s)', (backing) => {
  const walks: AddressWalk[] = []
  let stack: Stack
  let askedPayment: AskedPayment
  let subject: WalkSubject

  beforeAll(async () => {
    stack = await startOn(backing, existsSync(join(pages, 'index.html')) ? { pages } : {})
    await putCustomer(stack, customer)
    const compliance = await stack.as('compliance')
    const known = await createHandles(compliance, { ...customer, transactions: [customer.transaction] })
    askedPayment = await askPayment(stack, createRecordingCaller(await stack.as('support'), []), known)
    subject = { ...known, transactions: [askedPayment.transaction, customer.transaction] }
  })
  afterAll(() => stack.stop())

  it.each(peopleWithRoles)(
    '%s as %s reads it only where and how the oracle allows, and finds it nowhere else',
    async (person, role) => {
      const walk = await walkAddress(stack, [person, role], subject, askedPayment)
      walks.push(walk)
      const { before, after, visited, exits } = walk
      keepWalk(role, exits)

      const leaks = new Haystack(exits).leaks(needlesFor(askedPayment.address))
      keepSearched(role, 'markers', [{ path }], exits, leaks)
      const answered = [...visited, before, after].filter(({ answer }) => answer.status === 200)
      const wrong = answered.flatMap((one) => misjudgedRequests(role, one, customer))
      const isShown = answered.some(({ name }) => name === 'showPaymentRequest')
      keepSearched(role, 'place', isShown ? [{ path }] : [], exits, wrong)
      expect(leaks).toEqual([])
      expect(wrong).toEqual([])

      const due = {
        none: ['not_allowed', 'not_allowed'],
        plain: [askedPayment.address, askedPayment.address],
        step_up: ['reauthentication_needed', askedPayment.address],
      }[revealsAt(path, role) ?? 'none']
      expect([before, after].map(toldIn)).toEqual(due)
      // Verify that the search works: the link is found in the answer that contains it.
      const given = new Haystack(exitsOf([after])).leaks(needlesFor(askedPayment.address))
      expect(given.length > 0).toBe(revealsAt(path, role) !== null)
      // Verify that the walk covered the payments: every role with a transaction list received it.
      expect(answered.some(({ name }) => name === 'listTransactions')).toBe(
        !['support', 'admin'].includes(role),
      )
    },
  )

  it('the audit log has every request for it, with person and result', async () => {
    const rows = await auditRows(stack)
    const shown = rows.filter(
      ({ action, subject_id }) => action === 'payment_link.shown' && subject_id === askedPayment.request,
    )
    const due = peopleWithRoles.filter(([, role]) => revealsAt(path, role) !== null)
    expect(shown).toMatchObject(
      due.flatMap(([person, role]) => {
        const entry = { actor_subject: people[person], role, field: path, purpose_code: 'customer_call' }
        if (revealsAt(path, role) === 'plain') {
          const given = { ...entry, result: 'allowed', reason: null, reauthentication_age: null }
          return [given, given]
        }
        return [
          { ...entry, result: 'failed', reason: 'reauthentication_needed', reauthentication_age: null },
          { ...entry, result: 'allowed', reason: null, reauthentication_age: expect.any(Number) },
        ]
      }),
    )
    const refused = walks.flatMap(({ before, after }, at) => {
      const [, role] = peopleWithRoles[at] ?? []
      return [before, after]
        .filter(
          ({ answer }) => answer.status === 403 && problemSchema.parse(answer.json).id === 'not_allowed',
        )
        .map(({ answer }) => ({ role, reference: problemSchema.parse(answer.json).reference }))
    })
    expect(refused).toHaveLength(2 * (peopleWithRoles.length - due.length))
    const kept = rows.filter(({ result }) => result === 'refused')
    for (const one of refused) expect(kept).toContainEqual(expect.objectContaining(one))
  })

  it('is in no log, file or table', async () => {
    await noticeClosedConnections()
    expect(walks).toHaveLength(peopleWithRoles.length)
    const hay = new Haystack(await tracesOf(stack))
    expect(hay.leaks(needlesFor(askedPayment.address))).toEqual([])
    expect(hay.has(askedPayment.transaction)).toBe(true)
  })
})
