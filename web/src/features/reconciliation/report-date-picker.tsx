import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useFormatter, useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { addDays } from '../../ui/forms/day-ranges.ts'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { useFormatDay } from '../../ui/text/use-format-day.ts'
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
  const format = useFormatter()
  const weekdayFormat = useWeekdayFormat()
  const id = useId()
  const { timeZone: zone } = format
  const today = sheet?.today
  const isToday = day !== undefined && day === today
  const goTo = (next: string) => onDay(next === today ? undefined : next)
  const before = () => day !== undefined && goTo(addDays(day, -1))
  const after = () => day !== undefined && !isToday && goTo(addDays(day, 1))
  useShortcut('[', texts.dayBefore, before, day !== undefined)
  useShortcut(']', texts.nextDay, after, day !== undefined && !isToday)
  useShortcut('.', texts.today, () => onDay(undefined), !isToday)
  return (
    <div className={styles.day}>
      <span className={styles.steps}>
        <Button
          look="quiet"
          aria-label={texts.dayBefore}
          aria-keyshortcuts="["
          disabled={day === undefined}
          onClick={before}
        >
          <ChevronLeft size={14} aria-hidden />
        </Button>
        <label htmlFor={id} className="unseen">
          {texts.day}
        </label>
        <DateField
          id={id}
          label={texts.day}
          day={day}
          max={today}
          onDay={(next) => next !== undefined && goTo(next)}
        />
        <Button
          look="quiet"
          aria-label={texts.nextDay}
          aria-keyshortcuts="]"
          disabled={day === undefined || isToday}
          onClick={after}
        >
          <ChevronRight size={14} aria-hidden />
        </Button>
        {isToday ? null : (
          <Button look="quiet" aria-keyshortcuts="." onClick={() => onDay(undefined)}>
            {texts.today}
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
              age: <RowTime key="age" at={sheet.countedAt} as="relative" />,
            })}
          </>
        )}
        {seesEvery ? '' : `, ${texts.identityOnly}`}
      </span>
    </div>
  )
}

/** Returns what names a date with its weekday, which the field of the day leaves out. */
function useWeekdayFormat(): (day: string) => string {
  const { options } = useMessageStore().read()
  const formatDay = useFormatDay()
  const weekday = new Intl.DateTimeFormat(options.language, { weekday: 'long', timeZone: 'UTC' })
  return (day) => `${weekday.format(new Date(day))}, ${formatDay(day)}`
}
