import type { ReactNode } from 'react'
import { BreakGlassPage } from '../features/break-glass/break-glass-page.tsx'
import { useMay } from '../features/sign-in/session-context.tsx'
import { ForbiddenPage } from './forbidden-page.tsx'

export function BreakGlassRoute(): ReactNode {
  if (!useMay('break_glass.review')) return <ForbiddenPage to="broken glass" environment="all environments" />
  return <BreakGlassPage />
}
