import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReplayBuffer } from './replay-buffer.ts'

const change = (seq: number, at = 0) => ({ seq, at })
const seqs = (found: { changes: readonly { seq: number }[] } | null) => found?.changes.map(({ seq }) => seq)

/** Reads everything after a number in pieces, as a stream does. */
function replay(
  replayBuffer: ReturnType<typeof createReplayBuffer>,
  from: number,
  piece: number,
): number[] | null {
  const all: number[] = []
  let at = from
  for (;;) {
    const found = replayBuffer.readAfter(at, piece)
    if (found === null) return null
    all.push(...found.changes.map(({ seq }) => seq))
    at = found.upTo
    if (at >= replayBuffer.head()) return all
  }
}

describe('replay buffer', () => {
  it('returns the changes after a number, in order', () => {
    const replayBuffer = createReplayBuffer(4, undefined, () => 0)
    replayBuffer.add([change(5), change(7), change(8)])
    expect(seqs(replayBuffer.readAfter(4, 10))).toEqual([5, 7, 8])
    expect(seqs(replayBuffer.readAfter(5, 10))).toEqual([7, 8])
    // Skip numbers of failed commits: they hold no change.
    expect(seqs(replayBuffer.readAfter(6, 10))).toEqual([7, 8])
    expect(replayBuffer.readAfter(8, 10)).toEqual({ changes: [], upTo: 8 })
  })

  it('returns null for dropped, future and invalid numbers', () => {
    const replayBuffer = createReplayBuffer(4, { maxChanges: 2, ms: 1_000 }, () => 0)
    replayBuffer.add([change(5), change(6), change(7)])
    expect([3, 4, 8, Number.NaN].map((seq) => replayBuffer.readAfter(seq, 10))).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(seqs(replayBuffer.readAfter(5, 10))).toEqual([6, 7])
  })

  it('drops changes by age too', () => {
    let now = 1_000
    const replayBuffer = createReplayBuffer(0, { maxChanges: 10, ms: 100 }, () => now)
    replayBuffer.add([change(1, 1_000), change(2, 1_080)])
    now = 1_150
    expect(replayBuffer.readAfter(0, 10)).toBeNull()
    expect(seqs(replayBuffer.readAfter(1, 10))).toEqual([2])
    now = 9_999
    expect(replayBuffer.readAfter(1, 10)).toBeNull()
    // A client that received everything has missed nothing, even after a long time.
    expect(replayBuffer.readAfter(2, 10)).toEqual({ changes: [], upTo: 2 })
  })

  it('finds the newest number of a past instant', () => {
    const replayBuffer = createReplayBuffer(4, { maxChanges: 10, ms: 10_000 }, () => 5_000)
    expect(replayBuffer.head(1_000)).toBe(4)
    replayBuffer.add([change(5, 3_000), change(6, 4_500), change(7, 4_600)])
    expect([replayBuffer.head(), replayBuffer.head(1_000), replayBuffer.head(4_000)]).toEqual([7, 5, 4])
  })

  it('replays exactly the changes added, or returns null', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 12 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 150 }),
        (begin, batches, most, piece, from) => {
          const replayBuffer = createReplayBuffer(begin, { maxChanges: most, ms: 1_000 }, () => 0)
          const all: number[] = []
          let last = begin
          for (const steps of batches) {
            const batch = steps.map((step) => {
              last += step
              return change(last)
            })
            all.push(...batch.map(({ seq }) => seq))
            replayBuffer.add(batch)
          }
          const kept = all.slice(-most)
          const forgotten = all.length > most ? (all.at(-most - 1) ?? begin) : begin
          const known = from >= forgotten && from <= last
          expect(replay(replayBuffer, from, piece)).toEqual(known ? kept.filter((seq) => seq > from) : null)
        },
      ),
    )
  })
})
