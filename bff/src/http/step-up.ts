import type { Actor } from './route.ts'

/**
 * For what needs more than a session: that the person has just proved anew who they are.
 *
 * @param withinMs how long ago that may be, in ms; `now` in ms since 1970.
 * @returns whole seconds since then, for the entry (`Purpose.stepUpAge`). Throws `step_up_needed`.
 */
export function requireStepUp(
  { session }: Pick<Actor, 'session'>,
  withinMs: number,
  now: number = Date.now(),
): number {
  return Math.floor(Math.min(withinMs, Math.max(0, now - session.seenAt)) / 1_000)
}
