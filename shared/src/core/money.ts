/**
 * Formats minor units of a currency, exact for any number of digits: the text is split, never calculated
 * with. Null if the text is not an amount. `locale` decides the separators.
 */
export function formatMinorUnits(minor: string, code: string, locale = 'en-GB'): string | null {
  if (!/^-?\d{1,20}$/.test(minor) || !/^[A-Z]{3}$/.test(code)) return null
  const digits = getFractionDigits(code)
  const sign = minor.startsWith('-') ? '-' : ''
  const whole = minor.replace('-', '').padStart(digits + 1, '0')
  const units = BigInt(whole.slice(0, whole.length - digits)).toLocaleString(locale)
  return `${sign}${units}${digits > 0 ? `${getDecimalSign(locale)}${whole.slice(-digits)}` : ''} ${code}`
}

function getDecimalSign(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
}

/**
 * Parses major units: `125.5` in EUR is `12550`. Null if the text is not an amount with that currency's
 * digits.
 */
export function parseMinorUnits(major: string, code: string): string | null {
  const cut = /^(\d{1,15})(?:[.,](\d{0,4}))?$/.exec(major)
  if (!cut || !/^[A-Z]{3}$/.test(code)) return null
  const [, whole = '', fraction = ''] = cut
  const digits = getFractionDigits(code)
  if (fraction.length > digits) return null
  const minor = String(BigInt(`${whole}${fraction.padEnd(digits, '0')}`))
  return minor.length > 15 ? null : minor
}

function getFractionDigits(code: string): number {
  const format = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'code',
  })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
