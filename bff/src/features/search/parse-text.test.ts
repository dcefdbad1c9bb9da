import { anyCharacter } from '@paydesk/shared/core/any-character.test-kit'
import { identityIdSchema, ridSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { normalizePastedText } from '@paydesk/shared/core/pasted-text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  extractHandleFromPastedUrl,
  extractIbans,
  extractIdParts,
  extractIdWords,
  findSearchCandidates,
  parseMerchantReference,
  type SearchCandidate,
} from './parse-text.ts'

const uuid = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'
const identity = '_a41c7e2_18f2b3c4d50__3b1f'

/** Formats candidates as a person would list them. */
function wordsOf(text: string): string[] {
  return findSearchCandidates(text).map((one) => {
    const id = one.as === 'rid' ? one.rid : one.as === 'transaction' ? one.transaction : one.identity
    return `${one.as} ${id}`
  })
}

describe('normalizePastedText', () => {
  it.each([
    ['\u200bcust-00417', 'cust-00417'],
    ['\u200ecust\u00ad-00417\ufeff', 'cust-00417'],
    ['cust\u201100417', 'cust-00417'],
    ['cust\u201000417', 'cust-00417'],
    ['mailto:mara@example.test', 'mara@example.test'],
    ['see <MAILTO:mara@example.test>', 'see <mara@example.test>'],
    ['xmailto:mara', 'xmailto:mara'],
    ['/states/demo-merchant/mara%40example.test', '/states/demo-merchant/mara@example.test'],
    ['a%2bb%2Dc%2ed%3Ae%3df%5Fg%7eh', 'a+b-c.d:e=f_g~h'],
    // Decode once only, and nothing that an id cannot hold.
    ['mara%2540example.test', 'mara%2540example.test'],
    ['a%2fb%00%34', 'a%2fb%00%34'],
    ['50% of %zz, %c0%af and %', '50% of %zz, %c0%af and %'],
    ['\u200b ', ''],
    ['DE89\u00a03704\u202f0044\u20070532\u30000130 00', 'DE89 3704 0044 0532 0130 00'],
    ['cust\u201300417', 'cust-00417'],
    ['cust\u2014a\u2212b\u2015c', 'cust-a-b-c'],
    ['\u201ccust-00417\u201d', 'cust-00417'],
    ['\u00bb cust-00417 \u00ab', 'cust-00417'],
    ['\u201ecust-00417\u201c', 'cust-00417'],
    ['\u2018cust-00417\u2019', 'cust-00417'],
    ['\uff43\uff55\uff53\uff54\uff0d\uff10\uff10\uff14\uff11\uff17', 'cust-00417'],
    ['mara\uff20example\uff0etest', 'mara@example.test'],
    ['RID: \u201ca\u201d and \u201cb\u201d', 'RID: "a" and "b"'],
    ['сust-00417', 'сust-00417'],
    // HTML forms of characters, also encoded twice.
    ['cust&nbsp;00417', 'cust 00417'],
    ['mara&#64;example.test', 'mara@example.test'],
    ['mara&commat;example&period;test', 'mara@example.test'],
    ['cust&#x2d;00&shy;417', 'cust-00417'],
    ['cust&amp;ndash;00417', 'cust-00417'],
    ['&quot;cust-00417&quot;', 'cust-00417'],
    ['&lt;mara@example.test&gt;', 'mara@example.test'],
    ['a&b; c&constructor; &#0; &#xd800; &#99999999;', 'a&b; c&constructor; &#0; &#xd800; &#99999999;'],
    // A blank between all signs.
    ['c u s t - 0 0 4 1 7', 'cust-00417'],
    ['\u00a0c\u2003u s t\u00a01 7', 'cust17'],
    ['m a r a @ e x a m p l e . t e s t', 'mara@example.test'],
    ['S E 4 5  5 0 0 0  0 0 0 0', 'SE45 5000 0000'],
    ['a b 17', 'a b 17'],
    ['1 2 3', '1 2 3'],
    // Decode before anything else: invisible characters and dashes come in percent forms, too.
    ['cust%e2%80%8b%E2%80%9100417', 'cust-00417'],
    ['cust\ufe0f-\u034f00\u3164417\ufffc', 'cust-00417'],
    ['cust\u058a00417', 'cust-00417'],
    ['cust\u2043a\u207bb\u301cc', 'cust-a-b-c'],
    ['cust-00417\u0085', 'cust-00417'],
    ['a\u000bb\u2028c', 'a\nb\nc'],
    ['mara@example\u3002test', 'mara@example.test'],
    ['\u00b4cust-00417\u00b4', 'cust-00417'],
    ['\u275dcust-00417\u275e', 'cust-00417'],
    ['*cust-00417*', 'cust-00417'],
    ['```cust-00417```', 'cust-00417'],
    ['「cust-00417」', 'cust-00417'],
    ['【 cust-00417 】', 'cust-00417'],
    ['<mara@example.test>', 'mara@example.test'],
    ['*a* and *b*', '*a* and *b*'],
    ['(cust-00417', '(cust-00417'],
    ['(a) and (b)', '(a) and (b)'],
    ['<b>', '<b>'],
  ])('reads %j as %j', (text, plain) => {
    expect(normalizePastedText(text)).toBe(plain)
  })

  it('accepts any text and leaves no invisible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(normalizePastedText(text)).not.toMatch(/\p{Cf}/u)
      }),
    )
  })
})

