import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { Reading } from '@paydesk/shared/core/reading'
import { endpoints } from '@paydesk/shared/endpoints'
import { found } from '../../payment-service/found.ts'
import type { CustomerList } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { subject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { route } from '../../platform/http/route.ts'
import { customerBehind } from '../../records/customers.ts'
import type { Handles } from '../../records/handles.ts'
import { type Amounts, amountsOf } from '../../records/observations/amounts.ts'
import { entriesOf } from './entries.ts'
import { type Customer, presentCustomer, presentTransactions } from './present.ts'

export interface Needs {
  readonly handles: Handles
  readonly store: Pick<Store, 'db'>
  service(environment: EnvironmentName): PaymentService
}

interface ReadList {
  readonly merchant: MerchantId
  readonly value: CustomerList
  readonly reading: Reading
  readonly amounts: Amounts
}

export const showCustomer = route(endpoints.showCustomer, {
  permission: 'customer.read',
  audit: ({ params }, customer: Customer | undefined) => ({
    action: 'customer.viewed',
    about: subject('customer', params.customer, customer),
  }),
  handle: ({ params, scope }, { handles }: Needs): Promise<Customer> =>
    customerBehind(params.customer, scope, handles),
  present: (customer, { params, actor }) => presentCustomer(params.customer, customer, actor.sight),
})

export const listCustomerTransactions = route(endpoints.listCustomerTransactions, {
  permission: 'customer.read',
  audit: ({ params }, read: ReadList | undefined) => ({
    action: 'customer.transactions.viewed',
    about: subject('customer', params.customer, read),
  }),
  async handle({ params, scope, actor }, { handles, store, service }: Needs): Promise<ReadList> {
    const { customer } = params
    const { environment } = scope
    const { rid, merchant } = await customerBehind(customer, scope, handles)
    const { reference } = actor
    const read = found(await service(environment).listTransactions(merchant, rid, { reference }))
    return { merchant, ...read, amounts: await amountsOf({ environment, customer, merchant }, store) }
  },
  present: ({ value, ...read }, { actor }) => presentTransactions(entriesOf(value), read, actor.sight),
})
