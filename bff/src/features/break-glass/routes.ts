import type { BreakGlassFigures, OwnBreakGlassStatus } from '@paydesk/shared/compliance/break-glass'
import { endpoints } from '@paydesk/shared/endpoints'
import { type AuditEvent, type AuditPurpose, toAuditSubject } from '../../platform/audit/entry.ts'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { defineRoute } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { isPossiblySamePerson } from '../../platform/session/person.ts'
import type { Session } from '../../platform/session/session.ts'
import { type BreakGlassRow, loadBreakGlassStatus } from '../../records/break-glass.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { deriveLiveUpdatePersonId } from '../../records/session-changes.ts'
import {
  type BreakGlassGrantDeps,
  activateBreakGlass as breakIt,
  deactivateBreakGlass as endIt,
  saveBreakGlassReport as reportIt,
} from './activate.ts'
import { loadBreakGlassActivity } from './activity.ts'
import { countBreakGlassUse } from './figures.ts'
import { presentBreakGlass, presentBreakGlassCount, presentBreakGlassEntry } from './present.ts'
import {
  type BreakGlassDeps,
  buildBreakGlassLiveChange,
  findBreakGlassRow,
  listBreakGlassRows,
} from './rows.ts'

interface BreakGlassAcknowledgement {
  readonly answer: 'acknowledged' | 'already'
  readonly row: BreakGlassRow
}

/**
 * Records the acknowledgement of a break-glass use; only the first one counts. Throws `not_found`, and
 * `not_allowed` for the person who used break-glass, in any role and session.
 */
