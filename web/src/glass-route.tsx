import type { ReactNode } from 'react'
import { GlassPage } from './glass/glass-page.tsx'
import { PageClosed } from './page-closed.tsx'
import { useMay } from './session/session-context.tsx'

export function GlassRoute(): ReactNode {
  if (!useMay('glass.answer')) return <PageClosed to="broken glass" environment="all environments" />
  return <GlassPage />
}
