import type { EnvironmentName } from '@paydesk/shared/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Handles } from '../known/handles.ts'
import { learnOwners, type OwnerNeeds } from '../known/identity-owners.ts'
import type { Store } from '../store/database.ts'

export interface KinNeeds extends OwnerNeeds {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly handles: Pick<Handles, 'resolve' | 'customer'>
}

/** The record that is asked about, and whose it is; null where this environment does not know it. */
export interface Asked {
  readonly kind: 'customer' | 'identity' | 'transaction'
  readonly id: string
  readonly merchant: string | null
}

type Ids = RawBuilder<{ kind: string; id: string }>

/**
 * Statements that give the ids of everything that tells of a record: a customer's transactions and identity
 * records, the payments that were asked for, and of each of them decisions, differences and questions.
 */
export async function kinOf(
  { kind, id, merchant }: Asked,
  environment: EnvironmentName,
  needs: KinNeeds,
): Promise<Ids> {
  if (kind === 'customer' && merchant !== null) await learnOwners(environment, merchant, needs)
  // The columns of the tables are of another collation than the trail's, which PostgreSQL does not mix.
  const text = (column: string) =>
    needs.store.dialect === 'postgres' ? sql`${sql.ref(column)} collate "default"` : sql.ref(column)
  const word = (name: string) => sql`cast(${name} as varchar(16))`
  const self = sql`select ${word(kind)} as kind, cast(${id} as varchar(100)) as id`
  const own =
    kind === 'customer'
      ? sql`select id from transactions where environment = ${environment} and customer = ${id}`
      : kind === 'transaction'
        ? sql`select cast(${id} as varchar(64)) as id`
        : null
  if (own === null) return sql`${self}`
  const beside = (table: 'decisions' | 'drift_items', name: string) =>
    sql`select ${word(name)}, ${text(`${table}.id`)} from ${sql.table(table)}
      where ${sql.ref(`${table}.environment`)} = ${environment}
        and ${sql.ref(`${table}.transaction_id`)} in (${own})`
  const all = [
    self,
    beside('decisions', 'decision'),
    beside('drift_items', 'item'),
    sql`select ${word('handover')}, ${text('handovers.id')} from handovers
      where environment = ${environment} and (subject_id = ${id} or subject_id in (${own}))`,
  ]
  const asked = kind === 'customer' ? sql`customer = ${id}` : sql`transaction_id = ${id}`
  all.push(
    sql`select ${word('request')}, ${text('payment_requests.id')} from payment_requests
      where environment = ${environment} and ${asked}`,
  )
  if (kind === 'customer')
    all.push(
      sql`select ${word('transaction')}, ${text('transactions.id')} from transactions
        where environment = ${environment} and customer = ${id}`,
      sql`select ${word('identity')}, ${text('identity_owners.identity')} from identity_owners
        where customer = ${id}`,
    )
  return sql`${sql.join(all, sql` union all `)}`
}
