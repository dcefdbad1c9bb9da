import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import { isFieldUnchanged, pairTransactionViewFields } from '@paydesk/shared/cases/transaction-diff'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { RawTime } from '../../../ui/text/raw-time.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import type { RecordFieldChange } from '../field-labels.ts'
import { formatFieldPath } from '../field-labels.ts'
import { RecordChangesList } from '../record-changes-list.tsx'
import { useFormatComparedValue } from '../use-format-compared-value.ts'
import styles from './decision-page.module.css'

interface RecordComparisonSectionProps {
  readonly explained: (view: TransactionView) => ReactNode
  readonly data: DecisionDetail
  readonly refetch: () => void
}

/** Compares the stored record that the first person saw with the current record. */
export function RecordComparisonSection({
  data,
  explained,
  refetch,
}: RecordComparisonSectionProps): ReactNode {
  const nameColleague = useFormatColleagueName()
  const { compare: texts } = useMessages('reviewDecisions')
  const format = useFormatter()
  const { decision, snapshot, current, changed } = data
  const isUnchanged = snapshot && current && changed.length === 0
  return (
    <Section title={texts.title} id="seen" note={isUnchanged ? texts.unchanged : null}>
      {changed.length > 0 ? (
        <div className={styles.changed}>
          <p className={styles.loud}>
            <span aria-hidden>▲</span> {format.text(texts.changed, { count: changed.length })}
          </p>
          <RecordChangesList changes={changed} before={texts.before} />
        </div>
      ) : null}
      <div className={styles.sides}>
        <section className={styles.side} aria-label={texts.past}>
          <p className={styles.quiet}>
            {format.parts(texts.seenBy, {
              name: nameColleague(decision.by, 'object'),
              time: <Timestamp key="time" at={decision.at} as="full" />,
            })}
          </p>
          {snapshot ? (
            <>
              {explained(snapshot)}
              <p className={styles.quiet}>
                {data.hasStoredDiscrepancies ? texts.discrepanciesThen : texts.discrepanciesNow}
              </p>
            </>
          ) : (
            <p>{texts.expired}</p>
          )}
        </section>
        <section className={styles.side} aria-label={texts.now}>
          <p className={styles.quiet}>
            {data.currentReading
              ? format.parts(texts.currentAt, {
                  time: <Timestamp key="time" at={data.currentReading.at} as="full" />,
                })
              : texts.current}
          </p>
          {current ? (
            explained(current)
          ) : (
            <p className={styles.loud}>
              <span aria-hidden>▲</span> {texts.notLoaded} <Button onClick={refetch}>{texts.refresh}</Button>
            </p>
          )}
        </section>
      </div>
      {snapshot && current ? <FieldComparison seen={snapshot} now={current} /> : null}
    </Section>
  )
}

interface FieldComparisonProps {
  readonly seen: TransactionView
  readonly now: TransactionView
}

/**
 * Returns true if a workflow step is not applicable in both records; such steps are collapsed, as on the
 * transaction page.
 */
const isNotApplicable = ({ name, before, after }: RecordFieldChange) =>
  name.startsWith('steps.') && [before, after].every((each) => each.kind === 'text' && each.text === 'NA')

/** Compares every field of both records side by side; changes are marked in text too. */
function FieldComparison({ seen, now }: FieldComparisonProps): ReactNode {
  const { compare: texts } = useMessages('reviewDecisions')
  const format = useFormatter()
  const all = pairTransactionViewFields(seen, now)
  const visible = all.filter(({ before, after }) => before.kind !== 'hidden' || after.kind !== 'hidden')
  const folded = visible.filter(isNotApplicable)
  return (
    <>
      <FieldTable of={visible.filter((each) => !isNotApplicable(each))} message={texts.allFields} />
      {folded.length > 0 ? (
        <details>
          <summary className={styles.quiet}>
            {format.text(texts.notRequired, { count: folded.length })}
          </summary>
          <FieldTable of={folded} message={texts.stepsNotRequired} />
        </details>
      ) : null}
      {visible.length < all.length ? (
        <p className={styles.quiet}>{format.text(texts.hidden, { count: all.length - visible.length })}</p>
      ) : null}
    </>
  )
}

interface FieldTableProps {
  readonly of: readonly RecordFieldChange[]
  /** Table caption for screen readers. */
  readonly message: string
}

function FieldTable({ of, message }: FieldTableProps): ReactNode {
  const review = useMessages('review')
  const { compare: texts } = useMessages('reviewDecisions')
  const { steps } = useMessages('transactions')
  const format = useFormatter()
  const word = useFormatComparedValue()
  return (
    <table className={styles.table}>
      <caption className="unseen">{message}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.past}</th>
          <th scope="col">{texts.now}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ name, before, after }) => (
          <tr key={name} data-changed={!isFieldUnchanged({ before, after }) || undefined}>
            <th scope="row" title={name}>
              {formatFieldPath(name, review, steps.names, format)}
              {isFieldUnchanged({ before, after }) ? null : (
                <span className={styles.mark}> ▲ {texts.mark}</span>
              )}
            </th>
            <td>
              <RawTime text={word(before)} />
            </td>
            <td>
              <RawTime text={word(after)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