describe('findSearchCandidates', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
  it.each([
    [
      '3F2504E04F8941D39A0C0305E82C3301',
      [`transaction ${id}`, 'transaction 3F2504E04F8941D39A0C0305E82C3301'],
    ],
    ['3f2504e0-4f89-41d3-\r\n9a0c-0305e82c3301', [`transaction ${id}`]],
    ['3f2504e0-4f89-41d3-9a0c-0305e8\n  2c3301', [`transaction ${id}`]],
    ['id 3f2504e0-4f89-41d3- 9a0c-0305e82c3301.', [`transaction ${id}`]],
    ['Mara@Example.TEST', ['rid Mara@Example.TEST', 'rid mara@example.test']],
    ['Mara <MARA@EXAMPLE.TEST>', ['rid MARA@EXAMPLE.TEST', 'rid mara@example.test']],
    ['IBAN: DE89 3704 0044 0532 0130 00', ['rid DE89370400440532013000']],
    ['IBAN-Nr.: DE89 3704 0044 0532 0130 00', ['rid DE89370400440532013000']],
    ['(IBAN) DE89370400440532013000', ['rid DE89370400440532013000']],
    ['iban=DE89370400440532013000', ['rid DE89370400440532013000']],
    ['DE89.3704.0044.0532.0130.00', ['rid DE89370400440532013000']],
    ['DE89/3704/0044/0532/0130/00', ['rid DE89370400440532013000']],
    ['DE89 3704 0044 0532 0130 00,', ['rid DE89370400440532013000']],
    ['DE89_3704_0044_0532_0130_00', ['rid DE89370400440532013000', 'rid DE89_3704_0044_0532_0130_00']],
    ['DE89·3704·0044·0532·0130·00', ['rid DE89370400440532013000']],
    ['DE89, 3704, 0044, 0532, 0130, 00', ['rid DE89370400440532013000']],
    ['DE٨٩ ٣٧٠٤ ٠٠٤٤ ٠٥٣٢ ٠١٣٠ ٠٠', ['rid DE89370400440532013000']],
    ['DE८९ ३७०४ ००४४ ०५३२ ०१३० ००', ['rid DE89370400440532013000']],
    [
      normalizePastedText('ＤＥ８９　３７０４　００４４　０５３２　０１３０　００'),
      ['rid DE89370400440532013000'],
    ],
    ['IBAN no NO93 8601 1117 947', ['rid NO9386011117947']],
    ['IBAN NO9386011117947', ['rid NO9386011117947']],
    ['> 3f2504e0-4f89-41d3-\n> 9a0c-0305e82c3301', [`transaction ${id}`]],
    ['3f2504e0-4f89-41d3=\n-9a0c-0305e82c3301', [`transaction ${id}`]],
    ['3f2504e0 - 4f89 - 41d3 - 9a0c - 0305e82c3301', [`transaction ${id}`]],
    ['3f2504e0-4f89-41d3-\t9a0c-0305e82c3301', [`transaction ${id}`]],
    ['3f2504e0 4f89 41d3 9a0c 0305e82c3301', [`transaction ${id}`]],
    ['id_3F2504E0.4F89.41D3.9A0C.0305E82C3301', []],
    ['id: 3F2504E0_4F89_41D3_9A0C_0305E82C3301.', [`transaction ${id}`]],
  ])('reads another spelling in %j', (text, texts) => {
    expect(wordsOf(text).filter((word) => texts.includes(word))).toEqual(texts)
  })

  it('takes neither numbers nor amounts for a broken id', () => {
    const numbers = '12345678 1234 1234 1234 123456789012'
    for (const text of [numbers, `${numbers} about`, 'deadbeef\ndead beef'])
      expect(wordsOf(text).filter((word) => word.startsWith('transaction'))).toEqual([])
  })

  it.each([
    ['cust-00417', ['rid cust-00417', 'transaction cust-00417']],
    ['müller-17', ['rid müller-17']],
    ['mu\u0308ller-17', ['rid müller-17']],
    ['GET /v1/transaction/states/demo-merchant/müller-17 200', ['rid müller-17']],
    ['  cust-00417\n', ['rid cust-00417', 'transaction cust-00417']],
    ['mara@example.test', ['rid mara@example.test']],
    ['a', ['rid a']],
    ['INV-00417', ['rid INV-00417', 'transaction INV-00417']],
    // IBAN as people copy it; a RID holds it without spaces, in capital letters.
    ['SE45 5000 0000 0583 9825 7466', ['rid SE4550000000058398257466']],
    [
      'se4550000000058398257466',
      [
        'rid SE4550000000058398257466',
        'transaction se4550000000058398257466',
        'rid se4550000000058398257466',
      ],
    ],
    // IDs that look like an IBAN: a merchant may hold them as they are.
    ['ab12customer0001', ['rid ab12customer0001', 'transaction ab12customer0001', 'rid AB12CUSTOMER0001']],
    ['ab12.customer.0078', ['rid ab12.customer.0078']],
    ['de12.customer.0012', ['rid de12.customer.0012']],
    [uuid, [`transaction ${uuid}`, `rid ${uuid}`]],
    [uuid.toUpperCase(), [`transaction ${uuid}`, `rid ${uuid.toUpperCase()}`]],
    [identity, [`identity ${identity}`, `rid ${identity}`]],
    // Cut ids out of a log line, a URL, a mail.
    [`GET https://gateway.example.test/v1/authorization/${uuid}?x=1 200`, [`transaction ${uuid}`]],
    [`see /v1/identity/${identity}, please`, [`identity ${identity}`]],
    [`{"id":"${uuid}","identity":{"id":"${identity}"}}`, [`transaction ${uuid}`, `identity ${identity}`]],
    [`(${uuid})`, [`transaction ${uuid}`]],
    // Trust the place of an id in a URL of the payment service.
    ['GET /stage/v1/transaction/states/demo-merchant/mara@example.test 200', ['rid mara@example.test']],
    ['see /v1/transaction/states/demo-merchant/cust-siin.', ['rid cust-siin']],
    ['GET /v1/transaction/states/demo-merchant/mara%zzexample.test 200', []],
    [`GET /v1/transaction/states/demo-merchant/${'x'.repeat(129)} 200`, []],
    ['GET /v1/authorization/TX-0001 404', ['transaction TX-0001']],
    ['GET /v1/transaction/TX-0001/notifications', ['transaction TX-0001']],
    ['https://paydesk.example.test/stage/transactions/TX-0001?x=1', ['transaction TX-0001']],
    [`GET /v1/transaction/states/demo-merchant/${uuid} 200`, [`transaction ${uuid}`, `rid ${uuid}`]],
    // Find an e-mail address anywhere; of two, the intended one is unknown.
    ['Mara <mara.lindqvist@example.test>', ['rid mara.lindqvist@example.test']],
    ['2026-11-24 INFO customer mara@example.test asked', ['rid mara@example.test']],
    ['Asked by mara@example.test. Then', ['rid mara@example.test']],
    ['{"rid":"mara+1@mail.example.test"}', ['rid mara+1@mail.example.test']],
    ['mara@example.test = mara@example.test', ['rid mara@example.test']],
    ['From: mara@example.test To: per@example.test', []],
    ['https://mara:secret@example.test/a b', []],
    ['see https://git@example.test/', []],
    ['the mara@example.tést one', []],
    ['the mära@example.test one', []],
    ['the o’hara@example.test one', []],
    ['the mara@example one', []],
    [`a ${'x'.repeat(65)}@example.test b`, []],
    // Reject a uuid or identity id that goes on before or after.
    [`x${uuid}`, [`rid x${uuid}`, `transaction x${uuid}`]],
    [`${uuid}-1`, [`rid ${uuid}-1`, `transaction ${uuid}-1`]],
    [`X${identity}`, [`rid X${identity}`, `transaction X${identity}`]],
    ['', []],
    ['   ', []],
    ['Mara Lindqvist', []],
    ['..', []],
    ['../../v1/identity', []],
    ['%2e%2e', []],
    ['cust/00417', []],
    ['сust-00417', []],
    ['cust-00417\u0000', []],
    ['a\nb', []],
    ['-00417', []],
    ['x'.repeat(129), []],
  ])('%j', (text, candidates) => {
    expect(wordsOf(text)).toEqual(candidates)
  })

  const branded = (one: SearchCandidate) =>
    one.as === 'rid'
      ? ridSchema.safeParse(one.rid)
      : one.as === 'transaction'
        ? transactionIdSchema.safeParse(one.transaction)
        : identityIdSchema.safeParse(one.identity)

  const lettersOf = (id: string) => id.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

  it('returns valid ids only, of each form one id, for any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(uuid, identity, '..', '/', '%2f', '\u0000', ' ', 'SE45 5000 0000 0583 9825 7466'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const candidates = findSearchCandidates(pieces.join(''))
        // Several spellings of one id are tried, such as an e-mail address in small letters.
        const ids = new Set(
          candidates.map((one) => `${one.as} ${lettersOf(Object.values(one).at(-1) ?? '')}`),
        )
        expect(new Set(candidates.map((one) => one.as)).size).toBe(ids.size)
        expect(new Set(candidates.map((one) => JSON.stringify(one))).size).toBe(candidates.length)
        for (const one of candidates) expect(branded(one).success).toBe(true)
      }),
      { numRuns: 1_000, examples: [[['A@']], [['SE45 5000 0000 0583 9825 7466']]] },
    )
  })

  it('cuts an id out of any line that does not continue it', () => {
    const around = fc.string().filter((text) => !/[0-9A-Za-z_-]/.test(text))
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(wordsOf(`${before}${uuid}${after}`)).toContain(`transaction ${uuid}`)
        expect(wordsOf(`${before}${identity}${after}`)).toContain(`identity ${identity}`)
      }),
    )
  })

  it('handles long texts quickly', () => {
    // Measure the CPU time of this thread only: the machine may have other work.
    const begun = process.threadCpuUsage()
    for (const text of ['_'.repeat(4_000), '0-'.repeat(2_000), '_a'.repeat(2_000), 'A1'.repeat(2_000)])
      findSearchCandidates(text)
    // Generous: distinguishes milliseconds from hours, and does not measure speed.
    expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(10_000)
  })
})

