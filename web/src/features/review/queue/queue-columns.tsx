import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { rowLinkProps } from '../../../ui/links/record-links.tsx'
import { useNowEveryHalfMinute } from '../../../ui/state/use-now.ts'
import type { DataColumn } from '../../../ui/table/data-table-types.ts'
import { RowMoney, RowValue } from '../../../ui/table/row-value.tsx'
import { getVisibleText } from '../../../ui/text/field-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { StateLabel, StateReasonLabel } from '../../../ui/text/state-label.tsx'
import {
  ApprovalNeededBadge,
  CaseDecisionBadge,
  ClaimOwnerBadge,
  EmptyValueDash,
  isClaimActive,
  SlaBadge,
} from '../case-badges.tsx'
import { isCaseFreeToClaim } from './queue-claim.tsx'
import styles from './queue-page.module.css'

type QueueTexts = Messages['review']['queue']

const route = getRouteApi('/inside/$env/review')

interface QueueCaseLinkProps {
  readonly transaction: TransactionId
  readonly isInRow?: boolean
  readonly children: ReactNode
}

/** Links to a case, which keeps the filter of the queue in its address. */
export function QueueCaseLink({ transaction, isInRow = true, children }: QueueCaseLinkProps): ReactNode {
  const { env } = route.useParams()
  const search = { ...route.useSearch(), at: undefined }
  return (
    <Link
      to="/$env/review/$transaction"
      params={{ env, transaction }}
      search={search}
      {...(isInRow ? rowLinkProps : {})}
    >
      {children}
    </Link>
  )
}

/**
 * Creates all columns; the amount column is sortable if `byAmount` is set. `onClaim` claims a case that is free;
 * null for users who do not work on cases.
 */
export function createReviewQueueColumns(
  byAmount: boolean,
  { amountSource, columns }: QueueTexts,
  onClaim: ((row: CaseSummary) => void) | null,
): readonly DataColumn<CaseSummary>[] {
  return [
    {
      id: 'age',
      header: columns.age,
      sortBy: 'given',
      cell: (row) => <RowTime at={row.since.to} as="age" />,
      track: '74px',
      narrow: { line: 3 },
    },
    {
      id: 'level',
      header: columns.sla,
      cell: (row) => <SlaBadge level={row.sla} />,
      // Fits the states in German.
      track: '82px',
      narrow: { line: 1, end: true },
    },
    {
      id: 'expiry',
      header: columns.expiry,
      sortBy: 'given',
      cell: (row) => <ExpiryCell row={row} />,
      track: '62px',
      narrow: { line: 3 },
    },
    {
      id: 'amount',
      header: byAmount ? columns.amount : columns.amountRange,
      ...(byAmount ? { sortBy: 'given' as const } : {}),
      cell: (row) => (
        <RowMoney amount={row.amount} currency={row.currency} from={amountSource} isShort={!byAmount} />
      ),
      // Fits the longest range, and in German the unit in the header.
      track: byAmount ? 'minmax(98px, 0.8fr)' : 'minmax(138px, 0.8fr)',
      narrow: { line: 2, end: true },
      align: 'end',
    },
    {
      id: 'rid',
      header: columns.rid,
      cell: (row) => (
        <QueueCaseLink transaction={row.transaction}>
          <RowValue value={row.rid} mono />
        </QueueCaseLink>
      ),
      // Fits an ID of 20 characters: people search by it. A role that sees ranges sees its last four characters.
      track: byAmount ? 'minmax(144px, 1.3fr)' : 'minmax(112px, 1.5fr)',
      narrow: { line: 2 },
    },
    {
      id: 'merchant',
      header: columns.merchant,
      cell: (row) => <RowValue value={row.merchant} mono />,
      track: 'minmax(104px, 0.8fr)',
      narrow: { line: 3 },
    },
    {
      id: 'why',
      header: columns.kind,
      cell: (row) => <ReasonCell row={row} />,
      track: 'minmax(140px, 1.5fr)',
      narrow: { line: 1 },
    },
    {
      id: 'owner',
      header: columns.assignee,
      cell: (row) => <AssigneeCell row={row} onClaim={onClaim} />,
      // Fits the button in German; ranges of amounts leave no room for it, and their readers have none.
      track: byAmount && onClaim !== null ? 'minmax(112px, 0.8fr)' : 'minmax(84px, 1fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'second',
      header: columns.approval,
      cell: (row) => <ApprovalNeededBadge second={row.approvalRules} />,
      track: '86px',
      narrow: { line: 3 },
    },
    {
      id: 'note',
      header: columns.note,
      cell: (row) => <LastNoteCell note={row.lastNote} />,
      track: 'minmax(68px, 0.7fr)',
      narrow: { line: 3 },
    },
    {
      id: 'decision',
      header: columns.decision,
      cell: (row) => <CaseDecisionBadge decision={row.decision} inRow />,
      track: 'minmax(96px, 1fr)',
      narrow: { line: 3, end: true },
    },
  ]
}

