import type { TransactionListFilter } from '@paydesk/shared/payments/transaction-list'
import { describe, expect, it } from 'vitest'
import { createFieldAccess } from '../../platform/access/field-access.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { rejectMaskedFieldFilters } from './resolve-filter.ts'

function named(filter: TransactionListFilter, fieldAccess: ReturnType<typeof createFieldAccess>): string[] {
  try {
    rejectMaskedFieldFilters(filter, fieldAccess)
    return []
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    expect(thrown.id).toBe('bad_request')
    return (thrown.fields ?? []).map(({ name }) => name)
  }
}

const telling: TransactionListFilter = { amountFrom: '1', amountTo: '2', currency: 'EUR', sort: 'amount' }

describe('a filter that reveals values', () => {
  it('is rejected by field name if the role sees the value masked', () => {
    expect(named(telling, createFieldAccess('auditor')).sort()).toEqual([
      'amountFrom',
      'amountTo',
      'currency',
      'sort',
    ])
    expect(named({ state: 'SUCCESS', sort: 'changed', merchant: 'm' }, createFieldAccess('auditor'))).toEqual(
      [],
    )
  })

  it('is accepted if the role sees the value in full', () => {
    for (const role of ['support', 'finance', 'compliance'] as const)
      expect(named(telling, createFieldAccess(role)), role).toEqual([])
  })

  it('follows the field permissions of the deployment, not the role', () => {
    const mask = { kind: 'mask', mask: 'band' } as const
    const tight = createFieldAccess('finance', [{ role: 'finance', field: 'transaction.amount', cell: mask }])
    expect(named(telling, tight).sort()).toEqual(['amountFrom', 'amountTo', 'sort'])
    const loose = createFieldAccess('auditor', [
      { role: 'auditor', field: 'transaction.amount', cell: { kind: 'full' } },
      { role: 'auditor', field: 'transaction.currency', cell: { kind: 'full' } },
    ])
    expect(named(telling, loose)).toEqual([])
    const noMerchant = createFieldAccess('finance', [
      { role: 'finance', field: 'original.merchant_id', cell: { kind: 'no' } },
    ])
    expect(named({ merchant: 'm' }, noMerchant)).toEqual(['merchant'])
  })
})
