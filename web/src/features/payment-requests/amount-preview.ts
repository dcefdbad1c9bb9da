import type { Formatter } from '@paydesk/shared/core/formatter'

interface CurrencyUnit {
  readonly currency: string
  readonly digits: number
  /** Largest amount in minor units. */
  readonly maximum: number
}

export type AmountPreview =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sent'; readonly minor: string }
  | { readonly kind: 'odd'; readonly fault: 'leadingZero' | 'format' | 'digits' | 'zero' | 'max' }

/**
 * Previews the minor units that will be sent, while an amount in major units is typed; the server decides
 * whether it accepts the amount. Exact for any number of digits: cuts the text and computes nothing.
 */
export function previewAmount(text: string, { digits, maximum }: CurrencyUnit): AmountPreview {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  // Same form as on the server: promise nothing here that the server refuses.
  const cut = /^(0|[1-9]\d{0,11})(?:[.,](\d+))?$/.exec(typed)
  if (/^0\d/.test(typed)) return { kind: 'odd', fault: 'leadingZero' }
  // Accept a comma only before all digits of the minor unit: `1,5` is ambiguous.
  const isOdd = typed.includes(',') && cut?.[2]?.length !== digits
  if (cut === null || isOdd) return { kind: 'odd', fault: 'format' }
  const [, whole = '', fraction = ''] = cut
  if (fraction.length > digits) return { kind: 'odd', fault: 'digits' }
  const minor = BigInt(`${whole}${fraction.padEnd(digits, '0')}`)
  if (minor === 0n) return { kind: 'odd', fault: 'zero' }
  return minor > BigInt(maximum) ? { kind: 'odd', fault: 'max' } : { kind: 'sent', minor: String(minor) }
}

/** Returns a text such as `125.50 EUR`; leaves a text that is no amount as it is. */
export function formatMajorAmount({ money }: Formatter, minor: string, currency: string): string {
  return money(minor, currency) ?? `${minor} ${currency}`
}

/** Amount as it may be typed: all digits of the currency, with the decimal sign of the page. */
export function formatExampleAmount({ number }: Formatter, digits: number): string {
  return digits === 0 ? '125' : `${number(125.5).slice(0, -1)}${'5'.padEnd(digits, '0')}`
}

/** Zero as an amount is typed: `0.00`, or `0,00` where the page writes a comma. */
export function formatZeroAmount(format: Formatter, digits: number): string {
  return formatExampleAmount(format, digits).slice(2).replaceAll(/\d/g, '0')
}
