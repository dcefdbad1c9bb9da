import { endpoints } from '@paydesk/shared/endpoints'
import type { LookUpHit } from '@paydesk/shared/lookup'
import type { Deed, Subject } from '../audit/entry.ts'
import { ProblemError } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { type LookUpNeeds, type Resolved, resolve } from './resolve.ts'

export interface Needs extends LookUpNeeds {
  /** False when this person has looked up too much in the last minute: guessing ids must not pay. */
  mayLookUp(person: string): boolean
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
