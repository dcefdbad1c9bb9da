import type { ReconciliationReport } from '@paydesk/shared/cases/reconciliation'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Section } from '../../ui/page/section.tsx'
import styles from './report.module.css'

type DayMovement = ReconciliationReport['total']
type Sum = NonNullable<ReconciliationReport['kinds'][number]['amounts']>[number]

const movementColumns = ['atStart', 'opened', 'explained', 'closed', 'atEnd'] as const
const amountColumns = ['atStart', 'opened', 'closed', 'atEnd'] as const

/** Counts the discrepancies of each kind, and shows the equation that must balance. */
export function ReconciliationKindTable({ sheet }: { readonly sheet: ReconciliationReport }): ReactNode {
  const { kinds, total } = sheet
  const help = useMessages('discrepancies').kinds
  const { kinds: labels, report } = useMessages('reconciliation')
  const { byKind: texts, columns } = report
  const format = useFormatter()
  const bold = (of: 'atStart' | 'opened' | 'closed' | 'atEnd') => <b key={of}>{format.number(total[of])}</b>
  return (
    <Section title={texts.title} note={texts.note}>
      {kinds.length === 0 ? (
        <p className={styles.words}>{texts.none}</p>
      ) : (
        <>
          <p className={styles.words}>
            {format.parts<typeof texts.equation, ReactNode>(texts.equation, {
              atStart: bold('atStart'),
              opened: bold('opened'),
              closed: bold('closed'),
              atEnd: bold('atEnd'),
            })}
          </p>
          <table className={`${styles.table} ${styles.counts}`}>
            <caption className="unseen">{texts.caption}</caption>
            <Head name={texts.kind} texts={movementColumns.map((of) => columns[of])} />
            <tbody>
              {kinds.map((each) => (
                <tr key={each.kind}>
                  <th scope="row" title={help[each.kind].says}>
                    {labels[each.kind]}
                  </th>
                  <Counts of={each} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{format.text(texts.total, { count: kinds.length })}</th>
                <Counts of={total} />
              </tr>
            </tfoot>
          </table>
        </>
      )}
    </Section>
  )
}

function Head({ name, texts }: { readonly name: string; readonly texts: readonly string[] }): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col">{name}</th>
        {texts.map((word) => (
          <th key={word} scope="col">
            {word}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Counts({ of }: { readonly of: DayMovement }): ReactNode {
  const { columns } = useMessages('reconciliation').report
  const { number } = useFormatter()
  return movementColumns.map((column) => (
    <td key={column} data-word={columns[column]} data-none={of[column] === 0 || undefined}>
      {number(of[column])}
    </td>
  ))
}

/** Sums the amounts by kind and currency, as far as amounts are known. */
export function ReconciliationAmountTable({
  sheet: { kinds },
}: {
  readonly sheet: ReconciliationReport
}): ReactNode {
  const { kinds: labels, rangesNotSummed, report } = useMessages('reconciliation')
  const { amounts: texts, byKind, columns } = report
  if (kinds.length === 0) return null
  const lines = kinds.flatMap(({ kind, amounts }) =>
    (amounts ?? []).map((sum) => ({ name: labels[kind], sum })),
  )
  const isRanges = kinds.every(({ amounts }) => amounts === null)
  return (
    <Section title={texts.title} note={texts.note}>
      {isRanges ? (
        <p className={styles.words}>{rangesNotSummed}</p>
      ) : lines.length === 0 ? (
        <p className={styles.words}>{texts.none}</p>
      ) : (
        <table className={`${styles.table} ${styles.amounts}`}>
          <caption className="unseen">{texts.caption}</caption>
          <Head name={byKind.kind} texts={[texts.currency, ...amountColumns.map((of) => columns[of])]} />
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
                <th scope="row">{texts.all}</th>
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
  const { amounts: texts, columns } = useMessages('reconciliation').report
  const format = useFormatter()
  const { currency } = sum
  const words = (minor: number) =>
    (format.money(String(minor), currency) ?? String(minor)).replace(` ${currency}`, '')
  return (
    <>
      <td data-word={texts.currency}>{currency}</td>
      {amountColumns.map((of) => (
        <td key={of} data-word={columns[of]} data-none={sum[of] === 0 || undefined}>
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
