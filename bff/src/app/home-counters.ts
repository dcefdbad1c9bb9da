import type { CustomerOpenWorkCounters } from '../features/customers/open-work.ts'
import { countDownloadRequests } from '../features/documents/downloads.ts'
import type { HomeHistoryCounters, HomeListCounters } from '../features/home/routes.ts'
import { countPaymentRequests } from '../features/payment-requests/list.ts'
import { countQuestionList } from '../features/questions/list.ts'
import {
  countCustomerDiscrepancies,
  countDiscrepanciesOverTime,
  countDiscrepancyList,
} from '../features/reconciliation/list.ts'
import { countDecisionList } from '../features/review/decisions/decision-list.ts'
import { countCaseList, countCasesOverTime } from '../features/review/queue/list.ts'
import { countTransactionList } from '../features/transaction-list/list.ts'

type CounterDeps = Parameters<typeof countDecisionList>[2] &
  Parameters<typeof countCaseList>[2] &
  Parameters<typeof countTransactionList>[2]

/** Counts one filter after another. */
function countEach<Filter, Caller, Count>(count: (filter: Filter, caller: Caller) => Promise<Count>) {
  return (filters: readonly Filter[], caller: Caller) =>
    Promise.all(filters.map((filter) => count(filter, caller)))
}

/** Joins the counters of the lists, because home meets features that know nothing of each other. */
export function createHomeDeps(deps: CounterDeps): {
  homeCounters: HomeListCounters
  homeLines: HomeHistoryCounters
} {
  return {
    homeCounters: {
      cases: (filters, caller) => countCaseList(filters, caller, deps),
      decisions: countEach((filter, caller) => countDecisionList(filter, caller, deps)),
      discrepancies: countEach((filter, caller) => countDiscrepancyList(filter, caller, deps)),
      transactions: countEach((filter, caller) => countTransactionList(filter, caller, deps)),
      questions: countEach((filter, caller) => countQuestionList(filter, caller, deps)),
      paymentRequests: countEach((filter, caller) => countPaymentRequests(filter, caller, deps)),
      downloads: countEach((_, caller) => countDownloadRequests(caller, deps)),
    },
    homeLines: {
      cases: (ends, caller) => countCasesOverTime(ends, caller, deps),
      discrepancies: async (ends, caller) => ({
        discrepancies: await countDiscrepanciesOverTime(ends, caller, deps),
      }),
    },
  }
}

/** Joins the counters of the lists behind the open work of a customer. */
export function createCustomerOpenWorkDeps(deps: CounterDeps): {
  customerOpenWork: CustomerOpenWorkCounters
} {
  return {
    customerOpenWork: {
      discrepancies: (customer, caller) => countCustomerDiscrepancies(customer, caller, deps),
      paymentRequests: (customer, caller) => countPaymentRequests({ customer, show: 'open' }, caller, deps),
      questions: (customer, caller) => countQuestionList({ customer, show: 'open' }, caller, deps),
    },
  }
}
