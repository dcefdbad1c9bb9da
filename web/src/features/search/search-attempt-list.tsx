import type { Formatter } from '@paydesk/shared/core/formatter'
import type { TemplateText } from '@paydesk/shared/core/message'
import type { ProblemId } from '@paydesk/shared/core/problem'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { SearchAttempt, SearchCoverage } from '@paydesk/shared/payments/search'
import { RotateCw } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
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
function pickTitle(tried: readonly SearchAttempt[], { misses }: Messages['searchMisses']): string {
  const is = (outcome: SearchAttempt['outcome']) => (each: SearchAttempt) => each.outcome === outcome
  if (tried.some(is('unavailable'))) return misses.unavailable
  if (tried.every(is('not_this_form'))) return misses.unreadable
  return tried.some(is('not_asked')) ? misses.not_asked : misses.found
}

interface SearchAttemptListProps {
  readonly tried: readonly SearchAttempt[]
  readonly retry: () => void
}

/** Lists every search attempt after a miss, and tells missing records from failed requests. */
export function SearchAttemptList(props: SearchAttemptListProps): ReactNode {
  // Load the texts only after a miss: the search box is on every page.
  return (
    <Suspense>
      <LoadedSearchAttemptList {...props} />
    </Suspense>
  )
}

function LoadedSearchAttemptList({ tried, retry }: SearchAttemptListProps): ReactNode {
  const texts = useMessages('search')
  const missTexts = useMessages('searchMisses')
  const unasked = tried.some((each) => each.outcome === 'unavailable')
  return (
    <div className={styles.tried}>
      <h2 className={styles.title}>{pickTitle(tried, missTexts)}</h2>
      <ul className={styles.list}>
        {tried.map((each, index) => (
          <li key={index} className={styles.row} data-outcome={each.outcome}>
            <span className={styles.mark} aria-hidden>
              {outcomeMarks[each.outcome]}
            </span>
            <span className={styles.kind}>{texts.attempts[each.readAs]}</span>
            <span className={styles.words}>
              <span className="unseen">{missTexts.outcomes[each.outcome]}: </span>
              {each.problem === undefined ? (
                <Finding attempt={each} />
              ) : (
                <UnavailableFinding attempt={each} problem={each.problem} />
              )}
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

function Finding({ attempt, problem }: { attempt: SearchAttempt; problem?: string }): ReactNode {
  const texts = useMessages('searchMisses')
  const format = useFormatter()
  const { finding, merchant = '', count = '', coverage } = attempt
  return format.text<TemplateText<'merchant' | 'count' | 'coverage' | 'problem'>>(texts.findings[finding], {
    merchant,
    count,
    coverage: coverage === undefined ? '' : describeCoverage(coverage, texts, format),
    problem: problem ?? '',
  })
}

/** Says why the payment service gave no answer, in the words of the error. */
function UnavailableFinding({ attempt, problem }: { attempt: SearchAttempt; problem: ProblemId }): ReactNode {
  return <Finding attempt={attempt} problem={useMessages('problems')[problem].title} />
}

function describeCoverage(
  { count, hasMore, since }: SearchCoverage,
  { coverage, coverageOverMax }: Messages['searchMisses'],
  format: Formatter,
): string {
  const day = since === null ? '' : format.day(new Date(since))
  return hasMore ? format.text(coverageOverMax, { count, day }) : format.text(coverage, { count, day })
}
