import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { formatMaskedText } from '@paydesk/shared/messages/masked-text'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'

/** Returns a function that words what a mask leaves, in the language and form of numbers of the person. */
export function useMaskedText(): (value: Extract<MaskedValue, { visibility: 'masked' }>) => string {
  const { maskedTexts } = useMessages('ui')
  const format = useFormat()
  return (value) => formatMaskedText(value, maskedTexts, format.text)
}
