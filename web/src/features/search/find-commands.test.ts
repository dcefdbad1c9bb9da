import { expect, test } from 'vitest'
import type { Command } from './commands.ts'
import { findCommands } from './find-commands.ts'

const command = (id: string, label: string, more: Partial<Command> = {}): Command => ({
  id,
  label,
  group: 'Pages',
  run: () => {},
  ...more,
})
const commands = [
  command('home', 'Home'),
  command('review', 'Review'),
  command('figures', 'Review figures'),
  command('requests', 'Zahlungs\u00adanforderungen'),
  command('new', 'New payment', { group: 'Actions', text: 'create request' }),
  command('dark', 'Dark theme', { group: 'Actions' }),
]
const find = (typed: string, ids: readonly string[] = []) =>
  findCommands(commands, typed, { ids, group: 'Recent' })
const ids = (typed: string) => find(typed).commands.map(({ id }) => id)

test.each([
  ['rev', ['review', 'figures']],
  ['fig rev', ['figures']],
  ['REVIEW', ['review', 'figures']],
  ['zahlungsanf', ['requests']],
  ['créate', ['new']],
  ['thm', ['dark']],
  ['payment', ['new']],
  ['unheard', []],
])('%s finds pages and actions by their words', (typed, found) => {
  expect(ids(typed)).toEqual(found)
})

test.each([
  ['rev', true],
  ['new pay', true],
  ['cust-00417', false],
  ['6d2f1b75', false],
  ['mara@example.test', false],
  // An abbreviation may also be an ID.
  ['thm', false],
  ['', false],
])('Enter after "%s" opens the first command: %s', (typed, isSure) => {
  expect(find(typed).isSure).toBe(isSure)
})

test('without a text, what was used last comes first, under its own heading, and once', () => {
  const { commands: all } = find('', ['dark', 'gone'])
  expect(all.map(({ id, group }) => [id, group]).slice(0, 2)).toEqual([
    ['dark', 'Recent'],
    ['home', 'Pages'],
  ])
  expect(all).toHaveLength(commands.length)
})
