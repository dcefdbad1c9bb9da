import { hash } from 'node:crypto'
import type { ColumnValue, StoredEntry } from './audit-snapshot.ts'

/** Members of the hashed text that are no columns of an entry. */
const positionFields = ['chain', 'n', 'prev'] as const

/**
 * The hash of a stored entry as docs/audit.md has it, with all that does not change prepared. Most columns
 * say in one entry what they said in the one before, so what a value became is kept until another comes.
 */
export function createStoredEntryHasher(columns: readonly string[], chain: string) {
  const layout = [
    ...columns.map((name, at) => ({ name, at: at + 3 })),
    ...positionFields.map((name) => ({ name, at: -1 })),
  ]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, at }) => ({ name, at, before: `,${JSON.stringify(name)}:`, value: '', text: '' }))
  for (const one of layout) one.text = `${one.before}""`
  return (
    stored: StoredEntry,
    n: ColumnValue = stored[0] ?? null,
    prev: ColumnValue = stored[1] ?? null,
  ): string => {
    let text = ''
    for (const one of layout) {
      const { name, at, before } = one
      const value = at >= 0 ? stored[at] : name === 'n' ? n : name === 'prev' ? prev : chain
      if (value === null || value === undefined) continue
      if (typeof value === 'number') {
        text += before + value
        continue
      }
      if (value !== one.value) {
        one.value = value
        one.text = before + JSON.stringify(value)
      }
      text += one.text
    }
    return hash('sha256', `{${text.slice(1)}}`, 'hex')
  }
}
