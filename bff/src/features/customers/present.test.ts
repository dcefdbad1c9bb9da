import { customerHandleSchema, merchantIdSchema, ridSchema } from '@paydesk/shared/core/ids'
import { describe, expect, it } from 'vitest'
import { parseCustomerTransactionList } from '../../payment-service/parsing/wire.ts'
import { createFieldAccess, type FieldAccess } from '../../platform/access/field-access.ts'
import { parseCustomerTransactionEntries } from './entries.ts'
import { presentCustomer, presentCustomerTransactions } from './present.ts'

const handle = customerHandleSchema.parse('c_00000000000000000000')
const merchant = merchantIdSchema.parse('demo-merchant')
const reading = { at: '2025-06-01T00:00:00.000Z', from: 'service' } as const

describe('presentCustomer', () => {
  it.each([
    ['cust-00417', 'plain', 'clear'],
    ['mara@example.test', 'email', 'masked'],
    ['SE4550000000058398257466', 'iban', 'masked'],
    ['se4550000000058398257466', 'iban', 'masked'],
    ['SE45', 'plain', 'clear'],
  ])('%s has the form %s and is %s', (text, form, visibility) => {
    const view = presentCustomer(
      handle,
      {
        rid: ridSchema.parse(text),
        merchant,
        openWork: { discrepancies: null, paymentRequests: 0, questions: 1 },
      },
      createFieldAccess('support'),
    )
    expect(view).toMatchObject({ customer: handle, ridForm: form, rid: { visibility } })
    if (visibility === 'masked') expect(JSON.stringify(view)).not.toContain(text)
  })
})

describe('presentCustomerTransactions', () => {
  it('marks cases that an operator must decide, from either form of the reason', () => {
    const data = [
      ['aaaa', 'PENDING', 'PENDING.PIV_REVIEW'],
      ['bbbb', 'PENDING', 'MANUAL_REVIEW'],
      ['cccc', 'MANUAL_HOLD', 'MANUAL_HOLD'],
      ['dddd', 'PENDING', 'PENDING.AWAIT_OTP'],
      ['eeee', 'SUCCESS', 'MANUAL_REVIEW'],
    ].map(([transaction_uid, state, transaction_state]) => ({ transaction_uid, state, transaction_state }))
    const shown = presentCustomerTransactions(
      parseCustomerTransactionEntries(parseCustomerTransactionList({ data })),
      { reading, records: new Map() },
      createFieldAccess('support'),
    )
    expect(shown.entries.map(({ inReview }) => inReview)).toEqual([true, true, true, false, false])
  })

  const known = {
    ...({ amount_minor: 12_550, currency: 'EUR', amount_source: 'create' } as const),
    ...{ amount_text: null, currency_text: null },
    ...{ first_seen: 0, changed_at: 1_000, expires_at: null, merchant_transaction_id: 'order-5512' },
  }
  const amountsFor = (fieldAccess: FieldAccess) =>
    presentCustomerTransactions(
      parseCustomerTransactionEntries(
        parseCustomerTransactionList({ data: [{ transaction_uid: 'aaaa' }, { transaction_uid: 'bbbb' }] }),
      ),
      { reading, records: new Map([['bbbb', known]]) },
      fieldAccess,
    ).entries.map(({ amount }) => amount)

  it('shows a recorded amount as the role may see it, and null without a record', () => {
    expect(amountsFor(createFieldAccess('support'))).toEqual([
      null,
      {
        amount: { visibility: 'clear', text: '12550' },
        currency: { visibility: 'clear', text: 'EUR' },
        amountFrom: 'create',
      },
    ])
    const [, banded] = amountsFor(createFieldAccess('auditor'))
    expect(banded).toMatchObject({
      amount: { visibility: 'masked', mask: 'band' },
      currency: { visibility: 'masked' },
    })
    expect(JSON.stringify(banded)).not.toMatch(/12550|EUR/)
  })

  it('shows when we first saw an entry, its last change and the merchant’s ID', () => {
    const shown = presentCustomerTransactions(
      parseCustomerTransactionEntries(parseCustomerTransactionList({ data: [{ transaction_uid: 'bbbb' }] })),
      { reading, records: new Map([['bbbb', known]]) },
      createFieldAccess('support'),
    )
    expect(shown.entries[0]?.recorded).toEqual({
      merchantTransactionId: { visibility: 'clear', text: 'order-5512' },
      firstSeenAt: '1970-01-01T00:00:00.000Z',
      changedAt: '1970-01-01T00:00:01.000Z',
      expiresAt: null,
    })
  })

  it('does not reveal whether an amount exists if amounts are hidden', () => {
    const cell = { kind: 'no' } as const
    const fieldAccess = createFieldAccess('finance', [{ role: 'finance', field: 'transaction.amount', cell }])
    expect(amountsFor(fieldAccess)).toEqual([null, null])
  })
})
