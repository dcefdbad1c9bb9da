import { foldCase } from './variants.ts'

/** Bytes to search for, with the field and the form that make the hit a leak. */
export interface Needle {
  readonly path: string
  readonly form: string
  readonly bytes: string
  /** True for a piece of a value: searched in the text without random ids, times and cookies. */
  readonly piece?: boolean
}

/** Output of Paydesk, with all bytes that left. */
export interface Exit {
  readonly what: string
  readonly bytes: Buffer
}

const GRAM = 6
const FACTOR = 31
/** Weight of the letter that leaves the window of the rolling hash. */
const OUTGOING = (FACTOR ** GRAM) | 0

function hashWith(hash: number, letter: number): number {
  return (Math.imul(hash, FACTOR) + letter) | 0
}

/** Days that the clock of Paydesk may print during tests: from yesterday to the end of the longest snooze. */
const days = [-1, 0, 1, 2, 3, 4].map((ahead) =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10),
)

/** Days as the health page prints them, before a time of day. */
const dayWords = days.map((day) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(day))
    .toLowerCase(),
)

/** Random ids, clock times and texts of Paydesk: a piece of six characters may occur in them by chance. */
const chance = [
  /"at":"[^"]*"(?=,"from":"(?:service|memory)")/g,
  /"(?:idleexpiresat|expiresat|time)":"[^"]*"/g,
  /\bpd-[0-9a-z]{10}\b/g,
  /\b[a-z]{1,2}_[0-9a-z]{20}\b/g,
  /\bdoc_[0-9a-f]{24}\b/g,
  // Hashes and signatures of the audit chain, whole or cut.
  /"(?:hash|prev|previoushash|head|instance|key|signature|public_key)\\?":\\?"[0-9a-z+/=_-]{12,}/g,
  /"recordhash":"[0-9a-f]{16}"/g,
  // Hashes of the access policy and of the build, which do not depend on customers.
  /"fingerprint":"[0-9a-f]{64}"/g,
  /"commit":"[0-9a-f]{7,64}"/g,
  new RegExp(`\\b(?:${days.join('|')})t[\\d:.]+z`, 'g'),
  new RegExp(`\\b(?:${dayWords.join('|')}), \\d\\d:\\d\\d`, 'g'),
  // Days by which figures are counted.
  /"day":"\d{4}-\d{2}-\d{2}"/g,
  // Times in workbooks: days since 1900 with the time of day as a fraction, which an amount never has so long.
  /<v>4\d{4}\.\d{3,9}<\/v>/g,
  // Reasons that Paydesk offers, with its own labels.
  /"code":"[a-z_]+",(?:"verdict":"[a-z]+",)?"label":(?:"[^"]*"|\{[^}]*\})/g,
  /paydesk_(?:session|sign_in)=[^;]*/g,
  /expires=[^;]*/g,
  /\b(?:state|nonce|code|code_challenge|id_token_hint)=[^&"\s]*/g,
  /\b1[78]\d{11}\b/g,
]

/** Text that a PDF writes in hexadecimal: its digits would hold a piece by chance, as each half letter is one. */
const pdfText = /<((?:[0-9a-f]{2}){4,})>/g

/** Output in lower case, ready to be searched. */
class Searched {
  readonly what: string
  readonly text: string
  #settled: string | undefined

  constructor(what: string, text: string) {
    this.what = what
    this.text = text
  }

  /**
   * Text without the parts that may match by chance, and with the texts of a PDF as a reader sees them. Computed on
   * first use, because outputs can be large.
   */
  get settled(): string {
    this.#settled ??= chance.reduce(
      (rest, one) => rest.replace(one, ''),
      this.text.replace(pdfText, (_, hex: string) => `<${foldCase(Buffer.from(hex, 'hex'))}>`),
    )
    return this.#settled
  }
}

/** Rolling-hash index of needles by their first letters: finds all needles in one pass over a text. */
class NeedleIndex {
  readonly #needles: readonly Needle[]
  readonly #slots: Int32Array
  readonly #next: Int32Array
  readonly #mask: number

