import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../features/sign-in/session-context.tsx'
import { RequestSubjectExport } from '../features/subject-access/request-export.tsx'

interface SubjectExportSlotProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Offers the subject access export on a customer's page, to users who may request one. */
export function SubjectExportSlot({ env, customer }: SubjectExportSlotProps): ReactNode {
  if (!useMay('subject_access.export')) return null
  return (
    <RequestSubjectExport
      // Reset with the customer: a text typed for one customer must not be sent for another.
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
