import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { formatMaskedText } from '@paydesk/shared/messages/masked-text'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'

const plainDate = /^\d{4}-\d{2}-\d{2}$/

/** Returns a function that words what a mask leaves, in the language and form of numbers and dates of the person. */
export function useFormatMaskedText(): (value: Extract<MaskedValue, { visibility: 'masked' }>) => string {
  const { maskedTexts } = useMessages('ui')
  const format = useFormatter()
  return (value) =>
    value.mask === 'date' && plainDate.test(value.text)
      ? format.date(value.text)
      : formatMaskedText(value, maskedTexts, format.text)
}
