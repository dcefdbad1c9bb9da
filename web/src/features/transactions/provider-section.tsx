import type { ProviderResponse } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import styles from '../../ui/table/wide-table.module.css'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'

interface Column {
  readonly member: keyof ProviderResponse
  readonly mono?: boolean
  readonly hasCopy?: boolean
}

const columns: readonly Column[] = [
  { member: 'operationType' },
  { member: 'operationSuccessful' },
  { member: 'providerName' },
  { member: 'providerType' },
  { member: 'requestCurrency' },
  { member: 'statusCode', mono: true },
  { member: 'statusDescription' },
  { member: 'referenceCode', mono: true, hasCopy: true },
  { member: 'providerReferenceCode', mono: true, hasCopy: true },
  { member: 'responseId', mono: true, hasCopy: true },
  { member: 'manualReconciliation' },
]

/** Shows every field of each provider response, in the order of the record. */
export function ProviderResponsesSection({
  responses,
}: {
  readonly responses: readonly ProviderResponse[]
}): ReactNode {
  const count = responses.length
  const texts = useMessages('transactions').providers
  const format = useFormatter()
  return (
    <Section title={texts.title} id="providers" note={count > 0 ? format.text(texts.count, { count }) : null}>
      {count === 0 ? <p className={styles.none}>{texts.none}</p> : <ResponseTable responses={responses} />}
    </Section>
  )
}

function ResponseTable({ responses }: { responses: readonly ProviderResponse[] }): ReactNode {
  const texts = useMessages('transactions').providers
  const format = useFormatter()
  const seen = columns.filter(({ member }) => responses.some((each) => each[member].visibility !== 'hidden'))
  const hidden = columns.filter((column) => !seen.includes(column))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label={texts.table}>
        <table className={`${styles.table} ${styles.pairs}`}>
          <thead>
            <tr>
              {seen.map(({ member }) => (
                <th key={member} scope="col">
                  {texts.columns[member]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {responses.map((response, row) => (
              <tr key={row}>
                {seen.map((column) => (
                  <td key={column.member} data-word={texts.columns[column.member]}>
                    <Cell column={column} response={response} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {hidden.length > 0 ? (
        <p className={styles.none}>
          {format.text(texts.hidden, {
            fields: hidden.map(({ member }) => texts.columns[member]).join(', '),
          })}
        </p>
      ) : null}
    </>
  )
}

function Cell({ column, response }: { column: Column; response: ProviderResponse }): ReactNode {
  const { member, mono = false, hasCopy = false } = column
  const { providers, yes, no } = useMessages('transactions')
  const value = response[member]
  const text = getVisibleText(value)
  if (member === 'operationSuccessful' && (text === 'true' || text === 'false')) {
    // Not in green: an accepted operation is not yet a payment.
    return text === 'true' ? (
      providers.accepted
    ) : (
      <span className={styles.marked}>
        <ToneIcon tone="bad" /> {providers.notAccepted}
      </span>
    )
  }
  if (member === 'manualReconciliation' && (text === 'true' || text === 'false')) {
    return text === 'true' ? (
      <span className={styles.marked}>
        <ToneIcon tone="review" /> <b>{yes}</b>
      </span>
    ) : (
      no
    )
  }
  return <FieldValue value={value} mono={mono} {...(hasCopy ? { copy: providers.columns[member] } : {})} />
}
