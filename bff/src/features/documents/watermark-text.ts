import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

const require = createRequire(import.meta.url)
/** Looked up at the first use: only names that Helvetica lacks need the file. */
const findFontFile = () => require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')

interface Glyph {
  readonly advance: number
  /** Outline as operators of a page, and its box. */
  readonly outline: string
  readonly box: readonly [number, number, number, number]
}

const noGlyph: Glyph = { advance: 512, outline: '', box: [0, 0, 0, 0] }

/** Glyphs of the one font that has letters of every script (WOFF 1.0 with TrueType outlines). */
class OutlineFont {
  readonly #glyf: Buffer
  readonly #loca: Buffer
  readonly #hmtx: Buffer
  readonly #cmap: Buffer
  readonly #metrics: number

  constructor(woff: Buffer) {
    const table = (name: string) => {
      for (let at = 44; at < 44 + woff.readUInt16BE(12) * 20; at += 20) {
        if (woff.toString('latin1', at, at + 4) !== name) continue
        const [from, packed, size] = [4, 8, 12].map((more) => woff.readUInt32BE(at + more))
        const bytes = woff.subarray(from, (from ?? 0) + (packed ?? 0))
        return packed === size ? bytes : inflateSync(bytes)
      }
      throw new Error(`the font has no table ${name}`)
    }
    this.#glyf = table('glyf')
    this.#loca = table('loca')
    this.#hmtx = table('hmtx')
    this.#metrics = table('hhea').readUInt16BE(34)
    const cmap = table('cmap')
    const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, nth) => cmap.readUInt32BE(8 + nth * 8))
    this.#cmap = cmap.subarray(records.find((at) => cmap.readUInt16BE(at) === 12) ?? 0)
  }

  #findGlyph(letter: number): number {
    const count = this.#cmap.readUInt32BE(12)
    for (let at = 16; at < 16 + count * 12; at += 12) {
      const first = this.#cmap.readUInt32BE(at)
      if (letter < first || letter > this.#cmap.readUInt32BE(at + 4)) continue
      return this.#cmap.readUInt32BE(at + 8) + letter - first
    }
    return 0
  }

  glyphOf(letter: number): Glyph {
    const id = this.#findGlyph(letter)
    const advance = this.#hmtx.readUInt16BE(Math.min(id, this.#metrics - 1) * 4)
    const { outline, box } = this.#readOutline(id)
    return { advance, outline, box }
  }

  /** Outline of a glyph of straight lines; empty for a glyph made of others, which this font has not. */
  #readOutline(id: number): Pick<Glyph, 'outline' | 'box'> {
    const [from, to] = [this.#loca.readUInt32BE(id * 4), this.#loca.readUInt32BE(id * 4 + 4)]
    const glyph = this.#glyf.subarray(from, to)
    const contours = glyph.length < 10 ? 0 : glyph.readInt16BE(0)
    if (contours <= 0) return noGlyph
    const ends = Array.from({ length: contours }, (_, nth) => glyph.readUInt16BE(10 + nth * 2))
    const points = (ends.at(-1) ?? -1) + 1
    let at = 12 + contours * 2 + glyph.readUInt16BE(10 + contours * 2)
    const flags: number[] = []
    while (flags.length < points) {
      const flag = glyph[at++] ?? 0
      const times = flag & 8 ? (glyph[at++] ?? 0) + 1 : 1
      for (let time = 0; time < times; time += 1) flags.push(flag)
    }
    const readAxis = (short: number, same: number) => {
      let value = 0
      return flags.map((flag) => {
        if (flag & short) value += (flag & same ? 1 : -1) * (glyph[at++] ?? 0)
        else if (!(flag & same)) {
          value += glyph.readInt16BE(at)
          at += 2
        }
        return value
      })
    }
    const [xs, ys] = [readAxis(2, 16), readAxis(4, 32)]
    const outline = ends.map((end, nth) => {
      const first = nth === 0 ? 0 : (ends[nth - 1] ?? 0) + 1
      const path = xs
        .slice(first, end + 1)
        .map((x, more) => `${x} ${ys[first + more]} ${more === 0 ? 'm' : 'l'}`)
      return `${path.join(' ')} h`
    })
    const box = [2, 4, 6, 8].map((more) => glyph.readInt16BE(more))
    return { outline: `${outline.join(' ')} f`, box: [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0] }
  }
}

/** Forms of Arabic letters by letter: alone, at the end, at the beginning, in the middle of a word. */
function listArabicForms(): ReadonlyMap<string, string[]> {
  const forms = new Map<string, string[]>()
  for (const [from, to] of [
    [0xfe80, 0xfef4],
    [0xfb50, 0xfbb1],
    [0xfbd3, 0xfbff],
  ] as const)
    for (let letter = from; letter <= to; letter += 1) {
      const form = String.fromCharCode(letter)
      const plain = form.normalize('NFKC')
      if (plain.length === 1 && plain !== form) forms.set(plain, [...(forms.get(plain) ?? []), form])
    }
  return forms
}

/** A letter as it is drawn, and the text that it stands for when somebody copies it. */
interface DrawnLetter {
  readonly form: string
  readonly text: string
}

