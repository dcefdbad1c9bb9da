import { endpoints } from '@paydesk/shared/endpoints'
import type { IdSuggestions, SearchHit } from '@paydesk/shared/payments/search'
import type { AuditEvent, AuditSubject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { createPersonRateLimit, type PersonRateLimit } from '../../platform/http/rate-limiter.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { createRecordFinder } from './record-finder.ts'
import { type SearchDeps, searchText, type TextSearchResult } from './search-text.ts'
import { loadIdSuggestions } from './suggest.ts'

export interface SearchRoutesDeps extends SearchDeps {
  readonly searchLimits: {
    /** Limits searches: guessing ids must not pay. */
    readonly searches: PersonRateLimit
    /** Limits prefixes of ids, which are requested while somebody types. */
    readonly suggestions: PersonRateLimit
  }
  readonly store: Store
}

/** Suggestions allowed per search: IDs are suggested while a user types. */
const suggestionsPerSearch = 5

export function createSearchDeps(
  store: Store,
  { searchesPerMinute }: { readonly searchesPerMinute: number },
): Pick<SearchRoutesDeps, 'recordFinder' | 'searchLimits'> {
  return {
    recordFinder: createRecordFinder(store),
    searchLimits: {
      searches: createPersonRateLimit(searchesPerMinute, 30),
      suggestions: createPersonRateLimit(suggestionsPerSearch * searchesPerMinute, 10),
    },
  }
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

export const searchRecordsRoute = defineRoute(endpoints.searchRecords, {
  permission: 'search.use',
  // One audit event per hit: the search box has shown all of them.
  audit: (_call, value: TextSearchResult | undefined) =>
    (value?.hits.length ? value.hits : [undefined]).map(
      (hit): AuditEvent => ({ action: 'search.made', about: auditSubject(hit) }),
    ),
  async handle({ body, scope, actor }, deps: SearchRoutesDeps): Promise<TextSearchResult> {
    deps.searchLimits.searches(actor)
    return searchText(body.text, scope, actor, deps)
  },
  present: (value) => value,
})

export const suggestIdsRoute = defineRoute(endpoints.suggestIds, {
  permission: 'search.use',
  audit: () => ({ action: 'records.suggested' }),
  async handle({ body, scope, actor }, deps: SearchRoutesDeps): Promise<IdSuggestions> {
    deps.searchLimits.suggestions(actor)
    return { suggestions: await loadIdSuggestions(body.text, scope, actor.fieldAccess, deps.store) }
  },
  present: (value) => value,
})
