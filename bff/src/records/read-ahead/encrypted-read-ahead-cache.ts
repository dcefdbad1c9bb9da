import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Place of an answer: nobody but the same binding finds or decrypts the answer there. */
export interface ReadAheadKey {
  readonly binding: string
  readonly environment: string
  readonly transaction: string
}

/** Body of an answer as received, its arrival (ISO 8601), and the freshness mark of the time when its read began. */
export interface ReadAheadAnswer<Mark> {
  readonly bytes: Uint8Array
  readonly at: string
  readonly mark: Mark
}

export interface EncryptedReadAheadCache<Mark> {
  isEmpty(): boolean
  has(readAheadKey: ReadAheadKey): boolean
  put(readAheadKey: ReadAheadKey, answer: ReadAheadAnswer<Mark>): void
  /** Removes the answer and returns it; null if there is none of this binding, or it is too old. */
  take(readAheadKey: ReadAheadKey): ReadAheadAnswer<Mark> | null
}

interface SealedAnswer<Mark> {
  readonly sealed: Buffer
  readonly at: string
  readonly mark: Mark
}

/** Longest time (ms) for which an answer waits to be opened. */
export const maxReadAheadAgeMs = 15_000
const maxAnswerBytes = 262_144
const maxBytes = 16 * 1_048_576

/**
 * Keeps answers of the payment service encrypted in memory until somebody opens their record. The key of each
 * answer is derived from its place and from a secret that this process makes at its start. `now`: milliseconds
 * of a clock that never goes back, above 0.
 */
export function createEncryptedReadAheadCache<Mark>(
  now: () => number = () => performance.now(),
): EncryptedReadAheadCache<Mark> {
  const secret = randomBytes(32)
  const sealedAnswers = new LRUCache<string, SealedAnswer<Mark>>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ sealed }) => sealed.length,
    ttl: maxReadAheadAgeMs,
    // Remove answers that nobody opens, too.
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
  })
  const nameOf = ({ binding, environment, transaction }: ReadAheadKey) =>
    JSON.stringify([binding, environment, transaction])
  const deriveKey = (name: string) => createHmac('sha256', secret).update(name).digest()

  return {
    isEmpty: () => sealedAnswers.size === 0,
    has: (readAheadKey) => sealedAnswers.has(nameOf(readAheadKey)),
    put(readAheadKey, { bytes, at, mark }) {
      const name = nameOf(readAheadKey)
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(name), iv)
      const text = [cipher.update(bytes), cipher.final()]
      sealedAnswers.set(name, { sealed: Buffer.concat([iv, cipher.getAuthTag(), ...text]), at, mark })
    },
    take(readAheadKey) {
      const name = nameOf(readAheadKey)
      const found = sealedAnswers.get(name)
      if (found === undefined) return null
      sealedAnswers.delete(name)
      const { sealed, at, mark } = found
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(name), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return { bytes: Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]), at, mark }
    },
  }
}
