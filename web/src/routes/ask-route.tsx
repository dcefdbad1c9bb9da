import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { HandoverSubject } from '@paydesk/shared/work/handover'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AskLine } from '../features/questions/ask-line.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'

interface AskSlotProps {
  readonly env: EnvironmentName
  readonly about: HandoverSubject
}

/** On what somebody looks at, or may not look at: a question about it to another role. */
export function AskSlot({ env, about }: AskSlotProps): ReactNode {
  if (!useMay('handover.ask')) return null
  return (
    <AskLine
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
