import type { AuditEntryView, AuditRecordLink } from '@paydesk/shared/compliance/audit-log'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { CustomerLink, IdentityLink, TransactionLink } from '../../ui/links/record-links.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import styles from './audit-log.module.css'
import { formatAuditDetails, formatAuditOutcome } from './labels.ts'

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
  const texts = useMessages('auditLog')
  const format = useFormat()
  const { person, role, says } = entry
  const outcome = withOutcome ? formatAuditOutcome(entry, texts, format) : null
  return (
    <>
      <b className={styles.who}>
        {person === null ? texts.paydesk : person.me ? texts.you : <RowValue value={person.name} />}
      </b>
      {role === null ? '' : <span className={styles.role}> ({role.toLowerCase()})</span>} {says}
      <AuditEntrySubject entry={entry} isInRow={isInRow} />
      {formatAuditDetails(entry, texts, format).map((detail) => `, ${detail}`)}
      {outcome === null ? '' : ` — ${outcome}`}
    </>
  )
}

function AuditEntrySubject({ entry: { about }, isInRow }: AuditEntrySentenceProps): ReactNode {
  if (about === null) return null
  const id =
    about.id.visibility === 'clear' || about.id.visibility === 'masked' ? (
      <code className={styles.id}>{shortenId(about.id.text)}</code>
    ) : null
  const words = (
    <>
      {about.words}
      {id ? <> {id}</> : null}
    </>
  )
  return (
    <>
      {' '}
      {about.place === null ? (
        words
      ) : (
        <RecordLink place={about.place} isInRow={isInRow}>
          {words}
        </RecordLink>
      )}
    </>
  )
}

interface RecordLinkProps {
  readonly place: AuditRecordLink
  readonly isInRow: boolean
  readonly children: ReactNode
}

function RecordLink({ place, ...link }: RecordLinkProps): ReactNode {
  switch (place.page) {
    case 'customer':
      return <CustomerLink customer={place.customer} {...link} />
    case 'identity':
      return <IdentityLink identity={place.identity} {...link} />
    case 'transaction':
      return <TransactionLink transaction={place.transaction} {...link} />
  }
}

/** Shortens an opaque handle to its last characters, which are enough to tell two handles apart. */
function shortenId(id: string): string {
  return id.length > 12 ? `…${id.slice(-6)}` : id
}
