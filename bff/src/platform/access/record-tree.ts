import type { GuardedValue } from './guarded.ts'

/** Parsed record of the payment service: guarded leaves under the field names of the interface. */
export type RecordTree =
  | GuardedValue
  | readonly RecordTree[]
  | { readonly [member: string]: RecordTree | string | number | boolean }

interface UnclassifiedNames {
  readonly names: readonly string[]
  readonly more: number
}

/** Limit that shows a pattern without keeping thousands of names of one record in memory. */
const maxUnclassifiedNames = 50

// Keep the names beside the records, not in them: names of unknown fields can be personal and must not be
// printed.
const unclassifiedByNode = new WeakMap<object, UnclassifiedNames>()

/** Remembers the names of fields that the access policy does not know. Does not keep their values. */
export function rememberUnclassifiedFieldNames(node: object, names: readonly string[]): void {
  if (names.length === 0) return
  unclassifiedByNode.set(node, {
    names: names.slice(0, maxUnclassifiedNames),
    more: Math.max(0, names.length - maxUnclassifiedNames),
  })
}

/** Returns the names of unclassified fields directly under this node. */
export function getUnclassifiedFieldNames(node: object): UnclassifiedNames | undefined {
  return unclassifiedByNode.get(node)
}

/** Restores the names that `getUnclassifiedFieldNames` returned, on the deserialised copy of that node. */
export function restoreUnclassifiedFieldNames(node: object, unclassifiedNames: UnclassifiedNames): void {
  unclassifiedByNode.set(node, unclassifiedNames)
}
