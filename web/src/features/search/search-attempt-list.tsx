import type { SearchAttempt } from '@paydesk/shared/payments/search'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import styles from './search-attempt-list.module.css'

const outcomeMarks: Record<SearchAttempt['outcome'], { mark: string; word: string }> = {
  found: { mark: '✓', word: 'found' },
  not_found: { mark: '✕', word: 'not found' },
  unavailable: { mark: '▲', word: 'could not ask' },
  not_this_form: { mark: '–', word: 'not this form' },
  not_allowed: { mark: '–', word: 'not for your role' },
  not_asked: { mark: '–', word: 'service not asked' },
}

const idKindLabels: Record<SearchAttempt['as'], string> = {
  rid: 'Customer (RID)',
  transaction: 'Transaction',
  merchant_transaction_id: 'Merchant’s transaction id',
  reference: 'Reference',
  identity: 'Identity',
  text: 'Text',
}

/** Claims no more than the attempts prove: a record that was not requested may exist. */
function buildTitle(tried: readonly SearchAttempt[]): string {
  const is = (outcome: SearchAttempt['outcome']) => (each: SearchAttempt) => each.outcome === outcome
  if (tried.some(is('unavailable'))) return 'Not everything could be asked: it may exist'
  if (tried.every(is('not_this_form'))) return 'No id could be cut out of this text'
  if (tried.some(is('not_asked'))) return 'Not known here: the service was not asked for parts of this text'
  return 'Not found: nothing here has this id'
}

/** Lists every search attempt after a miss, and tells missing records from failed requests. */
export function SearchAttemptList({
  tried,
  retry,
}: {
  readonly tried: readonly SearchAttempt[]
  readonly retry: () => void
}): ReactNode {
  const unasked = tried.some((each) => each.outcome === 'unavailable')
  return (
    <div className={styles.tried}>
      <h2 className={styles.title}>{buildTitle(tried)}</h2>
      <ul className={styles.list}>
        {tried.map((each, index) => (
          <li key={index} className={styles.row} data-outcome={each.outcome}>
            <span className={styles.mark} aria-hidden>
              {outcomeMarks[each.outcome].mark}
            </span>
            <span className={styles.kind}>{idKindLabels[each.as]}</span>
            <span className={styles.words}>
              <span className="unseen">{outcomeMarks[each.outcome].word}: </span>
              {each.words}
              {each.reference ? (
                <span className={styles.reference}>
                  {' '}
                  Reference <code>{each.reference}</code>{' '}
                  <CopyButton text={each.reference} what="reference" />
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {unasked ? (
        <Button onClick={retry}>
          <RotateCw size={14} aria-hidden /> Ask again
        </Button>
      ) : null}
    </div>
  )
}
