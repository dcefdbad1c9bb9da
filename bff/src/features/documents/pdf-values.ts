/** Reference to an indirect object, such as `5 0 R`. */
export class PdfRef {
  readonly number: number

  constructor(number: number) {
    this.number = number
  }
}

/** Dictionary that keeps every value of a key that stands twice: readers differ in which one they take. */
export class PdfDict {
  readonly entries: (readonly [key: string, value: PdfValue])[] = []

  get(key: string): PdfValue[] {
    return this.entries.filter(([name]) => name === key).map(([, value]) => value)
  }

  has(key: string): boolean {
    return this.entries.some(([name, value]) => name === key && value !== null)
  }
}

/** Stands for every string: rules never depend on a text. */
export const pdfStringPlaceholder = Symbol('string')
/** Value of a PDF (ISO 32000-2, 7.3); a name is a text, decoded and without its slash. */
export type PdfValue =
  | null
  | boolean
  | number
  | string
  | typeof pdfStringPlaceholder
  | PdfRef
  | PdfDict
  | PdfValue[]

/**
 * Limits. A file made for reading has far fewer values; a crafted one could make values be read again and
 * again, so the bytes read (`readPerByte`: for each byte of the file) are limited as well.
 */
export const pdfLimits = {
  values: 1_500_000,
  objects: 250_000,
  depth: 60,
  strayTokens: 1_000,
  keptNumbers: 16,
  inflatedBytes: 8_388_608,
  readPerByte: 4,
}

export const isPdfSpace = (byte: number) =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c || byte === 0
const isDelimiter = (byte: number) => byte !== 0 && '()<>[]{}/%'.includes(String.fromCharCode(byte))
const isRegular = (byte: number | undefined): byte is number =>
  byte !== undefined && !isPdfSpace(byte) && !isDelimiter(byte)

const [slash, percent, open, close, less, more] = [0x2f, 0x25, 0x28, 0x29, 0x3c, 0x3e]

/** Range of bytes, its end excluded. */
export type ByteRange = readonly [from: number, to: number]

/** Budget of bytes and values that may still be read of one file. */
export class PdfParseBudget {
  readonly #maxRead: number
  values = 0
  read = 0
  incomplete = false

  constructor(bytes: number) {
    this.#maxRead = bytes * pdfLimits.readPerByte + 1_048_576
  }

  get spent(): boolean {
    return this.values > pdfLimits.values || this.read > this.#maxRead
  }
}

/** Parses the values of a PDF in sequence. Tolerates what PDF readers tolerate, because they would show it. */
export class PdfValueParser {
  readonly bytes: Buffer
  readonly #budget: PdfParseBudget
  readonly #dicts: PdfDict[]
  readonly strings: ByteRange[] = []
  at: number
  /** Keyword that ended the last value, such as `stream`; empty if there was none. */
  keyword = ''

  constructor(bytes: Buffer, at: number, budget: PdfParseBudget, dicts: PdfDict[]) {
    this.bytes = bytes
    this.at = at
    this.#budget = budget
    this.#dicts = dicts
  }

