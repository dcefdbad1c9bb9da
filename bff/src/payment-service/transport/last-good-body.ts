import { hash } from 'node:crypto'
import type { UpstreamLimits } from '../parsing/limits.ts'
import type { CheckedBody } from './check-body.ts'
import { createTtlCache } from './ttl-cache.ts'

type GoodBody<T> = Extract<CheckedBody<T>, { readonly kind: 'good' }>

/** What was made of a body if it is the last one again, byte by byte, and the way to keep what is made of it now. */
export type LastBody<T> = (bytes: Uint8Array) => {
  readonly made: GoodBody<T> | undefined
  readonly keep: (made: GoodBody<T>) => void
}

/**
 * A page that stays open asks for the same record again and again, and mostly nothing has changed: then what
 * was made of it is given out again, the same object. Of the bytes only a digest is kept.
 */
export function createLastBodyCache<T>(limits: UpstreamLimits['lastBodies'], now: () => number) {
  const kept = createTtlCache<{ readonly digest: string; readonly made: GoodBody<T> }>(limits, now)
  return (key: string): LastBody<T> =>
    (bytes) => {
      const digest = hash('sha256', bytes, 'base64')
      const last = kept.get(key)
      return {
        made: last?.digest === digest ? last.made : undefined,
        keep: (made) => kept.set(key, { digest, made }),
      }
    }
}
