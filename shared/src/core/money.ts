import type { MaskedValue } from './masked-value.ts'

/**
 * Currency codes by number of decimals (ISO 4217, list one, and codes withdrawn since 2010). A table of our
 * own: the locale data of runtimes rounds some currencies to what is in use as cash, by version. Codes
 * without a minor unit, such as gold or test codes, are not listed.
 */
const codesByFractionDigits: Readonly<Record<number, string>> = {
  0: 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EEK EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL LTL LVL MAD
    MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR
    PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD USN UYU UZS VED VEF VES WST XAD XCD XCG YER ZAR ZMK ZMW ZWG ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

const fractionDigitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByFractionDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]),
  ),
)

/** Number of decimals of a currency (ISO 4217); null for a code that is not listed, such as `eur` or `XAU`. */
export function getFractionDigits(code: string): number | null {
  return fractionDigitsByCode.get(code) ?? null
}

/**
 * Formats minor units of a currency, exact for any number of digits: the text is split, never calculated
 * with. Null if the text is not an amount or the currency is not listed. `locale` decides the separators.
 */
export function formatMinorUnits(minor: string, code: string, locale = 'en-GB'): string | null {
  const digits = getFractionDigits(code)
  if (!/^-?\d{1,20}$/.test(minor) || digits === null) return null
  const sign = minor.startsWith('-') ? '-' : ''
  const whole = minor.replace('-', '').padStart(digits + 1, '0')
  const format = getNumberFormat(locale)
  const units = format.format(BigInt(whole.slice(0, whole.length - digits)))
  return `${sign}${units}${digits > 0 ? `${getDecimalSign(format)}${whole.slice(-digits)}` : ''} ${code}`
}

/** False for an amount that came in another form than the interface documents, which is no number for programs. */
export const isMinorUnits = (amount: MaskedValue) =>
  amount.visibility !== 'clear' || /^\d+$/.test(amount.text)

/**
 * Formats a recorded amount in major units for programs: 12550 in EUR is `125.50`, exact for any number of digits.
 * Empty unless amount and currency are shown in full and the currency is listed.
 */
export function formatMajorUnits({
  amount,
  currency,
}: {
  readonly amount: MaskedValue
  readonly currency: MaskedValue
}): string {
  const digits = currency.visibility === 'clear' ? getFractionDigits(currency.text) : null
  if (amount.visibility !== 'clear' || digits === null || !/^\d{1,20}$/.test(amount.text)) return ''
  const whole = amount.text.padStart(digits + 1, '0')
  const units = whole.slice(0, whole.length - digits).replace(/^0+(?=\d)/, '')
  return digits === 0 ? units : `${units}.${whole.slice(-digits)}`
}

/** Formats by locale: a page has many amounts in one locale, and to create a format costs more than to use it. */
const numberFormats = new Map<string, Intl.NumberFormat>()

function getNumberFormat(locale: string): Intl.NumberFormat {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale)
  numberFormats.set(locale, format)
  return format
}

function getDecimalSign(format: Intl.NumberFormat): string {
  return format.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/**
 * Parses major units: `125.5` in EUR is `12550`. Null if the text is not an amount with that currency's
 * digits.
 */
export function parseMinorUnits(major: string, code: string): string | null {
  const cut = /^(\d{1,15})(?:[.,](\d{0,4}))?$/.exec(major)
  const digits = getFractionDigits(code)
  if (!cut || digits === null) return null
  const [, whole = '', fraction = ''] = cut
  if (fraction.length > digits) return null
  const minor = String(BigInt(`${whole}${fraction.padEnd(digits, '0')}`))
  return minor.length > 15 ? null : minor
}
