import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import type { Secret } from '../runtime/secret.ts'
import { sha256Hex, toCanonicalJson } from './canonical.ts'
import type {
  AuditCheckpoint,
  AuditPublicKey,
  SignedAuditHead,
  UnsignedAuditHead,
} from './signed-audit-head.ts'

export interface AuditSigningKey {
  readonly publicKey: AuditPublicKey
  sign(facts: Omit<UnsignedAuditHead, 'key'>): SignedAuditHead
  signCheckpoint(facts: Omit<AuditCheckpoint, 'key' | 'signature'>): AuditCheckpoint
}

/** Start of a 32-byte Ed25519 key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const toSignedText = ({ signature: _, ...facts }: SignedAuditHead | AuditCheckpoint) =>
  toCanonicalJson({ ...facts })

function toPublicKey(key: KeyObject): AuditPublicKey {
  const spki = key.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    id: sha256Hex(spki).slice(0, 16),
    text: spki,
    verify: (signed) =>
      verify(null, Buffer.from(toSignedText(signed)), key, Buffer.from(signed.signature, 'base64')),
  }
}

/** Parses a public key as printed by audit:key. Throws for any other text. */
export function parseAuditPublicKey(spki: string): AuditPublicKey {
  return toPublicKey(createPublicKey({ key: Buffer.from(spki, 'base64'), type: 'spki', format: 'der' }))
}

function createSigningKey(key: KeyObject): AuditSigningKey {
  const publicKey = toPublicKey(createPublicKey(key))
  const signatureOf = (signed: SignedAuditHead | AuditCheckpoint) =>
    sign(null, Buffer.from(toSignedText(signed)), key).toString('base64')
  return {
    publicKey,
    sign(facts) {
      const head = { ...facts, key: publicKey.id, signature: '' }
      return { ...head, signature: signatureOf(head) }
    },
    signCheckpoint(facts) {
      const made = { ...facts, key: publicKey.id, signature: '' }
      return { ...made, signature: signatureOf(made) }
    },
  }
}

const parsePrivateKey = (der: Buffer) => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })

/**
 * Parses the key for signing heads from base64 of PKCS #8 (DER) or of 32 bytes. Throws for a key that is not
 * Ed25519.
 */
export function parseAuditSigningKey(secret: Secret): AuditSigningKey {
  const bytes = Buffer.from(secret.reveal(), 'base64')
  const key = parsePrivateKey(bytes.length === 32 ? Buffer.concat([pkcs8Prefix, bytes]) : bytes)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  return createSigningKey(key)
}

/**
 * Derives the key for signing heads if none is configured: only a holder of the data key can derive the same
 * key.
 */
export function deriveAuditSigningKey(dataKey: Secret): AuditSigningKey {
  const seed = Buffer.from(hkdfSync('sha256', dataKey.reveal(), '', 'paydesk/audit-head', 32))
  return createSigningKey(parsePrivateKey(Buffer.concat([pkcs8Prefix, seed])))
}
