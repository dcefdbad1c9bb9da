import { labelAuditField } from '@paydesk/shared/compliance/audit-event-text'
import type { AuditEntryView } from '@paydesk/shared/compliance/audit-log'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { SidePanel } from '../../ui/page/side-panel.tsx'
import { type DescriptionItem, DescriptionList } from '../../ui/text/description-list.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { formatUtc } from '../../ui/text/format-time.ts'
import { RowTime } from '../../ui/text/row-time.tsx'
import { AuditEntrySentence } from './audit-entry-sentence.tsx'
import styles from './audit-log.module.css'
import { formatAuditOutcome, useAuditEntryTexts } from './labels.ts'
import { StaffActivityLink } from './staff-activity-link.tsx'

/** Renders the record id of an entry; `shown` is the id in its displayed form. */
export type AuditRecordIdRenderer = (entry: AuditEntryView, shown: ReactNode) => ReactNode

interface AuditEntryPanelProps {
  /** Null if the URL names an entry that is not on this page of the list. */
  readonly entry: AuditEntryView | null
  /** Renders the record id, with a way to reveal a masked one. */
  readonly renderRecord: AuditRecordIdRenderer
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
  const texts = useMessages('auditLog')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus && entry !== null) heading.current?.focus()
  }, [takesFocus, entry])
  return (
    <SidePanel
      title={
        entry === null ? (
          texts.panel.notOnPage
        ) : (
          <AuditEntrySentence entry={entry} isInRow={false} withOutcome />
        )
      }
      heading={heading}
      closeLabel={texts.closeEntry}
      onClose={onClose}
    >
      {entry === null ? (
        <p className={styles.quiet}>{texts.panel.otherPage}</p>
      ) : (
        <EntryDetails entry={entry} renderRecord={renderRecord} />
      )}
    </SidePanel>
  )
}

const absentValue = { visibility: 'absent' } as const

interface EntryDetailsProps extends Pick<AuditEntryPanelProps, 'renderRecord'> {
  readonly entry: AuditEntryView
}

function EntryDetails({ entry, renderRecord }: EntryDetailsProps): ReactNode {
  const all = useAuditEntryTexts()
  const texts = all.page.panel
  const format = useFormatter()
  const { name: env } = useEnvironment()
  const seesEvery = useMay('audit.every')
  const { person, chain, number: n, hash, previousHash: prev } = entry
  const { timeZone: zone } = format
  return (
    <>
      <DescriptionList
        hidden={texts.hidden}
        facts={[
          {
            term: texts.time,
            value: absentValue,
            node: (
              <>
                <RowTime at={entry.at} as="exact" /> {zone}
              </>
            ),
          },
          { term: texts.utc, value: absentValue, node: formatUtc(new Date(entry.at)) },
          {
            term: texts.result,
            value: absentValue,
            node: formatAuditOutcome(entry, all, format) ?? all.page.results[entry.result],
          },
          {
            term: texts.reference,
            value: entry.reference === null ? absentValue : { visibility: 'clear', text: entry.reference },
            mono: true,
            copy: texts.reference,
          },
          ...createRecordItems(entry, renderRecord, texts),
          ...createTextItems(
            texts.value,
            entry.field === null ? null : labelAuditField(entry.field, all.events),
          ),
          ...createTextItems(
            texts.reason,
            entry.purpose === null ? null : all.events.purposes[entry.purpose],
          ),
          ...createTextItems(texts.ticket, entry.ticket),
          ...createTextItems(
            texts.reauthentication,
            entry.reauthenticationAge === null
              ? null
              : entry.reauthenticationAge < 120
                ? format.text(texts.secondsBefore, { count: entry.reauthenticationAge })
                : format.text(texts.minutesBefore, { count: Math.round(entry.reauthenticationAge / 60) }),
          ),
          { term: texts.source, value: entry.source, mono: true },
          { term: texts.instance, value: { visibility: 'clear', text: entry.instance }, mono: true },
        ]}
      />
      <dl className={styles.chain}>
        <dt>{texts.position}</dt>
        <dd>
          {hash === null
            ? texts.noChain
            : format.parts(texts.entryOf, {
                n: <b key="n">{format.number(n)}</b>,
                chain: <code key="chain">{chain}</code>,
              })}
        </dd>
        {hash === null ? null : (
          <>
            <dt>{texts.hash}</dt>
            <dd>
              <code>{hash}…</code>
            </dd>
            <dt>{texts.previous}</dt>
            <dd>
              <code>{/^0+$/.test(prev ?? '') ? texts.first : `${prev}…`}</code>
            </dd>
          </>
        )}
      </dl>
      <ul className={styles.ways}>
        {person === null ? null : (
          <li>
            <Link to="/$env/audit-log" params={{ env }} search={{ person: person.person }}>
              {person.me ? texts.ownEvents : texts.events}
            </Link>
          </li>
        )}
        {person === null || !seesEvery ? null : (
          <li>
            <StaffActivityLink person={person.person}>
              {person.me ? texts.ownActivity : texts.activity}
            </StaffActivityLink>
          </li>
        )}
        {entry.ticket === null ? null : (
          <li>
            <Link to="/$env/audit-log" params={{ env }} search={{ ticket: entry.ticket }}>
              {format.text(texts.ofTicket, { ticket: entry.ticket })}
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}

function createRecordItems(
  entry: AuditEntryView,
  renderRecord: AuditRecordIdRenderer,
  texts: Messages['auditLog']['panel'],
): DescriptionItem[] {
  if (entry.about === null) return []
  const look = { value: entry.about.id, mono: true, copy: texts.handle }
  return [{ term: texts.record, ...look, node: renderRecord(entry, <FieldValue {...look} />) }]
}

function createTextItems(term: string, text: string | null) {
  return text === null ? [] : [{ term, value: { visibility: 'clear', text } as const }]
}
