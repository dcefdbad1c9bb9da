import { environmentNameSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteTransaction } from '../support/contract/seed-transaction.ts'
import { startOn, untilRead } from '../support/contract/support.ts'
import type { Stack } from '../support/stack/start.ts'
import { createHandles } from './handles.ts'
import { callsOf, loadNormalizedAnswers } from './harness.ts'
import { type GeneratedCustomer, makeCustomer, type RecordJsonObject } from './records.ts'
import { answerWith, env, putCustomer } from './service.ts'
import type { WalkSubject } from './walk.ts'
import { signInEveryRole, type VisitorsByRole } from './worlds.ts'

/** Amount that Paydesk has recorded as successful, in minor units. */
const seen = 500_000

let stack: Stack
let eyes: VisitorsByRole
let subject: WalkSubject
const customer: GeneratedCustomer = makeCustomer({ seed: 417 })

function withTotal(state: RecordJsonObject, amount: string): RecordJsonObject {
  const { identity } = state
  if (typeof identity !== 'object' || identity === null || Array.isArray(identity))
    throw new Error('the record has no identity')
  const total = { ledger_lifetime_amount: amount, ledger_lifetime_currency: 'EUR' }
  return { ...state, identity: { ...identity, ...total } }
}
const say = (amount: string) =>
  answerWith(stack, customer, 'state', withTotal(customer.records.state, amount))

beforeAll(async () => {
  stack = await startOn('embedded')
  eyes = await signInEveryRole(stack)
  await putCustomer(stack, customer)
  subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  await untilRead(stack, customer.transaction)
  const { merchant, rid } = customer
  await noteTransaction(stack, {
    merchant,
    customer: await stack.deps.handles.getOrCreateCustomerHandle(
      environmentNameSchema.parse(env),
      merchant,
      rid,
    ),
    state: 'SUCCESS',
    final: 1,
    test: 0,
    finality: 'confirmed',
    final_read_at: Date.parse('2025-03-12T09:00:00Z'),
    amount_minor: seen,
    currency: 'EUR',
  })
})
afterAll(() => stack.stop())

/** Totals that look the same to this role: one too low, one high enough. */
const pairs = [
  ['support', '0', '99999999'],
  ['auditor', '1000', '9999'],
] as const

it.each(pairs)(
  '%s cannot tell a total that is too low (%s) from one that is high enough (%s)',
  async (who, low, right) => {
    const answers: string[][] = []
    for (const amount of [low, right]) {
      await say(amount)
      answers.push(await loadNormalizedAnswers(eyes[who], callsOf('state', subject)))
    }
    expect(answers[0]).toEqual(answers[1])
  },
)

it.each(['finance', 'compliance'] as const)('%s, who sees totals, is shown the discrepancy', async (who) => {
  for (const [, low, right] of pairs)
    for (const [amount, ids] of [
      [low, ['lifetime_below_seen']],
      [right, []],
    ] as const) {
      await say(amount)
      const { contradictions } = await eyes[who].get(endpoints.showTransaction, {
        params: { env, transaction: customer.transaction },
        query: { fresh: '1' },
      })
      expect(contradictions.map(({ id }) => id)).toEqual(ids)
    }
})