  get ended(): boolean {
    return this.at >= this.bytes.length || this.#budget.spent
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte === percent) while (!this.#isLineEnd()) this.at += 1
      else if (byte === undefined || !isPdfSpace(byte)) return
      else this.at += 1
    }
  }

  #isLineEnd(): boolean {
    const byte = this.bytes[this.at]
    return byte === undefined || byte === 0x0a || byte === 0x0d
  }

  /** Returns the next value; undefined for a keyword, a stray bracket or the end. */
  next(depth = 0): PdfValue | undefined {
    const from = this.at
    const value = this.#next(depth)
    this.#budget.values += 1
    if (depth === 0) this.#budget.read += this.at - from
    return value
  }

  #next(depth: number): PdfValue | undefined {
    this.skipSpace()
    this.keyword = ''
    const { bytes } = this
    const byte = bytes[this.at]
    if (byte === undefined || this.#budget.spent) return undefined
    if (depth > pdfLimits.depth) {
      this.#budget.incomplete = true
      this.at += 1
      return undefined
    }
    if (byte === slash) return this.#name()
    if (byte === open) return this.#string()
    if (byte === less) return bytes[this.at + 1] === less ? this.#dict(depth) : this.#hexString()
    if (byte === 0x5b) return this.#array(depth)
    if (isRegular(byte)) return this.#word()
    this.at += byte === more && bytes[this.at + 1] === more ? 2 : 1
    return undefined
  }

  #regular(): string {
    const from = this.at
    while (isRegular(this.bytes[this.at])) this.at += 1
    return this.bytes.toString('latin1', from, this.at)
  }

  /** Decodes `#xx`: `/J#61vaScript` is `/JavaScript`. */
  #name(): string {
    this.at += 1
    const name = this.#regular()
    if (!name.includes('#')) return name
    return name.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }

  #string(): typeof pdfStringPlaceholder {
    const from = this.at
    let nested = 0
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === 0x5c) this.at += 1
      else if (byte === open) nested += 1
      else if (byte === close) {
        nested -= 1
        if (nested === 0) break
      }
    }
    this.at = Math.min(this.at + 1, this.bytes.length)
    this.strings.push([from, this.at])
    return pdfStringPlaceholder
  }

  #hexString(): typeof pdfStringPlaceholder {
    const end = this.bytes.indexOf(more, this.at)
    this.at = end < 0 ? this.bytes.length : end + 1
    return pdfStringPlaceholder
  }

  #array(depth: number): PdfValue[] {
    const all: PdfValue[] = []
    let numbers = 0
    this.at += 1
    for (;;) {
      this.skipSpace()
      if (this.ended) return all
      if (this.bytes[this.at] === 0x5d) break
      const value = this.next(depth + 1)
      if (typeof value === 'number') numbers += 1
      // Boxes have few numbers; widths of letters have thousands.
      const isKept = typeof value !== 'number' || numbers <= pdfLimits.keptNumbers
      if (value !== undefined && isKept) all.push(value)
    }
    this.at += 1
    return all
  }

  /** Parses a PDF dictionary up to its `>>`. Skips stray bytes between the entries, as PDF readers do. */
  #dict(depth: number): PdfDict {
    const dict = new PdfDict()
    this.#dicts.push(dict)
    this.at += 2
    for (let stray = 0; !this.ended; ) {
      this.skipSpace()
      if (this.bytes[this.at] === more && this.bytes[this.at + 1] === more) {
        this.at += 2
        break
      }
      if (this.bytes[this.at] !== slash) {
        this.next(depth + 1)
        stray += 1
        if (stray <= pdfLimits.strayTokens) continue
        this.#budget.incomplete = true
        break
      }
      const key = this.#name()
      this.skipSpace()
      const isBare = this.bytes[this.at] === more && this.bytes[this.at + 1] === more
      dict.entries.push([key, isBare ? null : (this.next(depth + 1) ?? null)])
    }
    return dict
  }

  #word(): PdfValue | undefined {
    const word = this.#regular()
    if (/^[+-]*[\d.]/.test(word)) return this.#numberOrRef(word)
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    this.keyword = word
    return undefined
  }

  #numberOrRef(word: string): number | PdfRef {
    if (!/^\d{1,10}$/.test(word)) return Number.parseFloat(word.replace(/^[+-]*(?=-)/, '')) || 0
    const after = this.at
    this.skipSpace()
    if (/^\d{1,5}$/.test(this.#regular())) {
      this.skipSpace()
      if (this.bytes[this.at] === 0x52 && !isRegular(this.bytes[this.at + 1])) {
        this.at += 1
        return new PdfRef(Number(word))
      }
    }
    this.at = after
    return Number(word)
  }
}
