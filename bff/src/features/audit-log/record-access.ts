import type { auditSubjectIdSchema, RecordAccessReportRequest } from '@paydesk/shared/compliance/audit-log'
import { customerHandleSchema, identityHandleSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ScopedActor } from '../../platform/http/route.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Person } from '../../platform/session/person.ts'
import type { AuditEventSummaryRow } from './event-summary.ts'
import {
  mentionsIdentityCondition,
  type RecordToTrace,
  type RelatedRecordsDeps,
  selectRelatedRecords,
} from './related-records.ts'
import { type AuditLogConfig, resolveAuditVisibility, whereInAuditScope } from './visibility.ts'

interface RecordAccessRow extends AuditEventSummaryRow, Person {
  readonly role: string | null
}

/** Access of one person to a record, with a summary of their actions, newest first. */
export interface PersonRecordAccess extends Person {
  readonly roles: readonly string[]
  readonly acts: readonly AuditEventSummaryRow[]
  readonly times: number
  readonly first: number
  readonly last: number
}

export interface RecordAccess {
  readonly record: RecordToTrace
  readonly records: number
  readonly entries: number
  readonly accesses: readonly PersonRecordAccess[]
  readonly more: boolean
}

export interface RecordAccessDeps extends RelatedRecordsDeps {
  readonly config: AuditLogConfig
}

/** Limit of distinct actions returned; each sums any number of audit entries. */
const maxRecordAccessRows = 2_000

/**
 * Finds the record of a handle or transaction ID. Throws `not_found` if the handle is unknown in this
 * environment or the record belongs to a merchant outside the caller's scope.
 */
async function resolveRecord(
  subject: z.output<typeof auditSubjectIdSchema>,
  { scope }: ScopedActor,
  { handles, store }: RelatedRecordsDeps,
): Promise<RecordToTrace> {
  const handle = customerHandleSchema.or(identityHandleSchema).safeParse(subject)
  const mine = (merchant: string | null) =>
    merchant === null || scope.merchants.some((one) => one === merchant)
  if (handle.success) {
    const handleTarget = await handles.resolve(scope.environment, handle.data)
    if (handleTarget === null || !mine(handleTarget.merchant)) throw new ProblemError('not_found')
    const kind = handle.data.startsWith('c_') ? 'customer' : 'identity'
    return { kind, id: handle.data, merchant: handleTarget.merchant }
  }
  const id = transactionIdSchema.parse(subject)
  const row = await store.db
    .selectFrom('transactions')
    .select('merchant')
    .where('environment', '=', scope.environment)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mine(row?.merchant ?? null)) throw new ProblemError('not_found')
  return { kind: 'transaction', id, merchant: row?.merchant ?? null }
}

function groupByPerson(rows: readonly RecordAccessRow[]): PersonRecordAccess[] {
  const people = new Map<string, RecordAccessRow[]>()
  for (const row of rows) {
    const key = `${row.issuer}\n${row.subject}`
    people.set(key, [...(people.get(key) ?? []), row])
  }
  return [...people.values()].map((acts) => ({
    issuer: acts[0]?.issuer ?? '',
    subject: acts[0]?.subject ?? '',
    roles: [...new Set(acts.flatMap(({ role }) => role ?? []))],
    acts,
    times: acts.reduce((sum, { times }) => sum + Number(times), 0),
    first: Math.min(...acts.map(({ first }) => first)),
    last: Math.max(...acts.map(({ last }) => last)),
  }))
}

export interface RecordSearchDeps extends RecordAccessDeps {
  /** Consumes one of the person's reveals of the hour; `unusual` is their number if it raised an alert. */
  readonly consumeRevealBudget: (attempt: {
    readonly person: Person
    readonly environment: string
    readonly about: string
  }) => Promise<{ readonly unusual: number | null }>
}

/**
 * Allows a search by a full ID. A role that sees IDs masked in the log gives a reason, and the search counts
 * as one of its reveals: a match tells the whole ID. Returns the number of reveals if it is unusual. Throws
 * `bad_request` without a reason, and `reveal_limit_reached`.
 */
export async function requireSearchReason(
  { subject, purpose, caseRef }: RecordAccessReportRequest,
  { actor, scope }: ScopedActor,
  { consumeRevealBudget }: Pick<RecordSearchDeps, 'consumeRevealBudget'>,
): Promise<number | null> {
  if (caseRef !== undefined) rejectPersonalDataInTicket('caseRef', caseRef)
  if (actor.fieldAccess.getRevealRequirement('audit.subject_id') === null) return null
  const missing = [
    ...(purpose === undefined ? [{ name: 'purpose', rule: 'reason' } as const] : []),
    ...(caseRef === undefined ? [{ name: 'caseRef', rule: 'ticket' } as const] : []),
  ]
  if (missing.length > 0) throw new ProblemError('bad_request', { fields: missing })
  const { environment } = scope
  return (await consumeRevealBudget({ person: actor.session, environment, about: subject })).unusual
}

/** Loads the access to a record: each person with time, field, purpose and number of times. */
export async function loadRecordAccess(
  subject: z.output<typeof auditSubjectIdSchema>,
  caller: ScopedActor,
  deps: RecordAccessDeps,
): Promise<RecordAccess> {
  const { db, dialect } = deps.store
  const recordToTrace = await resolveRecord(subject, caller, deps)
  const kin = await selectRelatedRecords(recordToTrace, caller.scope.environment, deps)
  const visibility = resolveAuditVisibility(caller, deps.config)
  // Force the join order: records first, then their entries by index. Planners misjudge how few records there
  // are.
  const join = dialect === 'sqlite' ? sql`cross join` : sql`join`
  const on = sql`a.subject_kind = s.kind and a.subject_id = s.id and (s.whole = 1 or ${mentionsIdentityCondition})`
  const { rows } = await sql<RecordAccessRow>`with s(kind, id, whole) as (${kin})
    select a.actor_issuer as issuer, a.actor_subject as subject, a.role, a.action, a.subject_kind as kind,
      a.field, a.purpose_code as purpose, a.case_ref as ticket, a.result,
      count(distinct a.subject_id) as records, count(*) as times, min(a.time_ms) as first, max(a.time_ms) as last
    from s ${join} audit as a ${dialect === 'sqlite' ? sql`where ${on} and` : sql`on ${on} where`}
      a.actor_subject is not null and a.actor_issuer is not null and ${whereInAuditScope(visibility)}
    group by a.actor_issuer, a.actor_subject, a.role, a.action, a.subject_kind, a.field, a.purpose_code,
      a.case_ref, a.result
    order by last desc limit ${sql.lit(maxRecordAccessRows + 1)}`.execute(db)
  const { rows: counted } = await sql<{ n: number }>`with s(kind, id, whole) as (${kin})
    select count(*) as n from s where whole = 1`.execute(db)
  const accessRows = rows.slice(0, maxRecordAccessRows)
  return {
    record: recordToTrace,
    records: Number(counted[0]?.n ?? 1),
    entries: accessRows.reduce((sum, { times }) => sum + Number(times), 0),
    accesses: groupByPerson(accessRows),
    more: rows.length > maxRecordAccessRows,
  }
}
