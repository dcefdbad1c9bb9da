import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startOn, untilRead } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { judgedPlaces, listMaskingFaults } from './assertions.ts'
import { createHandles } from './handles.ts'
import { Haystack } from './haystack.ts'
import { createFaultyFieldAccess, startMutant, unwrapGuarded } from './mutant.ts'
import { makeCustomer } from './records.ts'
import { forbiddenTo, leavesOf } from './response-fields.ts'
import { putCustomer } from './service.ts'
import { exitsOf, type VisitedCall, visitOnce, type WalkSubject } from './walk.ts'
import { type RoleName, signInEveryRole } from './worlds.ts'

const customer = makeCustomer({ seed: 73 })
const leaves = leavesOf(customer)
const readers: readonly RoleName[] = ['support', 'finance', 'compliance', 'auditor']
const lists = ['listCustomerTransactions', 'listTransactions', 'showTransaction'] as const
const told = 'notifications[1].payment_amount'

let stack: Stack
let mutant: Awaited<ReturnType<typeof startMutant>>
let subject: WalkSubject

beforeAll(async () => {
  stack = await startOn('embedded')
  const eyes = await signInEveryRole(stack)
  mutant = await startMutant(stack, eyes)
  await putCustomer(stack, customer)
  subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  await untilRead(stack, customer.transaction)
  const namedBy = (member: string) => leaves.find(({ path }) => path === `${told}.${member}`)?.value
  // Write the row directly: the reader drops a currency that it does not know, and the amount with it.
  await stack.deps.store.db
    .updateTable('transactions')
    .set({
      amount_minor: Number(namedBy('amount')),
      currency: String(namedBy('currency')),
      amount_source: 'notification',
    })
    .where('id', '=', customer.transaction)
    .execute()
})
afterEach(() => mutant.make({}))
afterAll(async () => {
  await mutant.stop()
  await stack.stop()
})

const seenBy = (role: RoleName): Promise<VisitedCall[]> => visitOnce(mutant.eyes[role], subject, lists)
const wrongFor = (role: RoleName, visited: readonly VisitedCall[]) => [
  ...new Haystack(exitsOf(visited)).leaks(forbiddenTo(role, leaves)),
  ...listMaskingFaults(role, visited, customer),
]

describe('an amount from our own records, in lists', () => {
  it.each(readers)('is shown to %s as the access design says', async (role) => {
    const visited = await seenBy(role)
    expect(wrongFor(role, visited)).toEqual([])
    const [own] = visited
    const judged = own === undefined ? [] : judgedPlaces([own]).map(({ path }) => path)
    expect(judged).toEqual(expect.arrayContaining([`${told}.amount`, `${told}.currency`]))
  })

  it.each(['transaction.amount', 'transaction.currency'] as const)(
    'is detected if a presenter opens %s',
    async (field) => {
      mutant.make({
        fieldAccess: (right) =>
          createFaultyFieldAccess(right, (one, shown) =>
            one.field === field ? { visibility: 'clear', text: unwrapGuarded(one) } : shown,
          ),
      })
      const [own] = await seenBy('auditor')
      expect(own === undefined ? [] : wrongFor('auditor', [own])).not.toEqual([])
    },
  )
})
