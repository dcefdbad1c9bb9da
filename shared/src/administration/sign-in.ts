import { z } from 'zod'
import { ownBreakGlassStatusSchema } from '../compliance/break-glass.ts'
import { environmentNameSchema } from '../core/ids.ts'
import { roleSchema, staffPermissionSchema } from '../core/permissions.ts'
import { createLocalizedTextSchema } from '../messages/localized-text.ts'
import { personSettingsSchema } from './settings.ts'

export const environmentViewSchema = z.strictObject({
  name: environmentNameSchema,
  label: createLocalizedTextSchema(30),
  /** `production` moves real money; every other kind is for tests. */
  kind: z.enum(['production', 'stage']),
  /** Permanent banner on every page, for example that all data is invented. */
  banner: createLocalizedTextSchema(200).nullable(),
})
export type EnvironmentView = z.infer<typeof environmentViewSchema>

/** Signed-in user, role in force and end of the session. Times are ISO 8601 UTC. */
export const currentSessionSchema = z.strictObject({
  name: z.string(),
  role: roleSchema,
  /** Roles of the user; one role is in force at a time. */
  roles: z.array(roleSchema),
  permissions: z.array(staffPermissionSchema),
  environments: z.array(environmentViewSchema),
  /** IANA name of Paydesk's time zone, in which times are shown to a person who has not chosen another. */
  zone: z.string(),
  settings: personSettingsSchema,
  idleExpiresAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** End of the time for which the last authentication of the person is recent; null if it is over. */
  recentUntil: z.iso.datetime().nullable(),
  /** Set while emergency access is active or its report is due. */
  breakGlass: ownBreakGlassStatusSchema.optional(),
})
export type CurrentSession = z.infer<typeof currentSessionSchema>

/** Session that comes with a page, with the fingerprint that answers carry in a header. */
export const pageSessionSchema = z.strictObject({
  session: currentSessionSchema,
  fingerprint: z.string(),
})
export type PageSession = z.infer<typeof pageSessionSchema>

/** Organisation that runs Paydesk, and the address of its logo, for the pages of sign-in. */
export interface PageBranding {
  readonly organisation: string | null
  readonly logo: string | null
}

/** Request for a page, as the server knows it. Without a session, the page is that of sign-in. */
export interface ServerRenderRequest {
  /** Path and query. */
  readonly address: string
  readonly session: CurrentSession | null
  readonly branding: PageBranding
  /** Language of the browser, for a person who has not chosen one. */
  readonly language: string
}

/** Page as it is before its data, rendered by the built pages (`server/first-page.js`) for the server. */
export interface ServerRenderedPage {
  readonly html: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Data attributes of the document, such as the theme. */
  readonly looks: Readonly<Record<string, string>>
  /** Scripts and styles that the page needs beside those of every page. */
  readonly files: readonly string[]
}

export const chooseRoleRequestSchema = z.strictObject({ role: roleSchema })

/** Places where the claim with the roles was looked for, and what was there, as `id_token.missing`. */
export const roleClaimSourcesSchema = z
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

export type RoleClaimSources = NonNullable<z.output<typeof roleClaimSourcesSchema>>

/** Next address after sign-out: the sign-out page of the identity provider, if there is one. */
export const signOutResponseSchema = z.strictObject({ next: z.string() })

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
