import type { CheckResult, IdentityChecks } from '@paydesk/shared/compliance/identity-checks'
import type { ReactNode } from 'react'
import { Mark, type Tone } from '../../ui/text/state-mark.tsx'
import { Hint } from '../../ui/text/tooltip.tsx'
import styles from './identity-page.module.css'

/** A customer who names the same identity. */
export type OtherCustomer = IdentityChecks['otherCustomers'][number]

const results: Readonly<Record<CheckResult, { readonly tone: Tone; readonly word: string }>> = {
  ok: { tone: 'good', word: 'fits' },
  look: { tone: 'review', word: 'look' },
  unknown: { tone: 'unknown', word: 'not known' },
}

interface CheckListProps {
  readonly checks: IdentityChecks
  readonly customerLink: (customer: OtherCustomer) => ReactNode
}

/** What was compared, how it came out, and what to do: a mark and a word, never a colour alone. */
export function CheckList({ checks, customerLink }: CheckListProps): ReactNode {
  return (
    <ul aria-label="Checks" className={styles.checks}>
      {checks.checks.map(({ id, name, result, says, means, todo }) => (
        <li key={id} className={styles.check} data-result={result}>
          <span className={styles.result}>
            <Mark tone={results[result].tone} />
            {results[result].word}
          </span>
          <div>
            <p className={styles.name}>
              <Hint says={means} dotted>
                {name}
              </Hint>
            </p>
            <p>{says}</p>
            {result === 'ok' ? null : <p className={styles.todo}>{todo}</p>}
            {id === 'others' && checks.otherCustomers.length > 0 ? (
              <ul className={styles.others} aria-label="Other customers with this identity">
                {checks.otherCustomers.map((other) => (
                  <li key={other.customer}>{customerLink(other)}</li>
                ))}
              </ul>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}
