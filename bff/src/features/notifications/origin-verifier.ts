import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto'
import type { OriginProof } from '@paydesk/shared/payments/ledger'
import type { Secret } from '../../platform/runtime/secret.ts'

/** How an environment's service proves that a notification is its own (service-facts, Notifications). */
export interface OriginProofSettings {
  readonly proof: 'checksum' | 'bearer' | 'none'
  /** Name of the header with the checksum, in small letters. */
  readonly header: string
  readonly token: Secret | null
  /** The former token: valid beside the new one while the service changes over. */
  readonly oldToken: Secret | null
}

export type OriginVerdict = OriginProof | 'no_proof' | 'wrong_proof'

export interface OriginVerifier {
  /** False only where the service is configured without any proof. */
  readonly isRequired: boolean
  /** What the request gives as proof; null where it gives none. Twice given counts as a wrong one. */
  readProof(rawHeaders: readonly string[]): string | null
  /** Whether that proves these very bytes. The time taken tells nothing of where a value differs. */
  verify(given: string | null, body: Uint8Array): OriginVerdict
}

/** All values of one header, in one text: a value given twice is never one that is expected. */
function readHeader(rawHeaders: readonly string[], name: string): string | null {
  let found: string | null = null
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? ''
    if (given.length !== name.length || given.toLowerCase() !== name) continue
    const value = rawHeaders[i + 1] ?? ''
    found = found === null ? value : `${found}, ${value}`
  }
  return found === '' ? null : found
}

/** Compares as written: other spellings of the same bytes (hex, base64url, no padding) are wrong. */
function isEqualConstantTime(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1')]
  // The length of a right value is no secret.
  return one.length === other.length && timingSafeEqual(one, other)
}

function createChecksumVerifier({ header, token, oldToken }: OriginProofSettings): OriginVerifier {
  const keys = [token, oldToken].map((one) => (one === null ? null : createSecretKey(one.reveal(), 'utf8')))
  const matches = (key: (typeof keys)[number], given: string, body: Uint8Array) =>
    key != null && isEqualConstantTime(given, createHmac('sha256', key).update(body).digest('base64'))
  const [current = null, old = null] = keys
  return {
    isRequired: true,
    readProof: (rawHeaders) => readHeader(rawHeaders, header),
    verify(given, body) {
      if (given === null) return 'no_proof'
      if (matches(current, given, body)) return 'checksum'
      return matches(old, given, body) ? 'checksum_old' : 'wrong_proof'
    },
  }
}

function createBearerVerifier({ token, oldToken }: OriginProofSettings): OriginVerifier {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const accepted = [token, oldToken].flatMap((one) =>
    one === null ? [] : [digest(`Bearer ${one.reveal()}`)],
  )
  return {
    isRequired: true,
    readProof: (rawHeaders) => readHeader(rawHeaders, 'authorization'),
    verify(given) {
      if (given === null) return 'no_proof'
      const sent = digest(given.replace(/^bearer +/i, 'Bearer '))
      return accepted.map((one) => timingSafeEqual(one, sent)).includes(true) ? 'bearer' : 'wrong_proof'
    },
  }
}

/** The proof of one environment; a token is needed unless it is `none`, which the configuration sees to. */
export function createOriginVerifier(settings: OriginProofSettings): OriginVerifier {
  if (settings.proof === 'checksum') return createChecksumVerifier(settings)
  if (settings.proof === 'bearer') return createBearerVerifier(settings)
  return { isRequired: false, readProof: () => null, verify: () => 'none' }
}
