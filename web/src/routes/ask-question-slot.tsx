import type { QuestionSubject } from '@paydesk/shared/cases/questions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AskQuestionLine } from '../features/questions/ask-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

interface AskQuestionSlotProps {
  readonly env: EnvironmentName
  readonly about: QuestionSubject
}

/** Asks another role a question about the record on screen, or about one that this role may not see. */
export function AskQuestionSlot({ env, about }: AskQuestionSlotProps): ReactNode {
  if (!useMay('question.ask')) return null
  return (
    <AskQuestionLine
      // Reset with the record: a text typed about one record must not be asked about another.
      key={JSON.stringify(about)}
      env={env}
      about={about}
      link={(words) => (
        <Link to="/$env/handovers" params={{ env }}>
          {words}
        </Link>
      )}
    />
  )
}
