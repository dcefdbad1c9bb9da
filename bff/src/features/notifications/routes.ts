import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { found } from '../../payment-service/found.ts'
import type { NotificationList, StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { openForHandle } from '../../platform/access/guarded.ts'
import { subject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { customerNamed } from '../../records/customers.ts'
import type { Handles } from '../../records/handles.ts'
import { noticesOf } from '../../records/observations/notification-matching.ts'
import { belongsTo, readOwnTransaction } from '../../records/transactions.ts'
import { presentNotifications, type ReadNotifications } from './present.ts'

export interface Needs {
  readonly store: Pick<Store, 'db'>
  readonly handles: Handles
  service(environment: EnvironmentName): PaymentService
}

/** True where a notification is about another customer than the transaction it was listed for. */
function namesAnother(list: NotificationList, record: StateRecord): boolean {
  const rid = openForHandle(record.original_message.account.identifier)
  return (
    rid !== null &&
    list.entries.some(({ original_message }) => !belongsTo(original_message.account.identifier, rid))
  )
}

export const listTransactionNotifications = route(endpoints.listTransactionNotifications, {
  permission: 'notification.read',
  audit: ({ params }, read: ReadNotifications | undefined) => ({
    action: 'transaction.notifications.viewed',
    about: subject('transaction', params.transaction, read),
  }),
  async handle({ params, query, scope, actor }, needs: Needs): Promise<ReadNotifications> {
    const service = needs.service(scope.environment)
    const customer = await customerNamed(query.customer, scope, needs.handles)
    // The list names no merchant, so the record says whether it is in scope; both are asked at once.
    const [listed, own] = await Promise.all([
      service.listNotifications(params.transaction, { reference: actor.reference }),
      readOwnTransaction(params.transaction, { scope, actor, customer }, service),
    ])
    const { value: list, reading } = found(listed)
    if (namesAnother(list, own.record)) throw new ProblemError('upstream_mismatch')
    const notices = await noticesOf(needs.store.db, scope.environment, params.transaction)
    return { list, reading, merchant: own.merchant, notices }
  },
  present: (read, { actor }) => presentNotifications(read, actor.sight),
})
