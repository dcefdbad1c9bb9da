import type { BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import type { CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { getReasonLabel, getStateLabel } from '@paydesk/shared/core/state'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { RowValue } from '../../../ui/table/row-value.tsx'
import { decisionStatusLabels, verdictLabels } from '../labels.ts'
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
  // Focus the results, because the form is gone.
  useEffect(() => document.getElementById(panelId)?.focus({ preventScroll: true }), [])
  const made = results.filter(({ answer }) => answer === 'made').length
  return (
    <Section
      title="Decided together"
      id={panelId}
      note={`${made} of ${results.length}`}
      aside={
        <Button look="quiet" onClick={onClose}>
          Close the results
        </Button>
      }
    >
      <ol className={styles.results} aria-label="Results">
        {results.map((result) => {
          const row = rows.find(({ transaction }) => transaction === result.transaction)
          return (
            <li key={result.transaction} data-answer={result.answer}>
              <QueueCaseLink transaction={result.transaction}>
                {row === undefined ? result.transaction : <RowValue value={row.rid} mono />}
              </QueueCaseLink>{' '}
              <span>{describeResult(result)}</span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function describeResult(result: BulkDecisionResult): string {
  switch (result.answer) {
    case 'made':
      return `${verdictLabels[result.decision.verdict]}: ${decisionStatusLabels[result.decision.status]}`
    case 'decided': {
      const whose = result.decision.mine ? 'your own decision' : 'a decision'
      return `not decided: there is ${whose} already, ${decisionStatusLabels[result.decision.status]}`
    }
    case 'held':
      return `not decided: ${result.owner?.by.name ?? 'a colleague'} has it`
    case 'moved': {
      const reason = result.compound === null ? null : getReasonLabel(result.compound)
      return `not decided: the service says ${getStateLabel(result.state)}${reason === null ? '' : `, ${reason}`} now`
    }
    case 'gone':
      return 'not decided: it is not in review any more'
    case 'failed':
      return result.problem === 'maybe_recorded'
        ? 'it is not known whether it was decided: look at it before you send it again'
        : `not decided: ${describeFailure(result.problem)} (${result.problem})`
    case 'not_tried':
      return 'not tried: the time was up. It can be sent again'
  }
}

function describeFailure(problem: ProblemId): string {
  if (problem === 'too_many_requests') return 'too much was sent within a minute, wait a moment'
  if (problem.startsWith('upstream_')) return 'the service gave no answer that could be used'
  return problem === 'not_found' ? 'the service does not know it' : 'Paydesk could not record it'
}
