import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { CustomerHandle, MerchantId, Rid } from '@paydesk/shared/core/ids'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { isInReview } from '@paydesk/shared/core/state'
import type {
  CustomerOpenWork,
  CustomerTransaction,
  CustomerTransactionList,
  CustomerView,
} from '@paydesk/shared/payments/customers'
import type { RecordedAmount } from '@paydesk/shared/payments/transaction-list'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import { formatIsoTime } from '../../platform/runtime/iso-time.ts'
import {
  type CustomerTransactionRow,
  type CustomerTransactionRows,
  presentTransactionAmount,
} from '../../records/observations/amounts.ts'
import type { CustomerTransactionEntries } from './entries.ts'

export interface Customer {
  readonly rid: Rid
  readonly merchant: MerchantId
  readonly openWork: CustomerOpenWork
}

/**
 * Derives the form from the mask alone: a role that sees only the last characters does not learn the form.
 */
function getRidForm(rid: MaskedValue): CustomerView['ridForm'] {
  if (rid.visibility !== 'masked') return 'plain'
  return rid.mask === 'email' || rid.mask === 'iban' ? rid.mask : 'plain'
}

/** Presents the customer of a page, with the RID as this role may see it. */
export function presentCustomer(
  handle: CustomerHandle,
  { rid, merchant, openWork }: Customer,
  fieldAccess: FieldAccess,
): CustomerView {
  const shown = fieldAccess.mask(guardValue('rid', rid))
  return {
    customer: handle,
    rid: shown,
    ridForm: getRidForm(shown),
    merchant: fieldAccess.mask(guardValue('merchant.id', merchant)),
    openWork,
  }
}

/** Returns null for a hidden amount too: otherwise the list would show which entries have an amount. */
function presentEntryAmount(
  row: CustomerTransactionRow | undefined,
  fieldAccess: FieldAccess,
): RecordedAmount | null {
  const known =
    row === undefined || row.amount_minor === null ? null : presentTransactionAmount(row, fieldAccess)
  return known?.amount.visibility === 'hidden' ? null : known
}

function presentEntryRecord(
  row: CustomerTransactionRow | undefined,
  fieldAccess: FieldAccess,
): CustomerTransaction['recorded'] {
  if (row === undefined) return null
  return {
    merchantTransactionId: fieldAccess.mask(
      guardValue('original.transaction_id', row.merchant_transaction_id),
    ),
    firstSeenAt: formatIsoTime(row.first_seen),
    changedAt: formatIsoTime(row.changed_at),
    expiresAt: row.expires_at === null ? null : formatIsoTime(row.expires_at),
  }
}

/** Presents the per-customer list (interface, endpoint 3) for this role, with the amounts in our records. */
export function presentCustomerTransactions(
  { entries, unreadable, opened }: CustomerTransactionEntries,
  { reading, records }: { readonly reading: DataFreshness; readonly records: CustomerTransactionRows },
  fieldAccess: FieldAccess,
): CustomerTransactionList {
  return {
    reading,
    entries: entries.map(({ transaction, state, compound, workflow }) => ({
      transaction,
      state,
      compound,
      workflow: fieldAccess.mask(workflow),
      inReview: isInReview(state, compound),
      amount: presentEntryAmount(records.get(transaction), fieldAccess),
      recorded: presentEntryRecord(records.get(transaction), fieldAccess),
    })),
    unreadable,
    opened,
  }
}
