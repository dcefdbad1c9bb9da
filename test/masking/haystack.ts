import { folded } from './variants.ts'

/** What is searched for, and why it would be a leak. */
export interface Needle {
  readonly path: string
  readonly form: string
  readonly bytes: string
  /** A piece of a value: searched in the text without ids, times and cookies made by chance. */
  readonly piece?: boolean
}

/** One output of the product, with everything that left. */
export interface Exit {
  readonly what: string
  readonly bytes: Buffer
}

const GRAM = 6
const FACTOR = 31
/** Weight of the letter that leaves the window. */
const OUTGOING = (FACTOR ** GRAM) | 0

function hashWith(hash: number, letter: number): number {
  return (Math.imul(hash, FACTOR) + letter) | 0
}

/** The days that our own clock speaks of while tests run: from yesterday to what is put off longest. */
const days = [-1, 0, 1, 2, 3, 4].map((ahead) =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10),
)

/** The same days as the health page says them, with a clock's time behind. */
const dayWords = days.map((day) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    .format(new Date(day))
    .toLowerCase(),
)

/** Random ids, clock times and the office’s own words: a piece of six characters may stand in them by accident. */
const chance = [
  /"at":"[^"]*"(?=,"from":"(?:service|memory)")/g,
  /"(?:idleendsat|endsat|time)":"[^"]*"/g,
  /\bpd-[0-9a-z]{10}\b/g,
  /\b[a-z]{1,2}_[0-9a-z]{20}\b/g,
  /\bdoc_[0-9a-f]{24}\b/g,
  // Of the chain of entries, whole or its beginning.
  /"(?:hash|prev|head|instance|key|signature|public_key)\\?":\\?"[0-9a-z+/=_-]{12,}/g,
  /"print":"[0-9a-f]{16}"/g,
  // Of the matrix and of the build: the same whoever the customers are.
  /"fingerprint":"[0-9a-f]{64}"/g,
  /"commit":"[0-9a-f]{7,64}"/g,
  new RegExp(`\\b(?:${days.join('|')})t[\\d:.]+z`, 'g'),
  new RegExp(`\\b(?:${dayWords.join('|')}), \\d\\d:\\d\\d`, 'g'),
  // The days that figures are counted by.
  /"day":"\d{4}-\d{2}-\d{2}"/g,
  // Reasons that the office offers: words of its own.
  /"code":"[a-z_]+",(?:"verdict":"[a-z]+",)?"words":"[^"]*"/g,
  // What the office says of a kind of contradiction.
  /"says":"[^"]*","means":"[^"]*","todo":"[^"]*","closes":"[^"]*"/g,
  /paydesk_(?:session|sign_in)=[^;]*/g,
  /expires=[^;]*/g,
  /\b(?:state|nonce|code|code_challenge|id_token_hint)=[^&"\s]*/g,
  /\b1[78]\d{11}\b/g,
]

/** An output as it is searched: in small letters. */
class Searched {
  readonly what: string
  readonly text: string
  #settled: string | undefined

  constructor(what: string, text: string) {
    this.what = what
    this.text = text
  }

  /** The text without what stands in it by chance. Made when pieces are searched, because outputs can be large. */
  get settled(): string {
    this.#settled ??= chance.reduce((rest, one) => rest.replace(one, ''), this.text)
    return this.#settled
  }
}

/** Needles by the hash of their first letters: one pass over a text finds all of them. */
class NeedleIndex {
  readonly #needles: readonly Needle[]
  readonly #slots: Int32Array
  readonly #next: Int32Array
  readonly #mask: number

  constructor(needles: readonly Needle[]) {
    this.#needles = needles
    // Room for several times as many: a full table would compare at every letter of a text.
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
    // The low bits alone would be those of the last letters.
    return (hash ^ (hash >>> 15)) & this.#mask
  }

  /** Adds the places of the needles that stand in the text. */
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

/** All outputs of a walk, ready for many searches. */
export class Haystack {
  readonly #exits: readonly Searched[]

  constructor(exits: readonly Exit[]) {
    const searched = new Map<string, Searched>()
    for (const { what, bytes } of exits) {
      const text = folded(bytes)
      if (!searched.has(text)) searched.set(text, new Searched(what, text))
    }
    this.#exits = [...searched.values()]
  }

  /** Bytes of all outputs that differ. */
  get size(): number {
    return this.#exits.reduce((sum, { text }) => sum + text.length, 0)
  }

  /** Whether this text left anywhere. */
  has(text: string): boolean {
    const bytes = folded(Buffer.from(text))
    return this.#exits.some((exit) => exit.text.includes(bytes))
  }

  /** Those of these texts that left nowhere. */
  lacking(texts: readonly string[]): string[] {
    const needles = texts.map((text) => ({ path: text, form: '', bytes: folded(Buffer.from(text)) }))
    const present = this.#find(needles)
    return texts.filter((_, at) => !present.has(at))
  }

  /** One line for each needle that is found: what leaked, in which form, through which exit. */
  leaks(needles: readonly Needle[]): string[] {
    return [...this.#find(needles)].map(([at, exit]) => {
      const { path = '', form = '' } = needles[at] ?? {}
      return `${path} (${form}) in ${exit}`
    })
  }

  /** The exit by which each needle left first. */
  #find(needles: readonly Needle[]): Map<number, string> {
    const exits = new Map<number, string>()
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
          if (!exits.has(at)) exits.set(at, exit.what)
        }
      }
    }
    return exits
  }
}