async function saveBreakGlassAcknowledgement(
  id: string,
  { issuer, subject, name }: Session,
  { store, cipher, defaultEnvironment }: BreakGlassDeps,
  now: number,
): Promise<BreakGlassAcknowledgement> {
  const acknowledged = await withRequestTransaction(
    store,
    `glass/${id}`,
    async (trx): Promise<BreakGlassAcknowledgement> => {
      const before = await findBreakGlassRow({ db: trx }, id)
      if (before === undefined) throw new ProblemError('not_found')
      if (isPossiblySamePerson(before, { issuer, subject })) throw new ProblemError('not_allowed')
      const row = await trx
        .updateTable('break_glass_grants')
        .set(({ eb }) => ({
          acknowledged_issuer: issuer,
          acknowledged_subject: subject,
          acknowledged_name: cipher.seal(staffTextCipherContext, name),
          acknowledged_at: now,
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('acknowledged_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) {
        // Return the acknowledgement of the colleague who was first, possibly after `before` was read.
        return { answer: 'already', row: (await findBreakGlassRow({ db: trx }, id)) ?? before }
      }
      await appendLiveChange(trx, store.dialect, buildBreakGlassLiveChange(row, defaultEnvironment), now)
      return { answer: 'acknowledged', row }
    },
  )
  store.wake('changes')
  return acknowledged
}

/** Result of an action on one's own break-glass access: the status afterwards and the row of the use. */
interface OwnBreakGlass {
  readonly own: OwnBreakGlassStatus
  readonly row: BreakGlassRow | undefined
}

const about = (row: BreakGlassRow | undefined) =>
  row === undefined ? null : toAuditSubject('break_glass', row.id, undefined)
const presentOwnBreakGlass = ({ own }: OwnBreakGlass) => own

function purposeOf({ purpose, ticket }: { purpose: AuditPurpose['code']; ticket: string }): AuditPurpose {
  return { field: null, code: purpose, caseRef: ticket, stepUpAge: null }
}

export const startBreakGlassRoute = defineRoute(endpoints.startBreakGlass, {
  permission: 'break_glass.start',
  changesPrivileges: true,
  // Commit the audit entry before any access is granted: no entry, no access.
  intent: ({ body }): AuditEvent => ({
    action: 'break_glass.requested',
    about: null,
    purpose: purposeOf(body),
  }),
  audit: ({ body }, done: OwnBreakGlass | undefined) => ({
    action: 'break_glass.started',
    about: about(done?.row),
    purpose: purposeOf(body),
    ...(done?.row && { note: `until:${done.row.until}` as const }),
  }),
  async handle(
    { actor, body },
    deps: BreakGlassGrantDeps & { readonly log: Logger },
  ): Promise<OwnBreakGlass> {
    const row = await breakIt(body, actor.session, deps, Date.now())
    // Log at error level for the monitoring of the deployment. The log has a key of the person; the audit log
    // has the name.
    const { reference, session } = actor
    deps.log.error(
      { reference, breakGlass: row.id, person: deriveLiveUpdatePersonId(session) },
      'EMERGENCY ACCESS STARTED',
    )
    const now = Date.now()
    const glassUntil = row.until > now ? row.until : null
    return {
      own: await loadBreakGlassStatus(deps.store.db, { ...session, breakGlassUntil: glassUntil }, now),
      row,
    }
  },
  present: presentOwnBreakGlass,
})

export const endBreakGlassRoute = defineRoute(endpoints.endBreakGlass, {
  permission: 'session.own',
  changesPrivileges: true,
  audit: (_call, done: OwnBreakGlass | undefined) => ({
    action: 'break_glass.ended',
    about: about(done?.row),
  }),
  async handle({ actor }, deps: BreakGlassGrantDeps): Promise<OwnBreakGlass> {
    const { session } = actor
    const row = await endIt(session, deps, Date.now())
    return {
      own: await loadBreakGlassStatus(deps.store.db, { ...session, breakGlassUntil: null }, Date.now()),
      row,
    }
  },
  present: presentOwnBreakGlass,
})

export const reportBreakGlassRoute = defineRoute(endpoints.reportBreakGlass, {
  permission: 'session.own',
  audit: (_call, done: OwnBreakGlass | undefined) => ({
    action: 'break_glass.reported',
    about: about(done?.row),
  }),
  async handle({ actor, body }, deps: BreakGlassDeps): Promise<OwnBreakGlass> {
    const row = await reportIt(body.text, actor.session, deps, Date.now())
    return { own: await loadBreakGlassStatus(deps.store.db, actor.session, Date.now()), row }
  },
  present: presentOwnBreakGlass,
})

export const listBreakGlassRoute = defineRoute(endpoints.listBreakGlass, {
  permission: 'break_glass.review',
  audit: () => ({ action: 'break_glass.listed' }),
  async handle({ query }, { store, cipher }: BreakGlassDeps) {
    const now = Date.now()
    return { ...(await listBreakGlassRows(store, { show: query.show ?? 'all', now })), cipher, now }
  },
  present: ({ rows, more, ...with_ }, { actor }) => ({
    activations: rows.map((row) => presentBreakGlass(row, { actor, ...with_ })),
    more,
  }),
})

export const showBreakGlassRoute = defineRoute(endpoints.showBreakGlass, {
  permission: 'break_glass.review',
  audit: ({ params }) => ({
    action: 'break_glass.viewed',
    about: toAuditSubject('break_glass', params.breakGlass, undefined),
  }),
  async handle({ params }, { store, cipher }: BreakGlassDeps) {
    const row = await findBreakGlassRow(store, params.breakGlass)
    if (row === undefined) throw new ProblemError('not_found')
    return { row, cipher, now: Date.now(), seen: await loadBreakGlassActivity(store, row) }
  },
  present: ({ row, seen, ...with_ }, { actor }) => ({
    activation: presentBreakGlass(row, { actor, ...with_ }),
    counts: seen.counts.map(presentBreakGlassCount),
    entries: seen.entries.map(presentBreakGlassEntry),
    more: seen.more,
  }),
})

export const acknowledgeBreakGlassRoute = defineRoute(endpoints.acknowledgeBreakGlass, {
  permission: 'break_glass.review',
  audit: ({ params }) => ({
    action: 'break_glass.acknowledged',
    about: toAuditSubject('break_glass', params.breakGlass, undefined),
  }),
  async handle({ params, actor }, deps: BreakGlassDeps) {
    const now = Date.now()
    const done: BreakGlassAcknowledgement = await saveBreakGlassAcknowledgement(
      params.breakGlass,
      actor.session,
      deps,
      now,
    )
    return { ...done, cipher: deps.cipher, now }
  },
  present: ({ answer, row, ...with_ }, { actor }) => ({
    answer,
    activation: presentBreakGlass(row, { actor, ...with_ }),
  }),
})

export const showBreakGlassFiguresRoute = defineRoute(endpoints.showBreakGlassFigures, {
  permission: 'break_glass.count',
  audit: () => ({ action: 'break_glass.figures.viewed' }),
  handle: (_call, { store, cipher, zone }: BreakGlassDeps): Promise<BreakGlassFigures> =>
    countBreakGlassUse(store, { cipher, zone, now: Date.now() }),
  present: (figures) => figures,
})
