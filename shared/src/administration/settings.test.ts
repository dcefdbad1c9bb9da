import { describe, expect, it } from 'vitest'
import { applySettingsChange, defaultPersonSettings, type TableLayoutChange } from './settings.ts'

const all = ['state', 'amount', 'customer', 'merchant']

/** Layout after changes that windows made without having seen each other's. */
function arrange(...changes: readonly TableLayoutChange[]) {
  const settings = changes.reduce(
    (before, change) => applySettingsChange(before, { tables: { transactions: change } }),
    defaultPersonSettings,
  )
  return settings.tables?.transactions
}

describe('two windows that arrange one table', () => {
  const hide = (column: string): TableLayoutChange => ({
    column,
    visible: all.filter((id) => id !== column),
  })

  it('hide a column each: both stay hidden', () => {
    expect(arrange(hide('amount'), hide('merchant'))?.visible).toEqual(['state', 'customer'])
  })

  it('show a column each: both are shown', () => {
    const show = (column: string): TableLayoutChange => ({ column, visible: ['state', column] })
    expect(arrange({ visible: ['state'] }, show('amount'), show('merchant'))?.visible).toEqual([
      'state',
      'amount',
      'merchant',
    ])
  })

  it('keep one column, whichever of two they hide last', () => {
    const layout = arrange(
      { visible: ['state', 'amount'] },
      { column: 'state', visible: ['amount'] },
      { column: 'amount', visible: ['state'] },
    )
    expect(layout?.visible).toEqual(['amount'])
  })

  it('move a column each: both have moved', () => {
    expect(
      arrange(
        { column: 'merchant', order: ['merchant', 'state', 'amount', 'customer'] },
        { column: 'state', order: ['amount', 'state', 'customer', 'merchant'] },
      )?.order,
    ).toEqual(['merchant', 'amount', 'state', 'customer'])
  })

  it('that see the same columns get the order that is on screen', () => {
    const orders = [
      ['amount', 'state', 'customer', 'merchant'],
      ['amount', 'state', 'merchant', 'customer'],
      ['merchant', 'amount', 'state', 'customer'],
    ]
    const moved = ['amount', 'merchant', 'merchant']
    const changes = orders.map((order, nth): TableLayoutChange => ({ order, column: moved[nth] ?? '' }))
    expect(arrange(...changes)?.order).toEqual(orders.at(-1))
  })

  it('add a column that the order of the other one does not have yet', () => {
    const layout = arrange({ order: ['state', 'amount'] }, { column: 'state', order: all })
    expect(layout?.order).toEqual(all)
  })
})
