/** A change as it is kept for replay: `seq` is its number, `at` when it was noted (ms since 1970). */
interface NumberedChange {
  readonly seq: number
  readonly at: number
}

export interface ReplayBuffer<T extends NumberedChange> {
  /** Changes in order of their numbers; what does not fit any more is forgotten from the oldest. */
  add(changes: readonly T[]): void
  /**
   * At most `most` changes behind this number and the number up to which that goes; null where some
   * of them are forgotten or the number is none of ours.
   */
  readAfter(seq: number, most: number): { readonly changes: readonly T[]; readonly upTo: number } | null
  /** The newest number, or the newest one that is older than this many milliseconds. */
  head(agoMs?: number): number
}

/** So many changes are kept, and so long: whoever was away longer reads everything again. */
export const replayLimits = { most: 1_000, ms: 600_000 } as const

/** Begins at a number: everything up to it counts as forgotten. */
export function createReplayBuffer<T extends NumberedChange>(
  begin: number,
  { most, ms }: { readonly most: number; readonly ms: number } = replayLimits,
  now: () => number = Date.now,
): ReplayBuffer<T> {
  let changes: T[] = []
  let forgotten = begin
  let head = begin

  function forget(): void {
    const since = now() - ms
    let gone = Math.max(0, changes.length - most)
    while (gone < changes.length && (changes[gone]?.at ?? since) < since) gone += 1
    if (gone === 0) return
    forgotten = changes[gone - 1]?.seq ?? forgotten
    changes = changes.slice(gone)
  }

  /** The place of the first change behind a number. */
  function placeBehind(seq: number): number {
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((changes[middle]?.seq ?? 0) <= seq) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add(more) {
      changes.push(...more.filter(({ seq }) => seq > head))
      head = changes.at(-1)?.seq ?? head
      forget()
    },
    readAfter(seq, limit) {
      forget()
      if (!(seq >= forgotten && seq <= head)) return null
      const from = placeBehind(seq)
      const found = changes.slice(from, from + limit)
      return { changes: found, upTo: from + limit >= changes.length ? head : (found.at(-1)?.seq ?? head) }
    },
    head(agoMs = 0) {
      if (agoMs === 0) return head
      forget()
      const since = now() - agoMs
      return changes.findLast(({ at }) => at < since)?.seq ?? forgotten
    },
  }
}
