import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import type { ColleagueNamer } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment } from '../../lib/session-context.tsx'
import { rowLinkProps } from '../../ui/links/record-links.tsx'
import type { DataColumn } from '../../ui/table/data-table-types.ts'
import { RowMoney, RowValue } from '../../ui/table/row-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel, ToneIcon } from '../../ui/text/state-label.tsx'
import { nameRequester, type PaymentRequestTexts, paymentRequestStatusTones } from './labels.ts'
import styles from './requests-page.module.css'

/** Columns of the list. `inFull`: every amount is shown in full. */
export function createPaymentRequestColumns(
  inFull: boolean,
  texts: PaymentRequestTexts,
  nameColleague: ColleagueNamer,
): readonly DataColumn<PaymentRequest>[] {
  const { columns, amountSource } = texts.list
  return [
    {
      id: 'status',
      header: columns.state,
      cell: (row) => <StatusCell row={row} />,
      track: 'minmax(132px, 1.4fr)',
      narrow: { line: 1 },
    },
    {
      id: 'amount',
      header: inFull ? texts.fields.amount : columns.amountRange,
      cell: (row) => (
        <RowMoney amount={row.amount} currency={row.currency} from={amountSource} isShort={!inFull} />
      ),
      // Fits the longest range, and in German the unit in the header.
      track: inFull ? 'minmax(106px, 0.8fr)' : 'minmax(138px, 0.8fr)',
      narrow: { line: 1, end: true },
      align: 'end',
    },
    {
      id: 'reference',
      header: texts.fields.reference,
      cell: (row) => <ReferenceCell row={row} />,
      track: 'minmax(84px, 1fr)',
      narrow: { line: 2 },
    },
    {
      id: 'rid',
      header: columns.customerId,
      cell: (row) => <RowValue value={row.rid} mono />,
      track: 'minmax(118px, 1.3fr)',
      narrow: { line: 3 },
    },
    {
      id: 'merchant',
      header: texts.fields.merchant,
      cell: (row) => <RowValue value={row.merchant} mono />,
      track: 'minmax(98px, 0.6fr)',
      narrow: { line: 3 },
    },
    {
      id: 'proof',
      header: columns.confirmation,
      cell: (row) => <FinalityCell row={row} />,
      track: 'minmax(88px, 0.7fr)',
      narrow: { line: 3, end: true },
    },
    {
      id: 'expires',
      header: columns.expires,
      cell: (row) => <ExpiryCell row={row} />,
      track: '72px',
      narrow: { line: 3, end: true },
    },
    {
      id: 'by',
      header: columns.by,
      cell: (row) => {
        const name = nameRequester(row, nameColleague)
        return <span title={name}>{name}</span>
      },
      track: 'minmax(86px, 0.9fr)',
      narrow: { line: 2, end: true },
    },
    {
      id: 'age',
      header: columns.created,
      cell: (row) => <RowTime at={row.sentAt ?? row.createdAt} as="relative" />,
      track: '100px',
      narrow: { line: 3, end: true },
    },
  ]
}

/** Selects the columns that fit. At middle width, the ranges of masked amounts take the room of the RID. */
export function listVisiblePaymentRequestColumnIds(
  room: 'wide' | 'middle' | 'narrow',
  inFull: boolean,
): readonly string[] {
  if (room === 'narrow') return ['status', 'amount', 'reference', 'by', 'rid', 'age']
  if (room === 'wide')
    return ['status', 'amount', 'reference', 'rid', 'merchant', 'proof', 'expires', 'by', 'age']
  return ['status', 'amount', 'reference', ...(inFull ? ['rid'] : []), 'proof', 'age']
}

function ReferenceCell({ row: { request, reference } }: { readonly row: PaymentRequest }): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <Link to="/$env/payment-requests/$request" params={{ env, request }} {...rowLinkProps}>
      <RowValue value={reference} mono />
    </Link>
  )
}

function StatusCell({ row: { status, current } }: { readonly row: PaymentRequest }): ReactNode {
  const texts = useMessages('paymentRequests')
  if (status === 'created' && current !== null)
    return <StateLabel state={current.state} inReview={current.inReview} tagless />
  return (
    <span className={styles.stand}>
      <ToneIcon tone={paymentRequestStatusTones[status]} />
      {texts.status[status]}
    </span>
  )
}

function FinalityCell({ row: { current } }: { readonly row: PaymentRequest }): ReactNode {
  const { finality, notFinal } = useMessages('paymentRequests').list
  return current?.isFinal ? finality[current.finality] : <EmptyCell text={notFinal} />
}

function ExpiryCell({ row: { current } }: { readonly row: PaymentRequest }): ReactNode {
  const { noLongerOpen, noExpiry } = useMessages('paymentRequests').list
  if (current?.isFinal) return <EmptyCell text={noLongerOpen} />
  return current?.expiresAt ? <RowTime at={current.expiresAt} as="relative" /> : <EmptyCell text={noExpiry} />
}

function EmptyCell({ text }: { readonly text: string }): ReactNode {
  return (
    <span className={styles.quiet} title={text}>
      <span aria-hidden>–</span>
      <span className="unseen">{text}</span>
    </span>
  )
}
