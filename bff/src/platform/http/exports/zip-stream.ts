import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** File of an archive. `name` is ASCII. */
export interface ZipEntry {
  readonly name: string
  readonly chunks: AsyncIterable<string> | Iterable<string>
}

/** Facts of a written part, for the directory at the end of the archive. */
interface WrittenPart {
  readonly name: string
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** Limit of an archive in the usual form, which every program reads. */
const maxBytes = 0xff_ff_ff_ff
const signatures = { part: 0x04_03_4b_50, sizes: 0x08_07_4b_50, entry: 0x02_01_4b_50, end: 0x06_05_4b_50 }
const version = 20
/** Sizes and checksum follow the content, because a stream does not know them before. */
const sizesFollow = 0x08
const deflated = 8
/** 1 January 1980: equal content gives equal bytes. */
const firstDay = 0x21

/** Writes numbers of two and four bytes, as all of an archive, in little endian. */
function pack(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

const partHeader = (name: string) =>
  Buffer.concat([
    pack([
      [4, signatures.part],
      ...([version, sizesFollow, deflated, 0, firstDay].map((value) => [2, value]) as [2, number][]),
      ...([0, 0, 0].map((value) => [4, value]) as [4, number][]),
      [2, name.length],
      [2, 0],
    ]),
    Buffer.from(name, 'latin1'),
  ])

const directoryEntry = ({ name, offset, crc, packed, size }: WrittenPart) =>
  Buffer.concat([
    pack([
      [4, signatures.entry],
      ...([version, version, sizesFollow, deflated, 0, firstDay].map((value) => [2, value]) as [2, number][]),
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      ...([0, 0, 0, 0].map((value) => [2, value]) as [2, number][]),
      [4, 0],
      [4, offset],
    ]),
    Buffer.from(name, 'latin1'),
  ])

/**
 * Streams an archive (ZIP): a part is read and compressed as its bytes are taken, so that memory does not grow with the
 * content. Throws `RangeError` for more than 4 GiB.
 */
export async function* streamZip(parts: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: WrittenPart[] = []
  let offset = 0
  const count = (bytes: Uint8Array) => {
    offset += bytes.length
    if (offset > maxBytes) throw new RangeError('an archive of more than 4 GiB')
    return bytes
  }
  for await (const { name, chunks } of parts) {
    const start = offset
    let [crc, size, packed] = [0, 0, 0]
    async function* readBytes(): AsyncGenerator<Buffer> {
      for await (const text of chunks) {
        const bytes = Buffer.from(text)
        crc = crc32(bytes, crc)
        size += bytes.length
        if (size > maxBytes) throw new RangeError('a part of more than 4 GiB')
        yield bytes
      }
    }
    yield count(partHeader(name))
    const deflate = createDeflateRaw()
    // Ignores the error here: it destroys `deflate` as well, whose reader gets it.
    pipeline(Readable.from(readBytes(), { objectMode: false }), deflate, () => {})
    for await (const bytes of deflate) {
      packed += bytes.length
      yield count(bytes)
    }
    yield count(
      pack([
        [4, signatures.sizes],
        [4, crc],
        [4, packed],
        [4, size],
      ]),
    )
    written.push({ name, offset: start, crc, packed, size })
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  const start = offset
  yield count(directory)
  yield count(
    pack([
      [4, signatures.end],
      [2, 0],
      [2, 0],
      [2, written.length],
      [2, written.length],
      [4, directory.length],
      [4, start],
      [2, 0],
    ]),
  )
}
