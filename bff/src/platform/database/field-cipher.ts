import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
} from 'node:crypto'
import type { Secret } from '../runtime/secret.ts'

export interface FieldCipher {
  /** Encrypts text or bytes for one purpose (AES-256-GCM); what was sealed for another purpose does not open. */
  seal(purpose: string, content: string | Uint8Array): string
  /** The text, or null when it was altered, sealed for another purpose or under a key that is gone. */
  open(purpose: string, sealed: string): string | null
  /** True for what was sealed under the current key. */
  isCurrent(sealed: string): boolean
  /** The same as `open` for bytes that need not be text. */
  openBytes(purpose: string, sealed: string): Buffer | null
  /** Keyed hashes of text under every key, the current one first: equal text is found, nothing is read back. */
  blindIndexes(purpose: string, text: string): [string, ...string[]]
}

interface DataKey {
  readonly id: string
  readonly seal: KeyObject
  readonly lookup: KeyObject
}

const toBytes = (content: string | Uint8Array) =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : content

function deriveKey(secret: Secret): DataKey {
  const part = (use: string) => Buffer.from(hkdfSync('sha256', secret.reveal(), '', `paydesk/${use}`, 32))
  const key = (use: string) => createSecretKey(part(use))
  return { id: part('id').subarray(0, 4).toString('hex'), seal: key('seal'), lookup: key('lookup') }
}

/** Nonces for some hundred values at a time: asking for twelve bytes at each costs more than using them. */
const noncePool = new Uint8Array(4_800)
let usedNonceBytes = noncePool.length

function generateNonce(): Uint8Array {
  if (usedNonceBytes === noncePool.length) {
    randomFillSync(noncePool)
    usedNonceBytes = 0
  }
  usedNonceBytes += 12
  // A copy: the pool is filled anew while ciphers may still hold what they were given.
  return noncePool.slice(usedNonceBytes - 12, usedNonceBytes)
}

/** The first key seals; the others still open and still find, so that a key can be replaced in service. */
export function createFieldCipher(secrets: readonly Secret[]): FieldCipher {
  const keys = secrets.map(deriveKey)
  const current = keys[0]
  if (current === undefined) throw new Error('a data key is needed')
  const hash = (key: DataKey, purpose: string, text: string) =>
    createHmac('sha256', key.lookup).update(`${purpose}\0${text}`).digest('hex')
  function openBytes(purpose: string, sealed: string): Buffer | null {
    const [id, body] = sealed.split('.')
    const key = keys.find((one) => one.id === id)
    if (key === undefined || body === undefined) return null
    const bytes = Buffer.from(body, 'base64url')
    if (bytes.length < 28) return null
    try {
      const nonce = bytes.subarray(0, 12)
      const decipher = createDecipheriv('aes-256-gcm', key.seal, nonce).setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    } catch {
      return null
    }
  }
  return {
    seal(purpose, content) {
      const nonce = generateNonce()
      const cipher = createCipheriv('aes-256-gcm', current.seal, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(toBytes(content)), cipher.final()])
      return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    open: (purpose, sealed) => openBytes(purpose, sealed)?.toString('utf8') ?? null,
    openBytes,
    isCurrent: (sealed) => sealed.startsWith(`${current.id}.`),
    blindIndexes(purpose, text) {
      return [hash(current, purpose, text), ...keys.slice(1).map((key) => hash(key, purpose, text))]
    },
  }
}
