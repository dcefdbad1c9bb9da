import { type MerchantId, type Rid, ridSchema } from '@paydesk/shared/core/ids'
import type { SearchAttempt, SearchHit } from '@paydesk/shared/payments/search'
import { ibanPattern, type ParsedSearchText } from './parse-text.ts'
import { type SearchContext, type SearchStepResult, searchPaymentService } from './search-payment-service.ts'

/** RIDs tried per text: a text counts as one search, and a list of guesses must not pay. */
const maxRidsTried = 12

/** RID that has a handle, with its merchants. */
export interface RidWithHandle {
  readonly rid: Rid
  readonly merchants: readonly MerchantId[]
}

/**
 * Returns the position of a RID in the text, not as a part of a longer one. An IBAN may stand there in groups
 * and in lower case.
 */
function findPosition(rid: Rid, text: string): number {
  const [signs, flags] = ibanPattern.test(rid) ? [[...rid].join('\\s?'), 'iu'] : [RegExp.escape(rid), 'u']
  const at = text.search(new RegExp(`(?<![\\p{L}\\p{N}_.@+~-])${signs}(?![\\p{L}\\p{N}_@+~-])`, flags))
  return at < 0 ? text.length : at
}

const listCandidateRids = ({ candidates }: ParsedSearchText) =>
  candidates.flatMap((one) => (one.as === 'rid' ? [one.rid] : []))
const listPartRids = ({ parts }: ParsedSearchText) =>
  parts.flatMap((part) => ridSchema.safeParse(part).data ?? [])

/**
 * Chooses the parts of a text to search, and counts the rest: parts with digits leave room
 * for RIDs of letters.
 */
function chooseRidParts(parsed: ParsedSearchText): {
  readonly chosen: readonly Rid[]
  readonly omittedCount: number
} {
  const all = [...new Set([...listCandidateRids(parsed), ...listPartRids(parsed)])]
  const words = all.filter((one) => !/[\d@]/.test(one))
  const others = all.filter((one) => !words.includes(one))
  const room = Math.max(maxRidsTried - words.length, maxRidsTried / 2)
  const chosen = [...others.slice(0, room), ...words].slice(0, maxRidsTried)
  return { chosen, omittedCount: all.length - chosen.length }
}

/**
 * Finds the RIDs of a text that have a handle, within the scope: the whole text, else all that
 * stand in the text, in their order, at most `limit`.
 */
export async function findRidsWithHandle(
  parsed: ParsedSearchText,
  { scope, deps }: SearchContext,
  limit: number,
): Promise<RidWithHandle[]> {
  const { text, rid } = parsed
  for (const rids of [rid === null ? [] : [rid], chooseRidParts(parsed).chosen]) {
    const filterRids = (merchant: MerchantId) =>
      deps.handles.filterRidsWithHandle(scope.environment, merchant, rids)
    const byMerchant = await Promise.all(
      scope.merchants.map(async (merchant) => ({ merchant, known: await filterRids(merchant) })),
    )
    const found = rids.flatMap((one): RidWithHandle[] => {
      const at = byMerchant.filter(({ known }) => known.includes(one)).map(({ merchant }) => merchant)
      return at.length === 0 ? [] : [{ rid: one, merchants: at }]
    })
    if (found.length > 0)
      return found
        .sort((one, other) => findPosition(one.rid, text) - findPosition(other.rid, text))
        .slice(0, limit)
  }
  return []
}

/** Reports a miss on parts of a text that may be RIDs: the payment service is never asked about parts. */
export function buildSkippedRidAttempts(parsed: ParsedSearchText): SearchAttempt[] {
  const candidateRids = listCandidateRids(parsed)
  if (listPartRids(parsed).every((rid) => candidateRids.includes(rid))) return []
  const { chosen, omittedCount } = chooseRidParts(parsed)
  const attempt = { readAs: 'rid', outcome: 'not_asked' } as const
  if (omittedCount > 0) return [{ ...attempt, finding: 'no_likely_part_recorded', count: chosen.length }]
  return [{ ...attempt, finding: candidateRids.length === 0 ? 'no_part_recorded' : 'no_other_part_recorded' }]
}

/**
 * Finds the customers of RIDs with a handle. A single RID is also requested at the other merchants; several
 * are returned as recorded, because one paste would cause RIDs times merchants requests.
 */
export async function searchRidsWithHandle(
  ridsWithHandle: readonly RidWithHandle[],
  context: SearchContext,
): Promise<SearchStepResult[]> {
  const [only, ...others] = ridsWithHandle
  if (only !== undefined && others.length === 0)
    return searchPaymentService({ as: 'rid', rid: only.rid }, context)
  const { scope, deps } = context
  const steps = ridsWithHandle.map(({ rid, merchants }, nth) =>
    Promise.all(
      merchants.map(async (merchant): Promise<SearchStepResult> => {
        const customer = await deps.handles.getOrCreateCustomerHandle(scope.environment, merchant, rid)
        const hit: SearchHit = { kind: 'customer', customer, merchant, position: nth + 1 }
        const finding = 'rid_recorded_nth'
        return {
          hits: [hit],
          attempt: { readAs: 'rid', outcome: 'found', finding, count: nth + 1, merchant },
        }
      }),
    ),
  )
  return (await Promise.all(steps)).flat()
}
