import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber } from './card-number.ts'

describe('holdsCardNumber', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'order 17 paid with 4111 1111 1111 1111 yesterday',
    '5555555555554444',
    '378282246310005',
    '30569309025904',
    '6304000000000000000',
    '4222222222222',
  ])('%s', (text) => {
    expect(holdsCardNumber(text)).toBe(true)
  })

  it.each([
    '4111111111111112',
    '411111111111',
    '41111111111111111111',
    '4111.1111.1111.1111',
    'SE4550000000058398257466',
    '1014000000417',
    // Ids of the service whose digits happen to pass.
    '00000000-0000-4002-8000-000000000000',
    'GET /v1/authorization/4ABCDEF0-0000-4111-1111-111111111111',
    '',
    ' ',
    '４１１１１１１１１１１１１１１１',
  ])('not %s', (text) => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  /** The check digit as the standard has it, reckoned another way round than the code does. */
  function checkDigit(digits: readonly number[]): number {
    const weighted = [...digits]
      .reverse()
      .map((digit, at) => (at % 2 === 0 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit] ?? 0) : digit))
    return (10 - (weighted.reduce((sum, one) => sum + one, 0) % 10)) % 10
  }

  it('knows a number by its one right check digit, however it is grouped', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 18 })
    fc.assert(
      fc.property(digits, fc.integer({ min: 1, max: 9 }), fc.constantFrom('', ' ', '-'), (body, off, gap) => {
        const right = checkDigit(body)
        const grouped = (last: number) => [...body, last].join('').replace(/(.{4})(?=.)/g, `$1${gap}`)
        expect(holdsCardNumber(grouped(right))).toBe(true)
        expect(holdsCardNumber(grouped((right + off) % 10))).toBe(false)
      }),
    )
  })

  it('takes no id of the service for one, and finds one beside an id', () => {
    const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))
    const uuid = fc
      .tuple(digits(8), digits(4), digits(4), digits(4), digits(12))
      .map((parts) => parts.join('-'))
    fc.assert(
      fc.property(uuid, (id) => {
        expect(holdsCardNumber(id)).toBe(false)
        expect(holdsCardNumber(`${id} 4111 1111 1111 1111`)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
