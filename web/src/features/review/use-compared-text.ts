import { formatComparedValue } from '@paydesk/shared/cases/compared-text'
import type { ComparedValue } from '@paydesk/shared/cases/decisions'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'

/** Returns a function that words a value of a comparison. */
export function useComparedText(): (value: ComparedValue) => string {
  const ui = useMessages('ui')
  const { changes } = useMessages('review')
  const format = useFormat()
  return (value) => formatComparedValue(value, { ui, changes }, format)
}