interface AssigneeCellProps {
  readonly row: CaseSummary
  readonly onClaim: ((row: CaseSummary) => void) | null
}

/** Shows who works on the case, or the action of a free one. */
function AssigneeCell({ row, onClaim }: AssigneeCellProps): ReactNode {
  const { queue } = useMessages('review')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  if (onClaim === null || isClaimActive(row.claim, now) || !isCaseFreeToClaim(row)) {
    return <ClaimOwnerBadge owner={row.claim} inRow />
  }
  const customer = getVisibleText(row.rid) ?? row.transaction
  return (
    <Button
      look="quiet"
      className={styles.claim}
      aria-label={format.text(queue.claimOne, { customer })}
      onClick={() => onClaim(row)}
    >
      {queue.claim}
    </Button>
  )
}

/** Drops the notes, for rows without any. */
export function dropNotesColumn(
  columns: readonly DataColumn<CaseSummary>[],
): readonly DataColumn<CaseSummary>[] {
  return columns.filter(({ id }) => id !== 'note')
}

/** Puts the decision and the approval that it needs into one column: a row shows only one of them. */
export function mergeApprovalAndDecisionColumns(
  columns: readonly DataColumn<CaseSummary>[],
  headers: QueueTexts['columns'],
): readonly DataColumn<CaseSummary>[] {
  return [
    ...columns.filter(({ id }) => id !== 'second' && id !== 'decision'),
    createApprovalAndDecisionColumn(headers, 'minmax(192px, 1fr)'),
  ]
}

function createApprovalAndDecisionColumn(
  headers: QueueTexts['columns'],
  track: string,
): DataColumn<CaseSummary> {
  return {
    id: 'stand',
    header: headers.approvalAndDecision,
    cell: (row) =>
      row.decision === null ? (
        <ApprovalNeededBadge second={row.approvalRules} />
      ) : (
        <CaseDecisionBadge decision={row.decision} inRow />
      ),
    track,
    narrow: { line: 3, end: true },
  }
}

/** Narrower tracks, to fit the checkbox column. */
const mediumOverrides: Readonly<Record<string, Partial<DataColumn<CaseSummary>>>> = {
  expiry: { track: 'minmax(60px, 0.55fr)' },
  rid: { track: 'minmax(76px, 1.1fr)' },
  why: { track: 'minmax(102px, 1.5fr)' },
  owner: { track: 'minmax(112px, 1fr)' },
}

/** Drops the merchant, two more columns and the note: the SLA icon joins the age, the decision joins the approval. */
export function createMediumWidthReviewQueueColumns(
  columns: readonly DataColumn<CaseSummary>[],
  headers: QueueTexts['columns'],
): readonly DataColumn<CaseSummary>[] {
  return [
    {
      id: 'age',
      header: headers.age,
      sortBy: 'given',
      cell: (row) => (
        <span className={styles.age}>
          <SlaBadge level={row.sla} wordless />
          <RowTime at={row.since.to} as="age" />
        </span>
      ),
      track: '86px',
      narrow: { line: 3 },
    },
    ...columns
      .filter((column) => ['expiry', 'amount', 'rid', 'why', 'owner'].includes(column.id))
      .map((column) => ({ ...column, ...mediumOverrides[column.id] })),
    createApprovalAndDecisionColumn(headers, 'minmax(102px, 1.4fr)'),
  ]
}

