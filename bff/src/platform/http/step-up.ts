import { ProblemError } from '../problem/problem.ts'
import type { Actor } from './route.ts'

/**
 * For what needs more than a session: that the person has just proved anew who they are.
 *
 * @param maxAgeMs how long ago that may be, in ms; `now` in ms since 1970.
 * @returns whole seconds since then, for the entry (`Purpose.stepUpAge`). Throws `step_up_needed`.
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
  if (age > maxAgeMs) throw new ProblemError('step_up_needed')
  return Math.floor(age / 1_000)
}
