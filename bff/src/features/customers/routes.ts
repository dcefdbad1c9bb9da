import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { ParsedTransactionList } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapOutcome } from '../../payment-service/unwrap-outcome.ts'
import { toAuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { resolveCustomerHandle } from '../../records/customers.ts'
import type { HandleStore } from '../../records/handles.ts'
import {
  type CustomerTransactionRows,
  loadCustomerTransactionRows,
} from '../../records/observations/amounts.ts'
import { parseCustomerTransactionEntries } from './entries.ts'
import { type CustomerOpenWorkCounters, countCustomerOpenWork } from './open-work.ts'
import { type Customer, presentCustomer, presentCustomerTransactions } from './present.ts'

export interface CustomerDeps {
  readonly handles: HandleStore
  readonly store: Pick<Store, 'db'>
  readonly customerOpenWork: CustomerOpenWorkCounters
  service(environment: EnvironmentName): PaymentService
}

interface ReadList {
  readonly merchant: MerchantId
  readonly value: ParsedTransactionList
  readonly reading: DataFreshness
  readonly records: CustomerTransactionRows
}

export const showCustomerRoute = defineRoute(endpoints.showCustomer, {
  permission: 'customer.read',
  audit: ({ params }, customer: Customer | undefined) => ({
    action: 'customer.viewed',
    about: toAuditSubject('customer', params.customer, customer),
  }),
  async handle({ params, ...caller }, { handles, customerOpenWork }: CustomerDeps): Promise<Customer> {
    const customer = await resolveCustomerHandle(params.customer, caller.scope, handles)
    return { ...customer, openWork: await countCustomerOpenWork(params.customer, caller, customerOpenWork) }
  },
  present: (customer, { params, actor }) => presentCustomer(params.customer, customer, actor.fieldAccess),
})

export const listCustomerTransactionsRoute = defineRoute(endpoints.listCustomerTransactions, {
  permission: 'customer.read',
  audit: ({ params }, read: ReadList | undefined) => ({
    action: 'customer.transactions.viewed',
    about: toAuditSubject('customer', params.customer, read),
  }),
  async handle({ params, scope, actor }, { handles, store, service }: CustomerDeps): Promise<ReadList> {
    const { customer } = params
    const { environment } = scope
    const { rid, merchant } = await resolveCustomerHandle(customer, scope, handles)
    const { reference } = actor
    const read = unwrapOutcome(
      await service(environment).listTransactionsOfCustomer(merchant, rid, { reference }),
    )
    return {
      merchant,
      ...read,
      records: await loadCustomerTransactionRows({ environment, customer, merchant }, store),
    }
  },
  present: ({ value, ...read }, { actor }) =>
    presentCustomerTransactions(parseCustomerTransactionEntries(value), read, actor.fieldAccess),
})
