import { formatAuditEvent } from '@paydesk/shared/compliance/audit-event-text'
import type { AuditEntryView, AuditRecordLink } from '@paydesk/shared/compliance/audit-log'
import { Fragment, type ReactNode } from 'react'
import { useFormat } from '../../lib/messages/messages-context.tsx'
import { CustomerLink, IdentityLink, TransactionLink } from '../../ui/links/record-links.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import styles from './audit-log.module.css'
import { formatAuditDetails, formatAuditOutcome, nameEntryRecord, useAuditEntryTexts } from './labels.ts'

interface AuditEntrySentenceProps {
  readonly entry: AuditEntryView
  readonly isInRow: boolean
  /** Appends the outcome; lists show the outcome in a separate column. */
  readonly withOutcome?: boolean
}

/** Renders one audit entry as one sentence: person, role, action, record, reason, outcome. */
export function AuditEntrySentence({
  entry,
  isInRow,
  withOutcome = false,
}: AuditEntrySentenceProps): ReactNode {
  const texts = useAuditEntryTexts()
  const format = useFormat()
  const { page, events, roles } = texts
  const { person, role, action, about } = entry
  const record = about === null ? null : <AuditEntrySubject key="record" about={about} isInRow={isInRow} />
  const outcome = withOutcome ? formatAuditOutcome(entry, texts, format) : null
  return (
    <>
      {format.parts(page.sentence.entry, {
        person: (
          <Fragment key="person">
            <b className={styles.who}>
              {person === null ? page.paydesk : person.me ? page.you : <RowValue value={person.name} />}
            </b>
            {role === null ? '' : <span className={styles.role}> ({roles[role].label})</span>}
          </Fragment>
        ),
        event: <Fragment key="event">{formatAuditEvent(action, record, events, format)}</Fragment>,
      })}
      {formatAuditDetails(entry, texts, format).map((detail) => `, ${detail}`)}
      {outcome === null ? '' : ` — ${outcome}`}
    </>
  )
}

interface AuditEntrySubjectProps {
  readonly about: NonNullable<AuditEntryView['about']>
  readonly isInRow: boolean
}

function AuditEntrySubject({ about, isInRow }: AuditEntrySubjectProps): ReactNode {
  const { events } = useAuditEntryTexts()
  const id =
    about.id.visibility === 'clear' || about.id.visibility === 'masked' ? (
      <code className={styles.id}>{shortenId(about.id.text)}</code>
    ) : null
  const words = (
    <>
      {nameEntryRecord(about, events)}
      {id ? <> {id}</> : null}
    </>
  )
  return about.link === null ? (
    words
  ) : (
    <RecordLink link={about.link} isInRow={isInRow}>
      {words}
    </RecordLink>
  )
}

interface RecordLinkProps {
  readonly link: AuditRecordLink
  readonly isInRow: boolean
  readonly children: ReactNode
}

function RecordLink({ link, ...props }: RecordLinkProps): ReactNode {
  switch (link.page) {
    case 'customer':
      return <CustomerLink customer={link.customer} {...props} />
    case 'identity':
      return <IdentityLink identity={link.identity} {...props} />
    case 'transaction':
      return <TransactionLink transaction={link.transaction} {...props} />
  }
}

/** Shortens an opaque handle to its last characters, which are enough to tell two handles apart. */
function shortenId(id: string): string {
  return id.length > 12 ? `…${id.slice(-6)}` : id
}
