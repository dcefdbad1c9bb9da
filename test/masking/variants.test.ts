import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeMint } from './canaries.ts'
import { Haystack } from './haystack.ts'
import { variantsOf, windowsOf } from './variants.ts'

const mint = makeMint(99)
const value = `${mint.name()} ${mint.name()}`
const around = (bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from('{"a":"some text ç '),
    Buffer.from(bytes),
    Buffer.from(' and more text","b":1}'),
  ])
const find = (bytes: Buffer | string) =>
  new Haystack([{ what: 'exit', bytes: around(bytes) }]).leaks(
    variantsOf(value).map((variant) => ({ path: 'name', ...variant })),
  )
const utf8 = Buffer.from(value)
const inside = (encoding: 'base64' | 'base64url', before: number) =>
  Buffer.concat([Buffer.from('xyz'.slice(0, before)), utf8, Buffer.from('!')]).toString(encoding)

/** Encodings of a value that the scan must recognise. */
const dresses: Readonly<Record<string, Buffer | string>> = {
  'as it is': value,
  'in small letters': value.toLowerCase(),
  'in capitals': value.toUpperCase(),
  'in composed letters': value.normalize('NFC'),
  'in letters with marks': value.normalize('NFD'),
  'as JSON escapes': value.replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
  'as JSON escapes in capitals': value.replace(
    /./gs,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  ),
  'as HTML numbers': [...value].map((one) => `&#${one.codePointAt(0)};`).join(''),
  'as HTML hexadecimal': [...value].map((one) => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'in an address': encodeURIComponent(value),
  'in a form': new URLSearchParams({ value }).toString(),
  'in base64': inside('base64', 0),
  'in base64 behind one byte': inside('base64', 1),
  'in base64 behind two bytes': inside('base64', 2),
  'in base64url': inside('base64url', 1),
  'in hexadecimal': utf8.toString('hex'),
  'in hexadecimal capitals': utf8.toString('hex').toUpperCase(),
  'in UTF-16': Buffer.from(value, 'utf16le'),
  'in UTF-16 the other way round': Buffer.from(value, 'utf16le').swap16(),
  'in Latin-1': Buffer.from(value, 'latin1'),
  backwards: [...value].reverse().join(''),
  'without its separators': value.replaceAll(' ', ''),
  'as MD5': createHash('md5').update(value).digest('hex'),
  'as SHA-1': createHash('sha1').update(value).digest('base64'),
  'as SHA-256': createHash('sha256').update(value.toLowerCase()).digest('hex'),
}

describe('the scan', () => {
  it.each(Object.entries(dresses))('recognises a value %s', (_dress, bytes) => {
    expect(find(bytes).length).toBeGreaterThan(0)
  })

  it('finds nothing in text without the value', () => {
    expect(find(mint.name())).toEqual([])
    expect(find('')).toEqual([])
  })

  it('recognises a piece of a hidden value, and ignores visible pieces', () => {
    const iban = mint.iban('DE')
    const hay = new Haystack([{ what: 'exit', bytes: around(iban.slice(6, 13)) }])
    const pieces = (visible: string) =>
      windowsOf(iban, visible).map((variant) => ({ path: 'iban', piece: true, ...variant }))
    expect(hay.leaks(pieces(`DE•••••••••••••••${iban.slice(-4)}`))).toHaveLength(2)
    expect(hay.leaks(pieces(iban))).toEqual([])
  })

  it('ignores times of our own clock, and recognises a piece of a hidden time on another day', () => {
    const said = (day: Date) =>
      `Ended ${day.getUTCDate()} ${day.toLocaleString('en-GB', { month: 'short', timeZone: 'UTC' })}, 08:42: 0 read`
    const leaksOf = (text: string) =>
      new Haystack([{ what: 'exit', bytes: around(text) }]).leaks(
        windowsOf('1985-03-12T08:42:19.123Z', '').map((one) => ({ path: 'time', piece: true, ...one })),
      )
    expect(leaksOf(said(new Date()))).toEqual([])
    expect(leaksOf(said(new Date(Date.now() - 90 * 86_400_000)))).not.toEqual([])
  })

  const leaksOf = (value: string, text: string) =>
    new Haystack([{ what: 'GET /x (200)', bytes: around(text) }]).leaks(
      windowsOf(value, '').map((one) => ({ path: 'field', piece: true, ...one })),
    )

  it('finds no piece of our own words, months and days by chance', () => {
    const described = `${mint.name()} ${mint.email()} pq${mint.letters(6)} vw${mint.letters(4)}`
    expect(leaksOf(described, 'A test payment. Maskierungstest vom 27.11.')).toEqual([])
    expect(leaksOf('1985-02-13T08:42:19.123Z', '1911-02-13')).toEqual([])
  })

  it('reads the text of a PDF as its reader does', () => {
    const written = (text: string) => `<${Buffer.from(text).toString('hex')}> Tj`
    expect(leaksOf('SE4533220598', written('2026-11-27 23:32 UTC'))).toEqual([])
    expect(leaksOf('SE4533220598', written('Ticket 332205'))).not.toEqual([])
  })

  it('recognises a piece on either side of a test domain, and of a date with its year', () => {
    const value = 'bcdfgh@jklmnp.test pqrstv'
    for (const leaked of ['p.test', 'np.test pq', ' pqrst', 'test pqrstv'])
      expect(leaksOf(value, leaked)).not.toEqual([])
    for (const leaked of ['1985-02-13', '85-02-13', '13T08:42'])
      expect(leaksOf('1985-02-13T08:42:19.123Z', leaked)).not.toEqual([])
  })

  it('prints what was found, where, and the text around it', () => {
    expect(leaksOf('bcdfghj', '{"name":"xy bcdfgh, z"}')[0]).toBe(
      'field (a piece of it: "bcdfgh") in GET /x (200), at "xy bcdfgh, z"',
    )
  })
})
