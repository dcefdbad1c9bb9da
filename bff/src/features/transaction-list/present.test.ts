import { indexRow } from '@paydesk/shared/payments/indexed'
import { describe, expect, it } from 'vitest'
import { sightOf } from '../../platform/access/field-access.ts'
import { withRids } from '../../records/rids.ts'
import type { ListedRow } from './pages.ts'
import { presentLine } from './present.ts'
import { noon } from './rows.test-kit.ts'

const handle = 'c_0123456789abcdefghij'
const email = 'mara.lindqvist@example.test'
const row: ListedRow = {
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
  expires_at: noon,
  first_seen: noon,
  first_source: 'read',
  changed_from: null,
  changed_at: noon,
  read_at: null,
  version: 3,
  finality: 'open',
}

describe('a line of the list', () => {
  it('is what the contract says, whatever the role', () => {
    for (const role of ['support', 'finance', 'compliance', 'auditor', 'admin'] as const)
      indexRow.parse(presentLine({ row, rid: email }, sightOf(role)))
  })

  it('shows amounts as ranges and RIDs by their masks', () => {
    const { amount, currency, rid, amountFrom } = presentLine({ row, rid: email }, sightOf('auditor'))
    expect(JSON.stringify({ amount, currency, rid })).not.toMatch(/12345|EUR|mara|example/)
    expect(amount).toMatchObject({ seen: 'masked', mask: 'band' })
    expect(amountFrom).toBe('notification')
  })

  it('does not tell whether there is an amount where amounts are hidden', () => {
    const sight = sightOf('finance', [
      { role: 'finance', field: 'transaction.amount', cell: { kind: 'no' } },
      { role: 'finance', field: 'transaction.currency', cell: { kind: 'no' } },
    ])
    const without = { ...row, amount_minor: null, currency: null, amount_source: null }
    expect(presentLine({ row, rid: null }, sight)).toEqual(presentLine({ row: without, rid: null }, sight))
  })

  it('has the RID behind its handle only where both are of one merchant', async () => {
    const known = (merchant: string) => ({
      resolveAll: async () => new Map([[handle, { id: email, merchant }]]),
    })
    expect((await withRids([row], 'stage', known('demo-merchant')))[0]?.rid).toBe(email)
    expect((await withRids([row], 'stage', known('demo-outlet')))[0]?.rid).toBeNull()
  })
})
