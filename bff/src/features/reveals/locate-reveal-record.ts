import type { RevealTarget } from '@paydesk/shared/compliance/reveals'
import {
  type EnvironmentName,
  identityHandleSchema,
  type MerchantId,
  type Rid,
} from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { type GuardedValue, unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import type { Scope, ScopedActor } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveIdentityHandle, resolveOptionalCustomer } from '../../records/customers.ts'
import { readIdentityDocuments } from '../../records/documents.ts'
import type { HandleStore } from '../../records/handles.ts'
import { canBelongToRid, readTransactionInScope } from '../../records/transactions.ts'
import { findDocumentValueAtPath, findValueAtPath } from './field-path.ts'

export interface RevealRecordDeps {
  readonly store: Pick<Store, 'db'>
  readonly handles: HandleStore
  readonly cipher: FieldCipher
  service(environment: EnvironmentName): PaymentService
  /** Finds the subject of an audit entry if this person's own list shows the entry; else null. */
  findAuditEntry(
    entry: string,
    caller: ScopedActor,
  ): Promise<{ readonly id: GuardedValue<'audit.subject_id'>; readonly about: AuditSubject | null } | null>
}

/** Record that was read, and its subject. */
export interface RevealableRecord {
  /** Returns the value at a path; null if the record has no value there. */
  findValue(path: readonly string[]): GuardedValue | null
  /** Null for an entry that names no subject. */
  readonly about: AuditSubject | null
}

const createRevealableRecord = (record: unknown, about: AuditSubject | null): RevealableRecord => ({
  findValue: (path) => findValueAtPath(record, path),
  about,
})

/** Record that this person may reveal values of, located but not read yet. */
export interface LocatedRevealRecord {
  /** Key for counting customers: the customer handle, or the transaction ID if the customer is unknown. */
  readonly about: string
  /**
   * Reads the record from the payment service, with the checks of the record's own page. Throws the problem
   * of the read.
   */
  read(): Promise<RevealableRecord>
}

type RecordOfKind<Kind extends RevealTarget['kind']> = Extract<RevealTarget, { kind: Kind }>

async function locateIdentity(
  { identity }: RecordOfKind<'identity'>,
  { scope, actor }: ScopedActor,
  { handles, service }: RevealRecordDeps,
): Promise<LocatedRevealRecord> {
  const { rid, id, merchant } = await resolveIdentityHandle(identity, scope, handles)
  return {
    about: await handles.getOrCreateCustomerHandle(scope.environment, merchant, rid),
    async read() {
      const { reference } = actor
      const { value: record } = unwrapOutcome(
        await service(scope.environment).readIdentity(id, { reference }),
      )
      // Reject a record of another customer: the handle was made for this customer's identity.
      if (!canBelongToRid(record.profile.remote_user_id, rid)) throw new ProblemError('upstream_mismatch')
      return createRevealableRecord(record, { kind: 'identity', id: identity, merchant })
    },
  }
}

/**
 * Locates the document that the person saw. Another document in the same place of a changed list has another
 * handle.
 */
async function locateDocument(
  { identity, document }: RecordOfKind<'document'>,
  caller: ScopedActor,
  deps: RevealRecordDeps,
): Promise<LocatedRevealRecord> {
  const { scope } = caller
  const { rid, merchant } = await resolveIdentityHandle(identity, scope, deps.handles)
  return {
    about: await deps.handles.getOrCreateCustomerHandle(scope.environment, merchant, rid),
    async read() {
      const { documents } = await readIdentityDocuments(identity, caller, deps)
      const listed = documents.find((one) => one.document === document)
      if (listed === undefined) throw new ProblemError('not_found')
      return {
        findValue: (path) => findDocumentValueAtPath(listed.element, path),
        about: { kind: 'identity', id: identity, merchant },
      }
    },
  }
}

/**
 * Returns the customer of a transaction from Paydesk's records, without a call to the payment service; the
 * transaction ID if the customer is unknown.
 */
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

/**
 * Reads the notification that the person saw. Its position is valid only while the list has the same length.
 */
async function readNotification(
  { transaction, position, listLength }: RecordOfKind<'notification'>,
  { scope, actor }: ScopedActor,
  customer: CustomerBinding,
  service: PaymentService,
): Promise<RevealableRecord> {
  const [listed, own] = await Promise.all([
    service.listNotifications(transaction, { reference: actor.reference }),
    readTransactionInScope(transaction, { scope, actor, customer }, service),
  ])
  const { entries } = unwrapOutcome(listed).value
  const rid = unwrapGuardedForHandle(own.record.original_message.account.identifier)
  const isOther = entries.some(
    ({ original_message }) => rid !== null && !canBelongToRid(original_message.account.identifier, rid),
  )
  if (isOther || entries.length !== listLength) throw new ProblemError('upstream_mismatch')
  const about = { kind: 'transaction', id: transaction, merchant: own.merchant } as const
  return createRevealableRecord(entries[position - 1], about)
}

async function locateTransaction(
  recordOfKind: RecordOfKind<'transaction' | 'notification'>,
  caller: ScopedActor,
  { store, handles, service }: RevealRecordDeps,
): Promise<LocatedRevealRecord> {
  const { scope, actor } = caller
  const { transaction } = recordOfKind
  const customer = await resolveOptionalCustomer(recordOfKind.customer, scope, handles)
  return {
    about: await findKnownCustomer(store, scope, transaction),
    async read() {
      const asks = service(scope.environment)
      if (recordOfKind.kind === 'notification') return readNotification(recordOfKind, caller, customer, asks)
      const { record, merchant } = await readTransactionInScope(transaction, { scope, actor, customer }, asks)
      return createRevealableRecord(record, { kind: 'transaction', id: transaction, merchant })
    },
  }
}

/**
 * Finds the customer of an audit entry in Paydesk's records; else returns the record ID in the entry, or the
 * entry itself.
 */
async function findCustomerOfEntry(
  entry: string,
  about: AuditSubject | null,
  { scope }: ScopedActor,
  { store, handles }: RevealRecordDeps,
): Promise<string> {
  if (about === null) return entry
  if (about.kind === 'transaction') return findKnownCustomer(store, scope, about.id)
  const handle = about.kind === 'identity' ? identityHandleSchema.safeParse(about.id) : null
  const handleTarget = handle?.success ? await handles.resolve(scope.environment, handle.data) : null
  const [rid] = handleTarget?.plaintext.split('\n') ?? []
  return handleTarget === null || rid === undefined
    ? about.id
    : handles.getOrCreateCustomerHandle(scope.environment, handleTarget.merchant, rid)
}

async function locateEntry(
  { entry }: RecordOfKind<'audit_entry'>,
  caller: ScopedActor,
  deps: RevealRecordDeps,
): Promise<LocatedRevealRecord> {
  const named = await deps.findAuditEntry(entry, caller)
  if (named === null) throw new ProblemError('not_found')
  const { id, about } = named
  return {
    about: await findCustomerOfEntry(entry, about, caller, deps),
    read: async () => createRevealableRecord({ about: { id } }, about),
  }
}

/** Finds the record that a reveal names, within the scope of the person. Throws `not_found`. */
export function locateRevealRecord(
  asked: RevealTarget,
  caller: ScopedActor,
  deps: RevealRecordDeps,
): Promise<LocatedRevealRecord> {
  switch (asked.kind) {
    case 'identity':
      return locateIdentity(asked, caller, deps)
    case 'document':
      return locateDocument(asked, caller, deps)
    case 'audit_entry':
      return locateEntry(asked, caller, deps)
    default:
      return locateTransaction(asked, caller, deps)
  }
}
