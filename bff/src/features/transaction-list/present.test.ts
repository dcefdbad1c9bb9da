import { transactionListRowSchema } from '@paydesk/shared/payments/transaction-list'
import { describe, expect, it } from 'vitest'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { attachCustomerRids } from '../../records/attach-rids.ts'
import type { ListedTransactionRow } from './pages.ts'
import { presentListedTransaction } from './present.ts'
import { noonMs } from './rows.test-kit.ts'

const handle = 'c_0123456789abcdefghij'
const email = 'mara.lindqvist@example.test'
const row: ListedTransactionRow = {
  seq: 1,
  id: 'tx-000001',
  merchant: 'demo-merchant',
  customer: handle,
  merchant_transaction_id: 'ord-1',
  reference: 'RF-1',
  workflow: 'instant-transfer',
  state: 'NEVER_HEARD_OF',
  compound: 'NEVER_HEARD_OF.WHY',
  review: 0,
  test: 1,
  amount_minor: 12_345,
  currency: 'EUR',
  amount_source: 'notification',
  amount_text: null,
  currency_text: null,
  expires_at: noonMs,
  first_seen: noonMs,
  first_source: 'read',
  changed_from: null,
  changed_at: noonMs,
  read_at: null,
  version: 3,
  finality: 'open',
}

describe('presentListedTransaction', () => {
  it('matches the contract for every role', () => {
    for (const role of ['support', 'finance', 'compliance', 'auditor', 'admin'] as const)
      transactionListRowSchema.parse(presentListedTransaction({ row, rid: email }, createFieldAccess(role)))
  })

  it.each([
    ['125.50', 'EUR'],
    ['-500', 'EUR'],
    ['0012550', 'EUR'],
    ['12550', 'eur'],
  ])(
    'shows an amount that is not understood as it came, and masked where amounts are: %s %s',
    (text, code) => {
      const unread = { amount_minor: null, currency: null, amount_text: text, currency_text: code }
      const show = (role: 'finance' | 'auditor') =>
        presentListedTransaction({ row: { ...row, ...unread }, rid: null }, createFieldAccess(role))
      expect(show('finance')).toMatchObject({
        amount: { visibility: 'clear', text },
        currency: { visibility: 'clear', text: code },
        amountFrom: 'notification',
      })
      expect(show('auditor').amount).toMatchObject({ visibility: 'masked' })
      expect(JSON.stringify(show('auditor').amount)).not.toContain(text)
    },
  )

  it('shows amounts as ranges and RIDs masked', () => {
    const { amount, currency, rid, amountFrom } = presentListedTransaction(
      { row, rid: email },
      createFieldAccess('auditor'),
    )
    expect(JSON.stringify({ amount, currency, rid })).not.toMatch(/12345|EUR|mara|example/)
    expect(amount).toMatchObject({ visibility: 'masked', mask: 'band' })
    expect(amountFrom).toBe('notification')
  })

  it('does not reveal whether an amount exists if amounts are hidden', () => {
    const fieldAccess = createFieldAccess('finance', [
      { role: 'finance', field: 'transaction.amount', cell: { kind: 'no' } },
      { role: 'finance', field: 'transaction.currency', cell: { kind: 'no' } },
    ])
    const without = { ...row, amount_minor: null, currency: null, amount_source: null }
    expect(presentListedTransaction({ row, rid: null }, fieldAccess)).toEqual(
      presentListedTransaction({ row: without, rid: null }, fieldAccess),
    )
  })

  it('resolves the RID of a handle only if both belong to one merchant', async () => {
    const known = (merchant: string) => ({
      resolveAll: async () => new Map([[handle, { plaintext: email, merchant }]]),
    })
    expect((await attachCustomerRids([row], 'stage', known('demo-merchant')))[0]?.rid).toBe(email)
    expect((await attachCustomerRids([row], 'stage', known('demo-outlet')))[0]?.rid).toBeNull()
  })
})
