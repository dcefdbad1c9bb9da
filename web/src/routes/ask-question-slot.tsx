import type { QuestionSubject } from '@paydesk/shared/cases/handover'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AskQuestionLine } from '../features/questions/ask-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

interface AskQuestionSlotProps {
  readonly env: EnvironmentName
  readonly about: QuestionSubject
}

/** On what somebody looks at, or may not look at: a question about it to another role. */
export function AskQuestionSlot({ env, about }: AskQuestionSlotProps): ReactNode {
  if (!useMay('handover.ask')) return null
  return (
    <AskQuestionLine
      // What is typed about one record is not asked about another one.
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
