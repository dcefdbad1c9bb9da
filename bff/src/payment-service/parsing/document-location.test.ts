import { identityId } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isListablePath, parseDocumentElements } from './document-elements.ts'
import { classifyDocumentUrl } from './document-location.ts'
import { readBaseAddress } from './path.ts'

const base = readBaseAddress('https://service.example/stage')
const identity = identityId.parse('_a41c7e2_18f2b3c4d50__3b1f')
const own = `https://service.example/stage/v1/identity/${identity}/documents/doc_7f31`

describe('an address of a document', () => {
  it.each([
    [own, `/stage/v1/identity/${identity}/documents/doc_7f31`],
    ['https://service.example/stage/files/d-22/1', '/stage/files/d-22/1'],
    ['https://service.example/stage/files/a%20b?size=2&x=%2F', '/stage/files/a%20b?size=2&x=%2F'],
  ])('is asked where it lies below the base address: %s', (text, path) => {
    expect(classifyDocumentUrl(base, identity, text)).toEqual({ where: 'here', path })
  })

  it.each([
    'https://elsewhere.example/stage/files/1',
    'http://service.example/stage/files/1',
    'https://service.example:8443/stage/files/1',
    'https://service.example.elsewhere.example/stage/files/1',
    'https://service.example/production/files/1',
    'https://service.example/staged/files/1',
    'https://service.example/',
  ])('is not asked elsewhere: %s', (text) => {
    expect(classifyDocumentUrl(base, identity, text)).toEqual({ where: 'elsewhere' })
  })

  it.each([
    'https://elsewhere.example@service.example/stage/files/1',
    'https://service.example/stage/files/../../etc/hosts',
    'https://service.example/stage/files/%2e%2e/1',
    'https://service.example/stage/files/%2F..%2F1',
    'https://service.example/stage/files/%252e%252e/1',
    'https://service.example/stage/files/%00',
    'https://service.example/stage//files',
    'https://service.example:443/stage/files/1',
    'https://SERVICE.example/stage/files/1',
    'https://service.example/stage/files/1#there',
    'https://service.example\\@elsewhere.example/stage/1',
    ' https://service.example/stage/files/1',
    'https://service.example/stage/fi\tles/1',
    '//service.example/stage/files/1',
    '/stage/files/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/hosts',
    '',
    `https://service.example/stage/files/${'a'.repeat(3_000)}`,
  ])('is unusable where a parser would put it right or it leads elsewhere: %s', (text) => {
    expect(classifyDocumentUrl(base, identity, text)).toEqual({ where: 'unusable' })
  })

  it.each([
    `https://service.example/stage/v1/identity/${identity}`,
    'https://service.example/stage/v1/identity/_other_18f2b3c4d50__3b1f/documents/doc_1',
    'https://service.example/stage/v1/authorization/0d1f6a52-3c3e-4a51-8f4e-51f1d6f2c001',
    'https://service.example/stage/V1/Transaction/states/m/r',
  ])('is none where it is a record of the interface, or of another identity: %s', (text) => {
    expect(classifyDocumentUrl(base, identity, text)).toEqual({ where: 'unusable' })
  })

  it('whatever it is, what is asked is what was written', () => {
    const part = fc.constantFrom(
      '/',
      '..',
      '.',
      '%2e',
      '%2f',
      '\\',
      '@',
      ':',
      '?',
      '#',
      'a',
      'files',
      '\t',
      '//',
      'ü',
    )
    const near = fc
      .array(part, { maxLength: 12 })
      .map((parts) => `https://service.example/stage/${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(near, fc.webUrl(), fc.string()), (text) => {
        const found = classifyDocumentUrl(base, identity, text)
        if (found.where === 'here') expect(`${base.origin}${found.path}`).toBe(text)
      }),
    )
  })
})

describe('elements of documents', () => {
  const judge = (text: string) => classifyDocumentUrl(base, identity, text)

  it('are read whatever came, and never fail', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (raw) => {
        const { listed, more } = parseDocumentElements(raw, judge)
        expect(listed.length + more).toBe(Array.isArray(raw) ? raw.length : raw === null ? 0 : 1)
      }),
    )
  })

  it('two hundred are listed and the others counted', () => {
    const { listed, more } = parseDocumentElements(
      Array.from({ length: 10_000 }, () => ({ type: 'X' })),
      judge,
    )
    expect([listed.length, more]).toEqual([200, 9_800])
  })

  it('files are found wherever their addresses stand', () => {
    const files = [{ name: 'a.pdf', url: `${own}/a` }, { href: `${own}/b` }]
    const raw = [{ id: 7, files, pages: { first: [`${own}/c`] } }, own, { link: 'nowhere' }]
    const { listed } = parseDocumentElements(raw, judge)
    expect(listed.map((one) => one.files.map(({ address }) => address.where))).toEqual([
      ['here', 'here', 'here'],
      ['here'],
      ['unusable'],
    ])
  })

  it('another address is another document; what is new in it each time is not', () => {
    const printOf = (url: string, status = 'NEW') =>
      parseDocumentElements([{ status, url }], judge).listed[0]?.fingerprint
    expect(printOf(`${own}?Expires=1&Signature=x`)).toBe(printOf(`${own}?Expires=2&Signature=y`, 'OLD'))
    expect(printOf(`${own}?page=1`)).not.toBe(printOf(`${own}?page=2`))
  })

  it('what no address tells apart is another one as soon as anything in it is another', () => {
    const printsOf = (...raw: object[]) =>
      parseDocumentElements(raw, judge).listed.map(({ fingerprint }) => fingerprint)
    const [passport, bill] = [{ number: 'P-1' }, { number: 'B-2' }]
    expect(new Set([...printsOf(passport), ...printsOf(bill), ...printsOf({})]).size).toBe(3)
    expect(printsOf(bill, passport)).toEqual(printsOf(passport, bill).toReversed())
    // One address for several: their places may be changed with each other.
    const [first, second] = [passport, bill].map((one) => ({ ...one, url: `${own}?token=7` }))
    const both = printsOf(first ?? {}, second ?? {})
    expect(both).toEqual(printsOf(second ?? {}, first ?? {}).toReversed())
    expect(new Set(both).size).toBe(2)
    expect(printsOf(first ?? {})).toEqual(printsOf(second ?? {}))
  })

  it('members are listed where their way down may be named, and never an address', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (raw) => {
        for (const { members } of parseDocumentElements(raw, judge).listed)
          for (const { path } of members) expect(isListablePath(path)).toBe(true)
      }),
    )
    const odd = { url: 7, link: null, page: { href: true }, Name: 'x', 'mara@example.test': 1, number: 9 }
    const [one] = parseDocumentElements([odd], judge).listed
    expect(one?.members.map(({ path }) => path)).toEqual([['number']])
    expect(one?.moreMembers).toBe(5)
  })
})
