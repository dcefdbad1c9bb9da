import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'

/** Matches the text of a range: a word before its limit, one limit, or two of them, and the name of the unit. */
const rangeText = /^([a-z]+ )?(\d[\d ]*\d)(?: [a-z]+ (\d[\d ]*\d))? [a-z][a-z ]+$/

const toNumber = (digits = '') => Number(digits.replace(/ /g, ''))

/**
 * Returns a function that words what a mask leaves. The server sends each range of amounts and each decade as one
 * fixed text, which the masking proof knows byte for byte; the page says it in its language and form of numbers.
 */
export function useMaskedText(): (value: Extract<MaskedValue, { visibility: 'masked' }>) => string {
  const { maskedTexts } = useMessages('ui')
  const format = useFormat()
  return ({ text, mask }) => {
    if (mask === 'decade' && /^\d{4}s$/.test(text))
      return format.text(maskedTexts.decade, { year: text.slice(0, 4) })
    const range = mask === 'band' ? rangeText.exec(text) : null
    if (!range) return text
    const [limit, to] = [toNumber(range[2]), toNumber(range[3])]
    if (range[1] !== undefined) return format.text(maskedTexts.under, { limit })
    return to === 0
      ? format.text(maskedTexts.atLeast, { limit })
      : format.text(maskedTexts.between, { from: limit, to })
  }
}
