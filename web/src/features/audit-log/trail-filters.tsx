import type { TrailFigures, TrailFilter } from '@paydesk/shared/compliance/trail'
import { trailGroup, trailResult } from '@paydesk/shared/compliance/trail'
import { reference } from '@paydesk/shared/core/ids'
import { caseRef, type PurposeCode, purposes } from '@paydesk/shared/core/purpose'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Menu, OneMenu } from '../../ui/forms/choice-menu.tsx'
import { isFiltered } from '../../ui/state/list-state.ts'
import { FoldingFilterLine } from '../../ui/table/list-parts.tsx'
import { shownText } from '../../ui/text/masked-value.tsx'
import type { TrailChange } from './address.ts'
import styles from './trail.module.css'
import { groupWords, resultWords } from './words.ts'

interface TrailFiltersProps {
  readonly filter: TrailFilter
  readonly figures: TrailFigures | undefined
  readonly onChange: (change: TrailChange) => void
}

const groups = trailGroup.options.map((value) => ({ value, word: groupWords[value] }))
const results = trailResult.options.map((value) => ({ value, word: resultWords[value] }))
const isPurpose = (code: string): code is PurposeCode => Object.hasOwn(purposes, code)
const reasons = Object.entries(purposes).flatMap(([value, word]) =>
  isPurpose(value) ? [{ value, word }] : [],
)

/** Which entries are listed: each answer is a part of the address. */
export function TrailFilters({ filter, figures, onChange }: TrailFiltersProps): ReactNode {
  const people = (figures?.people ?? []).map(({ person }) => ({
    value: person.person,
    word: person.me ? 'You' : (shownText(person.name) ?? 'A colleague'),
  }))
  const { group, result, person, purpose, subject } = filter
  return (
    <FoldingFilterLine
      isFiltered={isFiltered(filter)}
      onClear={() => onChange(nothing)}
      end={<FindOne onChange={onChange} />}
    >
      <OneMenu
        name="What was done"
        any="Anything"
        options={groups}
        chosen={group}
        onChoose={(next) => onChange({ group: next })}
      />
      <OneMenu
        name="What came of it"
        any="Anything"
        options={results}
        chosen={result}
        onChoose={(next) => onChange({ result: next })}
      />
      {people.length > 1 || person !== undefined ? (
        <OneMenu
          name="Who"
          any="Anybody"
          options={people}
          chosen={person}
          onChoose={(next) => onChange({ person: next })}
        />
      ) : null}
      <OneMenu
        name="Reason"
        any="Any, or none"
        options={reasons}
        chosen={purpose}
        onChoose={(next) => onChange({ purpose: next })}
      />
      <Days filter={filter} onChange={onChange} />
      {subject === undefined ? null : (
        <span className={styles.only}>
          Only of one record{' '}
          <Button look="quiet" onClick={() => onChange({ subject: undefined })}>
            All records
          </Button>
        </span>
      )}
      {(['ticket', 'reference'] as const).map((each) =>
        filter[each] === undefined ? null : (
          <span key={each} className={styles.only}>
            {each === 'ticket' ? 'Ticket' : 'Reference'} <code>{filter[each]}</code>
            <Button look="quiet" onClick={() => onChange({ [each]: undefined })}>
              Any
            </Button>
          </span>
        ),
      )}
    </FoldingFilterLine>
  )
}

const nothing: TrailChange = Object.fromEntries(
  ['group', 'person', 'result', 'from', 'to', 'subject', 'purpose', 'ticket', 'reference'].map((name) => [
    name,
    undefined,
  ]),
)

function Days({ filter: { from, to }, onChange }: Omit<TrailFiltersProps, 'figures'>): ReactNode {
  const [first, last] = [useId(), useId()]
  const chosen = from === undefined && to === undefined ? null : `${from ?? '…'} – ${to ?? '…'}`
  const set = (name: 'from' | 'to', value: string, isValid: boolean) => {
    if (isValid) onChange({ [name]: value === '' ? undefined : value })
  }
  return (
    <Menu name="Days" chosen={chosen}>
      <div className={styles.days}>
        <label htmlFor={first}>From</label>
        <input
          id={first}
          type="date"
          defaultValue={from}
          max={to}
          onChange={({ target }) => set('from', target.value, target.validity.valid)}
        />
        <label htmlFor={last}>To</label>
        <input
          id={last}
          type="date"
          defaultValue={to}
          min={from}
          onChange={({ target }) => set('to', target.value, target.validity.valid)}
        />
      </div>
    </Menu>
  )
}

/** A reference or a ticket, typed or pasted: whichever of the two it is by its form. */
function FindOne({ onChange }: Pick<TrailFiltersProps, 'onChange'>): ReactNode {
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    const byReference = reference.safeParse(text.toUpperCase())
    const byTicket = caseRef.safeParse(text)
    setWrong(!byReference.success && !byTicket.success)
    if (byReference.success) onChange({ reference: byReference.data, ticket: undefined })
    else if (byTicket.success) onChange({ ticket: byTicket.data, reference: undefined })
    if (byReference.success || byTicket.success) event.currentTarget.reset()
  }
  return (
    <form className={styles.find} onSubmit={find}>
      <label htmlFor={id} className="unseen">
        Reference or ticket
      </label>
      <input
        id={id}
        name="text"
        autoComplete="off"
        spellCheck={false}
        placeholder="Reference or ticket"
        aria-invalid={isWrong || undefined}
        onChange={() => setWrong(false)}
      />
      <Button type="submit">Find</Button>
      {isWrong ? (
        <span role="status" className={styles.wrong}>
          A reference begins with PD-, a ticket holds a digit and no spaces.
        </span>
      ) : null}
    </form>
  )
}
