import type { TrailPage } from '@paydesk/shared/compliance/trail'
import {
  customerHandle,
  type EnvironmentName,
  identityHandle,
  type MerchantId,
} from '@paydesk/shared/core/ids'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { actionsOf } from '../../platform/audit/event-labels.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isPerson, type Person } from '../../platform/session/person.ts'

export type EntryRow = Selectable<Schema['audit']>
export type Condition = RawBuilder<SqlBool>

/** Whose entries somebody sees, and where. */
export interface Sees {
  readonly which: TrailPage['sees']
  readonly me: Person
  readonly environment: string
  /** Null: of every merchant. */
  readonly merchants: readonly string[] | null
}

export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/** Part of the configuration that decides what belongs to whom. */
export interface Places {
  readonly zone: string
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
}

/** True where this person works for every merchant of these environments. */
export function isOfEvery({ actor: { session } }: Caller, environments: Places['environments']): boolean {
  const own = session.merchants
  return (
    own === null || environments.every(({ merchantIds }) => merchantIds.every((one) => own.includes(one)))
  )
}

export function seesOf(caller: Caller, { environments }: Places): Sees {
  const { actor, scope } = caller
  const isHere = environments.filter(({ name }) => name === scope.environment)
  const { permissions, session } = actor
  const office = permissions.has('trail.office') ? 'administration' : 'own'
  return {
    which: permissions.has('trail.every') ? 'every' : office,
    me: session,
    environment: scope.environment,
    merchants: isOfEvery(caller, isHere) ? null : scope.merchants,
  }
}

/** Deeds of administration: sign-ins and roles of everybody, imports, health. */
const administration: readonly string[] = [...actionsOf('sessions'), ...actionsOf('administration')]

/** Whether this person sees the entry for what it is: theirs, or one of administration for whoever administers. */
export function isOwn(row: EntryRow, { which, me }: Sees): boolean {
  const { actor_issuer: issuer, actor_subject: subject } = row
  const theirs = issuer !== null && subject !== null && isPerson({ issuer, subject }, me)
  return theirs || (which === 'administration' && administration.includes(row.action))
}

export const allOf = (parts: readonly Condition[]): Condition => sql`(${sql.join([...parts], sql` and `)})`

export const by = ({ issuer, subject }: Person): Condition =>
  sql`a.actor_subject = ${subject} and a.actor_issuer = ${issuer}`

/** Of this environment or of none; where somebody sees only some merchants, nothing of another one. */
export function here({ environment, merchants }: Sees): Condition {
  const place: Condition = sql`(a.environment = ${environment} or a.environment is null)`
  if (merchants === null) return place
  return sql`(${place} and (a.merchant is null or a.merchant in (${sql.join([...merchants])})))`
}

/** In every statement over entries, before anything else. */
export function seen(sees: Sees): Condition {
  if (sees.which === 'every') return here(sees)
  if (sees.which === 'own') return allOf([by(sees.me), here(sees)])
  return allOf([sql`(${by(sees.me)} or a.action in (${sql.join([...administration])}))`, here(sees)])
}

/** What a handle or a transaction's id stands for. */
export function kindOf(subject: string): 'customer' | 'identity' | 'transaction' {
  if (customerHandle.safeParse(subject).success) return 'customer'
  return identityHandle.safeParse(subject).success ? 'identity' : 'transaction'
}
