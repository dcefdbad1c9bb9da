import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { breakGlassQueries } from './queries.ts'

// Load lazily: most days nothing waits.
const BreakGlassActivationCards = lazy(() =>
  import('./activation-cards.tsx').then((part) => ({ default: part.BreakGlassActivationCards })),
)

/** Home page card for oversight: activations waiting for acknowledgement, and missing reports. */
export function BreakGlassCard(): ReactNode {
  const { data } = useQuery(breakGlassQueries(useApiClient()).list('waiting'))
  if (!data || data.activations.length === 0) return null
  return (
    // Code and texts come later than the other cards, which stay on screen meanwhile.
    <Suspense>
      <BreakGlassActivationCards breaks={data.activations} />
    </Suspense>
  )
}
