import type { RevealTarget } from '@paydesk/shared/compliance/reveal'
import { type EnvironmentName, identityHandle, type MerchantId, type Rid } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { type GuardedValue, openForHandle } from '../../platform/access/guarded.ts'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveIdentityHandle, resolveOptionalCustomer } from '../../records/customers.ts'
import { readIdentityDocuments } from '../../records/documents.ts'
import type { HandleStore } from '../../records/handles.ts'
import { canBelongToRid, readTransactionInScope } from '../../records/transactions.ts'
import { findDocumentValueAtPath, findValueAtPath } from './field-path.ts'

export interface RevealRecordDeps {
  readonly store: Pick<Store, 'db'>
  readonly handles: HandleStore
  readonly seal: FieldCipher
  service(environment: EnvironmentName): PaymentService
  /** What an entry of the audit trail is about, where this person's own list shows that entry; else null. */
  findAuditEntry(
    entry: string,
    asking: RevealCaller,
  ): Promise<{ readonly id: GuardedValue<'audit.subject_id'>; readonly about: AuditSubject | null } | null>
}

export interface RevealCaller {
  readonly scope: Scope
  readonly actor: Actor
}

/** What was read, of whom. */
export interface RevealRecordData {
  /** The value at a path; null where the record has nothing there. */
  findValue(path: readonly string[]): GuardedValue | null
  /** Null for an entry that names nothing. */
  readonly about: AuditSubject | null
}

const createRecordData = (record: unknown, about: AuditSubject | null): RevealRecordData => ({
  findValue: (path) => findValueAtPath(record, path),
  about,
})

/** A record that this person may look at, before it is read. */
export interface LocatedRecord {
  /** Whose it is, for counting customers: a handle, or the transaction's id where no customer is known of it. */
  readonly about: string
  /** Reads it from the service, with the checks of its own page. Throws the problem of the read. */
  read(): Promise<RevealRecordData>
}

type RecordOfKind<Kind extends RevealTarget['kind']> = Extract<RevealTarget, { kind: Kind }>

async function locateIdentity(
  { identity }: RecordOfKind<'identity'>,
  { scope, actor }: RevealCaller,
  { handles, service }: RevealRecordDeps,
): Promise<LocatedRecord> {
  const { rid, id, merchant } = await resolveIdentityHandle(identity, scope, handles)
  return {
    about: await handles.customer(scope.environment, merchant, rid),
    async read() {
      const { reference } = actor
      const { value: record } = unwrapOutcome(
        await service(scope.environment).readIdentity(id, { reference }),
      )
      // The handle was made for this customer's identity; nothing of somebody else's is shown.
      if (!canBelongToRid(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
      return createRecordData(record, { kind: 'identity', id: identity, merchant })
    },
  }
}

/** The one document that the person saw: what stands in its place in a changed list has another handle. */
async function locateDocument(
  { identity, document }: RecordOfKind<'document'>,
  asking: RevealCaller,
  deps: RevealRecordDeps,
): Promise<LocatedRecord> {
  const { scope } = asking
  const { rid, merchant } = await resolveIdentityHandle(identity, scope, deps.handles)
  return {
    about: await deps.handles.customer(scope.environment, merchant, rid),
    async read() {
      const { documents } = await readIdentityDocuments(identity, asking, deps)
      const listed = documents.find((one) => one.document === document)
      if (listed === undefined) throw new ProblemError('not_found')
      return {
        findValue: (path) => findDocumentValueAtPath(listed.element, path),
        about: { kind: 'identity', id: identity, merchant },
      }
    },
  }
}

/** The customer of a transaction as this office noted it, without asking the service. */
async function findKnownCustomer(
  { db }: RevealRecordDeps['store'],
  scope: Scope,
  id: string,
): Promise<string> {
  const noted = await db
    .selectFrom('transactions')
    .select('customer')
    .where('environment', '=', scope.environment)
    .where('id', '=', id)
    .executeTakeFirst()
  return noted?.customer ?? id
}

type CustomerBinding = { readonly rid: Rid; readonly merchant: MerchantId } | null

/** The one notification that the person saw: its place counts only in a list that is still as long. */
async function readNotification(
  { transaction, position, of }: RecordOfKind<'notification'>,
  { scope, actor }: RevealCaller,
  customer: CustomerBinding,
  service: PaymentService,
): Promise<RevealRecordData> {
  const [listed, own] = await Promise.all([
    service.listNotifications(transaction, { reference: actor.reference }),
    readTransactionInScope(transaction, { scope, actor, customer }, service),
  ])
  const { entries } = unwrapOutcome(listed).value
  const rid = openForHandle(own.record.original_message.account.identifier)
  const isOther = entries.some(
    ({ original_message }) => rid !== null && !canBelongToRid(original_message.account.identifier, rid),
  )
  if (isOther || entries.length !== of) throw new ProblemError('upstream_mismatch')
  const about = { kind: 'transaction', id: transaction, merchant: own.merchant } as const
  return createRecordData(entries[position - 1], about)
}

async function locateTransaction(
  asked: RecordOfKind<'transaction' | 'notification'>,
  asking: RevealCaller,
  { store, handles, service }: RevealRecordDeps,
): Promise<LocatedRecord> {
  const { scope, actor } = asking
  const { transaction } = asked
  const customer = await resolveOptionalCustomer(asked.customer, scope, handles)
  return {
    about: await findKnownCustomer(store, scope, transaction),
    async read() {
      const asks = service(scope.environment)
      if (asked.kind === 'notification') return readNotification(asked, asking, customer, asks)
      const { record, merchant } = await readTransactionInScope(transaction, { scope, actor, customer }, asks)
      return createRecordData(record, { kind: 'transaction', id: transaction, merchant })
    },
  }
}

/** Whose an entry is, as far as this office can tell; else the record that it names, or the entry itself. */
async function findCustomerOfEntry(
  entry: string,
  about: AuditSubject | null,
  { scope }: RevealCaller,
  { store, handles }: RevealRecordDeps,
): Promise<string> {
  if (about === null) return entry
  if (about.kind === 'transaction') return findKnownCustomer(store, scope, about.id)
  const handle = about.kind === 'identity' ? identityHandle.safeParse(about.id) : null
  const known = handle?.success ? await handles.resolve(scope.environment, handle.data) : null
  const [rid] = known?.id.split('\n') ?? []
  return known === null || rid === undefined
    ? about.id
    : handles.customer(scope.environment, known.merchant, rid)
}

async function locateEntry(
  { entry }: RecordOfKind<'trail_entry'>,
  asking: RevealCaller,
  deps: RevealRecordDeps,
): Promise<LocatedRecord> {
  const named = await deps.findAuditEntry(entry, asking)
  if (named === null) throw new ProblemError('not_found')
  const { id, about } = named
  return {
    about: await findCustomerOfEntry(entry, about, asking, deps),
    read: async () => createRecordData({ about: { id } }, about),
  }
}

/** Finds the record that a reveal names, in the scope of the person. Throws `not_found`. */
export function locateRecord(
  asked: RevealTarget,
  asking: RevealCaller,
  deps: RevealRecordDeps,
): Promise<LocatedRecord> {
  switch (asked.kind) {
    case 'identity':
      return locateIdentity(asked, asking, deps)
    case 'document':
      return locateDocument(asked, asking, deps)
    case 'trail_entry':
      return locateEntry(asked, asking, deps)
    default:
      return locateTransaction(asked, asking, deps)
  }
}
