import type { DiscrepancyKind, DiscrepancyStatus } from '@paydesk/shared/cases/reconciliation'
import { durationText } from '@paydesk/shared/payments/transaction-list'

/** Short label for a table row; the full sentence comes with the list. */
export const discrepancyKindLabels: Record<DiscrepancyKind, string> = {
  provider_failed_but_success: 'Provider failed, state successful',
  provider_success_but_failed: 'Provider successful, state not',
  manual_reconciliation: 'Manual reconciliation asked for',
  test_in_production: 'Test in production',
  expired_but_open: 'Expired, still open',
  sca_open_after_expiry: 'SCA open after expiry',
  documents_without_step: 'Documents without a step',
  kyc_done_but_none: 'Identity reviewed, KYC state NONE',
  final_state_left: 'Final state was left',
  end_announced_but_open: 'End announced, still open',
  end_not_announced: 'End not announced',
  provider_success_but_open: 'Provider successful, still open',
  other_currency: 'Currencies differ',
  amounts_differ: 'Amounts differ',
  other_customer: 'Another customer named',
  review_without_step: 'Identity review without a step',
  lifetime_below_seen: 'Lifetime total too low',
}

export const discrepancyStatusLabels: Record<DiscrepancyStatus, string> = {
  open: 'Not explained',
  explained: 'Explained',
  closed: 'Closed by the facts',
}

/** Always offered. An age of the address that is not among them is offered as well. */
const ageOptions = ['1h', '24h', '3d', '7d', '30d'] as const
const unitLabels = { m: 'min', h: 'h', d: 'days' } as const

/** Returns a text such as `24 h` or `3 days`. */
function formatTimeSpan(text: string): string {
  if (!durationText.safeParse(text).success) return text
  const unit = text.endsWith('m') ? 'm' : text.endsWith('h') ? 'h' : 'd'
  const count = text.slice(0, -1)
  return `${count} ${unit === 'd' && count === '1' ? 'day' : unitLabels[unit]}`
}

export function listAgeOptions(chosen: string | undefined): readonly { value: string; word: string }[] {
  const values = chosen === undefined ? ageOptions : [...new Set([...ageOptions, chosen])]
  return values.map((value) => ({ value, word: formatTimeSpan(value) }))
}
