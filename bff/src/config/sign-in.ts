import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Secret } from '../platform/runtime/secret.ts'
import { removePemHeaders } from './audit.ts'
import { commaListSchema, createMillisecondsSchema } from './parsers.ts'

export const signInVariablesSchema = z.object({
  OIDC_CLIENT_AUTH: z
    .enum(['auto', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'])
    .default('auto'),
  OIDC_CLIENT_KEY_ID: z.string().min(1).max(200).optional(),
  OIDC_LOGOUT_TOKEN_TYPES: commaListSchema
    .default(['logout+jwt'])
    .pipe(z.array(z.string().regex(/^[A-Za-z0-9.+/-]{1,40}$/, 'must be names such as logout+jwt')).min(1)),
  PAYDESK_AUTHORITY_MS: createMillisecondsSchema(10 * 60_000),
  PAYDESK_PROVIDER_OUTAGE_MS: createMillisecondsSchema(8 * 3_600_000),
  PAYDESK_SESSIONS_PER_PERSON: z.coerce.number().int().min(1).max(1_000).optional(),
})

/** True for a private key that Paydesk can sign with: RSA of 2048 bits or more, or the curve P-256. */
function isSigningKey(base64: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' })
    const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {}
    return key.asymmetricKeyType === 'rsa' ? modulusLength >= 2_048 : namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Reads the private key of `private_key_jwt`, as base64 of PKCS #8. Adds one line per error to `problems`. */
export function readOidcClientKey(
  source: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Secret {
  const { OIDC_CLIENT_KEY: given, OIDC_CLIENT_KEY_FILE: file } = source
  try {
    if (given !== undefined && file !== undefined)
      problems.push('OIDC_CLIENT_KEY and OIDC_CLIENT_KEY_FILE are both set: keep one')
    else if (given === undefined && file === undefined)
      problems.push('OIDC_CLIENT_KEY is missing (or name a file in OIDC_CLIENT_KEY_FILE)')
    else {
      const key = removePemHeaders(given ?? readFileSync(file ?? '', 'utf8'))
      if (isSigningKey(key)) return new Secret(key)
      problems.push(
        'OIDC_CLIENT_KEY must be a private key (PKCS #8, PEM): RSA of 2048 bits or more, or P-256',
      )
    }
  } catch {
    problems.push('OIDC_CLIENT_KEY_FILE names a file that cannot be read')
  }
  return new Secret('')
}

/**
 * Reads how Paydesk talks to the identity provider, how often the rights of a session are renewed there, and the
 * limit of parallel sessions. Adds one line per error to `problems`, without values.
 */
export function readSignInConfig(source: Readonly<Record<string, string | undefined>>, problems: string[]) {
  const read = signInVariablesSchema.safeParse(source)
  for (const { path, message, code } of read.error?.issues ?? []) {
    const says = code === 'invalid_format' ? message : 'is not of the expected form'
    problems.push(`${String(path[0] ?? '')} ${says}`)
  }
  const data = read.data ?? signInVariablesSchema.parse({})
  return {
    clientAuth: data.OIDC_CLIENT_AUTH,
    clientKeyId: data.OIDC_CLIENT_KEY_ID ?? null,
    logoutTokenTypes: data.OIDC_LOGOUT_TOKEN_TYPES,
    /** Longest age of a session's rights (ms); they are renewed at half of it. */
    authorityMs: data.PAYDESK_AUTHORITY_MS,
    /**
     * Time (ms) for which a session goes on after the last renewal of its rights while the identity provider is down.
     */
    outageMs: data.PAYDESK_PROVIDER_OUTAGE_MS,
    /** Limit of parallel sessions of one person; null means no limit. */
    sessionsPerPerson: data.PAYDESK_SESSIONS_PER_PERSON ?? null,
  }
}
