import {
  type DecisionReason,
  type DecisionVerdict,
  decisionReasonSchema,
  decisionVerdictSchema,
} from '@paydesk/shared/cases/decisions'
import { z } from 'zod'
import { parseAmountsByCurrency } from './parsers.ts'
import { parseJsonRecord, readReasonList } from './reasons.ts'

type Source = Readonly<Record<string, string | undefined>>

const boundedMs = (fallback: number, least: number, max: number) =>
  z.coerce.number().int().min(least).max(max).default(fallback)
const minute = 60_000
const hour = 60 * minute

export const reviewVariablesSchema = z.object({
  PAYDESK_REVIEW_SLA_MS: boundedMs(4 * hour, minute, 30 * 24 * hour),
  PAYDESK_REVIEW_SLA_TARGET_PERCENT: z.coerce.number().int().min(1).max(100).default(95),
  PAYDESK_REVIEW_CLAIM_MS: boundedMs(5 * minute, 1_000, hour),
  PAYDESK_DECISION_TTL_MS: boundedMs(24 * hour, 1_000, 30 * 24 * hour),
  PAYDESK_DECISION_STALE_MS: boundedMs(24 * hour, 1_000, 30 * 24 * hour),
  PAYDESK_DECISION_RECORD_MS: boundedMs(90 * 24 * hour, 24 * hour, 1_000 * 24 * hour),
  PAYDESK_REVIEW_CALLS_PER_MINUTE: z.coerce.number().int().min(1).max(100_000).default(120),
  PAYDESK_REVIEW_AMOUNT_LIMITS: z.string().default('EUR:100000,USD:100000,GBP:100000'),
  PAYDESK_REVIEW_REASONS: z.string().optional(),
})

const describeUnit = (name: string) => (name.endsWith('_MS') ? ' of milliseconds' : '')

function readVerdict(of: DecisionVerdict, given: unknown, problems: string[]): readonly DecisionReason[] {
  const place = { name: `PAYDESK_REVIEW_REASONS: ${of}`, of: 'an object', problems }
  return readReasonList(given, place, (one) => decisionReasonSchema.safeParse({ ...one, verdict: of })) ?? []
}

/** Parses `{"accept":{"code":"Text"},"reject":{…},"cancel":{…}}`, which replaces all default reasons. */
function readReasons(text: string | undefined, problems: string[]): readonly DecisionReason[] | null {
  if (text === undefined) return null
  const given = parseJsonRecord(text)
  if (given === undefined) {
    problems.push('PAYDESK_REVIEW_REASONS must be a JSON object with accept, reject and cancel')
    return null
  }
  const others = Object.keys(given).filter((name) => !decisionVerdictSchema.safeParse(name).success)
  if (others.length > 0) problems.push('PAYDESK_REVIEW_REASONS may name accept, reject and cancel only')
  return decisionVerdictSchema.options.flatMap((of) => readVerdict(of, given[of], problems))
}

/**
 * Reads the review settings. Adds one line per error to `problems`, without values. No setting removes the
 * second person.
 */
export function readReviewConfig(source: Source, problems: string[]) {
  const read = reviewVariablesSchema.safeParse(source)
  for (const issue of read.error?.issues ?? [])
    problems.push(
      `${String(issue.path[0])} must be a number${describeUnit(String(issue.path[0]))} within its bounds`,
    )
  const data = read.data ?? reviewVariablesSchema.parse({})
  return {
    /** SLA: time (ms) from the first observation of a case to its decision. */
    slaMs: data.PAYDESK_REVIEW_SLA_MS,
    /** Share of cases (percent) that should be decided within the SLA. */
    slaTargetPercent: data.PAYDESK_REVIEW_SLA_TARGET_PERCENT,
    claimMs: data.PAYDESK_REVIEW_CLAIM_MS,
    /** Time (ms) for which a decision waits for its approval. */
    decisionMs: data.PAYDESK_DECISION_TTL_MS,
    /**
     * Time (ms) after which people other than the maker may close a decision that the payment service does
     * not follow.
     */
    staleMs: data.PAYDESK_DECISION_STALE_MS,
    /** Time (ms) for which the record behind a decision is kept after the decision ended. */
    recordMs: data.PAYDESK_DECISION_RECORD_MS,
    /** Limit per person and minute for review: reads of the payment service, claims and drafts. */
    callsPerMinute: data.PAYDESK_REVIEW_CALLS_PER_MINUTE,
    /** Largest amounts that one person decides alone, in minor units by currency. */
    amountLimits: parseAmountsByCurrency(
      'PAYDESK_REVIEW_AMOUNT_LIMITS',
      data.PAYDESK_REVIEW_AMOUNT_LIMITS,
      problems,
    ),
    /** Null if the default reasons apply. */
    reasons: readReasons(data.PAYDESK_REVIEW_REASONS, problems),
  }
}
