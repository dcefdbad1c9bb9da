import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import type { DecisionReason, Draft, Verdict } from '@paydesk/shared/work/decision'
import type { ReviewItem } from '@paydesk/shared/work/review'
import { route } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem/problem.ts'
import type { DecisionRow } from '../../../records/observations/decision-outcome.ts'
import { type ItemRow, openItem, seesOf } from '../../../records/review-items.ts'
import type { OwnTransaction } from '../../../records/transactions.ts'
import { expireDecisions } from '../decision-transitions.ts'
import { type CaseNeeds, readNow, type Who } from '../decisions/decision-case.ts'
import { neededNow } from '../decisions/decision-write.ts'
import { decisionsAbout, onlookerOf, presentDecision } from '../decisions/decisions.ts'
import { seeMentions } from '../mentions.ts'
import { notesOf } from '../notes.ts'
import { carryingOutOf } from '../operator-actions/action-plan.ts'
import { actionsOf } from '../operator-actions/action-rows.ts'
import { presentRow } from '../present.ts'
import { reasonsOf } from '../reasons.ts'
import { stayOf } from '../review-period.ts'
import { needsInWords } from '../second-person.ts'
import { openDesk, printOf } from '../snapshot.ts'
import { lineOf, lookingOf, type WorkNeeds } from './case-routes.ts'

export interface ItemNeeds extends WorkNeeds, CaseNeeds {
  readonly config: {
    readonly review: WorkNeeds['config']['review'] & {
      readonly reasons: readonly DecisionReason[] | null
      readonly staleMs: number
    }
  }
}

interface Caller extends Who {
  readonly params: { readonly transaction: TransactionId }
}

interface Opened {
  readonly merchant: string
  readonly item: ReviewItem
}

/** Why each kind of decision would need a second person, by the record that is on screen, in words. */
function needsOf(
  item: ItemRow | undefined,
  earlier: readonly DecisionRow[],
  read: Parameters<typeof neededNow>[3],
): ReviewItem['needs'] {
  const of = (verdict: Verdict) =>
    item === undefined ? [] : needsInWords(neededNow(item, earlier, verdict, read))
  return { accept: of('accept'), reject: of('reject'), cancel: of('cancel') }
}

/** Only whoever decides needs what they saw to be kept; anybody else looks and leaves nothing behind. */
async function putOnDesk(
  call: Caller,
  read: OwnTransaction,
  { store, seal }: ItemNeeds,
): Promise<{ readonly print: string; readonly draft: Draft | null }> {
  const { params, actor, scope } = call
  if (!actor.permissions.has('review.work')) return { print: printOf(read.record, seal), draft: null }
  const place = {
    environment: scope.environment,
    transaction: params.transaction,
    person: actor.session,
  }
  return openDesk(store.db, place, read, { seal, now: Date.now() })
}

async function openReview(call: Caller, needs: ItemNeeds): Promise<Opened> {
  const { params, actor, scope } = call
  const { store, seal, config } = needs
  const { transaction } = params
  needs.reviewLimits.reads(actor)
  const sees = seesOf(call)
  // Whoever works on identity and documents opens what concerns them; the rest is as if nobody knew it.
  if (!sees.every && (await stayOf(store.db, sees, transaction)) === null) throw new ProblemError('not_found')
  const read = await readNow(transaction, call, needs)
  await expireDecisions(store, scope.environment)
  const looking = lookingOf(actor, needs)
  const [item, decisions, earlier, notes, view, desk] = await Promise.all([
    openItem(store.db, { dialect: store.dialect }, sees, transaction),
    decisionsAbout(store.db, sees, transaction),
    decisionsAbout(store.db, { ...sees, every: true }, transaction),
    notesOf(store.db, sees.environment, transaction, looking),
    needs.transactionView(transaction, read, { scope, actor }),
    putOnDesk(call, read, needs),
  ])
  const reasons = reasonsOf(config.review)
  const onlooker = onlookerOf(actor, { seal, reasons, staleMs: config.review.staleMs })
  const acts = { ...needs.actions, rows: await actionsOf(store.db, decisions) }
  const of = { environment: sees.environment, transaction, record: read.record }
  const opened: Opened = {
    merchant: read.merchant,
    item: {
      row: item === undefined ? null : presentRow(await lineOf(item, call, needs), looking),
      view,
      print: desk.print,
      notes,
      decisions: decisions.map((one) => presentDecision(one, onlooker, acts)),
      draft: desk.draft,
      reasons: [...reasons],
      needs: needsOf(item, earlier, { ...needs, own: read }),
      carriedOut: await carryingOutOf(store.db, of, needs.actions),
      mayWork: onlooker.mayWork,
      claimMs: config.review.claimMs,
    },
  }
  // Once all of it is there; what a page reads by itself is no proof that anybody saw it.
  if (item !== undefined && !actor.isUnasked) await seeMentions(store, item, actor.session, Date.now())
  return opened
}

export const showReviewItem = route(endpoints.showReviewItem, {
  permission: 'review.read',
  audit: ({ params }, opened: Opened | undefined) => ({
    action: 'review.item.viewed',
    about:
      opened === undefined
        ? null
        : { kind: 'transaction', id: params.transaction, merchant: opened.merchant },
  }),
  handle: openReview,
  present: ({ item }) => item,
})