/** Creates rows of three lines: reason and urgency; customer and amount; age and progress. */
export function createNarrowWidthReviewQueueColumns(
  columns: readonly DataColumn<CaseSummary>[],
  headers: QueueTexts['columns'],
): readonly DataColumn<CaseSummary>[] {
  return [
    ...['why', 'level', 'rid', 'amount'].flatMap((id) => columns.filter((column) => column.id === id)),
    {
      id: 'age',
      header: headers.ageAndExpiry,
      sortBy: 'given',
      cell: (row) => (
        <>
          <RowTime at={row.since.to} as="age" />
          {row.expiresAt === null ? null : <ExpiryNote at={row.expiresAt} />}
        </>
      ),
      track: '1fr',
      narrow: { line: 3 },
    },
    {
      id: 'stand',
      header: headers.assigneeOrDecision,
      cell: (row) => <StatusCell row={row} />,
      track: '1fr',
      narrow: { line: 3, end: true },
    },
  ]
}

function ExpiryNote({ at }: { readonly at: string }): ReactNode {
  const { queue } = useMessages('review')
  return <> · {useFormatter().parts(queue.expires, { time: <RowTime key="time" at={at} as="relative" /> })}</>
}

/** Shows the most relevant of decision, claim and approval need in one cell. */
function StatusCell({ row }: { readonly row: CaseSummary }): ReactNode {
  const now = useNowEveryHalfMinute()
  if (row.decision !== null) return <CaseDecisionBadge decision={row.decision} inRow />
  return isClaimActive(row.claim, now) || row.approvalRules.length === 0 ? (
    <ClaimOwnerBadge owner={row.claim} inRow />
  ) : (
    <ApprovalNeededBadge second={row.approvalRules} />
  )
}

/** Compound reasons that only repeat the kind of the case. */
const reasonsImpliedByKind = new Set(['MANUAL_REVIEW', 'PIV_REVIEW', 'RISK_REVIEW', 'MANUAL_HOLD'])

function ReasonCell({ row }: Pick<AssigneeCellProps, 'row'>): ReactNode {
  const texts = useMessages('review')
  const { kind, state, compound, test, snoozedUntil } = row
  const others = row.concerns.filter((concern) => concern !== kind)
  // Name a manual review by its subject, such as the identity.
  const [about = null, ...rest] = kind === 'manual' ? others : []
  const concerns = about === null ? others : rest
  const reason =
    compound !== null && compound.raw !== '' && !reasonsImpliedByKind.has(compound.reason) ? compound : null
  return (
    <span className={styles.why} title={compound === null ? state.raw : compound.raw}>
      <span className={styles.kind}>{about === null ? texts.kinds[kind] : texts.concerns[about]}</span>
      {test ? <span className={styles.tag}>{texts.queue.test}</span> : null}
      {snoozedUntil === null ? null : <SnoozeNote until={snoozedUntil} />}
      <span className={styles.more}>
        {concerns.map((concern) => texts.concerns[concern]).join(', ')}
        {reason === null ? null : (
          <>
            {concerns.length > 0 ? ' · ' : ''}
            <StateReasonLabel compound={reason} tagless />
          </>
        )}
        {state.documented ? null : (
          <>
            {' · '}
            <StateLabel state={state} tagless />
          </>
        )}
      </span>
    </span>
  )
}

function SnoozeNote({ until }: { readonly until: string }): ReactNode {
  const { queue } = useMessages('review')
  const format = useFormatter()
  const now = useNowEveryHalfMinute()
  const date = new Date(until)
  if (date.getTime() <= now) return null
  return (
    <span
      className={styles.tag}
      title={format.text(queue.snoozedUntil, { time: format.dayAndTime(date), zone: format.timeZone })}
    >
      {format.text(queue.snoozed, { time: format.shortTime(date, now) })}
    </span>
  )
}

/** Time at which the transaction expires, if the payment service provides one. */
function ExpiryCell({ row }: { readonly row: CaseSummary }): ReactNode {
  const { queue } = useMessages('review')
  if (row.expiresAt === null) return <EmptyValueDash text={queue.noExpiry} />
  return <RowTime at={row.expiresAt} as="relative" />
}

function LastNoteCell({ note }: { readonly note: CaseSummary['lastNote'] }): ReactNode {
  const { queue } = useMessages('review')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  if (note === null) return <EmptyValueDash text={queue.noNote} />
  const time = format.dayAndTime(new Date(note.at))
  const said = note.by.me
    ? format.text(queue.ownNote, { time })
    : format.text(queue.noteBy, { name: nameColleague(note.by, 'subject'), time })
  const text = getVisibleText(note.text)
  if (text === null) {
    return (
      <span title={said}>
        <RowValue value={note.text} />
      </span>
    )
  }
  return <span title={`${said}: ${text}`}>{text}</span>
}
