import { endpoints } from '@paydesk/shared/endpoints'
import type { IdSuggestions, SearchHit } from '@paydesk/shared/payments/search'
import type { AuditEvent, AuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type SearchDeps, searchText, type TextSearchResult } from './search-text.ts'
import { loadIdSuggestions } from './suggest.ts'

export interface SearchRoutesDeps extends SearchDeps {
  /** False if this person has searched too much in the last minute: guessing ids must not pay. */
  mayLookUp(person: string): boolean
  /** Rate limit for prefixes of ids, which are requested while somebody types. */
  maySuggest(person: string): boolean
  readonly store: Store
}

function auditSubject(hit: SearchHit | undefined): AuditSubject | null {
  switch (hit?.kind) {
    case undefined:
      return null
    case 'customer':
      return { kind: 'customer', id: hit.customer, merchant: hit.merchant }
    case 'transaction':
      return { kind: 'transaction', id: hit.transaction }
    case 'identity':
      return { kind: 'identity', id: hit.identity }
  }
}

export const searchRecords = defineRoute(endpoints.searchRecords, {
  permission: 'search.use',
  // One audit event per hit: the search box has shown all of them.
  audit: (_call, value: TextSearchResult | undefined) =>
    (value?.hits.length ? value.hits : [undefined]).map(
      (hit): AuditEvent => ({ action: 'search.made', about: auditSubject(hit) }),
    ),
  async handle({ body, scope, actor }, deps: SearchRoutesDeps): Promise<TextSearchResult> {
    if (!deps.mayLookUp(actor.session.subject))
      throw new ProblemError('too_many_requests', { retryAfter: 30 })
    return searchText(body.text, scope, actor, deps)
  },
  present: (value) => value,
})

export const suggestIds = defineRoute(endpoints.suggestIds, {
  permission: 'search.use',
  audit: () => ({ action: 'records.suggested' }),
  async handle({ body, scope, actor }, deps: SearchRoutesDeps): Promise<IdSuggestions> {
    if (!deps.maySuggest(actor.session.subject))
      throw new ProblemError('too_many_requests', { retryAfter: 10 })
    return { suggestions: await loadIdSuggestions(body.text, scope, actor.fieldAccess, deps.store) }
  },
  present: (value) => value,
})
