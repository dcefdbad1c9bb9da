import { CalendarDays } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { useFormatter, useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { isComposingKey } from '../state/key-press.ts'
import { useAnnounce } from '../text/announce.tsx'
import { IconButton } from '../text/icon-button.tsx'
import { useFormatDay } from '../text/use-format-day.ts'
import styles from './date-field.module.css'
import { addDays, getDayInTimeZone } from './day-ranges.ts'
import { parseDate } from './parse-date.ts'

interface DateFieldProps {
  /** Names the input for a `label` outside of this part. */
  readonly id: string
  /** Text of that label, which also names the calendar button. */
  readonly label: string
  /** Day such as `2026-11-27`. */
  readonly day: string | undefined
  readonly min?: string | undefined
  /** Last day that is accepted; today unless given. */
  readonly max?: string | undefined
  /** Called with a day within the limits, or with undefined if the field was emptied. */
  readonly onDay: (day: string | undefined) => void
}

// The server accepts no earlier day. Also rejects a year such as 0202.
const earliestDay = '2000-01-01'

/**
 * Field of one day in the format of the person; a native date input shows the format of the browser instead. Accepts what
 * `parseDate` reads, on Enter or once the focus leaves. The arrow keys go up and down by a day, Escape drops what was
 * typed.
 */
export function DateField({ id, label, day, min = earliestDay, max, onDay }: DateFieldProps): ReactNode {
  const { days: texts } = useMessages('lists')
  const format = useFormatter()
  const formatDay = useFormatDay()
  const announce = useAnnounce()
  const { dates } = useMessageStore().read().options
  const problemId = useId()
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [shownDay, setShownDay] = useState(day)
  // Forget what was typed once the day changes elsewhere, such as by a preset.
  if (day !== shownDay) {
    setShownDay(day)
    setTyped(null)
    setProblem(null)
  }
  const latest = max ?? getDayInTimeZone(Date.now(), format.timeZone)
  const text = typed ?? (day === undefined ? '' : formatDay(day))
  const parse = (input: string) => parseDate(input, { dates, latest })

  function findProblem(input: string): string | null {
    const parsed = parse(input)
    if (!parsed.ok)
      return format.text(parsed.problem === 'form' ? texts.notADate : texts.noSuchDay, {
        example: formatDay(latest),
      })
    if (parsed.day < min) return format.text(texts.tooEarly, { day: formatDay(min) })
    return parsed.day > latest ? format.text(texts.tooLate, { day: formatDay(latest) }) : null
  }

  function accept(next: string | undefined) {
    setProblem(null)
    // Keep the new day in the field until the page has it: the day before would flash up in between.
    setTyped(next === undefined || next === day ? null : formatDay(next))
    if (next !== day) onDay(next)
  }

  function commit() {
    if (typed === null) return
    if (typed.trim() === '') return accept(undefined)
    const parsed = parse(typed)
    const wrong = findProblem(typed)
    if (wrong === null && parsed.ok) return accept(parsed.day)
    setProblem(wrong)
    // The live region of the application also speaks if this field is in a menu that closes.
    if (wrong !== null) announce(wrong)
  }

  function stepDay(by: number) {
    const parsed = parse(text)
    const next = parsed.ok ? addDays(parsed.day, by) : latest
    // Compare as texts: the form of a day sorts by time.
    const shown = formatDay([min, next, latest].sort()[1] ?? next)
    setProblem(null)
    setTyped(shown)
    announce(shown)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || isComposingKey(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      commit()
    } else if (event.key === 'Escape') {
      // Leave the default: it closes the menu around the field, which would otherwise take a half-typed day.
      setTyped(null)
      setProblem(null)
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      stepDay(event.key === 'ArrowUp' ? 1 : -1)
    }
  }

  return (
    <span className={styles.field}>
      <span className={styles.line}>
        <input
          id={id}
          className={styles.input}
          value={text}
          placeholder={format.text(texts.example, { day: formatDay(latest) })}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problemId}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
          onBlur={commit}
        />
        {/* Only its calendar is used: what it shows as text would be in the format of the browser. */}
        <input
          ref={calendar}
          type="date"
          className={styles.calendar}
          tabIndex={-1}
          aria-hidden
          min={min}
          max={latest}
          value={day ?? ''}
          onChange={({ target: { value, validity } }) => {
            if (validity.valid) accept(value || undefined)
          }}
        />
        <IconButton
          className={styles.button}
          label={format.text(texts.calendar, { field: label })}
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarDays size={14} aria-hidden />
        </IconButton>
      </span>
      <span id={problemId} className={styles.problem}>
        {problem}
      </span>
    </span>
  )
}
