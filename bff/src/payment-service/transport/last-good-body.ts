import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { UpstreamLimits } from '../parsing/limits.ts'
import type { CheckedResponseBody } from './check-body.ts'

type GoodBody<T> = Extract<CheckedResponseBody<T>, { readonly kind: 'good' }>

/**
 * Lookup of the checked value of an identical body (byte by byte), with `keep` to store the value of a new
 * one.
 */
export type LastGoodBodyLookup<T> = (bytes: Uint8Array) => {
  readonly made: GoodBody<T> | undefined
  readonly keep: (made: GoodBody<T>) => void
}

/** Creates a cache of customer data: an expired value leaves by a timer, even if nothing reads it again. */
export function createExpiringCache<T extends object>(
  { entries, ms }: UpstreamLimits['memory'],
  now: () => number,
): LRUCache<string, T> {
  return new LRUCache({ max: entries, ttl: ms, ttlAutopurge: true, ttlResolution: 0, perf: { now } })
}

/**
 * Caches the checked value of the last body per key: an open page requests the same record repeatedly, and
 * mostly nothing has changed, so callers get the same object again. Stores only a digest of the bytes.
 */
export function createLastGoodBodyCache<T>(limits: UpstreamLimits['lastBodies'], now: () => number) {
  const goodBodies = createExpiringCache<{ readonly digest: string; readonly made: GoodBody<T> }>(limits, now)
  return (key: string): LastGoodBodyLookup<T> =>
    (bytes) => {
      const digest = hash('sha256', bytes, 'base64')
      const last = goodBodies.get(key)
      return {
        made: last?.digest === digest ? last.made : undefined,
        keep: (made) => goodBodies.set(key, { digest, made }),
      }
    }
}
