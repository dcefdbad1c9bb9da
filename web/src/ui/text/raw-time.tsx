import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Timestamp } from './timestamp.tsx'

/** Shows a time of the payment service: in Paydesk's time zone if it is an instant, else as received. */
export function RawTime({ text }: { readonly text: string }): ReactNode {
  const { value } = useMessages('ui')
  const format = useFormatter()
  const isInstant =
    /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))
  return isInstant ? (
    <Timestamp
      at={new Date(text).toISOString()}
      as="full"
      also={format.text(value.asReceived, { value: text })}
    />
  ) : (
    text
  )
}
