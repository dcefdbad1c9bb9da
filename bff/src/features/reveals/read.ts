import type { RevealRecord } from '@paydesk/shared/compliance/reveal'
import { type EnvironmentName, identityHandle, type MerchantId, type Rid } from '@paydesk/shared/core/ids'
import { found } from '../../payment-service/found.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { type Guarded, openForHandle } from '../../platform/access/guarded.ts'
import type { Subject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { customerNamed, identityBehind } from '../../records/customers.ts'
import { readDocuments } from '../../records/documents.ts'
import type { Handles } from '../../records/handles.ts'
import { belongsTo, readOwnTransaction } from '../../records/transactions.ts'
import { documentLeafAt, leafAt } from './path.ts'

export interface ReadNeeds {
  readonly store: Pick<Store, 'db'>
  readonly handles: Handles
  readonly seal: Seal
  service(environment: EnvironmentName): PaymentService
  /** What an entry of the audit trail is about, where this person's own list shows that entry; else null. */
  namedEntry(
    entry: string,
    asking: Asking,
  ): Promise<{ readonly id: Guarded<'audit.subject_id'>; readonly about: Subject | null } | null>
}

export interface Asking {
  readonly scope: Scope
  readonly actor: Actor
}

/** What was read, of whom. */
export interface ReadRecord {
  /** The value at a path; null where the record has nothing there. */
  leafAt(path: readonly string[]): Guarded | null
  /** Null for an entry that names nothing. */
  readonly about: Subject | null
}

const recordRead = (record: unknown, about: Subject | null): ReadRecord => ({
  leafAt: (path) => leafAt(record, path),
  about,
})

/** A record that this person may look at, before it is read. */
export interface Found {
  /** Whose it is, for counting customers: a handle, or the transaction's id where no customer is known of it. */
  readonly about: string
  /** Reads it from the service, with the checks of its own page. Throws the problem of the read. */
  read(): Promise<ReadRecord>
}

type Of<Kind extends RevealRecord['kind']> = Extract<RevealRecord, { kind: Kind }>

async function identityFound(
  { identity }: Of<'identity'>,
  { scope, actor }: Asking,
  { handles, service }: ReadNeeds,
): Promise<Found> {
  const { rid, id, merchant } = await identityBehind(identity, scope, handles)
  return {
    about: await handles.customer(scope.environment, merchant, rid),
    async read() {
      const { reference } = actor
      const { value: record } = found(await service(scope.environment).readIdentity(id, { reference }))
      // The handle was made for this customer's identity; nothing of somebody else's is shown.
      if (!belongsTo(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
      return recordRead(record, { kind: 'identity', id: identity, merchant })
    },
  }
}

/** The one document that the person saw: what stands in its place in a changed list has another handle. */
async function documentFound(
  { identity, document }: Of<'document'>,
  asking: Asking,
  needs: ReadNeeds,
): Promise<Found> {
  const { scope } = asking
  const { rid, merchant } = await identityBehind(identity, scope, needs.handles)
  return {
    about: await needs.handles.customer(scope.environment, merchant, rid),
    async read() {
      const { documents } = await readDocuments(identity, asking, needs)
      const listed = documents.find((one) => one.document === document)
      if (listed === undefined) throw new ProblemError('not_found')
      return {
        leafAt: (path) => documentLeafAt(listed.element, path),
        about: { kind: 'identity', id: identity, merchant },
      }
    },
  }
}

/** The customer of a transaction as this office noted it, without asking the service. */
async function customerNoted({ db }: ReadNeeds['store'], scope: Scope, id: string): Promise<string> {
  const noted = await db
    .selectFrom('transactions')
    .select('customer')
    .where('environment', '=', scope.environment)
    .where('id', '=', id)
    .executeTakeFirst()
  return noted?.customer ?? id
}

type Bound = { readonly rid: Rid; readonly merchant: MerchantId } | null

/** The one notification that the person saw: its place counts only in a list that is still as long. */
async function notificationIn(
  { transaction, position, of }: Of<'notification'>,
  { scope, actor }: Asking,
  customer: Bound,
  service: PaymentService,
): Promise<ReadRecord> {
  const [listed, own] = await Promise.all([
    service.listNotifications(transaction, { reference: actor.reference }),
    readOwnTransaction(transaction, { scope, actor, customer }, service),
  ])
  const { entries } = found(listed).value
  const rid = openForHandle(own.record.original_message.account.identifier)
  const isOther = entries.some(
    ({ original_message }) => rid !== null && !belongsTo(original_message.account.identifier, rid),
  )
  if (isOther || entries.length !== of) throw new ProblemError('upstream_mismatch')
  const about = { kind: 'transaction', id: transaction, merchant: own.merchant } as const
  return recordRead(entries[position - 1], about)
}

async function transactionFound(
  asked: Of<'transaction' | 'notification'>,
  asking: Asking,
  { store, handles, service }: ReadNeeds,
): Promise<Found> {
  const { scope, actor } = asking
  const { transaction } = asked
  const customer = await customerNamed(asked.customer, scope, handles)
  return {
    about: await customerNoted(store, scope, transaction),
    async read() {
      const asks = service(scope.environment)
      if (asked.kind === 'notification') return notificationIn(asked, asking, customer, asks)
      const { record, merchant } = await readOwnTransaction(transaction, { scope, actor, customer }, asks)
      return recordRead(record, { kind: 'transaction', id: transaction, merchant })
    },
  }
}

/** Whose an entry is, as far as this office can tell; else the record that it names, or the entry itself. */
async function customerOfEntry(
  entry: string,
  about: Subject | null,
  { scope }: Asking,
  { store, handles }: ReadNeeds,
): Promise<string> {
  if (about === null) return entry
  if (about.kind === 'transaction') return customerNoted(store, scope, about.id)
  const handle = about.kind === 'identity' ? identityHandle.safeParse(about.id) : null
  const known = handle?.success ? await handles.resolve(scope.environment, handle.data) : null
  const [rid] = known?.id.split('\n') ?? []
  return known === null || rid === undefined
    ? about.id
    : handles.customer(scope.environment, known.merchant, rid)
}

async function entryFound({ entry }: Of<'trail_entry'>, asking: Asking, needs: ReadNeeds): Promise<Found> {
  const named = await needs.namedEntry(entry, asking)
  if (named === null) throw new ProblemError('not_found')
  const { id, about } = named
  return {
    about: await customerOfEntry(entry, about, asking, needs),
    read: async () => recordRead({ about: { id } }, about),
  }
}

/** Finds the record that a reveal names, in the scope of the person. Throws `not_found`. */
export function findRecord(asked: RevealRecord, asking: Asking, needs: ReadNeeds): Promise<Found> {
  switch (asked.kind) {
    case 'identity':
      return identityFound(asked, asking, needs)
    case 'document':
      return documentFound(asked, asking, needs)
    case 'trail_entry':
      return entryFound(asked, asking, needs)
    default:
      return transactionFound(asked, asking, needs)
  }
}
