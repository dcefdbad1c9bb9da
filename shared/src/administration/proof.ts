/**
 * Where a person proves anew who they are, without losing their session: the whole document goes there.
 *
 * @param returnTo path of our own, with its search, to which they come back. It may hold nothing personal.
 */
export function buildReauthenticationPath(returnTo: string): string {
  return `/auth/sign-in?proof=1&return=${encodeURIComponent(returnTo)}`
}

/** Whether what went wrong at signing in was such a proof: the session that was open goes on. */
export function isReauthenticationProblem(problem: string | undefined): boolean {
  return problem?.startsWith('proof_') === true
}
