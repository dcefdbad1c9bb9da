import { type DiscrepancyKind, discrepancyKindSchema } from '@paydesk/shared/cases/reconciliation'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type { ContradictionRule } from './contradiction-rule.ts'
import { contradictionRules } from './contradictions.ts'

/** Behaviour of the discrepancies of a kind. */
interface DiscrepancyBehavior {
  /** Subject of the kind; compliance works on `identity`, which includes documents. */
  readonly about: 'money' | 'state' | 'identity'
  /** Set if a later read can find that the facts agree; false if nothing can undo a recorded fact. */
  readonly settles: boolean
}

/**
 * Rules whose contradiction becomes a discrepancy. `step_open_after_end` is left out: it is a hint without
 * consequences, and most of these hints never end.
 */
const behaviorByKind: Readonly<Record<DiscrepancyKind, DiscrepancyBehavior>> = {
  provider_failed_but_success: { about: 'money', settles: true },
  provider_success_but_failed: { about: 'money', settles: true },
  manual_reconciliation: { about: 'money', settles: true },
  test_in_production: { about: 'money', settles: false },
  expired_but_open: { about: 'state', settles: true },
  sca_open_after_expiry: { about: 'state', settles: true },
  documents_without_step: { about: 'identity', settles: true },
  kyc_done_but_none: { about: 'identity', settles: true },
  final_state_left: { about: 'state', settles: true },
  end_announced_but_open: { about: 'state', settles: true },
  end_not_announced: { about: 'state', settles: true },
  provider_success_but_open: { about: 'money', settles: true },
  other_currency: { about: 'money', settles: true },
  amounts_differ: { about: 'money', settles: false },
  other_customer: { about: 'identity', settles: true },
  review_without_step: { about: 'identity', settles: true },
  lifetime_below_seen: { about: 'identity', settles: true },
}

/** Rule with the behaviour of its discrepancies. */
interface DiscrepancyRule extends DiscrepancyBehavior {
  readonly kind: DiscrepancyKind
  readonly rule: ContradictionRule
}

/** Discrepancy rules in the order of `contradictionRules`. */
export const discrepancyRules: readonly DiscrepancyRule[] = contradictionRules.flatMap((rule) => {
  const kind = discrepancyKindSchema.safeParse(rule.id).data
  return kind === undefined ? [] : [{ kind, rule, ...behaviorByKind[kind] }]
})

/**
 * Returns false for a kind that another release stored: this release has no rule for the kind, so that the next
 * read of the transaction closes the discrepancy.
 */
export const isDiscrepancyKind = (kind: string): kind is DiscrepancyKind =>
  discrepancyKindSchema.safeParse(kind).success

/** Lists the kinds that a role may see, without those that rest on fields the role does not see in full. */
export function listVisibleDiscrepancyKinds(
  fieldAccess: Pick<FieldAccess, 'canSeeAll'>,
  allKinds: boolean,
): readonly DiscrepancyKind[] {
  return discrepancyRules
    .filter(
      ({ about, rule }) => (allKinds || about === 'identity') && fieldAccess.canSeeAll(rule.requiredFields),
    )
    .map(({ kind }) => kind)
}
