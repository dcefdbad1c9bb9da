import { z } from 'zod'
import { commaListSchema, millisecondsSchema } from './parsers.ts'

export const signInVariables = z.object({
  OIDC_CLIENT_AUTH: z.enum(['auto', 'client_secret_basic', 'client_secret_post']).default('auto'),
  OIDC_LOGOUT_TOKEN_TYPES: commaListSchema
    .default(['logout+jwt'])
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9.+/-]{1,40}$/, 'must be names such as logout+jwt')).min(1)),
  PAYDESK_AUTHORITY_MS: millisecondsSchema(10 * 60_000),
  PAYDESK_PROVIDER_OUTAGE_MS: millisecondsSchema(8 * 3_600_000),
  PAYDESK_SESSIONS_PER_PERSON: z.coerce.number().int().min(1).max(1_000).optional(),
})

/**
 * Reads how Paydesk talks to the identity provider, how often the rights of a session are renewed there, and the
 * limit of parallel sessions. Adds one line per error to `problems`, without values.
 */
export function readSignInConfig(source: Readonly<Record<string, string | undefined>>, problems: string[]) {
  const read = signInVariables.safeParse(source)
  for (const { path, message, code } of read.error?.issues ?? []) {
    const says = code === 'invalid_format' ? message : 'is not of the expected form'
    problems.push(`${String(path[0] ?? '')} ${says}`)
  }
  const data = read.data ?? signInVariables.parse({})
  return {
    clientAuth: data.OIDC_CLIENT_AUTH,
    logoutTokenTypes: data.OIDC_LOGOUT_TOKEN_TYPES,
    /** Longest age of a session's rights (ms); they are renewed at half of it. */
    authorityMs: data.PAYDESK_AUTHORITY_MS,
    /** Time (ms) since the last renewal for which a session goes on while the provider is down. */
    outageMs: data.PAYDESK_PROVIDER_OUTAGE_MS,
    /** Limit of parallel sessions of one person; null means no limit. */
    sessionsPerPerson: data.PAYDESK_SESSIONS_PER_PERSON ?? null,
  }
}
