import { endpoints } from '@paydesk/shared/endpoints'
import { subject } from '../audit/entry.ts'
import { route } from '../http/route.ts'
import { type ListedItems, listItems, type QueueNeeds } from './list.ts'
import { type Place, placeOf, presentPlace } from './place.ts'
import { presentRow } from './present.ts'

export const listReview = route(endpoints.listReview, {
  permission: 'review.read',
  audit: () => ({ action: 'review.listed' }),
  async handle({ query, actor, scope }, needs: QueueNeeds) {
    const { levelMs } = needs.config.review
    return { seal: needs.seal, levelMs, listed: await listItems(query, { actor, scope }, needs) }
  },
  present({ seal, levelMs, listed }, { actor: { sight, session } }) {
    const { lines, now, ...page }: ListedItems = listed
    const looking = { sight, session, seal, levelMs, now }
    return { ...page, rows: lines.map((line) => presentRow(line, looking)) }
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
