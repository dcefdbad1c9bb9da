import type { AuditEntryList } from '@paydesk/shared/compliance/audit-log'
import {
  customerHandle,
  type EnvironmentName,
  identityHandle,
  type MerchantId,
} from '@paydesk/shared/core/ids'
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { listActionsInGroup } from '../../platform/audit/event-labels.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'

export type AuditEntryRow = Selectable<DatabaseSchema['audit']>
export type AuditCondition = RawBuilder<SqlBool>

/** Entries that a person may see: their own, administration or every entry, and in which environment. */
export interface AuditVisibility {
  readonly which: AuditEntryList['sees']
  readonly me: Person
  readonly environment: string
  /** Null means every merchant. */
  readonly merchants: readonly string[] | null
}

export interface AuditCaller {
  readonly actor: Actor
  readonly scope: Scope
}

/** Configuration that decides which environment and merchants a person covers. */
export interface AuditLogConfig {
  readonly zone: string
  readonly environments: readonly {
    readonly name: EnvironmentName
    readonly merchantIds: readonly MerchantId[]
  }[]
}

/** True if this person may see every merchant of these environments. */
export function hasEveryMerchant(
  { actor: { session } }: AuditCaller,
  environments: AuditLogConfig['environments'],
): boolean {
  const own = session.merchants
  return (
    own === null || environments.every(({ merchantIds }) => merchantIds.every((one) => own.includes(one)))
  )
}

export function resolveAuditVisibility(
  caller: AuditCaller,
  { environments }: AuditLogConfig,
): AuditVisibility {
  const { actor, scope } = caller
  const isHere = environments.filter(({ name }) => name === scope.environment)
  const { permissions, session } = actor
  const office = permissions.has('audit.office') ? 'administration' : 'own'
  return {
    which: permissions.has('audit.every') ? 'every' : office,
    me: session,
    environment: scope.environment,
    merchants: hasEveryMerchant(caller, isHere) ? null : scope.merchants,
  }
}

/** Actions of administration: sign-ins and roles of everybody, imports, health. */
const administrationActions: readonly string[] = [
  ...listActionsInGroup('sessions'),
  ...listActionsInGroup('administration'),
]

/**
 * True if the entry counts as the viewer's own for masking: made by them, or an action of administration for
 * viewers of administration.
 */
export function isOwnEntry(row: AuditEntryRow, { which, me }: AuditVisibility): boolean {
  const { actor_issuer: issuer, actor_subject: subject } = row
  const theirs = issuer !== null && subject !== null && isSamePerson({ issuer, subject }, me)
  return theirs || (which === 'administration' && administrationActions.includes(row.action))
}

export const combineAuditConditions = (parts: readonly AuditCondition[]): AuditCondition =>
  sql`(${sql.join([...parts], sql` and `)})`

export const whereAuditActor = ({ issuer, subject }: Person): AuditCondition =>
  sql`a.actor_subject = ${subject} and a.actor_issuer = ${issuer}`

/**
 * Limits entries to this environment or none and, for a person restricted to some merchants, to those
 * merchants or none.
 */
export function whereInAuditScope({ environment, merchants }: AuditVisibility): AuditCondition {
  const place: AuditCondition = sql`(a.environment = ${environment} or a.environment is null)`
  if (merchants === null) return place
  return sql`(${place} and (a.merchant is null or a.merchant in (${sql.join([...merchants])})))`
}

/** Limits entries to those visible to this person. Required in every statement over entries. */
export function whereAuditVisible(sees: AuditVisibility): AuditCondition {
  if (sees.which === 'every') return whereInAuditScope(sees)
  if (sees.which === 'own') return combineAuditConditions([whereAuditActor(sees.me), whereInAuditScope(sees)])
  return combineAuditConditions([
    sql`(${whereAuditActor(sees.me)} or a.action in (${sql.join([...administrationActions])}))`,
    whereInAuditScope(sees),
  ])
}

/** Returns the kind of record that a handle or transaction ID names. */
export function detectRecordKind(subject: string): 'customer' | 'identity' | 'transaction' {
  if (customerHandle.safeParse(subject).success) return 'customer'
  return identityHandle.safeParse(subject).success ? 'identity' : 'transaction'
}
