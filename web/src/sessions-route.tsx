import type { ReactNode } from 'react'
import { PageClosed } from './page-closed.tsx'
import { SessionsPage } from './people/sessions-page.tsx'
import { useMay } from './session/session-context.tsx'

export function SessionsRoute(): ReactNode {
  const seesEvery = useMay('session.every')
  if (!useMay('session.own')) return <PageClosed to="sessions" environment="all environments" />
  return <SessionsPage seesEvery={seesEvery} />
}