/** Joins the letters of Arabic words; letters of other scripts stay as they are. */
function joinLetters(word: string): DrawnLetter[] {
  const forms = listArabicForms()
  const letters = [...word]
  const bases = letters.map((letter, nth) => ({ letter, nth })).filter(({ letter }) => !/\p{M}/u.test(letter))
  const count = (letter: string | undefined) => forms.get(letter ?? '')?.length ?? 0
  const form = (nth: number) => {
    const place = bases.findIndex((base) => base.nth === nth)
    const [before, here, after] = [-1, 0, 1].map((more) => bases[place + more]?.letter)
    if (place < 0 || here === undefined || count(here) < 2) return letters[nth] ?? ''
    const joinsBefore = place > 0 && count(before) >= 4
    const joinsAfter = count(here) >= 4 && count(after) >= 2
    return forms.get(here)?.[joinsBefore ? (joinsAfter ? 3 : 1) : joinsAfter ? 2 : 0] ?? here
  }
  return letters.map((letter, nth) => ({ form: form(nth), text: letter }))
}

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Letters of a run in the order in which they are drawn; marks stay behind their letter. */
function orderLetters(run: string): DrawnLetter[] {
  const letters = joinLetters(run)
  if (!rightToLeft.test(run)) return letters
  const clusters: DrawnLetter[][] = []
  for (const letter of letters)
    if (/\p{M}/u.test(letter.text) && clusters.length > 0) clusters.at(-1)?.push(letter)
    else clusters.push([letter])
  return clusters.reverse().flat()
}

const isHelvetica = (text: string) => /^[\x20-\x7e\u00a1-\u00ff]*$/.test(text)
const hexOf = (text: string) => `<${Buffer.from(text, 'latin1').toString('hex')}>`
const maxGlyphs = 255
/** Factor that makes the small letters of the embedded font as readable as those of Helvetica. */
const glyphScale = 1.25

/**
 * Text of a page in any script. Words of Western Europe are in Helvetica, which needs no file; other words are
 * drawn with glyphs that are embedded, and can be searched and copied.
 */
export class WatermarkText {
  readonly #letters: DrawnLetter[] = []

  /** Returns the operators that show a text, within a text object. */
  show(text: string, size: number): string {
    return splitRuns(text.normalize('NFC'))
      .map((run) => {
        if (isHelvetica(run)) return `/F ${size} Tf ${hexOf(run)} Tj`
        return orderLetters(run)
          .map((letter) => {
            const code = this.#codeOf(letter)
            return `/U${Math.floor(code / maxGlyphs)} ${size * glyphScale} Tf ${hexOf(String.fromCharCode((code % maxGlyphs) + 1))} Tj`
          })
          .join(' ')
      })
      .join(' ')
  }

  #codeOf(letter: DrawnLetter): number {
    const known = this.#letters.findIndex(({ form, text }) => form === letter.form && text === letter.text)
    return known < 0 ? this.#letters.push(letter) - 1 : known
  }

  /** Builds the fonts of all texts shown so far, as objects from number `first` on. */
  buildFonts(first: number): {
    readonly resources: string
    readonly objects: (string | { readonly about: string; readonly pieces: readonly Uint8Array[] })[]
  } {
    const objects: (string | { about: string; pieces: Uint8Array[] })[] = []
    const names: string[] = []
    if (this.#letters.length === 0) return { resources: '', objects }
    const font = new OutlineFont(readFileSync(findFontFile()))
    for (let from = 0; from < this.#letters.length; from += maxGlyphs) {
      const letters = this.#letters.slice(from, from + maxGlyphs)
      const glyphs = letters.map(({ form }) => font.glyphOf(form.codePointAt(0) ?? 0))
      const at = first + objects.length
      names.push(`/U${names.length} ${at} 0 R`)
      objects.push(
        [
          '<< /Type /Font /Subtype /Type3 /FontBBox [-1024 -128 1024 896] /FontMatrix [0.0009765625 0 0 0.0009765625 0 0]',
          `/Resources << >> /FirstChar 1 /LastChar ${letters.length} /ToUnicode ${at + 1} 0 R`,
          `/Widths [${glyphs.map(({ advance }) => advance).join(' ')}]`,
          `/Encoding << /Type /Encoding /Differences [1 ${letters.map((_, nth) => `/g${nth}`).join(' ')}] >>`,
          `/CharProcs << ${letters.map((_, nth) => `/g${nth} ${at + 2 + nth} 0 R`).join(' ')} >> >>`,
        ].join(' '),
        { about: '', pieces: [Buffer.from(buildUnicodeMap(letters), 'latin1')] },
      )
      for (const { advance, box, outline } of glyphs)
        objects.push({
          about: '',
          pieces: [Buffer.from(`${advance} 0 ${box.join(' ')} d1 ${outline}`, 'latin1')],
        })
    }
    return { resources: names.join(' '), objects }
  }
}

/** Splits a text into runs for each font; words of one direction that follow each other stay together. */
function splitRuns(text: string): string[] {
  // A comma behind a name is no part of its direction.
  const texts = text.split(/(?<= )|(?=[,.;] )/)
  const runs: string[] = []
  for (const word of texts) {
    const last = runs.at(-1)
    const isSame = last !== undefined && isHelvetica(last) === isHelvetica(word)
    const isSameDirection = last !== undefined && rightToLeft.test(last) === rightToLeft.test(word)
    if (isSame && isSameDirection) runs[runs.length - 1] = `${last}${word}`
    else runs.push(word)
  }
  // A blank behind the last word of a run is drawn in Helvetica, so that it stays behind in both directions.
  return runs.flatMap((run) => (isHelvetica(run) || !run.endsWith(' ') ? [run] : [run.trimEnd(), ' ']))
}

function buildUnicodeMap(letters: readonly DrawnLetter[]): string {
  const hex = (code: number) => code.toString(16).padStart(2, '0')
  const lines = letters.map(
    ({ text }, nth) => `<${hex(nth + 1)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  )
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def /CMapName /Mark def',
    '1 begincodespacerange <00> <ff> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n')
}
