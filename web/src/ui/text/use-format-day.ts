import { createFormatter } from '@paydesk/shared/core/formatter'
import { useMessageStore } from '../../lib/messages/messages-context.tsx'

/** Returns what formats a date such as `2026-11-27` for the person; a date has no time zone that may move it. */
export function useFormatDay(): (day: string) => string {
  const { options } = useMessageStore().read()
  const { day: formatDay } = createFormatter({ ...options, timeZone: 'UTC' })
  return (day) => formatDay(new Date(`${day}T00:00:00Z`))
}
