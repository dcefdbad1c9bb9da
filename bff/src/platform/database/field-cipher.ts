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
  /** Encrypts text or bytes for one purpose (AES-256-GCM); decryption for another purpose fails. */
  seal(purpose: string, content: string | Uint8Array): string
  /** Decrypts to text; null if the value was altered, or has another purpose or an unknown key. */
  open(purpose: string, sealed: string): string | null
  /** True for a value that was encrypted under the current key. */
  isCurrent(sealed: string): boolean
  /** Decrypts like `open`, for bytes that need not be text. */
  openBytes(purpose: string, sealed: string): Buffer | null
  /**
   * Returns keyed hashes of text under every key, the current key first. The hashes do not reveal the text.
   */
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

/** Pool of nonces for some hundred values: asking for twelve random bytes per value is too slow. */
const noncePool = new Uint8Array(4_800)
let usedNonceBytes = noncePool.length

function generateNonce(): Uint8Array {
  if (usedNonceBytes === noncePool.length) {
    randomFillSync(noncePool)
    usedNonceBytes = 0
  }
  usedNonceBytes += 12
  // Return a copy: the pool is refilled while ciphers may still hold their nonces.
  return noncePool.slice(usedNonceBytes - 12, usedNonceBytes)
}

/** Encrypts with the first key; the other keys still decrypt and find, which allows key rotation. */
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
