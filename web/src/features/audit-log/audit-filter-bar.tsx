import type { AuditLogFigures, AuditLogFilter } from '@paydesk/shared/compliance/audit-log'
import { supportReferenceSchema } from '@paydesk/shared/core/ids'
import { ticketNumberSchema } from '@paydesk/shared/core/purposes'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { DayRangeMenu } from '../../ui/forms/day-range-menu.tsx'
import { SegmentButton, SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { PopoverMenu } from '../../ui/forms/select-menus.tsx'
import { hasActiveFilter } from '../../ui/state/list-state.ts'
import { createListFilters, type ListFilter } from '../../ui/table/filter-menus.tsx'
import { ListFilterBar } from '../../ui/table/list-layout.tsx'
import styles from './audit-log.module.css'
import { useAuditPersonName } from './labels.ts'
import { type AuditSearchChange, getAuditView } from './search-params.ts'

interface AuditFilterBarProps {
  readonly filter: AuditLogFilter
  readonly figures: AuditLogFigures | undefined
  readonly onChange: (change: AuditSearchChange) => void
}

/** Filters of the entry list; each selection is stored in the URL. */
export function AuditFilterBar({ filter, figures, onChange }: AuditFilterBarProps): ReactNode {
  const texts = useMessages('auditLog')
  const { purposes } = useMessages('lists')
  const { filters } = texts
  const namePerson = useAuditPersonName()
  const people = (figures?.people ?? []).map(({ person }) => ({
    value: person.person,
    label: namePerson(person, 'subject'),
  }))
  const { person, subject } = filter
  const usual = createListFilters({
    filter,
    onChange,
    menus: {
      group: { name: filters.event, any: filters.any, options: texts.groups },
      result: { name: filters.result, any: filters.any, options: texts.results },
      person:
        people.length > 1 || person !== undefined
          ? { name: filters.person, any: filters.everyone, options: people }
          : undefined,
      purpose: { name: filters.reason, any: filters.any, options: purposes, isRare: true },
    },
  })
  const all: readonly ListFilter[] = [
    ...usual,
    {
      id: 'days',
      isActive: filter.from !== undefined || filter.to !== undefined,
      menu: <DayRangeMenu name={filters.days} range={filter} onChange={onChange} />,
    },
    ...createSearchedFilters(
      [
        {
          id: 'subject',
          name: texts.panel.record,
          chosen: subject && filters.oneRecord,
          every: filters.allRecords,
        },
        { id: 'ticket', name: filters.ticket, chosen: filter.ticket, every: filters.remove },
        { id: 'reference', name: filters.reference, chosen: filter.reference, every: filters.remove },
      ],
      onChange,
    ),
  ]
  return (
    <div className={styles.filterLine}>
      <SegmentedControl legend={texts.views.label}>
        {(['activity', 'all'] as const).map((view) => (
          <SegmentButton
            key={view}
            isChosen={getAuditView(filter) === view}
            onChoose={() => onChange({ view })}
          >
            {texts.views[view]}
          </SegmentButton>
        ))}
      </SegmentedControl>
      <ListFilterBar
        filters={all}
        isFiltered={hasActiveFilter({ ...filter, view: undefined })}
        onClear={() => onChange(emptyFilter)}
        end={<ReferenceSearch onChange={onChange} />}
      />
    </div>
  )
}

interface SearchedFilter {
  readonly id: 'subject' | 'ticket' | 'reference'
  readonly name: string
  readonly chosen: string | undefined
  /** Label of the choice that removes the filter. */
  readonly every: string
}

/** Creates the filters by a value that is searched for: there is nothing to choose from, only the value to remove. */
function createSearchedFilters(
  searched: readonly SearchedFilter[],
  onChange: AuditFilterBarProps['onChange'],
): readonly ListFilter[] {
  return searched.flatMap(({ id, name, chosen, every }) => {
    if (chosen === undefined) return []
    const remove = () => onChange({ [id]: undefined })
    const menu = (
      <PopoverMenu name={name} chosen={chosen} onClear={remove}>
        <Button look="quiet" onClick={remove}>
          {every}
        </Button>
      </PopoverMenu>
    )
    return { id, isRare: true, isActive: true, menu }
  })
}

const emptyFilter: AuditSearchChange = Object.fromEntries(
  ['group', 'person', 'result', 'from', 'to', 'subject', 'purpose', 'ticket', 'reference'].map((name) => [
    name,
    undefined,
  ]),
)

/** Searches by support reference or ticket; the format of the text decides between the two. */
function ReferenceSearch({ onChange }: Pick<AuditFilterBarProps, 'onChange'>): ReactNode {
  const texts = useMessages('auditLog').filters
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    const byReference = supportReferenceSchema.safeParse(text.toUpperCase())
    const byTicket = ticketNumberSchema.safeParse(text)
    setWrong(!byReference.success && !byTicket.success)
    if (byReference.success) onChange({ reference: byReference.data, ticket: undefined })
    else if (byTicket.success) onChange({ ticket: byTicket.data, reference: undefined })
    if (byReference.success || byTicket.success) event.currentTarget.reset()
  }
  return (
    <form className={styles.find} onSubmit={find}>
      <label htmlFor={id} className="unseen">
        {texts.search}
      </label>
      <input
        id={id}
        name="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.search}
        aria-invalid={isWrong || undefined}
        onChange={() => setWrong(false)}
      />
      <Button type="submit">{texts.find}</Button>
      {isWrong ? (
        <span role="status" className={styles.wrong}>
          {texts.wrong}
        </span>
      ) : null}
    </form>
  )
}
