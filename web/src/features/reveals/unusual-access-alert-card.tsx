import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { revealQueries } from './queries.ts'

// Load lazily: most days there is no alert.
const UnusualAccessAlertList = lazy(() =>
  import('./unusual-access-alert-list.tsx').then((part) => ({ default: part.UnusualAccessAlertList })),
)

/** Home page card for oversight: staff who revealed unusually many values. Empty if there are none. */
export function UnusualAccessAlertCard({ env }: { readonly env: EnvironmentName }): ReactNode {
  const { data } = useQuery(revealQueries(useApiClient()).alerts(env))
  const open = data?.alerts.filter(({ acknowledgement }) => acknowledgement === null) ?? []
  if (open.length === 0) return null
  return (
    // Code and texts come later than the other cards, which stay on screen meanwhile.
    <Suspense>
      <UnusualAccessAlertList env={env} open={open} />
    </Suspense>
  )
}
