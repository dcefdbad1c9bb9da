import type { CustomerHandle } from '@paydesk/shared/core/ids'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { CustomerOpenWork } from '@paydesk/shared/payments/customers'
import type { ScopedActor } from '../../platform/http/route.ts'
import type { ListCount } from '../../platform/list-query/page.ts'

/** Permission of each list; its rows are not counted without it. */
const openWorkPermissions: Readonly<Record<keyof CustomerOpenWork, StaffPermission>> = {
  discrepancies: 'reconciliation.read',
  paymentRequests: 'payment_request.read',
  questions: 'question.ask',
}

/** Counts of each list by its own query, so that a figure and the list behind it never differ. */
export type CustomerOpenWorkCounters = Readonly<
  Record<keyof CustomerOpenWork, (customer: CustomerHandle, caller: ScopedActor) => Promise<ListCount>>
>

/** Counts the open work about a customer on the lists that this person may open. */
export async function countCustomerOpenWork(
  customer: CustomerHandle,
  caller: ScopedActor,
  counters: CustomerOpenWorkCounters,
): Promise<CustomerOpenWork> {
  const count = async (list: keyof CustomerOpenWork) =>
    caller.actor.permissions.has(openWorkPermissions[list])
      ? (await counters[list](customer, caller)).count
      : null
  const [discrepancies, paymentRequests, questions] = await Promise.all([
    count('discrepancies'),
    count('paymentRequests'),
    count('questions'),
  ])
  return { discrepancies, paymentRequests, questions }
}