  constructor(needles: readonly Needle[]) {
    this.#needles = needles
    // Allocate several slots per needle: in a full table every letter of a text would cause comparisons.
    const size = 2 ** Math.ceil(Math.log2(Math.max(needles.length * 8, 1 << 16)))
    this.#mask = size - 1
    this.#slots = new Int32Array(size)
    this.#next = new Int32Array(needles.length + 1)
    for (const [at, { bytes }] of needles.entries()) {
      if (bytes.length < GRAM) throw new Error(`too short to be searched: ${bytes}`)
      let hash = 0
      for (let letter = 0; letter < GRAM; letter += 1) hash = hashWith(hash, bytes.charCodeAt(letter))
      const slot = this.#slotOf(hash)
      this.#next[at + 1] = this.#slots[slot] ?? 0
      this.#slots[slot] = at + 1
    }
  }

  #slotOf(hash: number): number {
    // Fold in the high bits: the low bits alone depend only on the last letters.
    return (hash ^ (hash >>> 15)) & this.#mask
  }

  /** Adds the positions of the needles that occur in the text. */
  findIn(text: string, found: Set<number>): void {
    let hash = 0
    for (let end = 0; end < text.length; end += 1) {
      hash = hashWith(hash, text.charCodeAt(end))
      if (end >= GRAM) hash = (hash - Math.imul(OUTGOING, text.charCodeAt(end - GRAM))) | 0
      if (end + 1 < GRAM) continue
      let entry = this.#slots[this.#slotOf(hash)] ?? 0
      while (entry !== 0) {
        const bytes = this.#needles[entry - 1]?.bytes ?? ''
        if (text.startsWith(bytes, end + 1 - GRAM)) found.add(entry - 1)
        entry = this.#next[entry] ?? 0
      }
    }
  }
}

const maxLettersAround = 20

/** Returns the first place of these bytes with the letters around them, up to the quotes of a value. */
function textAround(text: string, bytes: string): string {
  const at = text.indexOf(bytes)
  const end = at + bytes.length
  const [before = ''] = /[^"<>\n]*$/.exec(text.slice(Math.max(0, at - maxLettersAround), at)) ?? []
  const [after = ''] = /^[^"<>\n]*/.exec(text.slice(end, end + maxLettersAround)) ?? []
  return `${before}${bytes}${after}`
}

/** Outputs of a walk, indexed for many searches. */
export class Haystack {
  readonly #exits: readonly Searched[]

  constructor(exits: readonly Exit[]) {
    const searched = new Map<string, Searched>()
    for (const { what, bytes } of exits) {
      const text = foldCase(bytes)
      if (!searched.has(text)) searched.set(text, new Searched(what, text))
    }
    this.#exits = [...searched.values()]
  }

  /** Number of bytes of all distinct outputs. */
  get size(): number {
    return this.#exits.reduce((sum, { text }) => sum + text.length, 0)
  }

  /** Returns true if this text occurs in any output. */
  has(text: string): boolean {
    const bytes = foldCase(Buffer.from(text))
    return this.#exits.some((exit) => exit.text.includes(bytes))
  }

  /** Returns the texts that occur in no output. */
  lacking(texts: readonly string[]): string[] {
    const needles = texts.map((text) => ({ path: text, form: '', bytes: foldCase(Buffer.from(text)) }))
    const present = this.#find(needles)
    return texts.filter((_, at) => !present.has(at))
  }

  /**
   * Returns one line per needle found: field, form, bytes, the output that contains them, and the text around
   * them, by which one tells a leak from chance. Prints values, so only made customers may be searched for.
   */
  leaks(needles: readonly Needle[]): string[] {
    return [...this.#find(needles)].map(([at, exit]) => {
      const { path = '', form = '', bytes = '', piece = false } = needles[at] ?? {}
      const around = textAround(piece ? exit.settled : exit.text, bytes)
      return `${path} (${form}: ${JSON.stringify(bytes)}) in ${exit.what}, at ${JSON.stringify(around)}`
    })
  }

  /** Maps the position of each needle found to the first output that contains it. */
  #find(needles: readonly Needle[]): Map<number, Searched> {
    const exits = new Map<number, Searched>()
    for (const [isPiece, member] of [
      [false, 'text'],
      [true, 'settled'],
    ] as const) {
      const places = [...needles.keys()].filter((at) => (needles[at]?.piece ?? false) === isPiece)
      if (places.length === 0) continue
      const index = new NeedleIndex(places.map((at) => needles[at] as Needle))
      for (const exit of this.#exits) {
        const found = new Set<number>()
        index.findIn(exit[member], found)
        for (const one of found) {
          const at = places[one] ?? -1
          if (!exits.has(at)) exits.set(at, exit)
        }
      }
    }
    return exits
  }
}
