import type { ReactNode } from 'react'
import { HealthPage } from '../features/health/health-page.tsx'
import { useMay, useSession } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

export function HealthRoute(): ReactNode {
  const { environments } = useSession()
  if (!useMay('health.read')) return <ForbiddenPage to="health" environment="all environments" />
  return <HealthPage environments={environments} />
}
