import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import type { Secret } from '../runtime/secret.ts'
import { canonical, sha256 } from './canonical.ts'
import type { Checkpoint, Head, HeadFacts, PublicKey } from './signed-head.ts'

export interface SigningKey {
  readonly publicKey: PublicKey
  sign(facts: Omit<HeadFacts, 'key'>): Head
  signCheckpoint(facts: Omit<Checkpoint, 'key' | 'signature'>): Checkpoint
}

/** An Ed25519 key of 32 bytes in PKCS #8 begins so. */
const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const text = ({ signature: _, ...facts }: Head | Checkpoint) => canonical({ ...facts })

function publicOf(key: KeyObject): PublicKey {
  const spki = key.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    id: sha256(spki).slice(0, 16),
    text: spki,
    checks: (signed) => verify(null, Buffer.from(text(signed)), key, Buffer.from(signed.signature, 'base64')),
  }
}

/** A public key as the command prints it. Throws where it is none. */
export function readPublicKey(spki: string): PublicKey {
  return publicOf(createPublicKey({ key: Buffer.from(spki, 'base64'), type: 'spki', format: 'der' }))
}

function signing(key: KeyObject): SigningKey {
  const publicKey = publicOf(createPublicKey(key))
  const signatureOf = (signed: Head | Checkpoint) =>
    sign(null, Buffer.from(text(signed)), key).toString('base64')
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

const fromDer = (der: Buffer) => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })

/** The key for signing heads, out of base64 of PKCS #8 (DER) or of 32 bytes. Throws where it is no Ed25519 key. */
export function readSigningKey(given: Secret): SigningKey {
  const bytes = Buffer.from(given.reveal(), 'base64')
  const key = fromDer(bytes.length === 32 ? Buffer.concat([prefix, bytes]) : bytes)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  return signing(key)
}

/** Where no key is configured: one that only who has the data key can make. */
export function deriveSigningKey(dataKey: Secret): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', dataKey.reveal(), '', 'paydesk/audit-head', 32))
  return signing(fromDer(Buffer.concat([prefix, seed])))
}
