import { endpoints } from '@paydesk/shared/endpoints'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/ids'
import type { Reading } from '@paydesk/shared/reading'
import { subject } from '../audit/entry.ts'
import { found } from '../http/found.ts'
import { route } from '../http/route.ts'
import { type Amounts, amountsOf } from '../known/amounts.ts'
import { customerBehind } from '../known/customers.ts'
import type { Handles } from '../known/handles.ts'
import type { Store } from '../store/database.ts'
import type { PaymentService } from '../upstream/payment-service.ts'
import type { CustomerList } from '../upstream/wire.ts'
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
