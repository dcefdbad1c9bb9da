import type { GlassFigures, OwnGlass } from '@paydesk/shared/compliance/glass'
import { endpoints } from '@paydesk/shared/endpoints'
import { type Deed, type Purpose, subject } from '../../platform/audit/entry.ts'
import { route } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { type GlassRow, ownGlassOf } from '../../records/break-glass.ts'
import { personKey } from '../../records/session-news.ts'
import { type Acknowledged, acknowledge } from './acknowledge.ts'
import {
  type BreakNeeds,
  breakGlass as breakIt,
  endGlass as endIt,
  reportGlass as reportIt,
} from './break.ts'
import { glassFiguresOf } from './figures.ts'
import { presentBreak, presentCount, presentSeen } from './present.ts'
import { breakNamed, type GlassNeeds, listedBreaks } from './rows.ts'
import { seenBehind } from './seen.ts'

/** A deed of one's own: how it stands afterwards, and which break it was about. */
interface Own {
  readonly own: OwnGlass
  readonly row: GlassRow | undefined
}

const about = (row: GlassRow | undefined) => (row === undefined ? null : subject('glass', row.id, undefined))
const presentOwn = ({ own }: Own) => own

function purposeOf({ purpose, ticket }: { purpose: Purpose['code']; ticket: string }): Purpose {
  return { field: null, code: purpose, caseRef: ticket, stepUpAge: null }
}

export const breakGlass = route(endpoints.breakGlass, {
  permission: 'glass.break',
  changesSight: true,
  // Committed before anything is widened: without a trail there is no wider sight.
  intent: ({ body }): Deed => ({ action: 'glass.asked', about: null, purpose: purposeOf(body) }),
  audit: ({ body }, done: Own | undefined) => ({
    action: 'glass.broken',
    about: about(done?.row),
    purpose: purposeOf(body),
    ...(done?.row && { note: `until:${done.row.until}` as const }),
  }),
  async handle({ actor, body }, needs: BreakNeeds & { readonly log: Log }): Promise<Own> {
    const row = await breakIt(body, actor.session, needs, Date.now())
    // What watches over a deployment hears it too; who it was, the trail says to whoever may know.
    const { reference, session } = actor
    needs.log.error({ reference, glass: row.id, person: personKey(session) }, 'THE GLASS WAS BROKEN')
    const now = Date.now()
    const glassUntil = row.until > now ? row.until : null
    return { own: await ownGlassOf(needs.store.db, { ...session, glassUntil }, now), row }
  },
  present: presentOwn,
})

export const endGlass = route(endpoints.endGlass, {
  permission: 'session.own',
  changesSight: true,
  audit: (_call, done: Own | undefined) => ({ action: 'glass.ended', about: about(done?.row) }),
  async handle({ actor }, needs: BreakNeeds): Promise<Own> {
    const { session } = actor
    const row = await endIt(session, needs, Date.now())
    return { own: await ownGlassOf(needs.store.db, { ...session, glassUntil: null }, Date.now()), row }
  },
  present: presentOwn,
})

export const reportGlass = route(endpoints.reportGlass, {
  permission: 'session.own',
  audit: (_call, done: Own | undefined) => ({ action: 'glass.reported', about: about(done?.row) }),
  async handle({ actor, body }, needs: GlassNeeds): Promise<Own> {
    const row = await reportIt(body.text, actor.session, needs, Date.now())
    return { own: await ownGlassOf(needs.store.db, actor.session, Date.now()), row }
  },
  present: presentOwn,
})

export const listGlass = route(endpoints.listGlass, {
  permission: 'glass.answer',
  audit: () => ({ action: 'glass.listed' }),
  async handle({ query }, { store, seal }: GlassNeeds) {
    const now = Date.now()
    return { ...(await listedBreaks(store, { show: query.show ?? 'all', now })), seal, now }
  },
  present: ({ rows, more, ...with_ }, { actor }) => ({
    breaks: rows.map((row) => presentBreak(row, { actor, ...with_ })),
    more,
  }),
})

export const showGlass = route(endpoints.showGlass, {
  permission: 'glass.answer',
  audit: ({ params }) => ({ action: 'glass.viewed', about: subject('glass', params.glass, undefined) }),
  async handle({ params }, { store, seal }: GlassNeeds) {
    const row = await breakNamed(store, params.glass)
    if (row === undefined) throw new ProblemError('not_found')
    return { row, seal, now: Date.now(), seen: await seenBehind(store, row) }
  },
  present: ({ row, seen, ...with_ }, { actor }) => ({
    break: presentBreak(row, { actor, ...with_ }),
    counts: seen.counts.map(presentCount),
    entries: seen.entries.map(presentSeen),
    more: seen.more,
  }),
})

export const acknowledgeGlass = route(endpoints.acknowledgeGlass, {
  permission: 'glass.answer',
  audit: ({ params }) => ({ action: 'glass.acknowledged', about: subject('glass', params.glass, undefined) }),
  async handle({ params, actor }, needs: GlassNeeds) {
    const now = Date.now()
    const done: Acknowledged = await acknowledge(params.glass, actor.session, needs, now)
    return { ...done, seal: needs.seal, now }
  },
  present: ({ answer, row, ...with_ }, { actor }) => ({
    answer,
    break: presentBreak(row, { actor, ...with_ }),
  }),
})

export const showGlassFigures = route(endpoints.showGlassFigures, {
  permission: 'glass.count',
  audit: () => ({ action: 'glass.figures.viewed' }),
  handle: (_call, { store, seal, zone }: GlassNeeds): Promise<GlassFigures> =>
    glassFiguresOf(store, { seal, zone, now: Date.now() }),
  present: (figures) => figures,
})
