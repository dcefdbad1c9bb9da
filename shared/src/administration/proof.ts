/**
 * Returns the path for re-authentication, which keeps the session. The whole document navigates there.
 *
 * @param returnTo path in Paydesk, with its query, to return to. It must contain no personal data.
 */
export function buildReauthenticationPath(returnTo: string): string {
  return `/auth/sign-in?proof=1&return=${encodeURIComponent(returnTo)}`
}

/** Tells whether a sign-in problem came from re-authentication: the open session then goes on. */
export function isReauthenticationProblem(problem: string | undefined): boolean {
  return problem?.startsWith('proof_') === true
}
