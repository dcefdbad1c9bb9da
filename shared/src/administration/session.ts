import { z } from 'zod'
import { ownBreakGlassStatus } from '../compliance/glass.ts'
import { environmentName } from '../core/ids.ts'
import { permission, role } from '../core/permissions.ts'

export const environmentView = z.strictObject({
  name: environmentName,
  label: z.string(),
  /** `production` moves real money; every other kind is for tests. */
  kind: z.enum(['production', 'stage']),
  /** A permanent line over every page, for example that all data is invented. */
  banner: z.string().nullable(),
})
export type EnvironmentView = z.infer<typeof environmentView>

/** Who is signed in, as what, for how long. Times are ISO 8601 UTC. */
export const currentSession = z.strictObject({
  name: z.string(),
  role: z.strictObject({ id: role, label: z.string(), sees: z.string() }),
  /** More than one where the person holds several; one is in force at a time. */
  roles: z.array(z.strictObject({ id: role, label: z.string() })),
  permissions: z.array(permission),
  environments: z.array(environmentView),
  /** IANA name of the one zone in which every time is shown. */
  zone: z.string(),
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Where the glass is broken or a report of it is owed. */
  glass: ownBreakGlassStatus.optional(),
})
export type CurrentSession = z.infer<typeof currentSession>

export const chooseRoleRequest = z.strictObject({ role })

/** Where the browser goes after sign-out: the identity provider's own sign-out, if it has one. */
export const signOutResponse = z.strictObject({ next: z.string() })
