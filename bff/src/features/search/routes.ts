import { endpoints } from '@paydesk/shared/endpoints'
import type { IdSuggestions, LookUpHit } from '@paydesk/shared/payments/lookup'
import type { Deed, Subject } from '../../platform/audit/entry.ts'
import type { Store } from '../../platform/database/database.ts'
import { route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { type LookUpNeeds, type Resolved, resolve } from './resolve.ts'
import { suggest } from './suggest.ts'

export interface Needs extends LookUpNeeds {
  /** False when this person has looked up too much in the last minute: guessing ids must not pay. */
  mayLookUp(person: string): boolean
  /** The same for beginnings of ids, which are asked for while somebody types. */
  maySuggest(person: string): boolean
  readonly store: Store
}

function about(hit: LookUpHit | undefined): Subject | null {
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

export const lookUp = route(endpoints.lookUp, {
  permission: 'lookup.use',
  // One entry for each customer that came up: the box has shown all of them.
  audit: (_call, value: Resolved | undefined) =>
    (value?.hits.length ? value.hits : [undefined]).map(
      (hit): Deed => ({ action: 'lookup.made', about: about(hit) }),
    ),
  async handle({ body, scope, actor }, needs: Needs): Promise<Resolved> {
    if (!needs.mayLookUp(actor.session.subject))
      throw new ProblemError('too_many_requests', { retryAfter: 30 })
    return resolve(body.text, scope, actor, needs)
  },
  present: (value) => value,
})

export const suggestIds = route(endpoints.suggestIds, {
  permission: 'lookup.use',
  audit: () => ({ action: 'index.suggested' }),
  async handle({ body, scope, actor }, needs: Needs): Promise<IdSuggestions> {
    if (!needs.maySuggest(actor.session.subject))
      throw new ProblemError('too_many_requests', { retryAfter: 10 })
    return { suggestions: await suggest(body.text, scope, actor.sight, needs.store) }
  },
  present: (value) => value,
})
