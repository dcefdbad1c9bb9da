import { formatMinorUnits } from '@paydesk/shared/core/money'

interface CurrencyUnit {
  readonly currency: string
  readonly digits: number
  /** Largest amount in minor units. */
  readonly most: number
}

export type AmountPreview =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sent'; readonly minor: string; readonly major: string }
  | { readonly kind: 'odd'; readonly message: string }

/**
 * Previews the minor units that will be sent, while an amount in major units is typed; the server decides
 * whether it accepts the amount. Exact for any number of digits: cuts the text and computes nothing.
 */
export function previewAmount(text: string, { currency, digits, most }: CurrencyUnit): AmountPreview {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  // Same form as on the server: promise nothing here that the server refuses.
  const cut = /^(0|[1-9]\d{0,11})(?:[.,](\d+))?$/.exec(typed)
  if (/^0\d/.test(typed))
    return { kind: 'odd', message: `No zero before the other digits: ${exampleAmount(digits)}` }
  // Accept a comma only before all digits of the minor unit: `1,5` is ambiguous.
  const isOdd = typed.includes(',') && cut?.[2]?.length !== digits
  if (cut === null || isOdd)
    return { kind: 'odd', message: `Digits, and a point before the smaller unit: ${exampleAmount(digits)}` }
  const [, whole = '', fraction = ''] = cut
  if (fraction.length > digits)
    return {
      kind: 'odd',
      message: `${currency} has ${digits} digits after the point: ${exampleAmount(digits)}`,
    }
  const minor = BigInt(`${whole}${fraction.padEnd(digits, '0')}`)
  if (minor === 0n) return { kind: 'odd', message: 'An amount is more than zero' }
  if (minor > BigInt(most))
    return {
      kind: 'odd',
      message: `At most ${formatMajorAmount(String(most), currency)} can be asked for here`,
    }
  return { kind: 'sent', minor: String(minor), major: formatMajorAmount(String(minor), currency) }
}

/** Returns a text such as `125.50 EUR`; leaves a text that is no amount as it is. */
export function formatMajorAmount(minor: string, currency: string): string {
  return formatMinorUnits(minor, currency) ?? `${minor} ${currency}`
}

function exampleAmount(digits: number): string {
  return digits === 0 ? '125' : `125.${'5'.padEnd(digits, '0')}`
}
