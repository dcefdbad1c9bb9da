import type { ProviderResponse } from '@paydesk/shared/payments/transactions'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import styles from '../../ui/table/wide-table.module.css'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'

interface Column {
  readonly member: keyof ProviderResponse
  readonly word: string
  readonly mono?: boolean
  readonly copy?: string
}

const columns: readonly Column[] = [
  { member: 'operationType', word: 'Operation' },
  { member: 'operationSuccessful', word: 'Success' },
  { member: 'providerName', word: 'Provider' },
  { member: 'providerType', word: 'Type' },
  { member: 'requestCurrency', word: 'Currency' },
  { member: 'statusCode', word: 'Code', mono: true },
  { member: 'statusDescription', word: 'Description' },
  { member: 'referenceCode', word: 'Reference', mono: true, copy: 'reference code' },
  { member: 'providerReferenceCode', word: 'Provider reference', mono: true, copy: 'provider reference' },
  { member: 'responseId', word: 'Response id', mono: true, copy: 'response id' },
  { member: 'manualReconciliation', word: 'Manual reconciliation' },
]

/** Shows every field of each provider response, in the order of the record. */
export function ProviderResponsesSection({
  responses,
}: {
  readonly responses: readonly ProviderResponse[]
}): ReactNode {
  const count = responses.length
  return (
    <Section
      title="Provider responses"
      id="providers"
      keys="p"
      note={count > 0 ? `${count}, all of the record` : null}
    >
      {count === 0 ? (
        <p className={styles.none}>The record holds no answer of a provider.</p>
      ) : (
        <ResponseTable responses={responses} />
      )}
    </Section>
  )
}

function ResponseTable({ responses }: { responses: readonly ProviderResponse[] }): ReactNode {
  const seen = columns.filter(({ member }) => responses.some((each) => each[member].seen !== 'hidden'))
  const hidden = columns.filter((column) => !seen.includes(column))
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroller} tabIndex={0} aria-label="Provider responses, scrolls sideways">
        <table className={`${styles.table} ${styles.pairs}`}>
          <thead>
            <tr>
              {seen.map(({ member, word }) => (
                <th key={member} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {responses.map((response, row) => (
              <tr key={row}>
                {seen.map((column) => (
                  <td key={column.member} data-word={column.word}>
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
          Not shown to your role: {hidden.map(({ word }) => word.toLowerCase()).join(', ')}
        </p>
      ) : null}
    </>
  )
}

function Cell({ column, response }: { column: Column; response: ProviderResponse }): ReactNode {
  const { member, word: _, ...look } = column
  const value = response[member]
  const text = getVisibleText(value)
  if (member === 'operationSuccessful' && (text === 'true' || text === 'false')) {
    return (
      <span className={styles.marked}>
        <ToneIcon tone={text === 'true' ? 'good' : 'bad'} /> {text === 'true' ? 'yes' : 'no'}
      </span>
    )
  }
  if (member === 'manualReconciliation' && (text === 'true' || text === 'false')) {
    return text === 'true' ? (
      <span className={styles.marked}>
        <ToneIcon tone="review" /> <b>yes</b>
      </span>
    ) : (
      'no'
    )
  }
  return <FieldValue value={value} {...look} />
}
