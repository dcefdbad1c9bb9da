import { endpoints } from '@paydesk/shared/endpoints'
import type { Mentionable } from '@paydesk/shared/work/mention'
import type { Store } from '../../../platform/database/database.ts'
import type { Seal } from '../../../platform/database/field-cipher.ts'
import { route } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { openItem, seesOf } from '../../../records/review-items.ts'
import { colleaguesOf, type MentionNeeds } from '../mentions.ts'
import { openSealed } from '../present.ts'

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
