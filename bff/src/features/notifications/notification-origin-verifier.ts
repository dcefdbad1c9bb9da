import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto'
import type { NotificationOriginProof } from '@paydesk/shared/payments/notifications'
import type { Secret } from '../../platform/runtime/secret.ts'

/** Proof of origin that an environment's payment service gives (service-facts, Notifications). */
export interface NotificationOriginSettings {
  readonly proof: 'checksum' | 'bearer' | 'none'
  /** Name of the header with the checksum, in lower case. */
  readonly header: string
  readonly token: Secret | null
  /** Former token, accepted beside the new one while the payment service changes over. */
  readonly oldToken: Secret | null
}

export type NotificationOriginVerdict = NotificationOriginProof | 'no_proof' | 'wrong_proof'

export interface NotificationOriginVerifier {
  /** False only if the payment service is configured without proof. */
  readonly isRequired: boolean
  /** Returns the proof in the headers; null if there is none. A header sent twice counts as a wrong proof. */
  readProof(rawHeaders: readonly string[]): string | null
  /** Verifies the proof of these bytes, in constant time. */
  verify(given: string | null, body: Uint8Array): NotificationOriginVerdict
}

/** Joins all values of a header, so that a value sent twice never equals an expected one. */
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

/** Compares texts as written: other encodings of the same bytes (hex, base64url, no padding) are wrong. */
function isEqualConstantTime(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1')]
  // The length of a correct value is no secret.
  return one.length === other.length && timingSafeEqual(one, other)
}

function createChecksumVerifier({
  header,
  token,
  oldToken,
}: NotificationOriginSettings): NotificationOriginVerifier {
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

function createBearerVerifier({ token, oldToken }: NotificationOriginSettings): NotificationOriginVerifier {
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

/** Creates the verifier of an environment. The configuration ensures a token unless `proof` is `none`. */
export function createNotificationOriginVerifier(
  settings: NotificationOriginSettings,
): NotificationOriginVerifier {
  if (settings.proof === 'checksum') return createChecksumVerifier(settings)
  if (settings.proof === 'bearer') return createBearerVerifier(settings)
  return { isRequired: false, readProof: () => null, verify: () => 'none' }
}
