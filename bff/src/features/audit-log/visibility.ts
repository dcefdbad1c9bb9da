import type { AuditEntryList } from '@paydesk/shared/compliance/audit-log'
import {
  customerHandleSchema,
  type EnvironmentName,
  identityHandleSchema,
  type MerchantId,
} from '@paydesk/shared/core/ids'
import { type Selectable, sql } from 'kysely'
import { listAuditActionsInGroup } from '../../platform/audit/event-groups.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { ScopedActor } from '../../platform/http/route.ts'
import {
  combineSqlConditions,
  type SqlCondition,
  whereColumnIn,
} from '../../platform/list-query/conditions.ts'
import { isSamePerson, type Person } from '../../platform/session/person.ts'

export type AuditEntryRow = Selectable<DatabaseSchema['audit']>

/** Entries that a person may see: their own, administration or every entry, and in which environment. */
export interface AuditVisibility {
  readonly which: AuditEntryList['visibility']
  readonly me: Person
  readonly environment: string
  /** Null means every merchant. */
  readonly merchants: readonly string[] | null
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
export function canSeeEveryMerchant(
  { actor: { session } }: ScopedActor,
  environments: AuditLogConfig['environments'],
): boolean {
  const own = session.merchants
  return (
    own === null || environments.every(({ merchantIds }) => merchantIds.every((one) => own.includes(one)))
  )
}

export function resolveAuditVisibility(
  caller: ScopedActor,
  { environments }: AuditLogConfig,
): AuditVisibility {
  const { actor, scope } = caller
  const isHere = environments.filter(({ name }) => name === scope.environment)
  const { permissions, session } = actor
  const narrowest = permissions.has('audit.office') ? 'administration' : 'own'
  return {
    which: permissions.has('audit.every') ? 'every' : narrowest,
    me: session,
    environment: scope.environment,
    merchants: canSeeEveryMerchant(caller, isHere) ? null : scope.merchants,
  }
}

/** Actions of administration: sign-ins and roles of everybody, imports, health. */
const administrationActions: readonly string[] = [
  ...listAuditActionsInGroup('sessions'),
  ...listAuditActionsInGroup('administration'),
]

/**
 * True if the entry counts as the viewer's own for masking: made by them, or an action of administration for
 * viewers of administration.
 */
export function isOwnAuditEntry(row: AuditEntryRow, { which, me }: AuditVisibility): boolean {
  const { actor_issuer: issuer, actor_subject: subject } = row
  const theirs = issuer !== null && subject !== null && isSamePerson({ issuer, subject }, me)
  return theirs || (which === 'administration' && administrationActions.includes(row.action))
}

export const whereAuditActor = ({ issuer, subject }: Person): SqlCondition =>
  sql`a.actor_subject = ${subject} and a.actor_issuer = ${issuer}`

/**
 * Limits entries to this environment or none and, for a person restricted to some merchants, to those
 * merchants or none.
 */
export function whereInAuditScope({ environment, merchants }: AuditVisibility): SqlCondition {
  return combineSqlConditions([
    sql`(a.environment = ${environment} or a.environment is null)`,
    merchants === null ? null : sql`(a.merchant is null or ${whereColumnIn('a.merchant', merchants)})`,
  ])
}

/** Limits entries to those visible to this person. Required in every statement over entries. */
export function whereAuditVisible(visibility: AuditVisibility): SqlCondition {
  const visible = {
    every: null,
    own: whereAuditActor(visibility.me),
    administration: sql`(${whereAuditActor(visibility.me)} or ${whereColumnIn('a.action', administrationActions)})`,
  }
  return combineSqlConditions([visible[visibility.which], whereInAuditScope(visibility)])
}

/** Returns the kind of record that a handle or transaction ID names. */
export function classifyAuditSubjectId(subject: string): 'customer' | 'identity' | 'transaction' {
  if (customerHandleSchema.safeParse(subject).success) return 'customer'
  return identityHandleSchema.safeParse(subject).success ? 'identity' : 'transaction'
}
