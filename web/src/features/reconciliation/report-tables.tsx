import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import { formatMinorUnits } from '@paydesk/shared/core/money'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { discrepancyKindLabels } from './labels.ts'
import styles from './report.module.css'

type DayMovement = ReconciliationReport['total']
type Sum = NonNullable<ReconciliationReport['kinds'][number]['amounts']>[number]

const movementColumns = [
  { of: 'atStart', word: 'At start' },
  { of: 'opened', word: 'Opened' },
  { of: 'explained', word: 'Explained' },
  { of: 'closed', word: 'Closed' },
  { of: 'atEnd', word: 'Still open' },
] as const
const amountColumns = movementColumns.filter(
  (move): move is Exclude<(typeof movementColumns)[number], { of: 'explained' }> => move.of !== 'explained',
)

/** Counts the discrepancies of each kind, and shows the equation that must balance. */
export function ReconciliationKindTable({ sheet }: { readonly sheet: ReconciliationReport }): ReactNode {
  const { kinds, total, texts } = sheet
  const { atStart, opened, closed, atEnd } = total
  return (
    <Section title="By kind" note="closed means: the facts agree; an explanation closes nothing">
      {kinds.length === 0 ? (
        <p className={styles.words}>
          Nothing differed on this day: nothing was open at its start, and nothing was opened.
        </p>
      ) : (
        <>
          <p className={styles.words}>
            <b>{formatCount(atStart)}</b> open at the start + <b>{formatCount(opened)}</b> opened −{' '}
            <b>{formatCount(closed)}</b> closed by the facts = <b>{formatCount(atEnd)}</b> still open
          </p>
          <table className={`${styles.table} ${styles.counts}`}>
            <caption className="unseen">Differences of the day by kind</caption>
            <Head name="What differs" words={movementColumns.map(({ word }) => word)} />
            <tbody>
              {kinds.map((each) => (
                <tr key={each.kind}>
                  <th scope="row" title={texts.find(({ id }) => id === each.kind)?.says}>
                    {discrepancyKindLabels[each.kind]}
                  </th>
                  <Counts of={each} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{formatCountOf(kinds.length, 'kind')}</th>
                <Counts of={total} />
              </tr>
            </tfoot>
          </table>
        </>
      )}
    </Section>
  )
}

function Head({ name, words }: { readonly name: string; readonly words: readonly string[] }): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col">{name}</th>
        {words.map((word) => (
          <th key={word} scope="col">
            {word}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Counts({ of }: { readonly of: DayMovement }): ReactNode {
  return movementColumns.map((move) => (
    <td key={move.of} data-word={move.word} data-none={of[move.of] === 0 || undefined}>
      {formatCount(of[move.of])}
    </td>
  ))
}

/** Sums the amounts by kind and currency, as far as amounts are known. */
export function ReconciliationAmountTable({
  sheet: { kinds },
}: {
  readonly sheet: ReconciliationReport
}): ReactNode {
  if (kinds.length === 0) return null
  const lines = kinds.flatMap(({ kind, amounts }) =>
    (amounts ?? []).map((sum) => ({ name: discrepancyKindLabels[kind], sum })),
  )
  const isRanges = kinds.every(({ amounts }) => amounts === null)
  return (
    <Section
      title="Amounts"
      note="of items whose amount is known: the service gives it in notifications only"
    >
      {isRanges ? (
        <p className={styles.words}>Your role sees amounts as ranges, so they are not added up.</p>
      ) : lines.length === 0 ? (
        <p className={styles.words}>No amount is known of any of them.</p>
      ) : (
        <table className={`${styles.table} ${styles.amounts}`}>
          <caption className="unseen">Amounts of the day by kind and currency</caption>
          <Head name="What differs" words={['Currency', ...amountColumns.map(({ word }) => word)]} />
          <tbody>
            {lines.map(({ name, sum }) => (
              <tr key={`${name} ${sum.currency}`}>
                <th scope="row">{name}</th>
                <Amounts of={sum} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            {sumByCurrency(lines.map(({ sum }) => sum)).map((sum) => (
              <tr key={sum.currency}>
                <th scope="row">All</th>
                <Amounts of={sum} />
              </tr>
            ))}
          </tfoot>
        </table>
      )}
    </Section>
  )
}

function Amounts({ of: sum }: { readonly of: Sum }): ReactNode {
  const { currency } = sum
  const words = (minor: number) =>
    (formatMinorUnits(String(minor), currency) ?? String(minor)).replace(` ${currency}`, '')
  return (
    <>
      <td data-word="Currency">{currency}</td>
      {amountColumns.map(({ of, word }) => (
        <td key={of} data-word={word} data-none={sum[of] === 0 || undefined}>
          {words(sum[of])}
        </td>
      ))}
    </>
  )
}

/** Returns one sum per currency; never adds different currencies. */
function sumByCurrency(all: readonly Sum[]): readonly Sum[] {
  const by = new Map<string, Sum>()
  for (const sum of all) {
    const before = by.get(sum.currency) ?? {
      currency: sum.currency,
      atStart: 0,
      opened: 0,
      closed: 0,
      atEnd: 0,
    }
    by.set(sum.currency, {
      currency: sum.currency,
      atStart: before.atStart + sum.atStart,
      opened: before.opened + sum.opened,
      closed: before.closed + sum.closed,
      atEnd: before.atEnd + sum.atEnd,
    })
  }
  return [...by.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
