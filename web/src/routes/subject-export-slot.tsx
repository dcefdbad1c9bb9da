import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { RequestSubjectExport } from '../features/subject-access/request-export.tsx'

interface SubjectExportSlotProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** On a customer's page, for whoever may ask for the export. */
export function SubjectExportSlot({ env, customer }: SubjectExportSlotProps): ReactNode {
  if (!useMay('subject.export')) return null
  return (
    <RequestSubjectExport
      // What is typed for one customer is not sent about another one.
      key={customer}
      env={env}
      customer={customer}
      link={(words) => (
        <Link to="/$env/subjects" params={{ env }}>
          {words}
        </Link>
      )}
    />
  )
}
