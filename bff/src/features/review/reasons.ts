import {
  type DecisionReason,
  type DecisionVerdict,
  decisionVerdictSchema,
} from '@paydesk/shared/cases/decisions'
import { germanReasons } from '@paydesk/shared/messages/de/reasons'
import { englishReasons } from '@paydesk/shared/messages/en/reasons'

/** Reasons offered if the deployment sets none, in the order of display. */
export const defaultDecisionReasons: readonly DecisionReason[] = decisionVerdictSchema.options.flatMap(
  (of) => {
    const german: Readonly<Record<string, string>> = germanReasons.decisions[of]
    return Object.entries(englishReasons.decisions[of]).map(([code, en]) => ({
      ...{ code, verdict: of },
      label: { en, de: german[code] ?? en },
    }))
  },
)

/** Returns the deployment's own reasons, or the defaults. */
export function getDecisionReasons(review: {
  readonly reasons: readonly DecisionReason[] | null
}): readonly DecisionReason[] {
  return review.reasons ?? defaultDecisionReasons
}

/** Returns a reason for display. A reason that is not configured any more is shown by its code. */
export function findDecisionReason(
  reasons: readonly DecisionReason[],
  of: DecisionVerdict,
  code: string,
): DecisionReason {
  const known = reasons.find((one) => one.verdict === of && one.code === code)
  return known ?? { code, verdict: of, label: code }
}
