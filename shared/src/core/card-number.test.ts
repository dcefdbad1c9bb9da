import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCardNumber } from './card-number.ts'

describe('hasCardNumber', () => {
  it.each([
    'AT61 4111 1111 1111 1111',
    'DE89 3704 0044 0532 0130 01 4111 1111 1111 1111',
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'order 17 paid with 4111 1111 1111 1111 yesterday',
    '5555555555554444',
    '378282246310005',
    '30569309025904',
    '6304000000000000000',
    '4222222222222',
    '5500.0000.0000.0004',
    '5500_0000_0000_0004',
    '5500/0000/0000/0004',
    '5500–0000\u00a00000‑0004',
    '5500\u200b0000\u200b0000\u200b0004',
    '４１１１１１１１１１１１１１１１',
    // Keyboards and files of other countries.
    '٤١١١١١١١١١١١١١١١',
    '۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱',
    '४१११-११११-११११-११११',
    '𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙',
    // Tables, mails and phones.
    '5500  0000  0000  0004',
    '5500\t0000\t0000\t0004',
    '5500\r\n0000\r\n0000\r\n0004',
    '5500 0000\n0000 0004',
    '5500 - 0000 – 0000 — 0004',
    '5500−0000−0000−0004',
    '5500⁄0000⁄0000⁄0004',
    '5500·0000·0000·0004',
    '5500•0000•0000•0004',
    '5500*0000*0000*0004',
    '5500, 0000, 0000, 0004',
    '5500|0000|0000|0004',
    '4711\t5500\t0000\t0000\t0004',
    '5️⃣5️⃣0️⃣0️⃣000000000004',
    '5500\u034f0000\u034f0000\ufe0f0004',
    '5\u20e35\u20e300000000000004',
    '/v1/transaction/states/demo-merchant/5500.0000.0000.0004',
    '4111&nbsp;1111&nbsp;1111&nbsp;1111',
    '4111&#160;1111&#xa0;1111&thinsp;1111',
    // A list of numbers has not all the same, no leading zeros, and no word of cards beside it.
    '4242, 4242, 4242, 4242',
    '4012, 8888, 8888, 1881',
    'card: 4070, 4170, 4320, 4372',
    // Separated from other numbers by the grouping only.
    '17 4111 1111 1111 1111',
    '4111 1111 1111 1111 12/27 123',
    '2026-11-21 378282246310005',
    'SE45 5000 0000 0583 9825 7466 4111 1111 1111 1111',
  ])('finds a card number in %s', (text) => {
    expect(hasCardNumber(text)).toBe(true)
  })

  it.each([
    '4111111111111112',
    '411111111111',
    '41111111111111111111',
    'SE45 5000 0000 0583 9825 7466',
    'DE89 3704 0044 0532 0130 00',
    // An account number with a wrong digit is mistyped, and no card.
    'IBAN: DE89 3704 0044 0532 0130 01',
    'NL91 ABNA 0417 1643 01',
    'ES91 2100 0418 4502 0005 1333',
    '_0000000_18000000000__0000',
    'id_4111111111111111',
    'SE4550000000058398257466',
    '1014000000417',
    // Several numbers, whose digits together would pass the Luhn check.
    '41111111\n11111111',
    '411111, 111111, 1111',
    '4111\t1111\t1111\t1112',
    '4111 and 1111 and 1111 and 1111',
    '2026, 2027, 2028, 2023',
    '3070, 3170, 3320, 3370',
    // Lists whose first number begins as a card brand, and whose digits pass the Luhn check.
    '4070, 4170, 4320, 4372',
    '4711, 4705, 4899, 4513',
    '5102; 5290; 5310; 5403',
    '4990|4720|4311|4029',
    '5210, 4310, 3310, 2106',
    '6011, 6044, 6120, 6503',
    // Ids of the payment service whose digits happen to pass the Luhn check.
    '00000000-0000-4002-8000-000000000000',
    'GET /v1/authorization/4ABCDEF0-0000-4111-1111-111111111111',
    '',
    ' ',
  ])('finds no card number in %s', (text) => {
    expect(hasCardNumber(text)).toBe(false)
  })

  /** Computes the check digit by the standard, in a different way than the code under test. */
  function checkDigit(digits: readonly number[]): number {
    const weighted = [...digits]
      .reverse()
      .map((digit, at) => (at % 2 === 0 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] ?? 0) : digit))
    return (10 - (weighted.reduce((sum, one) => sum + one, 0) % 10)) % 10
  }

  const gap = fc.constantFrom('', ' ', '-', '.', '_', '/', '\u00a0', '–')

  it('accepts only the right check digit, in any grouping', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), gap, (body, off, between) => {
        const right = checkDigit(body)
        const whole = (last: number) => [...body, last].join('')
        expect(hasCardNumber(whole(right).replace(/(.{4})(?=.)/g, `$1${between}`))).toBe(true)
        expect(hasCardNumber(whole((right + off) % 10))).toBe(false)
        // Split into two groups, neither of which is long enough by itself.
        const halves = whole((right + off) % 10).replace(/^(.{7})/, `$1${between}`)
        expect(hasCardNumber(halves)).toBe(false)
      }),
    )
  })

  it('finds a card number among other numbers, but not inside a group', () => {
    const group = fc.stringMatching(/^\d{1,9}$/)
    fc.assert(
      fc.property(
        fc.array(group, { maxLength: 3 }),
        fc.array(group, { maxLength: 3 }),
        gap,
        (before, after, sign) => {
          const between = sign === '' ? ' ' : sign
          const card = ['5500', '0000', '0000', '0004']
          expect(hasCardNumber([...before, ...card, ...after].join(between))).toBe(true)
        },
      ),
    )
    expect(hasCardNumber('95500000000000000004')).toBe(false)
  })

  it('ignores ids of the payment service, but finds a card number beside one', () => {
    const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
    const uuid = fc
      .tuple(digits(8), digits(4), digits(4), digits(4), digits(12))
      .map((parts) => parts.join('-'))
    fc.assert(
      fc.property(uuid, (id) => {
        expect(hasCardNumber(id)).toBe(false)
        expect(hasCardNumber(`${id} 4111 1111 1111 1111`)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
