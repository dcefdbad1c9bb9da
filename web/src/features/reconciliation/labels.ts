import type { DiscrepancyKind, DiscrepancyStatus } from '@paydesk/shared/cases/reconciliation'

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