describe('extractHandleFromPastedUrl', () => {
  const customer = 'c_0123456789abcdefghij'
  it.each([
    [`https://paydesk.example.test/stage/customers/${customer}?x`, customer],
    [customer.replace('c_', 'i_'), customer.replace('c_', 'i_')],
    [`${customer}k`, null],
    [`x${customer}`, null],
    ['c_short', null],
    ['', null],
  ])('%j gives %j', (text, handle) => {
    expect(extractHandleFromPastedUrl(text)).toBe(handle)
  })
})

describe('merchant references', () => {
  it.each([
    ['ORDER/2026-0417', 'ORDER/2026-0417'],
    [' Rechnung 88 / März ', 'Rechnung 88 / März'],
    ['Blauwal', 'Blauwal'],
    ['Mara Lindqvist', null],
    ['../../etc/passwd1', null],
    ['<b>1</b>', null],
    ['x'.repeat(101), null],
    ['', null],
  ])('%j gives %j', (text, id) => {
    expect(parseMerchantReference(text)).toBe(id)
  })

  it('are cut out of a line, plain values first, longer ones before shorter ones, two dozen at most', () => {
    expect(extractIdParts('12:01 WARN payment "ORDER/2026-0417" (ref=INV-00417) failed.')).toEqual([
      '2026-0417',
      'INV-00417',
      'ORDER/2026-0417',
      'ref=INV-00417',
      '12:01',
    ])
    const numbers = Array.from({ length: 30 }, (_, nth) => `field${nth}=${nth}00417`).join(' ')
    expect(extractIdParts(`${numbers} customer=cust-00417`)).toContain('cust-00417')
    expect(extractIdParts('ORDER-0417')).toEqual([])
    expect(extractIdParts('Mara <mara@example.test>')).toEqual(['mara@example.test'])
    for (const text of [
      '*cust-00417* paid',
      '~cust-00417~ paid',
      '→cust-00417',
      '• cust-00417…',
      'cust-00417、paid',
      'cust-00417🙂',
      '¿cust-00417?',
    ])
      expect(extractIdParts(text), text).toEqual(['cust-00417'])
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 4_000 }), (text) => {
        const pieces = extractIdParts(text)
        expect(pieces.length).toBeLessThanOrEqual(24)
        for (const piece of pieces) expect(text).toContain(piece)
      }),
    )
  })

  it.each([
    ['RID: cust-success', ['cust-success']],
    ['rid=cust-success', ['cust-success']],
    ['rid=marasuccess', ['marasuccess']],
    ['RID: marasuccess, please', ['marasuccess']],
    ['{"customer":"marasuccess","level":"warn"}', ['marasuccess']],
    // Labelled values come first, even if others are longer.
    ['com.example.payments.route RID: cust_ok.', ['cust_ok', 'com.example.payments.route']],
    ['Mara Lindqvist called', []],
    ['so-so', []],
    ['cust-00417 mara@example.test', []],
    ['-----BEGIN-----', []],
    ['', []],
  ])('include the words in %j: %j', (text, texts) => {
    expect(extractIdWords(text)).toEqual(texts)
  })

  it('include words of the text, a dozen at most', () => {
    expect(
      extractIdWords(Array.from({ length: 300 }, (_, nth) => `k=${'abcdefghij'[nth % 10]}-word`).join(' ')),
    ).toHaveLength(10)
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 4_000 }), (text) => {
        const texts = extractIdWords(text)
        expect(texts.length).toBeLessThanOrEqual(12)
        for (const word of texts) expect(text).toContain(word)
      }),
    )
  })

  it.each([
    ['rid SE45 5000 0000 0583 9825 7466', ['SE4550000000058398257466']],
    ['rid se45 5000 0000 0583 9825 7466 was asked', ['SE4550000000058398257466']],
    ['(SE4550000000058398257466).', ['SE4550000000058398257466']],
    ['no SE45-5000-0000-0583-9825-7466 please', ['SE4550000000058398257466']],
    ['no SE45.5000.0000.0583.9825.7466 please', ['SE4550000000058398257466']],
    ['no SE45_5000_0000_0583_9825_7466 please', ['SE4550000000058398257466']],
    ['no SE٤٥ ٥٠٠٠ ٠٠٠٠ ٠٥٨٣ ٩٨٢٥ ٧٤٦٦ please', ['SE4550000000058398257466']],
    ['no ab12.customer.0078 please', []],
    ['IBAN:GB29 NWBK 6016 1331 9268 19, Mara', ['GB29NWBK60161331926819']],
    [
      'DE89 3704 0044 0532 0130 00; SE45 5000 0000 0583 9825 7466',
      ['SE4550000000058398257466', 'DE89370400440532013000'],
    ],
    ['rid SE46 5000 0000 0583 9825 7466', []],
    ['SE45 5000 0000', []],
    ['', []],
  ])('include the IBANs in %j: %j', (text, ibans) => {
    expect(extractIbans(text)).toEqual(ibans)
  })

  it('handles long texts quickly', () => {
    // Measure the CPU time of this thread only: the machine may have other work.
    const begun = process.threadCpuUsage()
    const some = ['a1/', '1 ', 'x', '=1', ': a-', 'AA11 ', 'SE45 5000 0000 ', 'a@', 'a.', '//a@b.c']
    for (const text of some.map((one) => one.repeat(4_000 / one.length))) {
      extractIdParts(text)
      extractIdWords(text)
      extractIbans(text)
      findSearchCandidates(text)
      parseMerchantReference(text)
      extractHandleFromPastedUrl(text)
    }
    // Generous: distinguishes milliseconds from hours, and does not measure speed.
    expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(10_000)
  })
})
