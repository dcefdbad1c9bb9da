import type { CustomerHandle, TransactionId } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { StateValue } from '@paydesk/shared/core/state'
import { getStateTone } from '@paydesk/shared/core/state'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { CustomerLink } from '../links/record-links.tsx'
import { CopyButton } from '../text/copy-button.tsx'
import { FieldValue, getVisibleText } from '../text/field-value.tsx'
import { Money } from '../text/money.tsx'
import { StateLabel, type StateTone, ToneIcon } from '../text/state-label.tsx'
import { Timestamp } from '../text/timestamp.tsx'
import styles from './record-headline.module.css'

/** Facts at the top of every page about a transaction; a masked value stays masked, also when copied. */
interface RecordHeadlineFacts {
  readonly amount: MaskedValue
  readonly currency: MaskedValue
  readonly rid: MaskedValue
  /** Customer to link to; null if the record names none. */
  readonly customer: CustomerHandle | null
  readonly merchant: MaskedValue
  readonly state: ReactNode
  /** Null if our records do not have the transaction yet. */
  readonly firstSeenAt: string | null
  /** Word of the time: a payment request is created before a transaction is seen. */
  readonly dateKind?: 'firstSeen' | 'created'
  /** True if the record names another customer than our records. */
  readonly isOtherCustomer?: boolean
}

const absent: MaskedValue = { visibility: 'absent' }

/** Reads the facts of a transaction's record; amount and date come from our own records. */
export function readTransactionHeadline(view: TransactionView): RecordHeadlineFacts {
  const { customer, recorded, merchant, state, inReview } = view
  return {
    amount: recorded?.amount ?? absent,
    currency: recorded?.currency ?? absent,
    rid: customer?.rid ?? absent,
    customer: customer?.customer ?? null,
    merchant,
    state: <StatePill state={state} inReview={inReview} />,
    firstSeenAt: recorded?.firstSeenAt ?? null,
    isOtherCustomer: view.contradictions.some(({ id }) => id === 'other_customer'),
  }
}

interface RecordHeadlineProps {
  readonly facts: RecordHeadlineFacts
  /** Transaction to open on the page of the customer. */
  readonly open?: TransactionId | undefined
  readonly children?: ReactNode
}

/** Shows amount, state, customer, merchant and time at the top of a page, each of them also if unknown. */
export function RecordHeadline({ facts, open, children }: RecordHeadlineProps): ReactNode {
  const texts = useMessages('recordHeadline')
  const format = useFormatter()
  const { customer, rid, merchant, firstSeenAt, dateKind = 'firstSeen' } = facts
  const ridText = getVisibleText(rid)
  return (
    <div className={styles.headline}>
      {facts.isOtherCustomer ? (
        <p role="alert" className={styles.mismatch}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            <b>{texts.otherCustomer.title}</b> {texts.otherCustomer.todo}
          </span>
        </p>
      ) : null}
      <section className={styles.facts} aria-label={texts.label}>
        <dl className={styles.first}>
          <Fact term={texts.amount} className={styles.amount}>
            <HeadlineAmount {...facts} />
          </Fact>
          <Fact term={texts.state}>{facts.state}</Fact>
        </dl>
        <dl className={styles.second}>
          <Fact term={texts.customer}>
            {ridText === null ? (
              texts.missing.customer[rid.visibility === 'hidden' ? 'hidden' : 'notProvided']
            ) : (
              <>
                {customer === null ? (
                  <FieldValue value={rid} mono />
                ) : (
                  <CustomerLink customer={customer} {...(open === undefined ? {} : { open })}>
                    <code>{ridText}</code>
                  </CustomerLink>
                )}
                <CopyButton text={ridText} what={texts.copied.customer} />
              </>
            )}
          </Fact>
          <Fact term={texts.merchant}>
            {getVisibleText(merchant) === null ? (
              texts.missing.merchant[merchant.visibility === 'hidden' ? 'hidden' : 'notProvided']
            ) : (
              <FieldValue value={merchant} mono />
            )}
          </Fact>
          <Fact term={texts.date}>
            {firstSeenAt === null ? (
              texts.missing.date
            ) : (
              <span>
                {format.parts(texts[dateKind], { time: <Timestamp key="at" at={firstSeenAt} as="short" /> })}
              </span>
            )}
          </Fact>
        </dl>
      </section>
      {children ? <div className={styles.actions}>{children}</div> : null}
    </div>
  )
}

interface FactProps {
  readonly term: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

function Fact({ term, className, children }: FactProps): ReactNode {
  return (
    <div className={`${styles.fact} ${className ?? ''}`}>
      <dt className="unseen">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function HeadlineAmount({ amount, currency }: Pick<RecordHeadlineFacts, 'amount' | 'currency'>): ReactNode {
  const texts = useMessages('recordHeadline')
  const format = useFormatter()
  const [units, code] = [getVisibleText(amount), getVisibleText(currency)]
  if (units === null || units === '')
    return (
      <span className={styles.missing}>
        {texts.missing.amount[amount.visibility === 'hidden' ? 'hidden' : 'notProvided']}
      </span>
    )
  if (amount.visibility === 'masked')
    return (
      <>
        <FieldValue value={amount} />
        <span className={styles.unit}>{code ?? texts.missing.currency}</span>
      </>
    )
  const major = code === null ? null : format.money(units, code)
  return (
    <>
      <Money amount={amount} currency={currency} />
      <CopyButton text={major ?? [units, code].filter(Boolean).join(' ')} what={texts.copied.amount} />
    </>
  )
}

interface StatePillProps {
  readonly state: StateValue
  readonly inReview?: boolean
}

/** Shows a state as a pill with its mark and word. */
export function StatePill({ state, inReview = false }: StatePillProps): ReactNode {
  return (
    <span className={styles.pill} data-tone={getStateTone(state, inReview)}>
      <StateLabel state={state} inReview={inReview} />
    </span>
  )
}

/** Shows a status of our own, such as that of a payment request, in the form of a state. */
export function StatusPill({ tone, children }: { readonly tone: StateTone; readonly children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      <ToneIcon tone={tone} />
      {children}
    </span>
  )
}
