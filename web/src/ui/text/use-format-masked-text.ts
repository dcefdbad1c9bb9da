import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { formatMaskedText } from '@paydesk/shared/messages/masked-text'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'

/** Returns a function that words what a mask leaves, in the language and form of numbers of the person. */
export function useFormatMaskedText(): (value: Extract<MaskedValue, { visibility: 'masked' }>) => string {
  const { maskedTexts } = useMessages('ui')
  const format = useFormatter()
  return (value) => formatMaskedText(value, maskedTexts, format.text)
}
