import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import { createFormatter } from '@paydesk/shared/core/formatter'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useFormat, useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import styles from './report.module.css'

interface ReconciliationDatePickerProps {
  readonly sheet: ReconciliationReport | undefined
  /** Selected day; undefined until the server has said which day is today. */
  readonly day: string | undefined
  readonly seesEvery: boolean
  readonly onDay: (day: string | undefined) => void
}

/** Picks the day; shows its time zone and whether the day is over. */
export function ReconciliationDatePicker({
  sheet,
  day,
  seesEvery,
  onDay,
}: ReconciliationDatePickerProps): ReactNode {
  const texts = useMessages('reconciliation').report
  const format = useFormat()
  const weekdayFormat = useWeekdayFormat()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { timeZone: zone } = format
  const today = sheet?.today
  const isToday = day !== undefined && day === today
  const goTo = (next: string) => onDay(next === today ? undefined : next)
  const before = () => day !== undefined && goTo(addDays(day, -1))
  const after = () => day !== undefined && !isToday && goTo(addDays(day, 1))
  // Leave the input uncontrolled: a half-typed date is no day yet, and must keep its text and the focus.
  useEffect(() => {
    if (field.current && day !== undefined && field.current.value !== day) field.current.value = day
  }, [day])
  useShortcut('[', texts.dayBefore, before, day !== undefined)
  useShortcut(']', texts.nextDay, after, day !== undefined && !isToday)
  useShortcut('.', texts.today, () => onDay(undefined), !isToday)
  return (
    <div className={styles.day}>
      <span className={styles.steps}>
        <Button look="quiet" aria-label={texts.dayBefore} disabled={day === undefined} onClick={before}>
          <ChevronLeft size={14} aria-hidden />
          <span aria-hidden>
            <Kbd keys="[" />
          </span>
        </Button>
        <label htmlFor={id} className="unseen">
          {texts.day}
        </label>
        <input
          ref={field}
          id={id}
          type="date"
          className={styles.date}
          min={minDay}
          max={today}
          onChange={(event) => {
            const { value, validity } = event.target
            if (value !== '' && validity.valid && value !== day) goTo(value)
          }}
        />
        <Button
          look="quiet"
          aria-label={texts.nextDay}
          disabled={day === undefined || isToday}
          onClick={after}
        >
          <span aria-hidden>
            <Kbd keys="]" />
          </span>
          <ChevronRight size={14} aria-hidden />
        </Button>
        {isToday ? null : (
          <Button look="quiet" onClick={() => onDay(undefined)}>
            {texts.today}{' '}
            <span aria-hidden>
              <Kbd keys="." />
            </span>
          </Button>
        )}
      </span>
      <span className={styles.quiet}>
        {day === undefined
          ? (sheet?.zone ?? zone)
          : format.text(texts.shownDay, { day: weekdayFormat(day), zone: sheet?.zone ?? zone })}
        {sheet === undefined ? null : (
          <>
            {sheet.countedAt < sheet.to ? `, ${texts.soFar}` : ''},{' '}
            {format.parts<typeof texts.updated, ReactNode>(texts.updated, {
              age: <RowTime key="age" at={sheet.countedAt} as="age" />,
            })}
          </>
        )}
        {seesEvery ? '' : `, ${texts.identityOnly}`}
      </span>
    </div>
  )
}

// Rejects a year that is still being typed: 0002, 0020, 0202.
const minDay = '2000-01-01'

/** Returns what names a date with its weekday. The browser formats the input, so the page repeats the day. */
function useWeekdayFormat(): (day: string) => string {
  const { options } = useMessageStore().read()
  // A date has no time zone.
  const { day: formatDay } = createFormatter({ ...options, timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat(options.language, { weekday: 'long', timeZone: 'UTC' })
  return (day) => `${weekday.format(new Date(day))}, ${formatDay(new Date(day))}`
}

/** Adds days to a date. Computes in UTC: a date has no time zone. */
function addDays(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}
