import { describe, expect, it } from 'vitest'
import { currencyFractionDigits } from '../payments/payment-requests.ts'
import { formatMajorUnits, formatMinorUnits, getFractionDigits, parseMinorUnits } from './money.ts'

describe('decimals of a currency', () => {
  // Runtimes say 0 for some of these, because no coins of the minor unit are left.
  it.each([
    ['HUF', '102.63 HUF'],
    ['IDR', '102.63 IDR'],
    ['COP', '102.63 COP'],
    ['PKR', '102.63 PKR'],
    ['RSD', '102.63 RSD'],
    ['LBP', '102.63 LBP'],
    ['TWD', '102.63 TWD'],
    ['UZS', '102.63 UZS'],
    ['IQD', '10.263 IQD'],
    ['KWD', '10.263 KWD'],
    ['TND', '10.263 TND'],
    ['JPY', '10,263 JPY'],
    ['ISK', '10,263 ISK'],
    ['UGX', '10,263 UGX'],
    ['XOF', '10,263 XOF'],
    ['CLF', '1.0263 CLF'],
    ['UYW', '1.0263 UYW'],
  ])('%s: 10263 is %s', (code, shown) => {
    expect(formatMinorUnits('10263', code)).toBe(shown)
    const major = shown.replaceAll(/[^\d.]/g, '')
    expect(parseMinorUnits(major, code)).toBe('10263')
  })

  it('are listed for the currencies that this runtime knows, and never fewer than it knows', () => {
    const known = Intl.supportedValuesOf('currency').filter((code) => getFractionDigits(code) !== null)
    const fewer = known.filter((code) => {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
      return (getFractionDigits(code) ?? 0) < (format.resolvedOptions().maximumFractionDigits ?? 0)
    })
    expect(fewer).toEqual([])
    expect(known.length).toBeGreaterThan(145)
  })

  it.each(['XAU', 'XDR', 'XXX', 'XTS', 'eur', 'EURO', '', 'constructor'])(
    'are not made up for %j',
    (code) => {
      expect(getFractionDigits(code)).toBeNull()
      expect(formatMinorUnits('10263', code)).toBeNull()
      expect(parseMinorUnits('1', code)).toBeNull()
    },
  )

  it('are the same for payment requests', () => {
    for (const [code, digits] of Object.entries(currencyFractionDigits))
      expect(getFractionDigits(code)).toBe(digits)
  })
})

describe('an amount in major units', () => {
  const clear = (text: string) => ({ visibility: 'clear', text }) as const
  it.each([
    ['12550', 'EUR', '125.50'],
    ['5', 'EUR', '0.05'],
    ['0', 'EUR', '0.00'],
    ['500', 'JPY', '500'],
    ['1', 'BHD', '0.001'],
    ['12345', 'CLF', '1.2345'],
    ['12345678901234567890', 'EUR', '123456789012345678.90'],
    ['0012550', 'EUR', '125.50'],
    ['125.50', 'EUR', ''],
    ['-500', 'EUR', ''],
    ['100', 'XAU', ''],
    ['100', '', ''],
  ])('%s %s is %s', (amount, currency, shown) => {
    expect(formatMajorUnits({ amount: clear(amount), currency: clear(currency) })).toBe(shown)
  })

  it('is not told of an amount or a currency that is masked', () => {
    const masked = { visibility: 'masked', text: '100 to 999', mask: 'band' } as const
    expect(formatMajorUnits({ amount: masked, currency: clear('EUR') })).toBe('')
    expect(formatMajorUnits({ amount: clear('100'), currency: { visibility: 'hidden' } })).toBe('')
  })
})
