import { endpoints } from '@paydesk/shared/endpoints'
import type { DecisionReason } from '@paydesk/shared/work/decision'
import { subject } from '../../../platform/audit/entry.ts'
import { route } from '../../../platform/http/route.ts'
import { presentRow } from '../present.ts'
import { reasonsOf } from '../reasons.ts'
import { type ListedItems, listItems, type QueueNeeds } from './list.ts'
import { type Place, placeOf, presentPlace } from './queue-position.ts'

export interface ReasonNeeds {
  readonly config: { readonly review: { readonly reasons: readonly DecisionReason[] | null } }
}

export const listReview = route(endpoints.listReview, {
  permission: 'review.read',
  audit: () => ({ action: 'review.listed' }),
  async handle({ query, actor, scope }, needs: QueueNeeds & ReasonNeeds) {
    const { levelMs } = needs.config.review
    return {
      seal: needs.seal,
      levelMs,
      reasons: reasonsOf(needs.config.review),
      listed: await listItems(query, { actor, scope }, needs),
    }
  },
  present({ seal, levelMs, reasons, listed }, { actor: { sight, session } }) {
    const { lines, now, ...page }: ListedItems = listed
    const looking = { sight, session, seal, levelMs, now }
    return { ...page, reasons: [...reasons], rows: lines.map((line) => presentRow(line, looking)) }
  },
})

export const showReviewPlace = route(endpoints.showReviewPlace, {
  permission: 'review.place',
  audit: ({ params }, place: Place | undefined) => ({
    action: 'review.place.viewed',
    about: subject('transaction', params.transaction, place?.placed?.item),
  }),
  handle: ({ params, scope }, { store }: Pick<QueueNeeds, 'store'>): Promise<Place> =>
    placeOf(store, scope, params.transaction),
  present: presentPlace,
})
