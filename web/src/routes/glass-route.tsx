import type { ReactNode } from 'react'
import { GlassPage } from '../features/break-glass/glass-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { PageClosed } from './page-closed.tsx'

export function GlassRoute(): ReactNode {
  if (!useMay('glass.answer')) return <PageClosed to="broken glass" environment="all environments" />
  return <GlassPage />
}
