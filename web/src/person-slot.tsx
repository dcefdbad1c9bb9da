import type { EnvironmentName } from '@paydesk/shared/ids'
import { Link } from '@tanstack/react-router'
import { useMay } from './session/session-context.tsx'
import type { PersonLink } from './trail/trail-figures.tsx'

/** The way to what a person of this office saw, or null for whoever may not ask that. */
export function usePersonLink(env: EnvironmentName): PersonLink | null {
  if (!useMay('trail.every')) return null
  return (person, children) => (
    <Link to="/$env/audit/people/$person" params={{ env, person }}>
      {children}
    </Link>
  )
}
