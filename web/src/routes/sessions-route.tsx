import type { ReactNode } from 'react'
import { SessionsPage } from '../features/sessions/sessions-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

export function SessionsRoute(): ReactNode {
  const seesEvery = useMay('session.every')
  if (!useMay('session.own')) return <ForbiddenPage to="sessions" environment="all environments" />
  return <SessionsPage seesEvery={seesEvery} />
}
