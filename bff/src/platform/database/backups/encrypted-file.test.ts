import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Secret } from '../../runtime/secret.ts'
import { decryptBackup, encryptBackup, isEncryptedBackup } from './encrypted-file.ts'

const key = new Secret('a-data-key-of-thirty-two-characters')
const laterKey = new Secret('another-data-key-of-32-characters!')
const header = 17 + 4 + 32
const sealedBlock = 65_536 + 16

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Bytes in pieces of odd sizes, each block of another letter. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 50_021) yield content.subarray(at, at + 50_021)
}
const contentOf = (bytes: number) =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => 65 + Math.floor(at / 65_536)))

const encrypt = (bytes: number, secret = key) => collect(encryptBackup(piecesOf(contentOf(bytes)), secret))

function open(file: Buffer, keys = [key]): Promise<Buffer> {
  const path = join(mkdtempSync(join(tmpdir(), 'paydesk-encrypted-')), 'file')
  writeFileSync(path, file)
  return collect(decryptBackup(path, keys))
}

it.each([0, 1, 65_535, 65_536, 65_537, 200_000, 262_144])(
  'opens what it encrypted: %i bytes',
  async (bytes) => {
    const file = await encrypt(bytes)
    expect(file.includes('AAAA')).toBe(false)
    expect(await open(file)).toEqual(contentOf(bytes))
  },
)

it('opens with a former key, and says so of a key that is not there', async () => {
  const file = await encrypt(70_000)
  expect(await open(file, [laterKey, key])).toHaveLength(70_000)
  await expect(open(file, [laterKey])).rejects.toThrow(/^The backup was made with another data key/)
})

it('never encrypts two files under the same key of content', async () => {
  const [one, other] = [await encrypt(1_000), await encrypt(1_000)]
  expect(one.subarray(header).equals(other.subarray(header))).toBe(false)
})

it.each([0, 1, 5, header - 1])('takes no file of %i bytes for one', async (bytes) => {
  const file = (await encrypt(1_000)).subarray(0, bytes)
  await expect(open(file)).rejects.toThrow(/no encrypted backup|is cut off/)
})

// Whole blocks: without the mark of the last one, each of these cuts would go unnoticed.
it.each([
  ['its last block', (file: Buffer) => file.subarray(0, header + 3 * sealedBlock)],
  ['all blocks', (file: Buffer) => file.subarray(0, header)],
  ['its last byte', (file: Buffer) => file.subarray(0, -1)],
  ['half a block', (file: Buffer) => file.subarray(0, header + 1.5 * sealedBlock)],
])('refuses a file without %s', async (_, cut) => {
  const file = await encrypt(262_144)
  expect(file).toHaveLength(header + 4 * sealedBlock)
  await expect(open(cut(file))).rejects.toThrow('The backup is damaged')
})

it.each([
  ['has more bytes', (file: Buffer) => Buffer.concat([file, Buffer.from('x')])],
  ['has a block more', (file: Buffer) => Buffer.concat([file, file.subarray(-sealedBlock)])],
  [
    'has blocks in another order',
    (file: Buffer) => {
      const [first, second] = [header, header + sealedBlock]
      return Buffer.concat([
        file.subarray(0, first),
        file.subarray(second, second + sealedBlock),
        file.subarray(first, second),
        file.subarray(second + sealedBlock),
      ])
    },
  ],
  ['has another salt', (file: Buffer) => Buffer.from(file).fill(7, header - 4, header)],
])('refuses a file that %s', async (_, change) => {
  await expect(open(change(await encrypt(262_144)))).rejects.toThrow('The backup is damaged')
})

it('refuses a file with one changed bit anywhere after the key ID', async () => {
  const file = await encrypt(100)
  for (let at = 17 + 4; at < file.length; at += 1) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(open(changed), `byte ${at}`).rejects.toThrow('The backup is damaged')
  }
})

it('ends no file whose content failed', async () => {
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(65_536)
    throw new Error('the content failed')
  }
  const written: Buffer[] = []
  const writing = (async () => {
    for await (const piece of encryptBackup(failing(), key)) written.push(piece)
  })()
  await expect(writing).rejects.toThrow('the content failed')
  await expect(open(Buffer.concat(written))).rejects.toThrow('The backup is damaged')
})

it('tells a backup from other files by its first bytes', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'paydesk-encrypted-')), 'file')
  writeFileSync(path, await encrypt(10))
  expect(await isEncryptedBackup(path)).toBe(true)
  writeFileSync(path, readFileSync(path).subarray(1))
  expect(await isEncryptedBackup(path)).toBe(false)
  expect(await isEncryptedBackup(`${path}-nowhere`)).toBe(false)
})
