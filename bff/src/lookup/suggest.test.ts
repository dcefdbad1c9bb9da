import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginningIn } from './suggest.ts'

describe('beginningIn', () => {
  it.each([
    ['INV-00', 'INV-00'],
    ['  3f6c1c1e ', '3f6c1c1e'],
    ['ab12c3d4-5e', 'ab12c3d4-5e'],
    ['2026/04/00', '2026/04/00'],
    ['12345678', '12345678'],
    ['ab', null],
    ['mara@example', null],
    ['+49 170 1234', null],
    ['Mara Lindqvist', null],
    ['DE8937040044', null],
    ['de89370400440532', null],
    ['4111111111111', null],
    ['4111-1111-1111-1', null],
    ['', null],
    ['x'.repeat(65), null],
  ])('%j gives %j', (typed, beginning) => {
    expect(beginningIn(typed)).toBe(beginning)
  })

  it('never gives the beginning of an IBAN as it is printed, of an e-mail address, or of a card number', () => {
    const country = fc.constantFrom('DE', 'SE', 'GB', 'NO', 'MT')
    const iban = fc.tuple(country, fc.stringMatching(/^\d{2}[A-Z0-9]{3,30}$/)).map((parts) => parts.join(''))
    const isNone = (text: string) => {
      expect(beginningIn(text)).toBeNull()
    }
    fc.assert(fc.property(iban, isNone))
    fc.assert(fc.property(fc.stringMatching(/^[a-z.]{1,20}@[a-z.]{0,20}$/), isNone))
    fc.assert(fc.property(fc.stringMatching(/^\d{12,19}$/), isNone))
  })
})
