import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { SearchAttempt } from '@paydesk/shared/payments/search'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import styles from './search-attempt-list.module.css'

const outcomeMarks: Record<SearchAttempt['outcome'], string> = {
  found: '✓',
  not_found: '✕',
  unavailable: '▲',
  not_this_form: '–',
  not_allowed: '–',
  not_asked: '–',
}

/** Claims no more than the attempts prove: a record that was not requested may exist. */
function pickTitle(tried: readonly SearchAttempt[], { misses }: Messages['search']): string {
  const is = (outcome: SearchAttempt['outcome']) => (each: SearchAttempt) => each.outcome === outcome
  if (tried.some(is('unavailable'))) return misses.unavailable
  if (tried.every(is('not_this_form'))) return misses.unreadable
  return tried.some(is('not_asked')) ? misses.not_asked : misses.found
}

/** Lists every search attempt after a miss, and tells missing records from failed requests. */
export function SearchAttemptList({
  tried,
  retry,
}: {
  readonly tried: readonly SearchAttempt[]
  readonly retry: () => void
}): ReactNode {
  const texts = useMessages('search')
  const unasked = tried.some((each) => each.outcome === 'unavailable')
  return (
    <div className={styles.tried}>
      <h2 className={styles.title}>{pickTitle(tried, texts)}</h2>
      <ul className={styles.list}>
        {tried.map((each, index) => (
          <li key={index} className={styles.row} data-outcome={each.outcome}>
            <span className={styles.mark} aria-hidden>
              {outcomeMarks[each.outcome]}
            </span>
            <span className={styles.kind}>{texts.attempts[each.as]}</span>
            <span className={styles.words}>
              <span className="unseen">{texts.outcomes[each.outcome]}: </span>
              {each.words}
              {each.reference ? (
                <span className={styles.reference}>
                  {' '}
                  {texts.attempts.reference} <code>{each.reference}</code>{' '}
                  <CopyButton text={each.reference} what={texts.referenceNoun} />
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {unasked ? (
        <Button onClick={retry}>
          <RotateCw size={14} aria-hidden /> {texts.tryAgain}
        </Button>
      ) : null}
    </div>
  )
}
