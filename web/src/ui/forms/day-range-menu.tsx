import type { DayRange } from '@paydesk/shared/core/endpoint'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useNowEveryHalfMinute } from '../state/use-now.ts'
import { useFormatDay } from '../text/use-format-day.ts'
import { DateField } from './date-field.tsx'
import styles from './day-range-menu.module.css'
import { addDays, type DayPreset, dayPresets, getDayInTimeZone, resolveDayPreset } from './day-ranges.ts'
import menuStyles from './select-menus.module.css'
import { PopoverMenu } from './select-menus.tsx'

interface DayRangeMenuProps {
  readonly name: string
  readonly range: DayRange
  /** True if a range is always chosen, with both ends. */
  readonly isRequired?: boolean
  /** Limit of the list, which leaves out longer presets. */
  readonly maxDays?: number
  /** Limit in words, said below the fields. */
  readonly note?: string
  readonly onChange: (range: DayRange) => void
}

/** Selects days of the person's time zone, in which the server counts them: a preset, or from one day to another. */
export function DayRangeMenu({
  name,
  range,
  isRequired = false,
  maxDays = 90,
  note,
  onChange,
}: DayRangeMenuProps): ReactNode {
  const texts = useMessages('lists').days
  const format = useFormatter()
  const formatDay = useFormatDay()
  const { timeZone: zone } = format
  const today = getDayInTimeZone(useNowEveryHalfMinute(), zone)
  const [group, first, last] = [useId(), useId(), useId()]
  const [picked, setPicked] = useState<DayPreset>()
  const { from, to } = range
  const earliest = addDays(today, 1 - maxDays)
  const presets = dayPresets.filter((each) => resolveDayPreset(each, today).from >= earliest)
  // Prefer the preset that was picked: on a Monday, this week is also today.
  const preset = [...(picked === undefined ? [] : [picked]), ...presets].find((each) => {
    const days = resolveDayPreset(each, today)
    return days.from === from && days.to === to
  })
  function describeRange(): string | null {
    if (preset !== undefined) return texts.presets[preset]
    if (from !== undefined && to !== undefined)
      return from === to
        ? formatDay(from)
        : format.text(texts.between, { from: formatDay(from), to: formatDay(to) })
    if (from !== undefined) return format.text(texts.since, { from: formatDay(from) })
    return to === undefined ? null : format.text(texts.until, { to: formatDay(to) })
  }
  const change = (end: 'from' | 'to', day: string | undefined) => {
    if (day !== undefined || !isRequired) onChange({ from, to, [end]: day })
  }
  return (
    <PopoverMenu
      name={name}
      chosen={describeRange()}
      {...(isRequired ? {} : { onClear: () => onChange({ from: undefined, to: undefined }) })}
    >
      {isRequired ? null : (
        <label className={menuStyles.option}>
          <input
            type="radio"
            name={group}
            checked={from === undefined && to === undefined}
            onChange={() => onChange({ from: undefined, to: undefined })}
          />
          {texts.any}
        </label>
      )}
      {presets.map((each) => (
        <label key={each} className={menuStyles.option}>
          <input
            type="radio"
            name={group}
            checked={each === preset}
            onChange={() => {
              setPicked(each)
              onChange(resolveDayPreset(each, today))
            }}
          />
          {texts.presets[each]}
        </label>
      ))}
      <div className={styles.days}>
        <label htmlFor={first}>{texts.from}</label>
        <DateField
          id={first}
          label={texts.from}
          day={from}
          max={to ?? today}
          onDay={(day) => change('from', day)}
        />
        <label htmlFor={last}>{texts.to}</label>
        <DateField
          id={last}
          label={texts.to}
          day={to}
          min={from}
          max={today}
          onDay={(day) => change('to', day)}
        />
      </div>
      <p className={styles.note}>
        {format.text(texts.zone, { zone })}
        {note === undefined ? null : `, ${note}`}
      </p>
    </PopoverMenu>
  )
}
