import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Secret } from '../../runtime/secret.ts'
import { BackupError } from '../backup.ts'

/**
 * Form of a backup: magic, key ID, salt, then blocks of 64 KiB, each encrypted with AES-256-GCM under a key of this file
 * alone. The nonce of a block is its number and a mark of the last one, so that no block can be left out, moved or
 * added, and no end can be cut off, without notice (docs/decisions/067).
 */
const magic = Buffer.from('paydesk-backup/1\n')
const keyIdBytes = 4
const saltBytes = 32
const headerBytes = magic.length + keyIdBytes + saltBytes
const blockBytes = 65_536
const tagBytes = 16

const derive = (secret: Secret, salt: Uint8Array, use: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret.reveal(), salt, `paydesk/backup/1/${use}`, bytes))

const deriveKeyId = (secret: Secret) => derive(secret, Buffer.alloc(0), 'id', keyIdBytes)

function createNonce(block: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(block), 3)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Splits bytes into blocks of one size. Only the last one may be shorter; without bytes it is empty. */
async function* splitIntoBlocks(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly nonce: Buffer }> {
  let rest = Buffer.alloc(0)
  let count = 0
  for await (const piece of content) {
    rest = Buffer.concat([rest, piece])
    for (; rest.length > size; count += 1) {
      yield { bytes: rest.subarray(0, size), nonce: createNonce(count, false) }
      rest = rest.subarray(size)
    }
  }
  yield { bytes: rest, nonce: createNonce(count, true) }
}

/** Encrypts content of any size under a data key. The last block comes only after the content ended well. */
export async function* encryptBackup(
  content: AsyncIterable<Uint8Array>,
  secret: Secret,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = derive(secret, salt, 'content', 32)
  yield Buffer.concat([magic, deriveKeyId(secret), salt])
  for await (const { bytes, nonce } of splitIntoBlocks(content, blockBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Reads the header; null for a file that is no backup of this form. Rejects if the file cannot be read. */
async function readHeader(file: string): Promise<{ keyId: Buffer; salt: Buffer } | null> {
  const handle = await open(file)
  try {
    const header = Buffer.alloc(headerBytes)
    const { bytesRead } = await handle.read(header, 0, headerBytes, 0)
    if (!header.subarray(0, magic.length).equals(magic)) return null
    if (bytesRead < headerBytes) throw new BackupError('The backup is damaged: it is cut off.')
    const saltFrom = magic.length + keyIdBytes
    return { keyId: header.subarray(magic.length, saltFrom), salt: header.subarray(saltFrom) }
  } finally {
    await handle.close()
  }
}

/** True if the file begins like an encrypted backup. False also if it cannot be read. */
export const isEncryptedBackup = (file: string): Promise<boolean> =>
  readHeader(file).then(
    (header) => header !== null,
    () => false,
  )

/**
 * Decrypts a backup with the key among `secrets` that it was made with, block by block: use nothing of it before the
 * last block came. Throws `BackupError` if it was made with another key, or was changed, reordered or cut off.
 */
export async function* decryptBackup(file: string, secrets: readonly Secret[]): AsyncGenerator<Buffer> {
  const header = await readHeader(file)
  if (header === null) throw new BackupError('The file is no encrypted backup of Paydesk.')
  const secret = secrets.find((one) => deriveKeyId(one).equals(header.keyId))
  if (secret === undefined)
    throw new BackupError(
      'The backup was made with another data key. Set the key of its time as PAYDESK_OLD_DATA_KEY.',
    )
  const key = derive(secret, header.salt, 'content', 32)
  const content = createReadStream(file, { start: headerBytes, highWaterMark: 1_048_576 })
  for await (const { bytes, nonce } of splitIntoBlocks(content, blockBytes + tagBytes)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      yield Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new BackupError('The backup is damaged: it was changed, or is cut off.')
    }
  }
}
