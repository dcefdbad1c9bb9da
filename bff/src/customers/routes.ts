import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName } from '@paydesk/shared/ids'
import { found } from '../http/found.ts'
import { route } from '../http/route.ts'
import { customerBehind } from '../known/customers.ts'
import type { Handles } from '../known/handles.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import { entriesOf } from './entries.ts'
import { type Customer, presentCustomer, presentTransactions } from './present.ts'

export interface Needs {
  readonly handles: Handles
  service(environment: EnvironmentName): PaymentService
}

export const showCustomer = route(endpoints.showCustomer, {
  permission: 'customer.read',
  audit: ({ params }, customer: Customer | undefined) => ({
    action: 'customer.viewed',
    about: { kind: 'customer', id: params.customer, ...(customer && { merchant: customer.merchant }) },
  }),
  handle: ({ params, scope }, { handles }: Needs): Promise<Customer> =>
    customerBehind(params.customer, scope, handles),
  present: (customer, { params, actor }) => presentCustomer(params.customer, customer, actor.sight),
})

export const listCustomerTransactions = route(endpoints.listCustomerTransactions, {
  permission: 'customer.read',
  audit: ({ params }) => ({
    action: 'customer.transactions.viewed',
    about: { kind: 'customer', id: params.customer },
  }),
  async handle({ params, scope, actor }, { handles, service }: Needs) {
    const { rid, merchant } = await customerBehind(params.customer, scope, handles)
    return found(
      await service(scope.environment).listTransactions(merchant, rid, { reference: actor.reference }),
    )
  },
  present: ({ value, reading }, { actor }) => presentTransactions(entriesOf(value), reading, actor.sight),
})
