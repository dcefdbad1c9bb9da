import type { GuardedValue } from './guarded.ts'

/** A parsed record of the service: guarded leaves under the interface's member names. */
export type RecordTree =
  | GuardedValue
  | readonly RecordTree[]
  | { readonly [member: string]: RecordTree | string | number | boolean }

interface UnclassifiedNames {
  readonly names: readonly string[]
  readonly more: number
}

/** Enough to see a pattern; a record with thousands of members must not be kept alive by their names. */
const maxUnclassifiedNames = 50

// Beside the records, not in them: names of unknown members can be personal and must not print.
const unclassifiedByNode = new WeakMap<object, UnclassifiedNames>()

/** Remembers the names of members that the matrix does not know. Their values are not kept. */
export function rememberUnclassifiedNames(node: object, names: readonly string[]): void {
  if (names.length === 0) return
  unclassifiedByNode.set(node, {
    names: names.slice(0, maxUnclassifiedNames),
    more: Math.max(0, names.length - maxUnclassifiedNames),
  })
}

/** Names of unknown members directly under this node. */
export function getUnclassifiedNames(node: object): UnclassifiedNames | undefined {
  return unclassifiedByNode.get(node)
}

/** What `othersOf` gave of a node that was kept, for the one that was made of it again. */
export function restoreUnclassifiedNames(node: object, kept: UnclassifiedNames): void {
  unclassifiedByNode.set(node, kept)
}
