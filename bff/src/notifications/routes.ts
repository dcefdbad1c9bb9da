import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import { found } from '../http/found.ts'
import { route } from '../http/route.ts'
import { readOwnTransaction } from '../known/transactions.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import { presentNotifications, type ReadNotifications } from './present.ts'

export interface Needs {
  service(environment: EnvironmentName): PaymentService
}

export const listTransactionNotifications = route(endpoints.listTransactionNotifications, {
  permission: 'notification.read',
  audit: ({ params }) => ({
    action: 'transaction.notifications.viewed',
    about: { kind: 'transaction', id: params.transaction },
  }),
  async handle({ params, scope, actor }, needs: Needs): Promise<ReadNotifications> {
    const service = needs.service(scope.environment)
    // The list names no merchant, so the record says whether it is in scope; both are asked at once.
    const [listed] = await Promise.all([
      service.listNotifications(params.transaction, { reference: actor.reference }),
      readOwnTransaction(params.transaction, { scope, actor }, service),
    ])
    const { value: list, reading } = found(listed)
    return { list, reading }
  },
  present: (read, { actor }) => presentNotifications(read, actor.sight),
})
