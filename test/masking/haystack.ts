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

function hashAt(text: string, at: number): number {
  let hash = 0
  for (let next = at; next < at + GRAM; next += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(next)) | 0
  // The low bits alone would be those of the last letters.
  return hash ^ (hash >>> 15)
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

class Text {
  readonly #text: string
  readonly #grams: Uint8Array
  readonly #mask: number

  constructor(text: string) {
    this.#text = text
    // Room for several times its pieces: in a crowded table every needle would have to be searched.
    const size = 2 ** Math.ceil(Math.log2(Math.max(text.length * 4, 1 << 20)))
    this.#grams = new Uint8Array(size)
    this.#mask = size - 1
    for (let at = 0; at + GRAM <= text.length; at += 1) this.#grams[hashAt(text, at) & this.#mask] = 1
  }

  /** The place of these bytes, or -1. Most are refused without a search. */
  find(bytes: string): number {
    return this.#grams[hashAt(bytes, 0) & this.#mask] === 1 ? this.#text.indexOf(bytes) : -1
  }
}

const MARK = '\u0100'

/** All outputs of a walk, ready for many searches. */
export class Haystack {
  readonly #exits: readonly { what: string; text: string }[]
  readonly #whole: Text
  readonly #settled: Text

  constructor(exits: readonly Exit[]) {
    this.#exits = exits.map(({ what, bytes }) => ({ what, text: folded(bytes) }))
    const whole = this.#exits.map(({ text }) => text).join(MARK)
    this.#whole = new Text(whole)
    this.#settled = new Text(chance.reduce((text, pattern) => text.replace(pattern, ''), whole))
  }

  get size(): number {
    return this.#exits.reduce((sum, { text }) => sum + text.length, 0)
  }

  /** Whether this text left anywhere. */
  has(text: string): boolean {
    return this.#whole.find(folded(Buffer.from(text))) >= 0
  }

  /** One line for each needle that is found: what leaked, in which form, through which exit. */
  leaks(needles: readonly Needle[]): string[] {
    return needles
      .filter(({ bytes, piece }) => (piece ? this.#settled : this.#whole).find(bytes) >= 0)
      .map(({ path, form, bytes }) => {
        const exit = this.#exits.find(({ text }) => text.includes(bytes))
        return `${path} (${form}) in ${exit?.what ?? 'several'}`
      })
  }
}
