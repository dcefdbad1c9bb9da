import {
  customerHandleSchema,
  identityHandleSchema,
  merchantIdSchema,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { createReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStateRecord } from '../../payment-service/parsing/wire.ts'
import { createFieldAccessByRole } from '../../platform/access/field-access.ts'
import type { StoredTransactionFacts } from '../../records/observations/stored-transaction-facts.ts'
import { type LoadedTransaction, presentTransaction } from './present.ts'

const fieldAccesses = createFieldAccessByRole()
const id = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
const body = {
  id,
  state: 'PENDING',
  compound_state: 'PENDING.CONTACTING_USER',
  test_transaction: true,
  expires_at: '2025-06-04T10:20:30.512Z',
  original_message: { merchant_id: 'demo-merchant', account: { identifier: 'ann.example@example.test' } },
  identity: { ledger_lifetime_amount: '182550' },
}

function recordOf() {
  const wire = parseStateRecord(body)
  if (!wire.ok) throw new Error(wire.why)
  return wire.value
}

const read: LoadedTransaction = {
  transaction: transactionIdSchema.parse(id),
  merchant: merchantIdSchema.parse('demo-merchant'),
  record: recordOf(),
  reading: { at: '2025-06-04T10:00:00.000Z', from: 'service' },
  production: false,
  customer: customerHandleSchema.parse('c_00000000000000000000'),
  identity: null,
  storedFacts: null,
  customerTexts: createReleasedCustomerTexts(['de'], 'UTC'),
}

const knowing: StoredTransactionFacts = {
  customer: 'c_22222222222222222222',
  state: 'PENDING',
  compound: null,
  recorded: {
    ...{ amount_minor: null, currency: null, amount_source: null, amount_text: null, currency_text: null },
    ...{ first_seen: 0, changed_at: 0 },
  },
  readAt: null,
  changedAt: 0,
  formerEnds: [],
  endedAt: null,
  endAnnouncedAt: null,
  hasEndNotification: false,
  newestEvent: null,
  amounts: [],
  lastNotificationAt: null,
  succeeded: new Map(),
}

const sentencesOf = (record: LoadedTransaction['record']) =>
  presentTransaction({ ...read, record }, fieldAccesses.support).explanation.sentences.map(({ code }) => code)

it('says that there is nothing to do only if the record asks for nothing else', () => {
  expect(sentencesOf(recordOf())).toContain('nothing_to_do')
  const asks = { ...body, payment_provider_responses: [{ manual_reconciliation: true }] }
  const wire = parseStateRecord(asks)
  if (!wire.ok) throw new Error(wire.why)
  expect(sentencesOf(wire.value)).not.toContain('nothing_to_do')
})

const again = (): LoadedTransaction => ({ ...read, record: recordOf() })

describe('a record that is presented again', () => {
  it('reads at another time as if it had never been presented before', () => {
    const minute = 60_000
    const times = fc.integer({ min: -30, max: 30 }).map((minutes) => {
      const at = new Date(Date.parse('2025-06-04T10:20:30.512Z') + minutes * minute)
      return { at: at.toISOString(), from: 'service' as const }
    })
    fc.assert(
      fc.property(fc.array(times, { minLength: 2 }), fc.boolean(), (readings, production) => {
        const readTransaction = again()
        for (const reading of readings)
          for (const fieldAccess of [fieldAccesses.support, fieldAccesses.compliance])
            expect(presentTransaction({ ...readTransaction, reading, production }, fieldAccess)).toEqual(
              presentTransaction({ ...again(), reading, production }, fieldAccess),
            )
      }),
    )
  })

  it('is the same object for the same role', () => {
    const known = { ...knowing, customer: null }
    const first = presentTransaction({ ...read, storedFacts: known }, fieldAccesses.support)
    expect(presentTransaction({ ...read, storedFacts: known }, fieldAccesses.support)).toBe(first)
    // Expect no difference from facts that no rule uses.
    const agrees = { ...known, readAt: 1 }
    expect(presentTransaction({ ...read, storedFacts: agrees }, fieldAccesses.support)).toBe(first)
  })

  it('differs once our records know another amount', () => {
    const known = { ...knowing, recorded: { ...knowing.recorded, amount_minor: 12_550, currency: 'EUR' } }
    presentTransaction({ ...read, storedFacts: knowing }, fieldAccesses.support)
    expect(
      presentTransaction({ ...read, storedFacts: known }, fieldAccesses.support).recorded?.amount,
    ).toEqual({
      visibility: 'clear',
      text: '12550',
    })
  })

  it('differs for each role, in any order of calls', () => {
    const finance = presentTransaction(read, fieldAccesses.finance)
    expect(presentTransaction(read, fieldAccesses.support)).not.toEqual(finance)
    expect(presentTransaction(read, fieldAccesses.auditor)).not.toEqual(finance)
    expect(presentTransaction(read, fieldAccesses.finance)).toBe(finance)
  })

  const others: readonly [words: string, other: Partial<LoadedTransaction>, sign: RegExp][] = [
    ['another reading', { reading: { at: '2025-06-05T10:00:00.000Z', from: 'memory' } }, /expired_but_open/],
    ['no customer', { customer: null }, /"customer":null/],
    ['another customer', { customer: customerHandleSchema.parse('c_11111111111111111111') }, /c_1{20}/],
    ['an identity', { identity: identityHandleSchema.parse('i_22222222222222222222') }, /i_2{20}/],
    ['what our records know', { storedFacts: knowing }, /other_customer/],
    ['real money', { production: true }, /test_in_production/],
  ]
  it.each(others)('changes with %s', (_, other, sign) => {
    expect(JSON.stringify(presentTransaction(read, fieldAccesses.support))).not.toMatch(sign)
    expect(JSON.stringify(presentTransaction({ ...read, ...other }, fieldAccesses.support))).toMatch(sign)
    expect(JSON.stringify(presentTransaction(read, fieldAccesses.support))).not.toMatch(sign)
  })
})
