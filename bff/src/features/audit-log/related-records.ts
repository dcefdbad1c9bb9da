import { type EnvironmentName, identityHandleSchema } from '@paydesk/shared/core/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../platform/database/database.ts'
import type { SqlCondition } from '../../platform/list-query/conditions.ts'
import type { HandleStore } from '../../records/handles.ts'
import {
  findIdentityOwners,
  type IdentityOwnerDeps,
  recordIdentityOwners,
} from '../../records/identity-owners.ts'

export interface RelatedRecordsDeps extends IdentityOwnerDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly handles: Pick<HandleStore, 'resolve' | 'getOrCreateCustomerHandle'>
}

/** Record to trace and its merchant; `merchant` is null if this environment does not know the record. */
export interface RecordToTrace {
  readonly kind: 'customer' | 'identity' | 'transaction'
  readonly id: string
  readonly merchant: string | null
}

/**
 * `whole` is 1 if every entry about the row concerns the traced record, 0 if only `mentionsIdentityCondition` entries
 * do.
 */
type RelatedRecordsQuery = RawBuilder<{ kind: string; id: string; whole: number }>

/**
 * Selects entries `a` about a customer in which values of the identity record were shown or compared. No
 * entry says which of several identity records it was, so the entry counts for each of them.
 */
export const mentionsIdentityCondition: SqlCondition = sql`(a.action = 'customer.identity.viewed'
  or (a.action = 'caller.checked' and a.field like 'profile.%'))`

/**
 * Builds a query for the IDs of all records related to a record. A customer: transactions, identity records,
 * payment requests, requests for exports about this customer alone, and their decisions, discrepancies and
 * questions. A transaction: its decisions, discrepancies, questions and payment requests. An identity record:
 * also the customers whose page shows it.
 */
export async function selectRelatedRecords(
  { kind, id, merchant }: RecordToTrace,
  environment: EnvironmentName,
  deps: RelatedRecordsDeps,
): Promise<RelatedRecordsQuery> {
  if (kind === 'customer' && merchant !== null) await recordIdentityOwners(environment, merchant, deps)
  // Set the collation: these columns differ from the audit table, and PostgreSQL does not mix collations.
  const text = (column: string) =>
    deps.store.dialect === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column)
  const word = (name: string) => sql`cast(${name} as varchar(16))`
  const self = sql`select ${word(kind)} as kind, cast(${id} as varchar(100)) as id, 1 as whole`
  const own =
    kind === 'customer'
      ? sql`select id from transactions where environment = ${environment} and customer = ${id}`
      : kind === 'transaction'
        ? sql`select cast(${id} as varchar(64)) as id`
        : null
  if (own === null) {
    const owners = await findIdentityOwners(environment, identityHandleSchema.parse(id), deps)
    const shownWith = owners.map((one) => sql`select ${word('customer')}, cast(${one} as varchar(100)), 0`)
    return sql`${sql.join([self, ...shownWith], sql` union all `)}`
  }
  const beside = (table: 'decisions' | 'discrepancies', name: string) =>
    sql`select ${word(name)}, ${text(`${table}.id`)}, 1 from ${sql.table(table)}
      where ${sql.ref(`${table}.environment`)} = ${environment}
        and ${sql.ref(`${table}.transaction_id`)} in (${own})`
  const all = [
    self,
    beside('decisions', 'decision'),
    beside('discrepancies', 'discrepancy'),
    sql`select ${word('question')}, ${text('questions.id')}, 1 from questions
      where environment = ${environment} and (subject_id = ${id} or subject_id in (${own}))`,
  ]
  const rawBuilder = kind === 'customer' ? sql`customer = ${id}` : sql`transaction_id = ${id}`
  all.push(
    sql`select ${word('payment_request')}, ${text('payment_requests.id')}, 1 from payment_requests
      where environment = ${environment} and ${rawBuilder}`,
  )
  if (kind === 'customer')
    all.push(
      sql`select ${word('transaction')}, ${text('transactions.id')}, 1 from transactions
        where environment = ${environment} and customer = ${id}`,
      sql`select ${word('identity')}, ${text('identity_owners.identity')}, 1 from identity_owners
        where customer = ${id}`,
      // A handle has no sign with a meaning in JSON.
      sql`select ${word('export_request')}, ${text('export_requests.id')}, 1 from export_requests
        where environment = ${environment} and selection like ${`%"customer":"${id}"%`}`,
    )
  return sql`${sql.join(all, sql` union all `)}`
}
