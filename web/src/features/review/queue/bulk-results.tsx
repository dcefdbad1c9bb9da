import type { ProblemId } from '@paydesk/shared/core/problem'
import { reasonWord, stateWord } from '@paydesk/shared/core/state'
import type { ReviewRow } from '@paydesk/shared/work/review'
import type { BulkResult } from '@paydesk/shared/work/review-bulk'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { RowValue } from '../../../ui/table/row-value.tsx'
import { statusWords, verdictWords } from '../words.ts'
import styles from './bulk.module.css'
import type { ItemLink } from './queue-columns.tsx'

interface BulkResultsProps {
  /** As they were when the form was opened. */
  readonly rows: readonly ReviewRow[]
  readonly results: readonly BulkResult[]
  readonly itemLink: ItemLink
  readonly onClose: () => void
}

const part = 'results'

/** What became of each item, in the order of the rows; what was not decided stays selected. */
export function BulkResults({ rows, results, itemLink, onClose }: BulkResultsProps): ReactNode {
  // The form is gone with the answer: the keyboard goes on from what came of it.
  useEffect(() => document.getElementById(part)?.focus({ preventScroll: true }), [])
  const made = results.filter(({ answer }) => answer === 'made').length
  return (
    <Section
      title="Decided together"
      id={part}
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
              {itemLink(
                result.transaction,
                row === undefined ? result.transaction : <RowValue value={row.rid} mono />,
              )}{' '}
              <span>{wordsOf(result)}</span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

function wordsOf(result: BulkResult): string {
  switch (result.answer) {
    case 'made':
      return `${verdictWords[result.decision.verdict]}: ${statusWords[result.decision.status]}`
    case 'decided': {
      const whose = result.decision.mine ? 'your own decision' : 'a decision'
      return `not decided: there is ${whose} already, ${statusWords[result.decision.status]}`
    }
    case 'held':
      return `not decided: ${result.owner?.by.name ?? 'a colleague'} has it`
    case 'moved': {
      const reason = result.compound === null ? null : reasonWord(result.compound)
      return `not decided: the service says ${stateWord(result.state)}${reason === null ? '' : `, ${reason}`} now`
    }
    case 'gone':
      return 'not decided: it is not in review any more'
    case 'failed':
      return result.problem === 'maybe_recorded'
        ? 'it is not known whether it was decided: look at it before you send it again'
        : `not decided: ${failureWords(result.problem)} (${result.problem})`
    case 'not_tried':
      return 'not tried: the time was up. It can be sent again'
  }
}

function failureWords(problem: ProblemId): string {
  if (problem === 'too_many_requests') return 'too much was sent within a minute, wait a moment'
  if (problem.startsWith('upstream_')) return 'the service gave no answer that could be used'
  return problem === 'not_found' ? 'the service does not know it' : 'Paydesk could not record it'
}
