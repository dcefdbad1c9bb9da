import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/ids'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'
import { AskExport } from './subjects/ask-export.tsx'
import { SubjectsPage } from './subjects/subjects-page.tsx'

const route = getRouteApi('/inside/$env/subjects')

/** Exports that customers asked for, with the way to each customer. */
export function SubjectsRoute(): ReactNode {
  const { env } = route.useParams()
  const { environment } = route.useRouteContext()
  if (!useMay('subject.export')) return <PageClosed to="customer exports" environment={environment.label} />
  return (
    <SubjectsPage
      key={env}
      env={env}
      place={environment.label}
      customerLink={(customer) => (
        <Link to="/$env/c/$customer" params={{ env, customer }}>
          Customer
        </Link>
      )}
    />
  )
}

interface ExportSlotProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** On a customer's page, for whoever may ask for the export. */
export function ExportSlot({ env, customer }: ExportSlotProps): ReactNode {
  if (!useMay('subject.export')) return null
  return (
    <AskExport
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
