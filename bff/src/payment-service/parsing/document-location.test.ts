import { identityIdSchema } from '@paydesk/shared/core/ids'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isListableDocumentPath, parseDocumentElements } from './document-elements.ts'
import { classifyDocumentUrl, defaultDocumentPaths } from './document-location.ts'
import { parseServiceBaseAddress } from './path.ts'

const base = parseServiceBaseAddress('https://service.example/stage')
const places = { base, paths: defaultDocumentPaths }
const identity = identityIdSchema.parse('_a41c7e2_18f2b3c4d50__3b1f')
const own = `https://service.example/stage/v1/identity/${identity}/documents/doc_7f31`

describe('classifyDocumentUrl', () => {
  it.each([
    [own, `/stage/v1/identity/${identity}/documents/doc_7f31`],
    ['https://service.example/stage/files/d-22/1', '/stage/files/d-22/1'],
    ['https://service.example/stage/files/a%20b?size=2&x=%2F', '/stage/files/a%20b?size=2&x=%2F'],
  ])('accepts a URL below the base address: %s', (text, path) => {
    expect(classifyDocumentUrl(places, identity, text)).toEqual({ where: 'here', path })
  })

  it.each([
    'https://elsewhere.example/stage/files/1',
    'http://service.example/stage/files/1',
    'https://service.example:8443/stage/files/1',
    'https://service.example.elsewhere.example/stage/files/1',
    'https://service.example/production/files/1',
    'https://service.example/staged/files/1',
    'https://service.example/',
  ])('treats a URL outside the base address as elsewhere: %s', (text) => {
    expect(classifyDocumentUrl(places, identity, text)).toEqual({ where: 'elsewhere' })
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
  ])('treats a URL that a parser would correct or that is ambiguous as unusable: %s', (text) => {
    expect(classifyDocumentUrl(places, identity, text)).toEqual({ where: 'unusable' })
  })

  it.each([
    `https://service.example/stage/v1/identity/${identity}`,
    'https://service.example/stage/v1/identity/_other_18f2b3c4d50__3b1f/documents/doc_1',
    'https://service.example/stage/v1/authorization/0d1f6a52-3c3e-4a51-8f4e-51f1d6f2c001',
    'https://service.example/stage/V1/Transaction/states/m/r',
    `https://service.example/stage/v1/identity/${identity}/notes/7`,
    `https://service.example/stage/v1/identity/${identity}/documents`,
    'https://service.example/stage/v1/merchant/settings',
    'https://service.example/stage/admin/files/1',
    'https://service.example/stage/metrics',
    'https://service.example/stage/files',
    'https://service.example/stage/Files/1',
  ])('treats everything but a document of this identity as unusable: %s', (text) => {
    expect(classifyDocumentUrl(places, identity, text)).toEqual({ where: 'unusable' })
  })

  it('takes the document paths of the configuration in place of the usual ones', () => {
    const paths = [['v2', '{identity}', 'scans']]
    const at = (path: string) =>
      classifyDocumentUrl({ base, paths }, identity, `https://service.example/stage/${path}`).where
    expect([at(`v2/${identity}/scans/1`), at('v2/_other_18f2b3c4d50__3b1f/scans/1'), at('files/1')]).toEqual([
      'here',
      'unusable',
      'unusable',
    ])
  })

  it('requests exactly the URL as written, for any input', () => {
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
        const found = classifyDocumentUrl(places, identity, text)
        if (found.where === 'here') expect(`${base.origin}${found.path}`).toBe(text)
      }),
    )
  })
})

describe('parseDocumentElements', () => {
  const judge = (text: string) => classifyDocumentUrl(places, identity, text)

  it('reads any input without an error', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (raw) => {
        const { listed, more } = parseDocumentElements(raw, judge)
        expect(listed.length + more).toBe(Array.isArray(raw) ? raw.length : raw === null ? 0 : 1)
      }),
    )
  })

  it('lists two hundred elements and counts the rest', () => {
    const { listed, more } = parseDocumentElements(
      Array.from({ length: 10_000 }, () => ({ type: 'X' })),
      judge,
    )
    expect([listed.length, more]).toEqual([200, 9_800])
  })

  it('finds files at any depth by their URLs', () => {
    const files = [{ name: 'a.pdf', url: `${own}/a` }, { href: `${own}/b` }]
    const raw = [{ id: 7, files, pages: { first: [`${own}/c`] } }, own, { link: 'nowhere' }]
    const { listed } = parseDocumentElements(raw, judge)
    expect(listed.map((one) => one.files.map(({ address }) => address.where))).toEqual([
      ['here', 'here', 'here'],
      ['here'],
      ['unusable'],
    ])
  })

  it('changes the fingerprint with the URL, but not with its volatile parameters', () => {
    const printOf = (url: string, status = 'NEW') =>
      parseDocumentElements([{ status, url }], judge).listed[0]?.fingerprint
    expect(printOf(`${own}?Expires=1&Signature=x`)).toBe(printOf(`${own}?Expires=2&Signature=y`, 'OLD'))
    expect(printOf(`${own}?page=1`)).not.toBe(printOf(`${own}?page=2`))
  })

  it('fingerprints the whole content of elements that no URL distinguishes', () => {
    const printsOf = (...raw: object[]) =>
      parseDocumentElements(raw, judge).listed.map(({ fingerprint }) => fingerprint)
    const [passport, bill] = [{ number: 'P-1' }, { number: 'B-2' }]
    expect(new Set([...printsOf(passport), ...printsOf(bill), ...printsOf({})]).size).toBe(3)
    expect(printsOf(bill, passport)).toEqual(printsOf(passport, bill).toReversed())
    // Swap two elements with the same URL: the hash of the whole element tells them apart.
    const [first, second] = [passport, bill].map((one) => ({ ...one, url: `${own}?token=7` }))
    const both = printsOf(first ?? {}, second ?? {})
    expect(both).toEqual(printsOf(second ?? {}, first ?? {}).toReversed())
    expect(new Set(both).size).toBe(2)
    expect(printsOf(first ?? {})).toEqual(printsOf(second ?? {}))
  })

  it('lists only fields with listable paths, and never a URL', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (raw) => {
        for (const { members } of parseDocumentElements(raw, judge).listed)
          for (const { path } of members) expect(isListableDocumentPath(path)).toBe(true)
      }),
    )
    const odd = { url: 7, link: null, page: { href: true }, Name: 'x', 'mara@example.test': 1, number: 9 }
    const [one] = parseDocumentElements([odd], judge).listed
    expect(one?.members.map(({ path }) => path)).toEqual([['number']])
    expect(one?.moreMembers).toBe(5)
  })
})
