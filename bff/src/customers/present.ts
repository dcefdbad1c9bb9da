import type { CustomerTransactions, CustomerView } from '@paydesk/shared/customer'
import type { CustomerHandle, MerchantId, Rid } from '@paydesk/shared/ids'
import type { Reading } from '@paydesk/shared/reading'
import { isInReview } from '@paydesk/shared/state'
import { guard } from '../access/guarded.ts'
import type { Sight } from '../access/show.ts'
import type { Entries } from './entries.ts'

export interface Customer {
  readonly rid: Rid
  readonly merchant: MerchantId
}

function formOf(rid: Rid): CustomerView['ridForm'] {
  if (rid.includes('@')) return 'email'
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/i.test(rid) ? 'iban' : 'plain'
}

/** Who the page is about; the RID as this role may see it. */
export function presentCustomer(
  handle: CustomerHandle,
  { rid, merchant }: Customer,
  sight: Sight,
): CustomerView {
  return {
    customer: handle,
    rid: sight.show(guard('rid', rid)),
    ridForm: formOf(rid),
    merchant: sight.show(guard('merchant.id', merchant)),
  }
}

/** The per-customer list (interface, endpoint 3) as this role may see it. */
export function presentTransactions(
  { entries, unreadable, opened }: Entries,
  reading: Reading,
  sight: Sight,
): CustomerTransactions {
  return {
    reading,
    entries: entries.map(({ transaction, state, compound, workflow }) => ({
      transaction,
      state,
      compound,
      workflow: sight.show(workflow),
      inReview: isInReview(state, compound),
    })),
    unreadable,
    opened,
  }
}
