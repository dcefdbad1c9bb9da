import type { BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { getStateLabel, getStateReasonLabel, type StateTexts } from '@paydesk/shared/core/state'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import {
  type ColleagueNamer,
  useFormatColleagueName,
} from '../../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { RowValue } from '../../../ui/table/row-value.tsx'
import styles from './bulk.module.css'
import { QueueCaseLink } from './queue-columns.tsx'

interface BulkDecisionResultsProps {
  /** Rows as they were when the form opened. */
  readonly rows: readonly CaseSummary[]
  readonly results: readonly BulkDecisionResult[]
  readonly onClose: () => void
}

const panelId = 'results'

/** Lists the result of each case in row order; undecided cases stay selected. */
export function BulkDecisionResults({ rows, results, onClose }: BulkDecisionResultsProps): ReactNode {
  const texts = useMessages('review')
  const states = useMessages('ui')
  const { bulk } = texts
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  // Focus the results, because the form is gone.
  useEffect(() => document.getElementById(panelId)?.focus({ preventScroll: true }), [])
  const made = results.filter(({ answer }) => answer === 'made').length
  return (
    <Section
      title={bulk.results}
      id={panelId}
      note={format.text(bulk.resultCount, { made, count: results.length })}
      aside={
        <Button look="quiet" onClick={onClose}>
          {bulk.closeResults}
        </Button>
      }
    >
      <ol className={styles.results} aria-label={bulk.resultList}>
        {results.map((result) => {
          const row = rows.find(({ transaction }) => transaction === result.transaction)
          return (
            <li key={result.transaction} data-answer={result.answer}>
              <QueueCaseLink transaction={result.transaction}>
                {row === undefined ? result.transaction : <RowValue value={row.rid} mono />}
              </QueueCaseLink>{' '}
              <span>{describeResult(result, texts, states, format, nameColleague)}</span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function describeResult(
  result: BulkDecisionResult,
  texts: Messages['review'],
  states: StateTexts,
  { text }: Formatter,
  nameColleague: ColleagueNamer,
): string {
  const { bulk } = texts
  switch (result.answer) {
    case 'made':
      return text(texts.badges.decision, {
        verdict: texts.verdicts[result.decision.verdict],
        status: texts.decisionStatuses[result.decision.status],
      })
    case 'decided':
      return text(result.decision.mine ? bulk.ownDecisionExists : bulk.decisionExists, {
        status: texts.decisionStatuses[result.decision.status],
      })
    case 'held':
      return text(bulk.claimed, {
        name: nameColleague(result.claim?.by ?? { name: null, me: false }, 'object'),
      })
    case 'moved': {
      const reason = result.compound === null ? null : getStateReasonLabel(result.compound, states)
      return text(bulk.moved, {
        state: [getStateLabel(result.state, states), reason].filter(Boolean).join(', '),
      })
    }
    case 'gone':
      return bulk.gone
    case 'failed':
      return result.problem === 'maybe_recorded'
        ? bulk.unknownResult
        : text(bulk.failed, {
            cause: describeFailure(result.problem, bulk.causes),
            problem: result.problem,
          })
    case 'not_tried':
      return bulk.notTried
  }
}

function describeFailure(problem: ProblemId, causes: Messages['review']['bulk']['causes']): string {
  if (problem === 'too_many_requests') return causes.tooMany
  if (problem.startsWith('upstream_')) return causes.upstream
  return problem === 'not_found' ? causes.notFound : causes.other
}
