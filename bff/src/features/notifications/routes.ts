import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { NotificationList, StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { unwrapGuardedForHandle } from '../../platform/access/guarded.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { resolveOptionalCustomer } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import { loadTransactionNotifications } from '../../records/observations/notification-matching.ts'
import { canBelongToRid, readTransactionInScope } from '../../records/transactions.ts'
import { type LoadedSentNotifications, presentSentNotifications } from './present-sent.ts'

export interface SentNotificationDeps {
  readonly store: Pick<Store, 'db'>
  readonly handles: HandleStore
  service(environment: EnvironmentName): PaymentService
}

/** Returns true if a notification is about another customer than the transaction it is listed for. */
function namesOtherCustomer(list: NotificationList, record: StateRecord): boolean {
  const rid = unwrapGuardedForHandle(record.original_message.account.identifier)
  return (
    rid !== null &&
    list.entries.some(({ original_message }) => !canBelongToRid(original_message.account.identifier, rid))
  )
}

export const listSentNotificationsRoute = defineRoute(endpoints.listSentNotifications, {
  permission: 'notification.read',
  audit: ({ params }, read: LoadedSentNotifications | undefined) => ({
    action: 'transaction.notifications.viewed',
    about: toAuditSubject('transaction', params.transaction, read),
  }),
  async handle(
    { params, query, scope, actor },
    deps: SentNotificationDeps,
  ): Promise<LoadedSentNotifications> {
    const service = deps.service(scope.environment)
    const customer = await resolveOptionalCustomer(query.customer, scope, deps.handles)
    // The list names no merchant, so the record decides about the scope; both are read at once.
    const [listed, own] = await Promise.all([
      service.listNotifications(params.transaction, { reference: actor.reference }),
      readTransactionInScope(params.transaction, { scope, actor, customer }, service),
    ])
    const { value: list, reading } = unwrapOutcome(listed)
    if (namesOtherCustomer(list, own.record)) throw new ProblemError('upstream_mismatch')
    const receivedNotifications = await loadTransactionNotifications(
      deps.store.db,
      scope.environment,
      params.transaction,
    )
    return { list, reading, merchant: own.merchant, receivedNotifications }
  },
  present: (read, { actor }) => presentSentNotifications(read, actor.fieldAccess),
})
