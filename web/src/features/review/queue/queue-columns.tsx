import type { TransactionId } from '@paydesk/shared/core/ids'
import type { ReviewRow } from '@paydesk/shared/work/review'
import type { ReactNode } from 'react'
import { useHalfMinutes } from '../../../ui/state/clock.ts'
import type { DataColumn } from '../../../ui/table/data-table.tsx'
import { RowMoney, RowValue } from '../../../ui/table/row-value.tsx'
import { shownText } from '../../../ui/text/masked-value.tsx'
import { RowTime } from '../../../ui/text/row-time.tsx'
import { Mark, ReasonWord, StateWord } from '../../../ui/text/state-mark.tsx'
import { dayAndTime, shortTime } from '../../../ui/text/time-words.ts'
import { useZone } from '../../../ui/text/zone.tsx'
import { Dash, DecisionWord, isHeld, LevelMark, OwnerMark, SecondMark } from '../marks.tsx'
import { concernWords, kindWords } from '../words.ts'
import styles from './queue-page.module.css'

export type ItemLink = (transaction: TransactionId, children: ReactNode) => ReactNode

/** What is shown of an item; `byAmount` where the role sees amounts that can be ordered. */
export function queueColumns(itemLink: ItemLink, byAmount: boolean): readonly DataColumn<ReviewRow>[] {
  return [
    {
      id: 'age',
      header: 'Age',
      sortBy: 'given',
      cell: (row) => <RowTime at={row.since.to} as="age" />,
      track: '74px',
      narrow: { line: 3 },
    },
    {
      id: 'level',
      header: 'Agreed time',
      cell: (row) => <LevelMark level={row.level} />,
      track: '76px',
      narrow: { line: 1, end: true },
    },
    {
      id: 'expiry',
      header: 'Ends',
      sortBy: 'given',
      cell: (row) => <Ends row={row} />,
      track: '62px',
      narrow: { line: 3 },
    },
    {
      id: 'amount',
      header: 'Amount',
      ...(byAmount ? { sortBy: 'given' as const } : {}),
      cell: (row) => (
        <RowMoney
          amount={row.amount}
          currency={row.currency}
          from="as a notification or the create call said"
        />
      ),
      // A range and its unit are more than twice as long as an amount.
      track: byAmount ? 'minmax(98px, 0.8fr)' : 'minmax(246px, 0.8fr)',
      narrow: { line: 2, end: true },
      align: 'end',
    },
    {
      id: 'rid',
      header: 'RID',
      cell: (row) => itemLink(row.transaction, <RowValue value={row.rid} mono />),
      track: 'minmax(88px, 1.3fr)',
      narrow: { line: 2 },
    },
    {
      id: 'why',
      header: 'Why',
      cell: (row) => <Why row={row} />,
      track: 'minmax(140px, 1.5fr)',
      narrow: { line: 1 },
    },
    {
      id: 'owner',
      header: 'Owner, until',
      cell: (row) => <OwnerMark owner={row.owner} inRow />,
      track: 'minmax(104px, 1fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'second',
      header: 'Second person',
      cell: (row) => <SecondMark second={row.second} />,
      track: '90px',
      narrow: { line: 3 },
    },
    {
      id: 'note',
      header: 'Last note',
      cell: (row) => <LastNote note={row.lastNote} />,
      track: 'minmax(72px, 1fr)',
      narrow: { line: 3 },
    },
    {
      id: 'decision',
      header: 'Decision',
      cell: (row) => <DecisionWord decision={row.decision} inRow />,
      track: 'minmax(96px, 1fr)',
      narrow: { line: 3, end: true },
    },
  ]
}

/** The box of each row needs its place too; the mark of review, which all of them have, does not. */
const slim: Readonly<Record<string, Partial<DataColumn<ReviewRow>>>> = {
  expiry: { track: '60px' },
  rid: { track: 'minmax(76px, 0.9fr)' },
  why: { track: 'minmax(122px, 1.5fr)', cell: (row) => <Why row={row} markless /> },
  owner: { track: 'minmax(92px, 1.2fr)' },
}

