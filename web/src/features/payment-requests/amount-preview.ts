import { formatMinorUnits } from '@paydesk/shared/core/money'

interface CurrencyUnit {
  readonly currency: string
  readonly digits: number
  /** The largest amount in minor units. */
  readonly most: number
}

export type AmountPreview =
  | { readonly kind: 'empty' }
  | { readonly kind: 'sent'; readonly minor: string; readonly major: string }
  | { readonly kind: 'odd'; readonly message: string }

/**
 * What an amount in major units will be sent as, for display while it is typed; whether it is taken is decided by
 * the server. Exact for any number of digits: the text is cut, never computed with.
 */
export function previewAmount(text: string, { currency, digits, most }: CurrencyUnit): AmountPreview {
  const typed = text.trim()
  if (typed === '') return { kind: 'empty' }
  // In the form that the server takes: nothing is promised here that is refused there.
  const cut = /^(0|[1-9]\d{0,11})(?:[.,](\d+))?$/.exec(typed)
  if (/^0\d/.test(typed))
    return { kind: 'odd', message: `No zero before the other digits: ${exampleAmount(digits)}` }
  // A comma before all the digits of the smaller unit only: `1,5` may be meant as anything.
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

/** `125.50 EUR`; what is no amount stays as it is. */
export function formatMajorAmount(minor: string, currency: string): string {
  return formatMinorUnits(minor, currency) ?? `${minor} ${currency}`
}

function exampleAmount(digits: number): string {
  return digits === 0 ? '125' : `125.${'5'.padEnd(digits, '0')}`
}
