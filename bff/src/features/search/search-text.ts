import { hasCardNumber } from '@paydesk/shared/core/card-number'
import {
  type EnvironmentName,
  identityHandleSchema,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { normalizePastedText } from '@paydesk/shared/core/pasted-text'
import type { SearchAttempt, SearchFinding, SearchHit } from '@paydesk/shared/payments/search'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { Actor, Scope } from '../../platform/http/route.ts'
import type { HandleStore } from '../../records/handles.ts'
import {
  extractHandleFromPastedUrl,
  extractIbans,
  extractIdParts,
  extractIdWords,
  findSearchCandidates,
  type ParsedSearchText,
  parseMerchantReference,
  parseWholeRid,
} from './parse-text.ts'
import type { RecordFinder } from './record-finder.ts'
import { buildSkippedRidAttempts, findRidsWithHandle, searchRidsWithHandle } from './rids-with-handle.ts'
import { type SearchContext, searchPaymentService } from './search-payment-service.ts'

export interface SearchDeps {
  readonly handles: HandleStore
  readonly recordFinder: RecordFinder
  service(environment: EnvironmentName): PaymentService
}

export interface TextSearchResult {
  readonly hits: SearchHit[]
  readonly attempts: SearchAttempt[]
}

/** Hits that are listed; a longer text narrows the search. */
const maxHits = 10

const buildMiss = (finding: SearchFinding): TextSearchResult => ({
  hits: [],
  attempts: [{ readAs: 'text', outcome: 'not_this_form', finding }],
})

const buildFoundAttempt = (readAs: SearchAttempt['readAs'], finding: SearchFinding): SearchAttempt => ({
  readAs,
  outcome: 'found',
  finding,
})
const buildHits = (ids: readonly TransactionId[]): SearchHit[] =>
  [...new Set(ids)].slice(0, maxHits).map((transaction) => ({ kind: 'transaction', transaction }))

/** Resolves a pasted URL of our own pages by its handle. */
async function searchByHandle(
  text: string,
  { scope, actor, deps }: SearchContext,
): Promise<TextSearchResult | null> {
  const handle = extractHandleFromPastedUrl(text)
  const handleTarget = handle === null ? null : await deps.handles.resolve(scope.environment, handle)
  const merchant = scope.merchants.find((one) => one === handleTarget?.merchant)
  if (handle === null || handleTarget === null || merchant === undefined) return null
  const identity = identityHandleSchema.safeParse(handle).data
  if (identity === undefined) {
    const customer = await deps.handles.getOrCreateCustomerHandle(
      scope.environment,
      merchant,
      handleTarget.plaintext,
    )
    const attempts = [buildFoundAttempt('rid', 'customer_page')]
    return { hits: [{ kind: 'customer', customer, merchant }], attempts }
  }
  if (!actor.permissions.has('identity.read')) return null
  return {
    hits: [{ kind: 'identity', identity }],
    attempts: [buildFoundAttempt('identity', 'identity_page')],
  }
}

/** Finds transactions in our records by the payment service's own id. */
async function searchById(
  { candidates, parts }: ParsedSearchText,
  scope: Scope,
  recordFinder: RecordFinder,
): Promise<TextSearchResult | null> {
  const named = candidates.flatMap((one) => (one.as === 'transaction' ? [one.transaction] : []))
  const cut = parts.flatMap((part) => transactionIdSchema.safeParse(part).data ?? [])
  const ids = await recordFinder.findTransactions([...new Set([...named, ...cut])], scope)
  if (ids.length === 0) return null
  return {
    hits: buildHits(ids),
    attempts: [buildFoundAttempt('transaction', 'transaction_recorded')],
  }
}

/** Finds transactions in our records by the merchant's name for them: the whole text, else its parts. */
async function searchByMerchantReference(
  { merchantReference, parts }: ParsedSearchText,
  scope: Scope,
  recordFinder: RecordFinder,
): Promise<TextSearchResult> {
  for (const texts of [merchantReference === null ? [] : [merchantReference], parts]) {
    const [byMerchantId, byReference] = await Promise.all([
      recordFinder.findByMerchantReference('merchant_transaction_id', texts, scope),
      recordFinder.findByMerchantReference('reference', texts, scope),
    ])
    const attempts: SearchAttempt[] = []
    if (byMerchantId.length > 0)
      attempts.push(buildFoundAttempt('merchant_transaction_id', 'merchant_transaction_id_recorded'))
    if (byReference.length > 0) attempts.push(buildFoundAttempt('reference', 'reference_recorded'))
    if (attempts.length > 0) return { hits: buildHits([...byMerchantId, ...byReference]), attempts }
  }
  return { hits: [], attempts: [] }
}

async function buildReferenceMissAttempts(
  scope: Scope,
  recordFinder: RecordFinder,
): Promise<SearchAttempt[]> {
  const coverage = await recordFinder.countCoverage(scope)
  const finding = 'merchant_transaction_id_unknown'
  return [
    { readAs: 'merchant_transaction_id', outcome: 'not_found', finding, coverage },
    { readAs: 'reference', outcome: 'not_found', finding: 'reference_unknown' },
  ]
}

/**
 * Finds what a pasted text names, within the caller's merchants: first in our own records, then at the
 * payment service. Reads the text as each kind of ID in a fixed order, stops at the first with a hit and
 * reports every attempt. Throws if the database does not answer.
 */
export async function searchText(
  pasted: string,
  scope: Scope,
  actor: Actor,
  deps: SearchDeps,
): Promise<TextSearchResult> {
  const text = normalizePastedText(pasted)
  if ([pasted, text].some(hasCardNumber)) return buildMiss('card_number')
  const candidates = findSearchCandidates(text)
  const spellings = candidates.flatMap((one) => (one.as === 'rid' && one.rid !== text ? [one.rid] : []))
  const parts = [
    ...new Set([...spellings, ...extractIbans(text), ...extractIdParts(text), ...extractIdWords(text)]),
  ]
  const parsed: ParsedSearchText = {
    text,
    rid: parseWholeRid(text),
    candidates,
    merchantReference: parseMerchantReference(text),
    parts,
  }
  const context: SearchContext = { scope, actor, deps, service: deps.service(scope.environment) }
  const opened = await searchByHandle(text, context)
  if (opened !== null) return opened
  if (parsed.candidates.length === 0 && parsed.merchantReference === null && parsed.parts.length === 0)
    return buildMiss('no_id')
  const exact = await searchById(parsed, scope, deps.recordFinder)
  if (exact !== null) return exact
  const [ridsWithHandle, textSearchResult] = await Promise.all([
    findRidsWithHandle(parsed, context, maxHits),
    searchByMerchantReference(parsed, scope, deps.recordFinder),
  ])
  if (textSearchResult.hits.length > 0 && ridsWithHandle.length === 0) return textSearchResult
  const attempts = [...textSearchResult.attempts]
  // A word of the text that is a RID with a handle does not hide the id that was pasted with it.
  const isWhole = ridsWithHandle.some(({ rid }) => rid === parsed.rid)
  const searchCandidates =
    ridsWithHandle.length === 0 ? candidates : isWhole ? [] : candidates.filter(({ as }) => as !== 'rid')
  const searches = searchCandidates.map((one) => () => searchPaymentService(one, context))
  if (ridsWithHandle.length > 0) searches.push(() => searchRidsWithHandle(ridsWithHandle, context))
  for (const search of searches) {
    const steps = await search()
    attempts.push(...steps.map((step) => step.attempt))
    const hits = steps.flatMap((step) => step.hits)
    if (hits.length > 0) return { hits: [...textSearchResult.hits, ...hits].slice(0, maxHits), attempts }
  }
  attempts.push(
    ...buildSkippedRidAttempts(parsed),
    ...(await buildReferenceMissAttempts(scope, deps.recordFinder)),
  )
  return { hits: [], attempts }
}
