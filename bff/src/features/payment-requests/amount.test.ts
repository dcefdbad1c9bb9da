import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMajorUnits, parseMinorUnits } from './amount.ts'

const major = (text: string) => parseMinorUnits({ unit: 'major', text }, 2)
const minor = (text: string) => parseMinorUnits({ unit: 'minor', text }, 2)

describe('parseMinorUnits', () => {
  it.each([
    ['125.50', 12_550],
    ['125,50', 12_550],
    ['125.5', 12_550],
    ['125', 12_500],
    [' 0.01 ', 1],
    ['999999999999.99', 99_999_999_999_999],
  ])('reads %j', (text, amount) => {
    expect(major(text)).toBe(amount)
  })

  it.each([
    ...[
      '',
      ' ',
      '0',
      '0.00',
      '-1',
      '+1',
      '1.005',
      '1,5',
      '1,000',
      '1.000,00',
      '1,000.00',
      '1 000',
      '1e3',
      '0x10',
    ],
    ...['007', '.5', '5.', '1.2.3', '１２', '١٢', 'NaN', 'Infinity', '1_000', '9'.repeat(300), '1.5\u0000'],
  ])('rejects %j as an amount', (text) => {
    expect(major(text)).toBeNull()
  })

  it.each(['0', '007', '1.5', '-1', '1e3', '', '1'.repeat(16)])('rejects %j as minor units', (text) => {
    expect(minor(text)).toBeNull()
  })

  it('parses what formatMajorUnits writes, exactly, for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (amount) => {
        expect(major(formatMajorUnits(amount, 2))).toBe(amount)
        expect(major(formatMajorUnits(amount, 2).replace('.', ','))).toBe(amount)
        expect(minor(String(amount))).toBe(amount)
      }),
    )
  })

  it('never throws and returns only whole amounts above 0', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const amount = major(text)
        expect(amount === null || (Number.isSafeInteger(amount) && amount > 0)).toBe(true)
      }),
    )
  })
})
