import { type DiscrepancyKind, type DiscrepancyKindHelp, discrepancyKind } from '@paydesk/shared/cases/drift'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import type { ContradictionRule } from './contradiction-rule.ts'
import { contradictionRules } from './contradictions.ts'

/** How an item of a kind behaves. */
interface DiscrepancyBehavior {
  /** Compliance works on what is about identity and documents. */
  readonly about: 'money' | 'state' | 'identity'
  /** Whether a later read can find that the facts agree; false where nothing can take back what was noted. */
  readonly settles: boolean
  /** When its item closes, where that is not when the rule says that it goes away. */
  readonly closes?: string
}

/**
 * Every rule whose contradiction becomes an item. `step_open_after_end` is left out: it is a hint of which
 * nothing follows, and most of them never close.
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
  other_customer: {
    about: 'identity',
    settles: true,
    closes: 'Once the record names the former customer again. Compliance explains it otherwise.',
  },
  review_without_step: { about: 'identity', settles: true },
  lifetime_below_seen: { about: 'identity', settles: true },
}

/** A rule with how its items behave. */
interface DiscrepancyRule extends DiscrepancyBehavior {
  readonly kind: DiscrepancyKind
  readonly rule: ContradictionRule
}

/** In the order of the rules. */
export const discrepancyRules: readonly DiscrepancyRule[] = contradictionRules.flatMap((rule) => {
  const kind = discrepancyKind.safeParse(rule.id).data
  return kind === undefined ? [] : [{ kind, rule, ...behaviorByKind[kind] }]
})

/** False for a kind that another release wrote: nothing is known of it here, and its next read closes it. */
export const isDiscrepancyKind = (kind: string): kind is DiscrepancyKind =>
  discrepancyKind.safeParse(kind).success

/** Kinds that a role is told of: what rests on fields that it does not see in full is not among them. */
export function listVisibleDiscrepancyKinds(
  sight: Pick<FieldAccess, 'canSeeAll'>,
  every: boolean,
): readonly DiscrepancyKind[] {
  return discrepancyRules
    .filter(({ about, rule }) => (every || about === 'identity') && sight.canSeeAll(rule.requiredFields))
    .map(({ kind }) => kind)
}

/** The texts of these kinds, as beside an item. */
export function presentDiscrepancyTexts(kinds: readonly DiscrepancyKind[]): DiscrepancyKindHelp[] {
  return discrepancyRules
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, rule, closes }) => {
      const { says, means, todo } = rule
      return { id: kind, says, means, todo, closes: closes ?? rule.closes }
    })
}
