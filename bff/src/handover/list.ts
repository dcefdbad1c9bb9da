import type { HandoverPage, handoverQuery } from '@paydesk/shared/handover'
import type { z } from 'zod'
import type { Store } from '../store/database.ts'
import { type Caller, deskOf, type HandoverRow, handoversSeen } from './rows.ts'

export interface ListedHandovers extends Pick<HandoverPage, 'more' | 'waiting' | 'came'> {
  readonly rows: readonly HandoverRow[]
}

const most = 100

function wanted({ db }: Store, caller: Caller, show: z.output<typeof handoverQuery>['show']) {
  const { issuer, subject } = caller.actor.session
  const seen = handoversSeen(db, caller)
  const open = seen.where('answered_at', 'is', null)
  if (show === 'asked') return seen.where('issuer', '=', issuer).where('subject', '=', subject)
  return show === 'to_answer' ? toAnswer(caller, open) : open
}

type Seen = ReturnType<typeof handoversSeen>

function toAnswer({ actor }: Caller, open: Seen): Seen {
  const { issuer, subject } = actor.session
  const desk = deskOf(actor)
  return open.where((is) =>
    desk === null
      ? is.lit(false)
      : is.and([
          is('desk', '=', desk),
          is.not(is.and([is('issuer', '=', issuer), is('subject', '=', subject)])),
        ]),
  )
}

const counted = async (some: Seen): Promise<number> => {
  const { n } = await some.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return n
}

/** Questions that this person may see. Listing one's own marks their answers as seen, from the next time on. */
export async function listFor(
  { show = 'open' }: z.output<typeof handoverQuery>,
  caller: Caller,
  store: Store,
): Promise<ListedHandovers> {
  const { issuer, subject } = caller.actor.session
  const seen = handoversSeen(store.db, caller)
  const own = seen.where('issuer', '=', issuer).where('subject', '=', subject)
  const [rows, waiting, came] = [
    await wanted(store, caller, show)
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(most + 1)
      .execute(),
    await counted(toAnswer(caller, seen.where('answered_at', 'is', null))),
    await counted(own.where('answered_at', 'is not', null).where('seen_at', 'is', null)),
  ]
  const listed = rows.slice(0, most)
  const news = show === 'asked' ? listed.filter(({ answered_at, seen_at }) => answered_at && !seen_at) : []
  if (news.length > 0)
    await store.db
      .updateTable('handovers')
      .set({ seen_at: Date.now() })
      .where(
        'id',
        'in',
        news.map(({ id }) => id),
      )
      .execute()
  return { rows: listed, more: rows.length > most, waiting, came: came - news.length }
}
