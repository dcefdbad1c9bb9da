import { endpoints } from '@paydesk/shared/endpoints'
import type { Mentionable } from '@paydesk/shared/mention'
import { ProblemError } from '../http/problem.ts'
import { route } from '../http/route.ts'
import { openItem, seesOf } from '../known/review-items.ts'
import type { Store } from '../store/database.ts'
import type { Seal } from '../store/seal.ts'
import { colleaguesOf, type MentionNeeds } from './mentions.ts'
import { openSealed } from './present.ts'

export interface Needs extends MentionNeeds {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: Seal
}

interface Found {
  readonly merchant: string
  readonly colleagues: Mentionable[]
}

export const listColleagues = route(endpoints.listColleagues, {
  permission: 'review.work',
  audit: ({ params }, found: Found | undefined) => ({
    action: 'review.colleagues.listed',
    about:
      found === undefined ? null : { kind: 'transaction', id: params.transaction, merchant: found.merchant },
  }),
  async handle(call, { store, seal, permissions }: Needs): Promise<Found> {
    const { dialect } = store
    const item = await openItem(store.db, { dialect }, seesOf(call), call.params.transaction)
    if (item === undefined) throw new ProblemError('not_found')
    const found = await colleaguesOf(store.db, item, {
      permissions,
      me: call.actor.session,
      now: Date.now(),
    })
    const colleagues = found.map(({ handle, name }) => ({ colleague: handle, name: openSealed(name, seal) }))
    return { merchant: item.merchant, colleagues: colleagues.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  },
  present: ({ colleagues }) => ({ colleagues }),
})
