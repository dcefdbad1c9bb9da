import { formatComparedValue } from '@paydesk/shared/cases/compared-text'
import type { ComparedValue } from '@paydesk/shared/cases/decisions'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'

/** Returns a function that words a value of a comparison. */
export function useFormatComparedValue(): (value: ComparedValue) => string {
  const ui = useMessages('ui')
  const { changes } = useMessages('review')
  const format = useFormatter()
  return (value) => formatComparedValue(value, { ui, changes }, format)
}
