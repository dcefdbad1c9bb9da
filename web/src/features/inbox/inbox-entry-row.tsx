import type { InboxEntry } from '@paydesk/shared/cases/inbox'
import type { InboxEntryKind } from '@paydesk/shared/core/colleague'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { Link } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  AtSign,
  Gavel,
  type LucideIcon,
  Mail,
  MailOpen,
  MessageCircleQuestionMark,
  MessageCircleReply,
  PackageCheck,
  Stamp,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../lib/session-context.tsx'
import { useNowEveryHalfMinute } from '../../ui/state/use-now.ts'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import styles from './inbox.module.css'

const icons: Readonly<Record<InboxEntryKind, LucideIcon>> = {
  mention: AtSign,
  question: MessageCircleQuestionMark,
  answer: MessageCircleReply,
  approval: Stamp,
  approval_answer: Gavel,
  take_over: ArrowLeftRight,
  export_ready: PackageCheck,
}

interface InboxEntryRowProps {
  readonly entry: InboxEntry
  readonly onMark: (isRead: boolean) => void
}

/** Shows one entry: a click anywhere opens its page and marks the entry as read. */
export function InboxEntryRow({ entry, onMark }: InboxEntryRowProps): ReactNode {
  const texts = useMessages('inbox')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { at, isRead, kind } = entry
  const Icon = icons[kind]
  const says = format.text(chooseSentence(entry, texts), { name: nameColleague(entry.by, 'subject') })
  const mark = isRead ? texts.markUnread : texts.markRead
  return (
    <li className={styles.entry} data-unread={isRead ? undefined : true}>
      <span className={styles.icon}>
        <Icon size={16} aria-hidden />
      </span>
      <span className={styles.what}>
        <EntryLink entry={entry} onOpen={() => isRead || onMark(true)}>
          {isRead ? null : <span className={styles.badge}>{texts.unread}</span>}
          {says}
        </EntryLink>
        <EntryFacts entry={entry} />
      </span>
      <span className={styles.time}>
        <RowTime at={at} as="age" />
      </span>
      <button
        type="button"
        className={styles.mark}
        title={mark}
        aria-label={format.text(texts.markOf, { mark, entry: says })}
        onClick={() => onMark(!isRead)}
      >
        {isRead ? <Mail size={15} aria-hidden /> : <MailOpen size={15} aria-hidden />}
      </button>
    </li>
  )
}

function chooseSentence({ kind, target, outcome }: InboxEntry, texts: Messages['inbox']) {
  switch (kind) {
    case 'approval':
      return texts.approval[toRequestPage(target.page) ?? 'decision']
    case 'approval_answer': {
      const page = toRequestPage(target.page)
      return page === null ? texts.approval_answer[outcome ?? 'approved'] : texts.rejected[page]
    }
    case 'export_ready':
      return texts.export_ready[toRequestPage(target.page) ?? 'export_requests']
    default:
      return texts[kind]
  }
}

function toRequestPage(page: InboxEntry['target']['page']) {
  return page === 'downloads' || page === 'subject_access' || page === 'export_requests' ? page : null
}

interface EntryLinkProps {
  readonly entry: InboxEntry
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** Opens the page of the entry. */
function EntryLink({ entry: { target }, onOpen, children }: EntryLinkProps): ReactNode {
  const { name: env } = useEnvironment()
  const props = { className: styles.link, onClick: onOpen, children } as const
  switch (target.page) {
    case 'case': {
      const { transaction } = target
      return <Link to="/$env/review/$transaction" params={{ env, transaction }} {...props} />
    }
    case 'decision': {
      const { decision } = target
      return <Link to="/$env/decisions/$decision" params={{ env, decision }} {...props} />
    }
    case 'questions':
      return <Link to="/$env/questions" params={{ env }} {...props} />
    case 'downloads':
      return <Link to="/$env/document-downloads" params={{ env }} {...props} />
    case 'subject_access':
      return <Link to="/$env/subject-access" params={{ env }} {...props} />
    case 'export_requests':
      return <Link to="/$env/export-requests" params={{ env }} {...props} />
  }
}

/** Shows amount, customer, merchant and state, as far as the role may see them, and the time that is left. */
function EntryFacts({ entry }: Pick<InboxEntryRowProps, 'entry'>): ReactNode {
  const texts = useMessages('inbox')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const { facts, rows, until, kind } = entry
  const { rid, merchant } = facts ?? entry.customer ?? {}
  const isOver = until !== null && Date.parse(until) < now
  const time = until === null ? '' : format.shortTime(new Date(until), now)
  const end = isOver
    ? texts.isOver
    : format.text(kind === 'approval' ? texts.answerUntil : texts.downloadUntil, { time })
  return (
    <span className={styles.facts}>
      {facts === null ? null : <EntryAmount facts={facts} />}
      {rid === undefined ? null : <FieldValue value={rid} mono />}
      {merchant === undefined || merchant.visibility === 'hidden' ? null : (
        <FieldValue value={merchant} mono />
      )}
      {facts === null ? null : <StateLabel state={facts.state} inReview={facts.inReview} />}
      {rows === null ? null : <span>{format.text(texts.rows, { count: rows })}</span>}
      {until === null ? null : <span>{end}</span>}
    </span>
  )
}

function EntryAmount({ facts }: { readonly facts: NonNullable<InboxEntry['facts']> }): ReactNode {
  const texts = useMessages('inbox')
  const { amount, currency } = facts
  if (amount.visibility === 'absent') return <span>{texts.noAmount}</span>
  return (
    <span className={styles.amount}>
      <Money amount={amount} currency={currency} />
    </span>
  )
}
