import type { IndexFilter } from '@paydesk/shared/payments/indexed'
import { describe, expect, it } from 'vitest'
import { sightOf } from '../../platform/access/field-access.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { refuseHidden } from './wanted.ts'

function named(filter: IndexFilter, sight: ReturnType<typeof sightOf>): string[] {
  try {
    refuseHidden(filter, sight)
    return []
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    expect(thrown.id).toBe('bad_request')
    return (thrown.fields ?? []).map(({ name }) => name)
  }
}

const telling: IndexFilter = { amountFrom: '1', amountTo: '2', currency: 'EUR', sort: 'amount' }

describe('what a filter would tell', () => {
  it('is refused by name where the role sees the value masked', () => {
    expect(named(telling, sightOf('auditor')).sort()).toEqual(['amountFrom', 'amountTo', 'currency', 'sort'])
    expect(named({ state: 'SUCCESS', sort: 'changed', merchant: 'm' }, sightOf('auditor'))).toEqual([])
  })

  it('is taken where the role sees it in full', () => {
    for (const role of ['support', 'finance', 'compliance'] as const)
      expect(named(telling, sightOf(role)), role).toEqual([])
  })

  it('follows the cells of the deployment, not the role', () => {
    const mask = { kind: 'mask', mask: 'band' } as const
    const tight = sightOf('finance', [{ role: 'finance', field: 'transaction.amount', cell: mask }])
    expect(named(telling, tight).sort()).toEqual(['amountFrom', 'amountTo', 'sort'])
    const loose = sightOf('auditor', [
      { role: 'auditor', field: 'transaction.amount', cell: { kind: 'full' } },
      { role: 'auditor', field: 'transaction.currency', cell: { kind: 'full' } },
    ])
    expect(named(telling, loose)).toEqual([])
    const noMerchant = sightOf('finance', [
      { role: 'finance', field: 'original.merchant_id', cell: { kind: 'no' } },
    ])
    expect(named({ merchant: 'm' }, noMerchant)).toEqual(['merchant'])
  })
})
