import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import { compareTransactionViews } from '@paydesk/shared/cases/transaction-diff'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { formatCountOf } from '../../../ui/text/format-count.ts'
import { RawTime } from '../../../ui/text/raw-time.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import type { RecordFieldChange } from '../field-labels.ts'
import { formatFieldPath } from '../field-labels.ts'
import { RecordChangesList } from '../record-changes-list.tsx'
import styles from './decision-page.module.css'

interface RecordComparisonSectionProps {
  readonly explained: (view: TransactionView) => ReactNode
  readonly data: DecisionDetail
  readonly reread: () => void
}

/** Compares the stored record that the first person saw with the current record. */
export function RecordComparisonSection({
  data,
  explained,
  reread,
}: RecordComparisonSectionProps): ReactNode {
  const { decision, seen, now, changed } = data
  return (
    <Section title="Seen then, and now" id="seen" note={describeUnchanged(data)}>
      {changed.length > 0 ? (
        <div className={styles.changed}>
          <p className={styles.loud}>
            <span aria-hidden>▲</span> {formatCountOf(changed.length, 'member')} changed since it was decided
          </p>
          <RecordChangesList changes={changed} before="When it was decided" />
        </div>
      ) : null}
      <div className={styles.sides}>
        <section className={styles.side} aria-label="Seen then">
          <p className={styles.quiet}>
            Seen by {decision.by.me ? 'you' : decision.by.name}, decided{' '}
            <Timestamp at={decision.at} as="full" />
          </p>
          {seen ? (
            <>
              {explained(seen)}
              <p className={styles.quiet}>
                {data.firedThen
                  ? 'The record is kept as it was, with what did not fit together then.'
                  : 'The record is kept as it was. What does not fit together in it is reckoned with what this office knows today.'}
              </p>
            </>
          ) : (
            <p>What was seen then may not be kept any longer.</p>
          )}
        </section>
        <section className={styles.side} aria-label="Now">
          <p className={styles.quiet}>
            {data.nowReading ? (
              <>
                What the service says, read <Timestamp at={data.nowReading.at} as="full" />
              </>
            ) : (
              'What the service says'
            )}
          </p>
          {now ? (
            explained(now)
          ) : (
            <p className={styles.loud}>
              <span aria-hidden>▲</span> It could not be read. <Button onClick={reread}>Read again</Button>
            </p>
          )}
        </section>
      </div>
      {seen && now ? <FieldComparison seen={seen} now={now} /> : null}
    </Section>
  )
}

function describeUnchanged({ seen, now, changed }: DecisionDetail): string | null {
  return seen && now && changed.length === 0 ? 'nothing that your role sees has changed since' : null
}

interface FieldComparisonProps {
  readonly seen: TransactionView
  readonly now: TransactionView
}

/** Returns whether a step was and is not applicable; collapsed like on the transaction page, not left out. */
const isNotApplicable = ({ name, before, after }: RecordFieldChange) =>
  name.startsWith('steps.') && before === 'NA' && after === 'NA'

/** Compares every field of both records side by side; changes are marked in text too. */
function FieldComparison({ seen, now }: FieldComparisonProps): ReactNode {
  const all = compareTransactionViews(seen, now)
  const visible = all.filter(({ before, after }) => before !== 'hidden' || after !== 'hidden')
  const folded = visible.filter(isNotApplicable)
  return (
    <>
      <FieldTable of={visible.filter((each) => !isNotApplicable(each))} says="Every member of the record" />
      {folded.length > 0 ? (
        <details>
          <summary className={styles.quiet}>{formatCountOf(folded.length, 'step')} not applicable</summary>
          <FieldTable of={folded} says="Steps that are not applicable" />
        </details>
      ) : null}
      {visible.length < all.length ? (
        <p className={styles.quiet}>
          {formatCountOf(all.length - visible.length, 'member')} not shown to your role
        </p>
      ) : null}
    </>
  )
}

interface FieldTableProps {
  readonly of: readonly RecordFieldChange[]
  /** Table caption for screen readers. */
  readonly says: string
}

function FieldTable({ of, says }: FieldTableProps): ReactNode {
  const texts = useMessages('review')
  const format = useFormat()
  return (
    <table className={styles.table}>
      <caption className="unseen">{says}, then and now</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Seen then</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, before, after }) => (
          <tr key={name} data-changed={before !== after || undefined}>
            <th scope="row" title={name}>
              {formatFieldPath(name, texts, format)}
              {before === after ? null : <span className={styles.mark}> ▲ changed</span>}
            </th>
            <td>
              <RawTime text={before} />
            </td>
            <td>
              <RawTime text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
