import type { Guarded } from './guarded.ts'

/** A parsed record of the service: guarded leaves under the interface's member names. */
export type Tree = Guarded | readonly Tree[] | { readonly [member: string]: Tree | string | number | boolean }

interface Others {
  readonly names: readonly string[]
  readonly more: number
}

/** Enough to see a pattern; a record with thousands of members must not be kept alive by their names. */
const KEPT = 50

// Beside the records, not in them: names of unknown members can be personal and must not print.
const others = new WeakMap<object, Others>()

/** Remembers the names of members that the matrix does not know. Their values are not kept. */
export function rememberOthers(node: object, names: readonly string[]): void {
  if (names.length === 0) return
  others.set(node, { names: names.slice(0, KEPT), more: Math.max(0, names.length - KEPT) })
}

/** Names of unknown members directly under this node. */
export function othersOf(node: object): Others | undefined {
  return others.get(node)
}

/** What `othersOf` gave of a node that was kept, for the one that was made of it again. */
export function restoreOthers(node: object, kept: Others): void {
  others.set(node, kept)
}
