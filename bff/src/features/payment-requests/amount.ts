/** Digits at most before the decimals: with them the amount is a whole number that a double holds. */
const majorPattern = /^(0|[1-9]\d{0,11})(?:[.,](\d{1,3}))?$/
const minorPattern = /^[1-9]\d{0,14}$/

/**
 * The amount in minor units, or null where the text is none that is greater than 0. `major`: with a point, or a
 * comma before exactly the currency's `digits` decimals, and nothing else: no separators, signs or exponents.
 */
export function parseMinorUnits(
  { unit, text }: { readonly unit: 'major' | 'minor'; readonly text: string },
  digits: number,
): number | null {
  const trimmed = text.trim()
  if (unit === 'minor') return minorPattern.test(trimmed) ? Number(trimmed) : null
  const [, whole, decimals = ''] = majorPattern.exec(trimmed) ?? []
  if (whole === undefined || decimals.length > digits) return null
  // `1,5` may be meant as anything; `1.5` is one and a half everywhere.
  if (trimmed.includes(',') && decimals.length !== digits) return null
  const amount = Number(`${whole}${decimals.padEnd(digits, '0')}`)
  return amount > 0 ? amount : null
}

/** Minor units as they are read: `12550` is `125.50`. */
export function formatMajorUnits(amount: number, digits: number): string {
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`
}
