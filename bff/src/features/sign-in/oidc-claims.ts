import { type MerchantId, merchantIdSchema } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { z } from 'zod'
import { SignInError } from './sign-in-error.ts'

/** Places in which providers put claims about a person, in the order in which Paydesk looks. */
export type OidcClaimSource = 'id_token' | 'userinfo' | 'access_token'

export type OidcClaims = Readonly<Record<string, unknown>>

/**
 * Reason why a place has no claims. `not_given`: the provider has no such place or left it out; `refused`: it
 * refused the request; `opaque`: the access token is none that the provider signed for Paydesk.
 */
export type NoOidcClaimsReason = 'not_given' | 'refused' | 'opaque'

/**
 * Finding of a place: no claim with roles, only roles that Paydesk does not know, or roles. `elsewhere`: the provider
 * left the claim out and names an address to ask instead, as Entra ID does for people in many groups.
 */
export type OidcClaimSourceFinding = NoOidcClaimsReason | 'missing' | 'elsewhere' | 'no_role' | 'found'

export interface OidcClaimOptions {
  /** Name of the claim with the roles, or a path such as `realm_access.roles`. */
  readonly rolesClaim: string
  /** Name of the claim with the merchants a person may see; null means every person sees all merchants. */
  readonly merchantsClaim: string | null
  /** Roles of Paydesk by their name at the provider. */
  readonly roleMap: ReadonlyMap<string, Role>
}

/** Rights of a person as the provider gives them now, with the places in which the roles were looked for. */
export interface GrantedRights {
  readonly roles: readonly Role[]
  readonly merchants: readonly MerchantId[] | null
  readonly name: string
  readonly rolesClaim: string
  readonly looked: Readonly<Partial<Record<OidcClaimSource, OidcClaimSourceFinding>>>
  /** Names of the claims that each place had. */
  readonly claimNames: Readonly<Partial<Record<OidcClaimSource, readonly string[]>>>
}

/** Text, or number of an ID that a provider writes as a number. */
const nameSchema = z.union([z.string(), z.int().transform(String)])

/** Reads a claim of one or several names; an element that is no name does not hide the others. */
const readNames = (claim: unknown): string[] =>
  (Array.isArray(claim) ? claim : [claim]).flatMap((one: unknown) => nameSchema.safeParse(one).data ?? [])

const maxNameLength = 100

/** Reads the name of a person: cut to the length that is shown, without NUL, which no database stores. */
function readPersonName(claim: unknown): string | undefined {
  if (typeof claim !== 'string') return undefined
  const name = claim.toWellFormed().replaceAll('\0', '').trim()
  const shown = name.slice(0, maxNameLength).replace(/[\ud800-\udbff]$/, '')
  return /[\p{L}\p{N}]/u.test(shown) ? shown : undefined
}

function readClaim(claims: OidcClaims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const step of path.split('.')) {
    const inner = z.record(z.string(), z.unknown()).safeParse(value)
    value = inner.success && Object.hasOwn(inner.data, step) ? inner.data[step] : undefined
  }
  return value
}

function toRoles(claim: unknown, roleMap: OidcClaimOptions['roleMap']): Role[] {
  return [...new Set(readNames(claim).flatMap((name) => roleMap.get(name) ?? []))]
}

function toMerchants(claim: unknown): MerchantId[] {
  return readNames(claim).flatMap((id) => merchantIdSchema.safeParse(id).data ?? [])
}

/** Claims that the provider has put elsewhere, by their names (OpenID Connect Core, 5.6.2). */
const distributedSchema = z.object({ _claim_names: z.record(z.string(), z.unknown()) })

function describeRolesClaim(
  claims: OidcClaims,
  rolesClaim: string,
  roles: readonly Role[] | undefined,
): OidcClaimSourceFinding {
  if (readClaim(claims, rolesClaim) !== undefined) return roles?.length === 0 ? 'no_role' : 'found'
  const distributed = distributedSchema.safeParse(claims).data?._claim_names ?? {}
  return Object.hasOwn(distributed, rolesClaim) ? 'elsewhere' : 'missing'
}

/**
 * Reads roles and merchants from the first place that has the claim. A place is only asked if the places before it
 * lack one of the claims: a claim that is there counts, also if it is empty. Deny by default: a configured claim
 * that is nowhere gives no merchant.
 */
export async function readGrantedRights(
  subject: string,
  sources: readonly (readonly [OidcClaimSource, () => Promise<OidcClaims | NoOidcClaimsReason>])[],
  { rolesClaim, merchantsClaim, roleMap }: OidcClaimOptions,
): Promise<GrantedRights> {
  const looked: Partial<Record<OidcClaimSource, OidcClaimSourceFinding>> = {}
  const claimNames: Partial<Record<OidcClaimSource, readonly string[]>> = {}
  let roles: Role[] | undefined
  let merchants: MerchantId[] | undefined
  let name: string | undefined
  for (const [source, read] of sources) {
    if (roles !== undefined && (merchants !== undefined || merchantsClaim === null)) break
    const claims = await read()
    if (typeof claims === 'string') {
      looked[source] = claims
      continue
    }
    claimNames[source] = Object.keys(claims)
    name ??= readPersonName(claims.name)
    const given = readClaim(claims, rolesClaim)
    if (roles === undefined && given !== undefined) roles = toRoles(given, roleMap)
    looked[source] = describeRolesClaim(claims, rolesClaim, roles)
    const own = merchantsClaim === null ? undefined : readClaim(claims, merchantsClaim)
    if (own !== undefined) merchants ??= toMerchants(own)
  }
  return {
    roles: roles ?? [],
    merchants: merchantsClaim === null ? null : (merchants ?? []),
    name: name ?? subject.slice(0, maxNameLength),
    rolesClaim,
    looked,
    claimNames,
  }
}

/** Returns the error of a person without a role, with the places in which the roles were looked for. */
export function createNoRoleError({
  looked,
  rolesClaim,
}: Pick<GrantedRights, 'looked' | 'rolesClaim'>): SignInError {
  const findings = Object.values(looked)
  const withoutRole = findings.includes('elsewhere') ? 'claim_elsewhere' : 'claim_missing'
  const cause = findings.includes('no_role') ? 'role_unknown' : withoutRole
  return new SignInError('no_role', cause, { claim: rolesClaim, looked })
}
