import { type ProblemId, problemIdSchema } from '@paydesk/shared/core/problem'
import { englishProblems } from '@paydesk/shared/messages/en/problems'

interface CatalogueEntry {
  readonly status: number
  readonly title: string
  readonly detail: string
}

const statuses: Readonly<Record<ProblemId, number>> = {
  not_signed_in: 401,
  session_idle: 401,
  session_over: 401,
  session_ended: 401,
  not_allowed: 403,
  break_glass_report_due: 409,
  break_glass_limit_reached: 429,
  cross_site: 403,
  no_such_page: 404,
  method_not_allowed: 405,
  wrong_host: 421,
  not_found: 404,
  bad_request: 400,
  too_large: 413,
  origin_not_verified: 401,
  unsupported_encoding: 415,
  too_many_requests: 429,
  upstream_timeout: 504,
  upstream_unreachable: 502,
  upstream_bad_response: 502,
  upstream_auth: 502,
  upstream_refused: 502,
  upstream_mismatch: 502,
  upstream_busy: 503,
  document_not_shown: 409,
  record_unavailable: 503,
  maybe_recorded: 504,
  sign_in_failed: 400,
  sign_in_unavailable: 503,
  no_role: 403,
  reauthentication_needed: 403,
  reauthentication_by_another: 403,
  reauthentication_without_time: 502,
  reveal_limit_reached: 429,
  access_limit_reached: 429,
  export_needs_approval: 409,
  payment_requests_off: 409,
  payment_link_gone: 409,
  key_refused: 401,
  key_scope: 403,
  idempotency_conflict: 409,
  payment_refused: 422,
  payment_not_sent: 503,
  unsupported_type: 415,
  unavailable: 503,
  internal: 500,
}

/**
 * Catalogue of all errors, with their English texts for the API and the logs; pages put the ID into the words of
 * the person. `docs/problems.md` explains every entry; a test keeps the two the same.
 */
export const problemCatalogue = Object.fromEntries(
  problemIdSchema.options.map((id) => [id, { status: statuses[id], ...englishProblems[id] }]),
) as Readonly<Record<ProblemId, CatalogueEntry>>
