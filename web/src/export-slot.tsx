import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/ids'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMay } from './session/session-context.tsx'

const AskExport = lazy(() =>
  import('./subjects/ask-export.tsx').then((part) => ({ default: part.AskExport })),
)

interface ExportSlotProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** On a customer's page, for whoever may ask for the export. */
export function ExportSlot({ env, customer }: ExportSlotProps): ReactNode {
  if (!useMay('subject.export')) return null
  return (
    <Suspense>
      <AskExport
        env={env}
        customer={customer}
        link={(words) => (
          <Link to="/$env/subjects" params={{ env }}>
            {words}
          </Link>
        )}
      />
    </Suspense>
  )
}
