import { hash } from 'node:crypto'
import type { ColumnValue, StoredEntry } from './audit-snapshot.ts'

/** Fields of the hashed text that are not columns of an entry. */
const positionFields = ['chain', 'n', 'prev'] as const

/**
 * Creates the hash function for stored entries (docs/audit.md), with all constant parts prepared. Most
 * columns repeat the value of the previous entry, so their serialised text is cached until the value changes.
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
