import { importIdSchema } from '@paydesk/shared/administration/imports'
import { decisionIdSchema } from '@paydesk/shared/cases/decisions'
import { discrepancyIdSchema } from '@paydesk/shared/cases/reconciliation'
import { formatAuditEvent } from '@paydesk/shared/compliance/audit-event-text'
import {
  type AuditEntryView,
  type AuditRecordLink,
  auditActorHandleSchema,
} from '@paydesk/shared/compliance/audit-log'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { paymentRequestIdSchema } from '@paydesk/shared/payments/payment-requests'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useFormatter } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useSession } from '../../lib/session-context.tsx'
import { CustomerLink, IdentityLink, rowLinkProps, TransactionLink } from '../../ui/links/record-links.tsx'
import { RowValue } from '../../ui/table/row-value.tsx'
import styles from './audit-log.module.css'
import {
  formatAuditDetails,
  formatAuditOutcome,
  labelAuditEntryRecord,
  useAuditEntryTexts,
} from './labels.ts'
import { StaffActivityLink } from './staff-activity-link.tsx'

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
  const format = useFormatter()
  const { page, events, roles, namePerson } = texts
  const { person, role, action, about } = entry
  const record = about === null ? null : <AuditEntrySubject key="record" about={about} isInRow={isInRow} />
  const outcome = withOutcome ? formatAuditOutcome(entry, texts, format) : null
  return (
    <>
      {format.parts(page.sentence.entry, {
        person: (
          <Fragment key="person">
            <b className={styles.who}>
              {person === null ? (
                page.paydesk
              ) : person.me ? (
                namePerson(person, 'subject')
              ) : (
                <RowValue value={person.name} />
              )}
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
      {labelAuditEntryRecord(about, events)}
      {id ? <> {id}</> : null}
    </>
  )
  return about.link === null ? (
    <RelatedPageLink about={about} isInRow={isInRow}>
      {words}
    </RelatedPageLink>
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

/** Permission that each page needs to which a record without an own link leads. */
const relatedPages = {
  decision: 'review.read',
  payment_request: 'payment_request.read',
  discrepancy: 'reconciliation.read',
  question: 'question.ask',
  notification: 'notification_queue.read',
  import: 'import.run',
  person: 'audit.every',
  session: 'session.own',
  break_glass: 'break_glass.review',
  api_key: 'api_key.manage',
} as const satisfies Readonly<Record<string, StaffPermission>>

interface RelatedPageLinkProps {
  readonly about: NonNullable<AuditEntryView['about']>
  readonly isInRow: boolean
  readonly children: ReactNode
}

/**
 * Links to the record, or to the list that holds it if this user sees its ID masked. A user who may not open
 * that page gets the words alone.
 */
function RelatedPageLink({ about: { kind, id }, isInRow, children }: RelatedPageLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  const { permissions } = useSession()
  const needs = Object.entries(relatedPages).find(([page]) => page === kind)?.[1]
  if (needs === undefined || !permissions.includes(needs)) return children
  const clear = id.visibility === 'clear' ? id.text : null
  const look = { ...(isInRow ? rowLinkProps : {}), children }
  const params = { env }
  switch (kind as keyof typeof relatedPages) {
    case 'decision': {
      const decision = decisionIdSchema.safeParse(clear)
      return decision.success ? (
        <Link to="/$env/decisions/$decision" params={{ env, decision: decision.data }} {...look} />
      ) : (
        <Link to="/$env/decisions" params={params} {...look} />
      )
    }
    case 'payment_request': {
      const request = paymentRequestIdSchema.safeParse(clear)
      return request.success ? (
        <Link to="/$env/payment-requests/$request" params={{ env, request: request.data }} {...look} />
      ) : (
        <Link to="/$env/payment-requests" params={params} {...look} />
      )
    }
    case 'discrepancy': {
      const open = discrepancyIdSchema.safeParse(clear).data
      return <Link to="/$env/reconciliation" params={params} search={{ open }} {...look} />
    }
    case 'import': {
      const open = importIdSchema.safeParse(clear).data
      return <Link to="/$env/imports" params={params} search={{ open }} {...look} />
    }
    case 'person': {
      const person = auditActorHandleSchema.safeParse(clear)
      return person.success ? (
        <StaffActivityLink person={person.data}>{children}</StaffActivityLink>
      ) : (
        children
      )
    }
    case 'question':
      return <Link to="/$env/questions" params={params} {...look} />
    case 'notification':
      return <Link to="/$env/notifications" params={params} {...look} />
    case 'session':
      return <Link to="/sessions" {...look} />
    case 'break_glass':
      return <Link to="/break-glass" {...look} />
    case 'api_key':
      return <Link to="/$env/api-keys" params={params} {...look} />
  }
}

/** Shortens an opaque handle to its last characters, which are enough to tell two handles apart. */
function shortenId(id: string): string {
  return id.length > 12 ? `…${id.slice(-6)}` : id
}
