import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Place of an answer: nobody but the same binding finds or decrypts the answer there. */
export interface AnswerPlace {
  readonly binding: string
  readonly environment: string
  readonly transaction: string
}

/** Body of an answer as received, its arrival (ISO 8601), and what was known when its read began. */
export interface AheadAnswer<Mark> {
  readonly bytes: Uint8Array
  readonly at: string
  readonly mark: Mark
}

export interface SealedAnswers<Mark> {
  isEmpty(): boolean
  has(place: AnswerPlace): boolean
  put(place: AnswerPlace, answer: AheadAnswer<Mark>): void
  /** Removes the answer and returns it; null if there is none of this binding, or it is too old. */
  take(place: AnswerPlace): AheadAnswer<Mark> | null
}

interface SealedAnswer<Mark> {
  readonly sealed: Buffer
  readonly at: string
  readonly mark: Mark
}

/** Longest time (ms) for which an answer waits to be opened. */
export const maxSealedMs = 15_000
const maxAnswerBytes = 262_144
const maxBytes = 16 * 1_048_576

/**
 * Keeps answers of the payment service encrypted in memory until somebody opens their record. The key of each
 * answer is derived from its place and from a secret that this process makes at its start. `now`: milliseconds
 * of a clock that never goes back, above 0.
 */
export function createSealedAnswers<Mark>(now: () => number = () => performance.now()): SealedAnswers<Mark> {
  const secret = randomBytes(32)
  const kept = new LRUCache<string, SealedAnswer<Mark>>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ sealed }) => sealed.length,
    ttl: maxSealedMs,
    // Remove answers that nobody opens, too.
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
  })
  const nameOf = ({ binding, environment, transaction }: AnswerPlace) =>
    JSON.stringify([binding, environment, transaction])
  const deriveKey = (name: string) => createHmac('sha256', secret).update(name).digest()

  return {
    isEmpty: () => kept.size === 0,
    has: (place) => kept.has(nameOf(place)),
    put(place, { bytes, at, mark }) {
      const name = nameOf(place)
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(name), iv)
      const text = [cipher.update(bytes), cipher.final()]
      kept.set(name, { sealed: Buffer.concat([iv, cipher.getAuthTag(), ...text]), at, mark })
    },
    take(place) {
      const name = nameOf(place)
      const found = kept.get(name)
      if (found === undefined) return null
      kept.delete(name)
      const { sealed, at, mark } = found
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(name), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return { bytes: Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]), at, mark }
    },
  }
}
