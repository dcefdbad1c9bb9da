import { inMajorUnits } from '@paydesk/shared/core/money'
import type { DriftSheet } from '@paydesk/shared/work/drift-sheet'
import type { ReactNode } from 'react'
import { Section } from '../../ui/page/section.tsx'
import { counted, countOf } from '../../ui/text/counted.ts'
import styles from './sheet.module.css'
import { kindWords } from './words.ts'

type Moved = DriftSheet['total']
type Sum = NonNullable<DriftSheet['kinds'][number]['amounts']>[number]

const moves = [
  { of: 'atStart', word: 'At start' },
  { of: 'opened', word: 'Opened' },
  { of: 'explained', word: 'Explained' },
  { of: 'closed', word: 'Closed' },
  { of: 'atEnd', word: 'Still open' },
] as const
const sums = moves.filter(
  (move): move is Exclude<(typeof moves)[number], { of: 'explained' }> => move.of !== 'explained',
)

/** How many of each kind, with the sum that must come out. */
export function SheetKinds({ sheet }: { readonly sheet: DriftSheet }): ReactNode {
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
            <b>{counted(atStart)}</b> open at the start + <b>{counted(opened)}</b> opened −{' '}
            <b>{counted(closed)}</b> closed by the facts = <b>{counted(atEnd)}</b> still open
          </p>
          <table className={`${styles.table} ${styles.counts}`}>
            <caption className="unseen">Differences of the day by kind</caption>
            <Head name="What differs" words={moves.map(({ word }) => word)} />
            <tbody>
              {kinds.map((each) => (
                <tr key={each.kind}>
                  <th scope="row" title={texts.find(({ id }) => id === each.kind)?.says}>
                    {kindWords[each.kind]}
                  </th>
                  <Counts of={each} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{countOf(kinds.length, 'kind')}</th>
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

function Counts({ of }: { readonly of: Moved }): ReactNode {
  return moves.map((move) => (
    <td key={move.of} data-word={move.word} data-none={of[move.of] === 0 || undefined}>
      {counted(of[move.of])}
    </td>
  ))
}

/** How much money is in it, by kind and currency, as far as amounts are known. */
export function SheetAmounts({ sheet: { kinds } }: { readonly sheet: DriftSheet }): ReactNode {
  if (kinds.length === 0) return null
  const lines = kinds.flatMap(({ kind, amounts }) =>
    (amounts ?? []).map((sum) => ({ name: kindWords[kind], sum })),
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
          <Head name="What differs" words={['Currency', ...sums.map(({ word }) => word)]} />
          <tbody>
            {lines.map(({ name, sum }) => (
              <tr key={`${name} ${sum.currency}`}>
                <th scope="row">{name}</th>
                <Amounts of={sum} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            {totals(lines.map(({ sum }) => sum)).map((sum) => (
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
    (inMajorUnits(String(minor), currency) ?? String(minor)).replace(` ${currency}`, '')
  return (
    <>
      <td data-word="Currency">{currency}</td>
      {sums.map(({ of, word }) => (
        <td key={of} data-word={word} data-none={sum[of] === 0 || undefined}>
          {words(sum[of])}
        </td>
      ))}
    </>
  )
}

/** One sum for each currency: different ones are never added. */
function totals(all: readonly Sum[]): readonly Sum[] {
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
