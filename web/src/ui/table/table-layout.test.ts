import { expect, test } from 'vitest'
import { arrangeColumns, moveColumn } from './table-layout.ts'

const columns = ['state', 'rid', 'amount', 'seen'].map((id) => ({ id, track: '1fr' }))
const arrange = (order: string[], widths: Record<string, number> = {}) =>
  arrangeColumns(columns, { order, visible: null, widths }).map(({ id, track }) => `${id} ${track}`)

test('columns have the order and the widths that the person chose', () => {
  expect(arrange([])).toEqual(['state 1fr', 'rid 1fr', 'amount 1fr', 'seen 1fr'])
  expect(arrange(['amount', 'state', 'rid', 'seen'], { rid: 200 })).toEqual([
    'amount 1fr',
    'state 1fr',
    'rid 200px',
    'seen 1fr',
  ])
})

test('a column that came later keeps its place, and one that is gone leaves none', () => {
  expect(arrange(['seen', 'gone', 'state', 'amount'])).toEqual([
    'seen 1fr',
    'state 1fr',
    'rid 1fr',
    'amount 1fr',
  ])
  expect(arrange(['rid'])).toEqual(['state 1fr', 'rid 1fr', 'amount 1fr', 'seen 1fr'])
})

test('a dropped column takes the place of the one below it', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(moveColumn(['a', 'b'], 'a', 'elsewhere')).toEqual(['a', 'b'])
})
