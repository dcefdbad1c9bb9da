import type { CustomerHandle, MerchantId, Rid } from '@paydesk/shared/core/ids'
import type { Shown } from '@paydesk/shared/core/masked-value'
import type { Reading } from '@paydesk/shared/core/reading'
import { isInReview } from '@paydesk/shared/core/state'
import type { CustomerTransactions, CustomerView } from '@paydesk/shared/payments/customer'
import type { KnownAmount } from '@paydesk/shared/payments/indexed'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard } from '../../platform/access/guarded.ts'
import { type AmountRow, type Amounts, presentAmount } from '../../records/observations/amounts.ts'
import type { Entries } from './entries.ts'

export interface Customer {
  readonly rid: Rid
  readonly merchant: MerchantId
}

/** The form as far as the mask tells it: for a role that sees the last characters only, it is hidden too. */
function formOf(rid: Shown): CustomerView['ridForm'] {
  if (rid.seen !== 'masked') return 'plain'
  return rid.mask === 'email' || rid.mask === 'iban' ? rid.mask : 'plain'
}

/** Who the page is about; the RID as this role may see it. */
export function presentCustomer(
  handle: CustomerHandle,
  { rid, merchant }: Customer,
  sight: Sight,
): CustomerView {
  const shown = sight.show(guard('rid', rid))
  return {
    customer: handle,
    rid: shown,
    ridForm: formOf(shown),
    merchant: sight.show(guard('merchant.id', merchant)),
  }
}

/** Null as well where it is hidden: a list in which some entries have an amount would tell which ones. */
function amountIn(row: AmountRow | undefined, sight: Sight): KnownAmount | null {
  const known = row === undefined ? null : presentAmount(row, sight)
  return known?.amount.seen === 'hidden' ? null : known
}

/** The per-customer list (interface, endpoint 3) as this role may see it, with the amounts that we know. */
export function presentTransactions(
  { entries, unreadable, opened }: Entries,
  { reading, amounts }: { readonly reading: Reading; readonly amounts: Amounts },
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
      amount: amountIn(amounts.get(transaction), sight),
    })),
    unreadable,
    opened,
  }
}
