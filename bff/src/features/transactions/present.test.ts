import { customerHandle, identityHandle, merchantId, transactionId } from '@paydesk/shared/core/ids'
import { createReleasedTexts } from '@paydesk/shared/messages/customer/released-texts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStateRecord } from '../../payment-service/parsing/wire.ts'
import { createFieldAccessByRole } from '../../platform/access/field-access.ts'
import type { IndexFacts } from '../../records/observations/index-facts.ts'
import { presentTransaction, type ReadTransaction } from './present.ts'

const sights = createFieldAccessByRole()
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

const read: ReadTransaction = {
  transaction: transactionId.parse(id),
  merchant: merchantId.parse('demo-merchant'),
  record: recordOf(),
  reading: { at: '2025-06-04T10:00:00.000Z', from: 'service' },
  production: false,
  customer: customerHandle.parse('c_00000000000000000000'),
  identity: null,
  known: null,
  customerTexts: createReleasedTexts(['de'], 'UTC'),
}

const knowing: IndexFacts = {
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

const sentencesOf = (record: ReadTransaction['record']) =>
  presentTransaction({ ...read, record }, sights.support).explanation.sentences.map(({ code }) => code)

it('says that there is nothing to do only if the record asks for nothing else', () => {
  expect(sentencesOf(recordOf())).toContain('nothing_to_do')
  const asks = { ...body, payment_provider_responses: [{ manual_reconciliation: true }] }
  const wire = parseStateRecord(asks)
  if (!wire.ok) throw new Error(wire.why)
  expect(sentencesOf(wire.value)).not.toContain('nothing_to_do')
})

const again = (): ReadTransaction => ({ ...read, record: recordOf() })

describe('a record that is presented again', () => {
  it('reads at another time as if it had never been presented before', () => {
    const minute = 60_000
    const times = fc.integer({ min: -30, max: 30 }).map((minutes) => {
      const at = new Date(Date.parse('2025-06-04T10:20:30.512Z') + minutes * minute)
      return { at: at.toISOString(), from: 'service' as const }
    })
    fc.assert(
      fc.property(fc.array(times, { minLength: 2 }), fc.boolean(), (readings, production) => {
        const known = again()
        for (const reading of readings)
          for (const sight of [sights.support, sights.compliance])
            expect(presentTransaction({ ...known, reading, production }, sight)).toEqual(
              presentTransaction({ ...again(), reading, production }, sight),
            )
      }),
    )
  })

  it('is the same object for the same role', () => {
    const known = { ...knowing, customer: null }
    const first = presentTransaction({ ...read, known }, sights.support)
    expect(presentTransaction({ ...read, known }, sights.support)).toBe(first)
    // Expect no difference from facts that no rule uses.
    const agrees = { ...known, readAt: 1 }
    expect(presentTransaction({ ...read, known: agrees }, sights.support)).toBe(first)
  })

  it('differs once our records know another amount', () => {
    const known = { ...knowing, recorded: { ...knowing.recorded, amount_minor: 12_550, currency: 'EUR' } }
    presentTransaction({ ...read, known: knowing }, sights.support)
    expect(presentTransaction({ ...read, known }, sights.support).recorded?.amount).toEqual({
      visibility: 'clear',
      text: '12550',
    })
  })

  it('differs for each role, in any order of calls', () => {
    const finance = presentTransaction(read, sights.finance)
    expect(presentTransaction(read, sights.support)).not.toEqual(finance)
    expect(presentTransaction(read, sights.auditor)).not.toEqual(finance)
    expect(presentTransaction(read, sights.finance)).toBe(finance)
  })

  const others: readonly [words: string, other: Partial<ReadTransaction>, sign: RegExp][] = [
    ['another reading', { reading: { at: '2025-06-05T10:00:00.000Z', from: 'memory' } }, /expired_but_open/],
    ['no customer', { customer: null }, /"customer":null/],
    ['another customer', { customer: customerHandle.parse('c_11111111111111111111') }, /c_1{20}/],
    ['an identity', { identity: identityHandle.parse('i_22222222222222222222') }, /i_2{20}/],
    ['what the index knows', { known: knowing }, /other_customer/],
    ['real money', { production: true }, /test_in_production/],
  ]
  it.each(others)('changes with %s', (_, other, sign) => {
    expect(JSON.stringify(presentTransaction(read, sights.support))).not.toMatch(sign)
    expect(JSON.stringify(presentTransaction({ ...read, ...other }, sights.support))).toMatch(sign)
    expect(JSON.stringify(presentTransaction(read, sights.support))).not.toMatch(sign)
  })
})
