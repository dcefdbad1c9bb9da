import { ProblemError } from '../problem/problem.ts'
import type { Actor } from './route.ts'

/**
 * Requires a recent re-authentication. `maxAgeMs`: largest age in ms; `now`: ms since 1970. Returns the age
 * in whole seconds, for the entry (`AuditPurpose.stepUpAge`). Throws `reauthentication_needed`.
 */
export function requireStepUp(
  { session }: Pick<Actor, 'session'>,
  maxAgeMs: number,
  now: number = Date.now(),
): number {
  const age =
    session.reauthenticatedAt === null
      ? Number.POSITIVE_INFINITY
      : Math.max(0, now - session.reauthenticatedAt)
  if (age > maxAgeMs) throw new ProblemError('reauthentication_needed')
  return Math.floor(age / 1_000)
}
