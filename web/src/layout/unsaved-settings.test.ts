import {
  type DataTableName,
  defaultPersonSettings,
  type SettingsChange,
  type TableLayoutChange,
} from '@paydesk/shared/administration/settings'
import { expect, test } from 'vitest'
import { addOwnChange, applyOwnChanges, settleOwnChange, type UnsavedSettings } from './unsaved-settings.ts'

const compact: SettingsChange = { density: 'compact' }
const roomy: SettingsChange = { density: 'roomy' }
const dark: SettingsChange = { theme: 'dark' }

const change = (...changes: SettingsChange[]): UnsavedSettings =>
  changes.reduce(addOwnChange, { before: { ...defaultPersonSettings, rail: 'narrow' }, changes: [] })
const shown = (unsaved: UnsavedSettings) => {
  const { density, theme, rail } = applyOwnChanges(unsaved)
  return { density, theme, rail }
}

test('a change that fails takes back its own settings only', () => {
  const failed = settleOwnChange(change(compact, dark), compact, false)
  expect(shown(failed)).toEqual({ density: null, theme: 'dark', rail: 'narrow' })
})

test('a change that fails late leaves a later one of the same setting, also one that was saved', () => {
  const saved = settleOwnChange(change(compact, roomy), roomy, true)
  expect(shown(saved).density).toBe('roomy')
  expect(shown(settleOwnChange(saved, compact, false)).density).toBe('roomy')
})

test('of two changes of a setting that fail nothing is left, in each order of the answers', () => {
  for (const [first, second] of [[compact, roomy] as const, [roomy, compact] as const]) {
    const failed = settleOwnChange(settleOwnChange(change(compact, roomy), first, false), second, false)
    expect(failed.changes).toEqual([])
    expect(shown(failed).density).toBeNull()
  }
})

test('a change that fails goes back to an earlier one that was saved', () => {
  const saved = settleOwnChange(change(compact, roomy), compact, true)
  expect(shown(settleOwnChange(saved, roomy, false)).density).toBe('compact')
})

test('changes that were saved are part of the settings', () => {
  const saved = settleOwnChange(settleOwnChange(change(compact, dark), dark, true), compact, true)
  expect(saved.changes).toEqual([])
  expect(shown(saved)).toEqual({ density: 'compact', theme: 'dark', rail: 'narrow' })
})

test('a choice of a default view that fails leaves those of other lists', () => {
  const choose = (view: string): SettingsChange => ({ defaultView: { view, others: [] } })
  const [own, other] = [choose('v_aaaaaaaaaaaaaaaaaaaa'), choose('v_bbbbbbbbbbbbbbbbbbbb')]
  const failed = settleOwnChange(change(own, other), own, false)
  expect(applyOwnChanges(failed).defaultViews).toEqual(['v_bbbbbbbbbbbbbbbbbbbb'])
})

test('two windows that arrange the columns of one table keep what the other one changed', () => {
  const arrange = (part: TableLayoutChange): SettingsChange => ({ tables: { sessions: part } })
  const changes = [
    arrange({ order: ['state'] }),
    arrange({ widths: { state: 90, name: 120 } }),
    arrange({ visible: ['state', 'name'] }),
    arrange({ widths: { at: 200, name: null } }),
  ]
  expect(applyOwnChanges(change(...changes)).tables).toEqual({
    sessions: { order: ['state'], visible: ['state', 'name'], widths: { state: 90, at: 200 } },
  })
  expect(applyOwnChanges(change(...changes, arrange({ visible: null }))).tables).toMatchObject({
    sessions: { visible: null },
  })
})

test('a layout that fails leaves those of other lists', () => {
  const arrange = (list: DataTableName): SettingsChange => ({
    tables: { [list]: { order: ['state'], visible: null, widths: {} } },
  })
  const [own, other] = [arrange('sessions'), arrange('imports')]
  const both = change(own, other)
  expect(applyOwnChanges(both).tables).toEqual({ ...own.tables, ...other.tables })
  expect(applyOwnChanges(settleOwnChange(both, own, false)).tables).toEqual(other.tables)
})
