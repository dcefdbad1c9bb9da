import type { ReactNode } from 'react'
import { HealthPage } from './health/health-page.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay, useSession } from './session/session-context.tsx'

export function HealthRoute(): ReactNode {
  const { environments } = useSession()
  if (!useMay('health.read')) return <PageClosed to="health" environment="all environments" />
  return <HealthPage environments={environments} />
}
