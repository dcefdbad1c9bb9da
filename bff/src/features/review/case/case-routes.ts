import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { Deed } from '../../../platform/audit/entry.ts'
import { transactInCall } from '../../../platform/database/transaction.ts'
import { type Actor, route, type Scope } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import { appendChange } from '../../../records/changes.ts'
import type { Handles } from '../../../records/handles.ts'
import { type ItemRow, itemTurn, openItem, seesOf, touchItem } from '../../../records/review-items.ts'
import { type WithRid, withRids } from '../../../records/rids.ts'
import { type ClaimNeeds, releaseItem, type Taken, takeItem } from '../claims.ts'
import type { ReviewLimits } from '../limits.ts'
import { type MentionNeeds, mentioned, writeMentions } from '../mentions.ts'
import { type NewNote, writeNote } from '../notes.ts'
import { type Looking, presentRow } from '../present.ts'
import { stayOf } from '../review-period.ts'
import { keepDraft } from '../snapshot.ts'

export interface WorkNeeds extends ClaimNeeds, MentionNeeds {
  readonly handles: Pick<Handles, 'resolveAll'>
  readonly reviewLimits: ReviewLimits
  readonly config: { readonly review: { readonly claimMs: number; readonly levelMs: number } }
}

interface Caller {
  readonly params: { readonly transaction: TransactionId }
  readonly actor: Actor
  readonly scope: Scope
}

/** Who looks at an item now. */
export function lookingOf({ sight, session }: Actor, { seal, config }: WorkNeeds): Looking {
  return { sight, session, seal, levelMs: config.review.levelMs, now: Date.now() }
}

/** An item with everything that showing it needs. */
interface Line extends WithRid<ItemRow> {
  readonly looking: Looking
}

/** Prepares an item for `present`. Throws `not_found` where it is not in review. */
export async function lineOf(item: ItemRow | null, call: Caller, needs: WorkNeeds): Promise<Line> {
  const [line] = await withRids(item === null ? [] : [item], call.scope.environment, needs.handles)
  if (line === undefined) throw new ProblemError('not_found')
  return { ...line, looking: lookingOf(call.actor, needs) }
}

const present = (line: Line) => presentRow(line, line.looking)

type Action = Extract<Deed['action'], `review.item.${string}` | 'review.draft.kept'>

/** The id is recorded only where there was an item: it can be any text of that form. */
function deedAbout(action: Action, { params }: Pick<Caller, 'params'>, merchant: string | undefined): Deed {
  return {
    action,
    about: merchant === undefined ? null : { kind: 'transaction', id: params.transaction, merchant },
  }
}

interface Claimed {
  readonly taken: Taken
  readonly line: Line | null
  readonly merchant: string
}

/** Where a colleague has it nothing was done but to look. */
function claimAction(claimed: Claimed | undefined) {
  if (claimed === undefined) return 'review.item.taken'
  if (claimed.taken.answer !== 'taken') return 'review.item.viewed'
  return claimed.taken.over ? 'review.item.taken_over' : 'review.item.taken'
}

export const claimReviewItem = route(endpoints.claimReviewItem, {
  permission: 'review.work',
  audit: (call, claimed: Claimed | undefined) => deedAbout(claimAction(claimed), call, claimed?.merchant),
  async handle(call, needs: WorkNeeds): Promise<Claimed> {
    const { params, body, actor } = call
    needs.reviewLimits.writes(actor)
    const sees = seesOf(call)
    const wanted = { sees, transaction: params.transaction, person: actor.session }
    const ms = needs.config.review.claimMs
    const taken = await takeItem(needs, wanted, { ms, takeOver: body.takeOver, now: Date.now() })
    if (taken.answer !== 'gone')
      return { taken, line: await lineOf(taken.item, call, needs), merchant: taken.item.merchant }
    const stay = await stayOf(needs.store.db, sees, params.transaction)
    if (stay === null) throw new ProblemError('not_found')
    return { taken, line: null, merchant: stay.merchant }
  },
  present({ taken, line }) {
    if (taken.answer === 'gone' || line === null) return { answer: 'gone' } as const
    return { answer: taken.answer, row: present(line) }
  },
})

