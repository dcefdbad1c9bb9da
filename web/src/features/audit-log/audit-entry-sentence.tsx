import type { AuditEntryView, AuditRecordLink } from '@paydesk/shared/compliance/audit-log'
import type { ReactNode } from 'react'
import { RowValue } from '../../ui/table/row-value.tsx'
import styles from './audit-log.module.css'
import { formatAuditOutcome, lowercaseFirst } from './labels.ts'

export type RenderAuditRecordLink = (
  place: AuditRecordLink,
  children: ReactNode,
  isInRow: boolean,
) => ReactNode

interface AuditEntrySentenceProps {
  readonly entry: AuditEntryView
  readonly link: RenderAuditRecordLink
  readonly isInRow: boolean
  /** Appends the outcome; lists show the outcome in a separate column. */
  readonly withOutcome?: boolean
}

/** Renders one audit entry as one sentence: person, role, action, record, reason, outcome. */
export function AuditEntrySentence({
  entry,
  link,
  isInRow,
  withOutcome = false,
}: AuditEntrySentenceProps): ReactNode {
  const { person, role, says, field, purpose, ticket } = entry
  const outcome = withOutcome ? formatAuditOutcome(entry) : null
  return (
    <>
      <b className={styles.who}>
        {person === null ? 'Paydesk' : person.me ? 'You' : <RowValue value={person.name} />}
      </b>
      {role === null ? '' : <span className={styles.role}> ({role.toLowerCase()})</span>} {says}
      <AuditEntrySubject entry={entry} link={link} isInRow={isInRow} />
      {field === null ? '' : `, value: ${field}`}
      {purpose === null ? '' : `, reason: ${lowercaseFirst(purpose.words)}`}
      {ticket === null ? '' : `, ticket ${ticket}`}
      {outcome === null ? '' : ` — ${outcome}`}
    </>
  )
}

function AuditEntrySubject({ entry: { about }, link, isInRow }: AuditEntrySentenceProps): ReactNode {
  if (about === null) return null
  const id =
    about.id.seen === 'clear' || about.id.seen === 'masked' ? (
      <code className={styles.id}>{shortenId(about.id.text)}</code>
    ) : null
  const words = (
    <>
      {about.words}
      {id ? <> {id}</> : null}
    </>
  )
  return <> {about.place === null ? words : link(about.place, words, isInRow)}</>
}

/** Shortens an opaque handle to its last characters, which are enough to tell two handles apart. */
function shortenId(id: string): string {
  return id.length > 12 ? `…${id.slice(-6)}` : id
}
