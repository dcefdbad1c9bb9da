import { expect, it } from 'vitest'
import { chooseDraftSaveAction } from './draft-store.ts'

it.each([
  ['the first save', null, { version: 'a.1', replaces: null }, 'store'],
  ['a save after the draft was sent elsewhere', null, { version: 'a.4', replaces: 'b.2' }, 'store'],
  [
    'the first save of a form filled from the stored draft',
    'a.3',
    { version: 'b.1', replaces: 'a.3' },
    'store',
  ],
  ['the next save of the same form', 'a.3', { version: 'a.4', replaces: null }, 'store'],
  ['a later save by number, not by letter', 'a.9', { version: 'a.10', replaces: null }, 'store'],
  [
    'a save that a later one of the same form has overtaken',
    'a.5',
    { version: 'a.4', replaces: null },
    'skip',
  ],
  ['a save beside another window', 'a.3', { version: 'b.1', replaces: null }, 'newer'],
  [
    'a save of a form filled before another window saved',
    'a.4',
    { version: 'b.7', replaces: 'a.3' },
    'newer',
  ],
  [
    'an Undo over what the form of the discarded draft has saved since',
    'a.2',
    { version: 'a.1', replaces: 'a.1', isUndo: true },
    'newer',
  ],
] as const)('judges %s', (_, stored, save, verdict) => {
  expect(chooseDraftSaveAction(stored, save)).toBe(verdict)
})