/** Two columns less, and no note: the mark of the agreed time is beside the age, a decision beside its second person. */
export function middleColumns(columns: readonly DataColumn<ReviewRow>[]): readonly DataColumn<ReviewRow>[] {
  return [
    {
      id: 'age',
      header: 'Age',
      sortBy: 'given',
      cell: (row) => (
        <span className={styles.age}>
          <LevelMark level={row.level} wordless />
          <RowTime at={row.since.to} as="age" />
        </span>
      ),
      track: '86px',
      narrow: { line: 3 },
    },
    ...columns
      .filter((column) => ['expiry', 'amount', 'rid', 'why', 'owner'].includes(column.id))
      .map((column) => ({ ...column, ...slim[column.id] })),
    {
      id: 'stand',
      header: 'Second, decision',
      cell: (row) =>
        row.decision === null ? (
          <SecondMark second={row.second} />
        ) : (
          <DecisionWord decision={row.decision} inRow />
        ),
      track: 'minmax(102px, 1fr)',
      narrow: { line: 3, end: true },
    },
  ]
}

/** Three lines: why and how urgent, who and how much, how old and what became of it so far. */
export function narrowColumns(columns: readonly DataColumn<ReviewRow>[]): readonly DataColumn<ReviewRow>[] {
  return [
    ...['why', 'level', 'rid', 'amount'].flatMap((id) => columns.filter((column) => column.id === id)),
    {
      id: 'age',
      header: 'Age and end',
      sortBy: 'given',
      cell: (row) => (
        <>
          <RowTime at={row.since.to} as="age" />
          {row.expiresAt === null ? null : (
            <>
              {' '}
              · ends <RowTime at={row.expiresAt} as="age" />
            </>
          )}
        </>
      ),
      track: '1fr',
      narrow: { line: 3 },
    },
    {
      id: 'stand',
      header: 'Owner or decision',
      cell: (row) => <Stand row={row} />,
      track: '1fr',
      narrow: { line: 3, end: true },
    },
  ]
}

/** One place for three things: the one that matters most for this row is drawn. */
function Stand({ row }: { readonly row: ReviewRow }): ReactNode {
  const now = useHalfMinutes()
  if (row.decision !== null) return <DecisionWord decision={row.decision} inRow />
  return isHeld(row.owner, now) || row.second.length === 0 ? (
    <OwnerMark owner={row.owner} inRow />
  ) : (
    <SecondMark second={row.second} />
  )
}

interface WhyProps {
  readonly row: ReviewRow
  readonly markless?: boolean
}

/** Reasons that say no more than the kind does. */
const saidByKind = new Set(['MANUAL_REVIEW', 'PIV_REVIEW', 'RISK_REVIEW', 'MANUAL_HOLD'])

function Why({ row, markless = false }: WhyProps): ReactNode {
  const { kind, state, compound, test, snoozedUntil } = row
  const concerns = row.concerns.filter((concern) => concern !== kind)
  const reason =
    compound !== null && compound.raw !== '' && !saidByKind.has(compound.reason) ? compound : null
  return (
    <span className={styles.why} title={compound === null ? state.raw : compound.raw}>
      {markless ? null : <Mark tone="review" />}
      <span className={styles.kind}>{kindWords[kind]}</span>
      {test ? <span className={styles.tag}>test</span> : null}
      {snoozedUntil === null ? null : <PutOff until={snoozedUntil} />}
      <span className={styles.more}>
        {concerns.map((concern) => concernWords[concern]).join(', ')}
        {reason === null ? null : (
          <>
            {concerns.length > 0 ? ' · ' : ''}
            <ReasonWord compound={reason} tagless />
          </>
        )}
        {state.known ? null : (
          <>
            {' · '}
            <StateWord state={state} tagless />
          </>
        )}
      </span>
    </span>
  )
}

function PutOff({ until }: { readonly until: string }): ReactNode {
  const zone = useZone()
  const now = useHalfMinutes()
  const date = new Date(until)
  if (date.getTime() <= now) return null
  return (
    <span className={styles.tag} title={`put off until ${dayAndTime(date, zone)} ${zone}`}>
      until {shortTime(date, zone, now)}
    </span>
  )
}

/** When it ends by itself, where the service gave an end. */
function Ends({ row }: { readonly row: ReviewRow }): ReactNode {
  if (row.expiresAt === null) return <Dash words="the service gave no end" />
  return <RowTime at={row.expiresAt} as="age" />
}

function LastNote({ note }: { readonly note: ReviewRow['lastNote'] }): ReactNode {
  const zone = useZone()
  if (note === null) return <Dash words="no note" />
  const said = `${note.by.me ? 'You' : note.by.name}, ${dayAndTime(new Date(note.at), zone)}`
  const text = shownText(note.text)
  if (text === null) {
    return (
      <span title={said}>
        <RowValue value={note.text} />
      </span>
    )
  }
  return <span title={`${said}: ${text}`}>{text}</span>
}
