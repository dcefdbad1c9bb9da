import type { MentionCandidate } from '@paydesk/shared/cases/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Store } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/database/field-cipher.ts'
import { defineRoute } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { findOpenReviewCase, resolveReviewScope } from '../../../records/review-cases.ts'
import { findMentionCandidates, type MentionDeps } from '../mentions.ts'
import { openStaffText } from '../present.ts'

export interface MentionCandidatesDeps extends MentionDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly seal: FieldCipher
}

interface MentionCandidates {
  readonly merchant: string
  readonly colleagues: MentionCandidate[]
}

export const listMentionCandidates = defineRoute(endpoints.listMentionCandidates, {
  permission: 'review.work',
  audit: ({ params }, found: MentionCandidates | undefined) => ({
    action: 'review.colleagues.listed',
    about:
      found === undefined ? null : { kind: 'transaction', id: params.transaction, merchant: found.merchant },
  }),
  async handle(call, { store, seal, permissions }: MentionCandidatesDeps): Promise<MentionCandidates> {
    const { dialect } = store
    const item = await findOpenReviewCase(
      store.db,
      { dialect },
      resolveReviewScope(call),
      call.params.transaction,
    )
    if (item === undefined) throw new ProblemError('not_found')
    const found = await findMentionCandidates(store.db, item, {
      permissions,
      me: call.actor.session,
      now: Date.now(),
    })
    const colleagues = found.map(({ handle, name }) => ({
      colleague: handle,
      name: openStaffText(name, seal),
    }))
    return { merchant: item.merchant, colleagues: colleagues.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  },
  present: ({ colleagues }) => ({ colleagues }),
})
