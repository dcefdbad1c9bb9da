/** Limits of digits, so that a double holds every amount exactly. */
const majorPattern = /^(0|[1-9]\d{0,11})(?:[.,](\d{1,3}))?$/
const minorPattern = /^[1-9]\d{0,14}$/

/**
 * Parses an amount to minor units; null if the text is no amount greater than 0. A major amount has a point,
 * or a comma before exactly the currency's `digits` decimals; separators, signs and exponents are rejected.
 */
export function parseMinorUnits(
  { unit, text }: { readonly unit: 'major' | 'minor'; readonly text: string },
  digits: number,
): number | null {
  const trimmed = text.trim()
  if (unit === 'minor') return minorPattern.test(trimmed) ? Number(trimmed) : null
  const [, whole, decimals = ''] = majorPattern.exec(trimmed) ?? []
  if (whole === undefined || decimals.length > digits) return null
  // Reject `1,5`: a comma with fewer decimals is ambiguous, while `1.5` is one and a half everywhere.
  if (trimmed.includes(',') && decimals.length !== digits) return null
  const amount = Number(`${whole}${decimals.padEnd(digits, '0')}`)
  return amount > 0 ? amount : null
}

/** Formats minor units for reading: with two digits, `12550` is `125.50`. */
export function formatMajorUnits(amount: number, digits: number): string {
  const text = String(amount).padStart(digits + 1, '0')
  return `${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`
}