export const releaseReviewItem = route(endpoints.releaseReviewItem, {
  permission: 'review.work',
  audit: (call, line: Line | undefined) => deedAbout('review.item.released', call, line?.row.merchant),
  async handle(call, needs: WorkNeeds): Promise<Line> {
    const wanted = { sees: seesOf(call), transaction: call.params.transaction, person: call.actor.session }
    return lineOf(await releaseItem(needs, wanted, Date.now()), call, needs)
  },
  present,
})

/** What is written beside an item. */
interface Written extends Pick<NewNote, 'what' | 'text'> {
  /** Whom it names, by their handles. */
  readonly mentions?: readonly string[] | undefined
  readonly snoozeMs?: number
}

/** Writes beside an item, in one transaction with what else it changes. Gives it as it is then. */
async function writeBeside(
  call: Caller,
  { what, text, mentions = [], snoozeMs }: Written,
  needs: WorkNeeds,
): Promise<Line> {
  const { store, seal, permissions } = needs
  const { dialect } = store
  needs.reviewLimits.notes(call.actor)
  const sees = seesOf(call)
  const { transaction } = call.params
  const now = Date.now()
  const item = await transactInCall(store, itemTurn(sees, transaction), async (trx) => {
    const before = await openItem(trx, { dialect, lock: true }, sees, transaction)
    if (before === undefined) return null
    const { environment } = sees
    const me = call.actor.session
    const members = await mentioned(mentions, trx, before, { permissions, me, now })
    const note = { environment, transaction, by: me, what, text }
    const last_note = await writeNote(trx, note, { seal, now })
    await writeMentions(trx, members, { environment, item: before.seq, note: last_note, at: now })
    const put = snoozeMs === undefined ? {} : { snoozed_until: before.clock + snoozeMs }
    const change = await touchItem(trx, before.seq, { last_note, ...put })
    const after = await openItem(trx, { dialect }, sees, transaction)
    await appendChange(trx, dialect, change ?? [], now)
    return after ?? null
  })
  store.wake('changes')
  return lineOf(item, call, needs)
}

export const noteReviewItem = route(endpoints.noteReviewItem, {
  permission: 'review.work',
  audit: (call, line: Line | undefined) => deedAbout('review.item.noted', call, line?.row.merchant),
  handle: (call, needs: WorkNeeds): Promise<Line> => writeBeside(call, { what: 'note', ...call.body }, needs),
  present,
})

const hour = 3_600_000
const spans = { '1h': hour, '4h': 4 * hour, '1d': 24 * hour, '3d': 72 * hour } as const

export const snoozeReviewItem = route(endpoints.snoozeReviewItem, {
  permission: 'review.work',
  audit: (call, line: Line | undefined) => deedAbout('review.item.snoozed', call, line?.row.merchant),
  handle: (call, needs: WorkNeeds): Promise<Line> =>
    writeBeside(call, { what: 'snooze', text: call.body.text, snoozeMs: spans[call.body.span] }, needs),
  present,
})

interface Kept {
  readonly merchant: string
  readonly kept: boolean
}

export const draftReviewItem = route(endpoints.draftReviewItem, {
  permission: 'review.work',
  audit: (call, kept: Kept | undefined) => deedAbout('review.draft.kept', call, kept?.merchant),
  async handle(call, { store, seal, reviewLimits }: WorkNeeds): Promise<Kept> {
    const { params, body, actor } = call
    reviewLimits.writes(actor)
    const sees = seesOf(call)
    const stay = await stayOf(store.db, sees, params.transaction)
    if (stay === null) throw new ProblemError('not_found')
    const place = { environment: sees.environment, transaction: params.transaction, person: actor.session }
    const isThere = await keepDraft(store.db, place, body.draft, seal)
    return { merchant: stay.merchant, kept: isThere && body.draft !== null }
  },
  present: ({ kept }) => ({ kept }),
})
