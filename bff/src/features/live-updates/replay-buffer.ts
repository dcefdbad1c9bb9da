/** Change kept for replay: `seq` is its number, `at` the time it was recorded (ms since 1970). */
interface NumberedChange {
  readonly seq: number
  readonly at: number
}

export interface ReplayBuffer<T extends NumberedChange> {
  /** Adds changes in order of their numbers; drops the oldest that do not fit. */
  add(changes: readonly T[]): void
  /**
   * Returns at most `maxChanges` changes after this number and the number they reach; null if some of them were
   * dropped or the number is unknown.
   */
  readAfter(seq: number, maxChanges: number): { readonly changes: readonly T[]; readonly upTo: number } | null
  /** Returns the newest number, or the newest that is older than `agoMs` milliseconds. */
  head(agoMs?: number): number
}

/** Limits of the buffer in changes and ms: clients away for longer read everything again. */
export const replayLimits = { maxChanges: 1_000, ms: 600_000 } as const

/** Creates a buffer that begins at a number: everything up to that number counts as dropped. */
export function createReplayBuffer<T extends NumberedChange>(
  begin: number,
  { maxChanges, ms }: { readonly maxChanges: number; readonly ms: number } = replayLimits,
  now: () => number = Date.now,
): ReplayBuffer<T> {
  let changes: T[] = []
  let forgotten = begin
  let head = begin

  function forget(): void {
    const since = now() - ms
    let gone = Math.max(0, changes.length - maxChanges)
    while (gone < changes.length && (changes[gone]?.at ?? since) < since) gone += 1
    if (gone === 0) return
    forgotten = changes[gone - 1]?.seq ?? forgotten
    changes = changes.slice(gone)
  }

  /** Returns the index of the first change after a number, by binary search. */
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
