import { hash as digest } from 'node:crypto'
import type { Request, Response } from 'express'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { createHostCookie, listCookieNames } from '../../platform/session/cookies.ts'
import { type PendingSignIn, pendingSignInSchema } from './provider.ts'
import { SignInError } from './sign-in-error.ts'

/** Time limit (ms) from leaving for the identity provider to coming back. */
const maxSignInMs = 10 * 60_000
/** Limit of sign-ins that one browser has begun: more cookies would make its requests too large. */
const maxPendingSignIns = 5
const signInCipherContext = 'sign-in'
const baseName = 'paydesk_sign_in'

const nameOf = (state: string) => `${baseName}_${digest('sha256', state, 'hex').slice(0, 16)}`

export interface PendingSignIns {
  /**
   * Keeps the state of a sign-in encrypted in a short-lived cookie of its own, because several windows may sign in
   * at once.
   */
  save(request: Request, response: Response, pending: PendingSignIn): void
  /** Returns the sign-in that this callback belongs to, once. Throws a `SignInError`. */
  take(request: Request, response: Response): PendingSignIn
}

export function createPendingSignIns({
  cipher,
  secure,
}: {
  readonly cipher: FieldCipher
  readonly secure: boolean
}): PendingSignIns {
  const cookieOf = (name: string) => createHostCookie(name, secure)
  return {
    save(request, response, pending) {
      // Browsers send the oldest cookie first.
      const begun = listCookieNames(request, secure).filter((name) => name.startsWith(`${baseName}_`))
      for (const name of begun.slice(0, Math.max(0, begun.length + 1 - maxPendingSignIns)))
        cookieOf(name).clear(response)
      const sealed = cipher.seal(signInCipherContext, JSON.stringify(pending))
      cookieOf(nameOf(pending.state)).set(response, sealed, maxSignInMs)
    },

    take(request, response) {
      const { state } = request.query
      const memory = cookieOf(nameOf(typeof state === 'string' ? state : ''))
      const sealed = memory.read(request)
      memory.clear(response)
      const opened = sealed === undefined ? null : cipher.open(signInCipherContext, sealed)
      const expected = opened === null ? undefined : pendingSignInSchema.safeParse(JSON.parse(opened)).data
      if (expected === undefined) throw new SignInError('sign_in_failed', 'state_mismatch')
      if (Date.now() - expected.leftAt > maxSignInMs) throw new SignInError('sign_in_failed', 'expired')
      return expected
    },
  }
}
