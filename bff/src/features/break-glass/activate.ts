import type { BreakGlassRequest } from '@paydesk/shared/compliance/glass'
import { withRequestTransaction } from '../../platform/database/transaction.ts'
import { rejectPersonalDataInTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { generateId } from '../../platform/runtime/generate-id.ts'
import type { Session } from '../../platform/session/session.ts'
import type { SessionStore } from '../../platform/session/session-store.ts'
import type { BreakGlassRow } from '../../records/break-glass.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewCipherContext } from '../../records/review-cases.ts'
import { type BreakGlassDeps, findBreakGlassRow, toBreakGlassChange } from './rows.ts'

export interface BreakGlassGrantDeps extends BreakGlassDeps {
  readonly sessions: Pick<SessionStore, 'grantBreakGlass' | 'revokeBreakGlass'>
  readonly config: { readonly glassMs: number }
}

/** So often within a day, whatever the reasons. */
const maxBreaksPerDay = 3
const dayMs = 24 * 3_600_000

type PersonRef = Pick<Session, 'issuer' | 'subject'>
const breakGlassLock = ({ issuer, subject }: PersonRef) => `glass/${issuer}/${subject}`

/**
 * Breaks the glass for this very session: its sight is wider for `glassMs`, unless another session of theirs ends
 * it at once; `until` says so. Throws `glass_report_due` while a report of an earlier time is owed or another
 * session of theirs has it broken, `glass_spent`, and `bad_request` for personal data in the place of a ticket.
 */
export async function activateBreakGlass(
  { purpose, ticket, text }: BreakGlassRequest,
  session: Session,
  deps: BreakGlassGrantDeps,
  now: number,
): Promise<BreakGlassRow> {
  rejectPersonalDataInTicket('ticket', ticket)
  const { store, seal, sessions, office } = deps
  const { issuer, subject, name, hash, role } = session
  const row = await withRequestTransaction(store, breakGlassLock(session), async (trx) => {
    const own = trx.selectFrom('glass_breaks').where('issuer', '=', issuer).where('subject', '=', subject)
    const { count } = await own
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('at', '>', now - dayMs)
      .executeTakeFirstOrThrow()
    const made = await trx
      .insertInto('glass_breaks')
      .values({
        id: generateId('g'),
        issuer,
        subject,
        name: seal.seal(reviewCipherContext, name),
        session_hash: hash,
        role,
        purpose_code: purpose,
        case_ref: ticket,
        sealed_text: seal.seal(reviewCipherContext, text),
        at: now,
        until: now + deps.config.glassMs,
      })
      // The database itself holds that there is one without a report at most, whichever instance is asked.
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject']).where('reported_at', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made === undefined) throw new ProblemError('glass_report_due')
    if (count >= maxBreaksPerDay) throw new ProblemError('glass_spent')
    await appendChange(trx, store.dialect, toBreakGlassChange(made, office), now)
    return made
  })
  await sessions.grantBreakGlass(hash, row.until)
  store.wake('changes')
  const standing = (await findBreakGlassRow(store, row.id)) ?? row
  // It was ended between the two: then what was widened is narrowed again.
  if (standing.until < row.until) await sessions.revokeBreakGlass(session)
  return standing
}

/** Ends it before its time, from whichever session of theirs. Gives what was ended, undefined where nothing was broken. */
export async function deactivateBreakGlass(
  session: PersonRef,
  deps: BreakGlassGrantDeps,
  now: number,
): Promise<BreakGlassRow | undefined> {
  const { store, sessions, office } = deps
  const { issuer, subject } = session
  // First of all they see no more, whatever fails afterwards.
  await sessions.revokeBreakGlass(session)
  const row = await withRequestTransaction(store, breakGlassLock(session), async (trx) => {
    const ended = await trx
      .updateTable('glass_breaks')
      .set(({ eb }) => ({ until: now, version: eb('version', '+', 1) }))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('until', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (ended !== undefined) await appendChange(trx, store.dialect, toBreakGlassChange(ended, office), now)
    return ended
  })
  // One that was broken since, and is ended by this as well, has widened meanwhile.
  if (row !== undefined) await sessions.revokeBreakGlass(session)
  store.wake('changes')
  return row
}

/** Writes the report of the one that is owed; it cannot be written again. Throws `not_found` where none is. */
export async function saveBreakGlassReport(
  text: string,
  session: PersonRef,
  { store, seal, office }: BreakGlassDeps,
  now: number,
): Promise<BreakGlassRow> {
  const { issuer, subject } = session
  const row = await withRequestTransaction(store, breakGlassLock(session), async (trx) => {
    const reported = await trx
      .updateTable('glass_breaks')
      .set(({ eb }) => ({
        sealed_report: seal.seal(reviewCipherContext, text),
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
      await appendChange(trx, store.dialect, toBreakGlassChange(reported, office), now)
    return reported
  })
  if (row === undefined) throw new ProblemError('not_found')
  store.wake('changes')
  return row
}
