import type { AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { CloseButton } from '../../ui/dialog/close-button.tsx'
import { type DescriptionItem, DescriptionList } from '../../ui/text/description-list.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { formatCount } from '../../ui/text/format-count.ts'
import { formatUtc } from '../../ui/text/format-time.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { useTimeZone } from '../../ui/text/time-zone.tsx'
import { AuditEntrySentence } from './audit-entry-sentence.tsx'
import styles from './audit-log.module.css'
import { auditResultLabels, formatAuditOutcome, formatReauthenticationAge } from './labels.ts'
import { StaffActivityLink } from './staff-activity-link.tsx'

/** Renders the record id of an entry; `shown` is the id in its displayed form. */
export type RenderAuditRecordId = (entry: AuditEntryView, shown: ReactNode) => ReactNode

interface AuditEntryPanelProps {
  /** Null if the URL names an entry that is not on this page of the list. */
  readonly entry: AuditEntryView | null
  /** Renders the record id, with a way to reveal a masked one. */
  readonly renderRecord: RenderAuditRecordId
  /** Moves focus to the entry, for layouts that do not show the entry beside the list. */
  readonly takesFocus: boolean
  readonly onClose: () => void
}

/** Shows one audit entry with all stored details and its position in the hash chain. */
export function AuditEntryPanel({
  entry,
  renderRecord,
  takesFocus,
  onClose,
}: AuditEntryPanelProps): ReactNode {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && entry !== null) heading.current?.focus()
  }, [takesFocus, entry])
  return (
    <article className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          {entry === null ? (
            'Not on this page'
          ) : (
            <AuditEntrySentence entry={entry} isInRow={false} withOutcome />
          )}
        </h2>
        <CloseButton label="Close the entry" onClose={onClose} />
      </div>
      {entry === null ? (
        <p className={styles.quiet}>The entry of this address stands on another page of the list.</p>
      ) : (
        <EntryDetails entry={entry} renderRecord={renderRecord} />
      )}
    </article>
  )
}

const absentValue = { seen: 'absent' } as const

interface EntryDetailsProps extends Pick<AuditEntryPanelProps, 'renderRecord'> {
  readonly entry: AuditEntryView
}

function EntryDetails({ entry, renderRecord }: EntryDetailsProps): ReactNode {
  const { name: env } = useEnvironment()
  const seesEvery = useMay('audit.every')
  const { person, chain, n, hash, prev } = entry
  const zone = useTimeZone()
  return (
    <>
      <DescriptionList
        hidden="Your role sees no value of it."
        facts={[
          {
            term: 'Time',
            value: absentValue,
            node: (
              <>
                <RowTime at={entry.at} as="exact" /> {zone}
              </>
            ),
          },
          { term: 'In UTC', value: absentValue, node: formatUtc(new Date(entry.at)) },
          {
            term: 'Result',
            value: absentValue,
            node: formatAuditOutcome(entry) ?? auditResultLabels[entry.result],
          },
          {
            term: 'Reference',
            value: entry.reference === null ? absentValue : { seen: 'clear', text: entry.reference },
            mono: true,
            copy: 'reference',
          },
          ...createRecordItems(entry, renderRecord),
          ...createTextItems('Value', entry.field),
          ...createTextItems('Reason', entry.purpose?.words ?? null),
          ...createTextItems('Ticket', entry.ticket),
          ...createTextItems(
            'Proved who they are',
            entry.stepUpAge === null ? null : formatReauthenticationAge(entry.stepUpAge),
          ),
          { term: 'From address', value: entry.source, mono: true },
          { term: 'Instance', value: { seen: 'clear', text: entry.instance }, mono: true },
        ]}
      />
      <dl className={styles.chain}>
        <dt>Place in the chain</dt>
        <dd>
          {hash === null ? (
            'It stands in no chain: it was not written by Paydesk.'
          ) : (
            <>
              Entry <b>{formatCount(n)}</b> of <code>{chain}</code>
            </>
          )}
        </dd>
        {hash === null ? null : (
          <>
            <dt>Hash</dt>
            <dd>
              <code>{hash}…</code>
            </dd>
            <dt>Written after</dt>
            <dd>
              <code>{/^0+$/.test(prev ?? '') ? 'nothing: it is the first' : `${prev}…`}</code>
            </dd>
          </>
        )}
      </dl>
      <ul className={styles.ways}>
        {person === null ? null : (
          <li>
            <Link to="/$env/audit" params={{ env }} search={{ person: person.person }}>
              {person.me ? 'Everything that you did' : 'Everything of this person'}
            </Link>
          </li>
        )}
        {person === null || !seesEvery ? null : (
          <li>
            <StaffActivityLink person={person.person}>
              {person.me ? 'What did you see?' : 'What did they see?'}
            </StaffActivityLink>
          </li>
        )}
        {entry.ticket === null ? null : (
          <li>
            <Link to="/$env/audit" params={{ env }} search={{ ticket: entry.ticket }}>
              Everything under ticket {entry.ticket}
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}

function createRecordItems(entry: AuditEntryView, renderRecord: RenderAuditRecordId): DescriptionItem[] {
  if (entry.about === null) return []
  const look = { value: entry.about.id, mono: true, copy: 'handle of the record' }
  return [{ term: 'Record', ...look, node: renderRecord(entry, <FieldValue {...look} />) }]
}

function createTextItems(term: string, text: string | null) {
  return text === null ? [] : [{ term, value: { seen: 'clear', text } as const }]
}
