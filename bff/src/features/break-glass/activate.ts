import type { ActivateBreakGlassRequest } from '@paydesk/shared/compliance/break-glass'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { Session } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'
import { appendLiveChange } from '../../records/live-changes.ts'
import { staffTextCipherContext } from '../../records/review-cases.ts'
import { type BreakGlassDeps, buildBreakGlassLiveChange, findBreakGlassRow } from './rows.ts'

export interface BreakGlassGrantDeps extends BreakGlassDeps {
  readonly sessions: Pick<SessionStore, 'grantBreakGlass' | 'revokeBreakGlass'>
  readonly config: { readonly breakGlassMs: number }
}

/** Limit of activations per person within 24 hours, for all purposes together. */
const maxActivationsPerDay = 3
const dayMs = 24 * 3_600_000

type PersonRef = Pick<Session, 'issuer' | 'subject'>
const breakGlassLock = ({ issuer, subject }: PersonRef) => `glass/${issuer}/${subject}`

/**
 * Grants break-glass access to this session for `breakGlassMs`. Another session of the person may end the access
 * at once: `until` then says so. Throws `break_glass_report_due` while an earlier report is missing or another
 * session of the person has break-glass access, `break_glass_limit_reached` at the limit of activations, and `bad_request`
 * for personal data in the ticket.
 */
export async function activateBreakGlass(
  { purpose, ticket, text }: ActivateBreakGlassRequest,
  session: Session,
  deps: BreakGlassGrantDeps,
  now: number,
): Promise<BreakGlassRow> {
  rejectPersonalDataInTicket('ticket', ticket)
  const { store, cipher, sessions, defaultEnvironment } = deps
  const { issuer, subject, name, hash, role } = session
  const row = await withRequestTransaction(store, breakGlassLock(session), async (trx) => {
    const own = trx
      .selectFrom('break_glass_grants')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
    const { count } = await own
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('at', '>', now - dayMs)
      .executeTakeFirstOrThrow()
    const made = await trx
      .insertInto('break_glass_grants')
      .values({
        id: generateId('g'),
        issuer,
        subject,
        name: cipher.seal(staffTextCipherContext, name),
        session_hash: hash,
        role,
        purpose_code: purpose,
        case_ref: ticket,
        sealed_text: cipher.seal(staffTextCipherContext, text),
        at: now,
        until: now + deps.config.breakGlassMs,
      })
      // Enforce in the database, across instances: at most one activation per person without a report.
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject']).where('reported_at', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made === undefined) throw new ProblemError('break_glass_report_due')
    if (count >= maxActivationsPerDay) throw new ProblemError('break_glass_limit_reached')
    await appendLiveChange(trx, store.dialect, buildBreakGlassLiveChange(made, defaultEnvironment), now)
    return made
  })
  await sessions.grantBreakGlass(hash, row.until)
  store.wake('changes')
  const standing = (await findBreakGlassRow(store, row.id)) ?? row
  // Revoke the grant if the access was ended between the commit and the grant.
  if (standing.until < row.until) await sessions.revokeBreakGlass(session)
  return standing
}

/**
 * Ends break-glass access before it expires, from any session of the person. Returns the ended row, or
 * undefined if no access was active.
 */
export async function deactivateBreakGlass(
  session: PersonRef,
  deps: BreakGlassGrantDeps,
  now: number,
): Promise<BreakGlassRow | undefined> {
  const { store, sessions, defaultEnvironment } = deps
  const { issuer, subject } = session
  // Revoke the access first, in case a later step fails.
  await sessions.revokeBreakGlass(session)
  const row = await withRequestTransaction(store, breakGlassLock(session), async (trx) => {
    const ended = await trx
      .updateTable('break_glass_grants')
      .set(({ eb }) => ({ until: now, version: eb('version', '+', 1) }))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('until', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (ended !== undefined)
      await appendLiveChange(trx, store.dialect, buildBreakGlassLiveChange(ended, defaultEnvironment), now)
    return ended
  })
  // Revoke again: the update above also ends access that was granted after the first revocation.
  if (row !== undefined) await sessions.revokeBreakGlass(session)
  store.wake('changes')
  return row
}

/** Saves the report that is due; a saved report cannot be changed. Throws `not_found` if no report is due. */
export async function saveBreakGlassReport(
  text: string,
  session: PersonRef,
  { store, cipher, defaultEnvironment }: BreakGlassDeps,
  now: number,
): Promise<BreakGlassRow> {
  const { issuer, subject } = session
  const row = await withRequestTransaction(store, breakGlassLock(session), async (trx) => {
    const reported = await trx
      .updateTable('break_glass_grants')
      .set(({ eb }) => ({
        sealed_report: cipher.seal(staffTextCipherContext, text),
        reported_at: now,
        version: eb('version', '+', 1),
      }))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('reported_at', 'is', null)
      .where('until', '<=', now)
      .returningAll()
      .executeTakeFirst()
    if (reported !== undefined)
      await appendLiveChange(trx, store.dialect, buildBreakGlassLiveChange(reported, defaultEnvironment), now)
    return reported
  })
  if (row === undefined) throw new ProblemError('not_found')
  store.wake('changes')
  return row
}
