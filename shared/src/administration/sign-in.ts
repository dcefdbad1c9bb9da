import { z } from 'zod'
import { ownBreakGlassStatus } from '../compliance/break-glass.ts'
import { environmentName } from '../core/ids.ts'
import { permission, role } from '../core/permissions.ts'
import { localText } from '../messages/local-text.ts'
import { personSettings } from './settings.ts'

export const environmentView = z.strictObject({
  name: environmentName,
  label: localText(30),
  /** `production` moves real money; every other kind is for tests. */
  kind: z.enum(['production', 'stage']),
  /** Permanent banner on every page, for example that all data is invented. */
  banner: localText(200).nullable(),
})
export type EnvironmentView = z.infer<typeof environmentView>

/** Signed-in user, role in force and end of the session. Times are ISO 8601 UTC. */
export const currentSession = z.strictObject({
  name: z.string(),
  role,
  /** Roles of the user; one role is in force at a time. */
  roles: z.array(role),
  permissions: z.array(permission),
  environments: z.array(environmentView),
  /** IANA name of Paydesk's time zone, in which times are shown to a person who has not chosen another. */
  zone: z.string(),
  settings: personSettings,
  idleExpiresAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** End of the time for which the last authentication of the person is recent; null if it is over. */
  recentUntil: z.iso.datetime().nullable(),
  /** Set while emergency access is active or its report is due. */
  breakGlass: ownBreakGlassStatus.optional(),
})
export type CurrentSession = z.infer<typeof currentSession>

/** Session that comes with a page, with the fingerprint that answers carry in a header. */
export const firstSession = z.strictObject({ session: currentSession, fingerprint: z.string() })
export type FirstSession = z.infer<typeof firstSession>

/** Organisation that runs Paydesk, and the address of its logo, for the pages of sign-in. */
export interface PageBranding {
  readonly organisation: string | null
  readonly logo: string | null
}

/** Request for a page, as the server knows it. Without a session, the page is that of sign-in. */
export interface FirstPageRequest {
  /** Path and query. */
  readonly address: string
  readonly session: CurrentSession | null
  readonly branding: PageBranding
  /** Language of the browser, for a person who has not chosen one. */
  readonly language: string
}

/** Page as it is before its data, rendered by the built pages (`server/first-page.js`) for the server. */
export interface FirstPage {
  readonly html: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Data attributes of the document, such as the theme. */
  readonly looks: Readonly<Record<string, string>>
  /** Scripts and styles that the page needs beside those of every page. */
  readonly files: readonly string[]
}

export const chooseRoleRequest = z.strictObject({ role })

/** Places where the claim with the roles was looked for, and what was there, as `id_token.missing`. */
export const signInLooked = z
  .preprocess(
    (value) => (value === undefined ? undefined : [value].flat()),
    z
      .array(
        z.templateLiteral([
          z.enum(['id_token', 'userinfo', 'access_token']),
          '.',
          z.enum(['missing', 'elsewhere', 'no_role', 'not_given', 'refused', 'opaque']),
        ]),
      )
      .optional(),
  )
  .optional()
  .catch(undefined)

export type SignInLooked = NonNullable<z.output<typeof signInLooked>>

/** Next address after sign-out: the sign-out page of the identity provider, if there is one. */
export const signOutResponse = z.strictObject({ next: z.string() })

/**
 * Returns the path for re-authentication, which keeps the session. The whole document navigates there.
 *
 * @param returnTo path in Paydesk, with its query, to return to. It must contain no personal data.
 */
export function buildReauthenticationPath(returnTo: string): string {
  return `/auth/sign-in?reauthenticate=1&return=${encodeURIComponent(returnTo)}`
}

/** Tells whether a sign-in problem came from re-authentication: the open session then goes on. */
export function isReauthenticationProblem(problem: string | undefined): boolean {
  return problem === 'reauthentication_by_another' || problem === 'reauthentication_without_time'
}
