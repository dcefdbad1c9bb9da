import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'

interface DayInputProps {
  readonly id: string
  /** Day such as `2026-11-27`. */
  readonly day: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly className?: string | undefined
  /** Called with a whole day, or with undefined if the field was emptied. */
  readonly onDay: (day: string | undefined) => void
}

// Rejects a year that is still being typed: 0002, 0020, 0202.
const minDay = '2000-01-01'

/** Field of one day. Reports a day once it is whole and within the limits. */
export function DayInput({ id, day, min = minDay, max, className, onDay }: DayInputProps): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  // Leave the input uncontrolled: a half-typed date is no day yet, and must keep its text and the focus.
  useEffect(() => {
    if (field.current && field.current.value !== (day ?? '')) field.current.value = day ?? ''
  }, [day])
  return (
    <input
      ref={field}
      id={id}
      type="date"
      className={className}
      min={min}
      max={max}
      onChange={({ target: { value, validity } }) => {
        if (validity.valid && value !== (day ?? '')) onDay(value || undefined)
      }}
    />
  )
}
