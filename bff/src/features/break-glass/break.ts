import type { BreakRequest } from '@paydesk/shared/compliance/glass'
import { transactInCall } from '../../platform/database/transaction.ts'
import { refusePersonalTicket } from '../../platform/http/ticket.ts'
import { ProblemError } from '../../platform/problem/problem.ts'
import { newId } from '../../platform/runtime/new-id.ts'
import type { Session } from '../../platform/session/session.ts'
import type { Sessions } from '../../platform/session/sessions.ts'
import type { GlassRow } from '../../records/break-glass.ts'
import { appendChange } from '../../records/changes.ts'
import { reviewSealed } from '../../records/review-items.ts'
import { breakNamed, changeOf, type GlassNeeds } from './rows.ts'

export interface BreakNeeds extends GlassNeeds {
  readonly sessions: Pick<Sessions, 'widen' | 'narrow'>
  readonly config: { readonly glassMs: number }
}

/** So often within a day, whatever the reasons. */
const mostADay = 3
const dayMs = 24 * 3_600_000

type By = Pick<Session, 'issuer' | 'subject'>
const turnOf = ({ issuer, subject }: By) => `glass/${issuer}/${subject}`

/**
 * Breaks the glass for this very session: its sight is wider for `glassMs`, unless another session of theirs ends
 * it at once; `until` says so. Throws `glass_report_due` while a report of an earlier time is owed or another
 * session of theirs has it broken, `glass_spent`, and `bad_request` for personal data in the place of a ticket.
 */
export async function breakGlass(
  { purpose, ticket, text }: BreakRequest,
  session: Session,
  needs: BreakNeeds,
  now: number,
): Promise<GlassRow> {
  refusePersonalTicket('ticket', ticket)
  const { store, seal, sessions, office } = needs
  const { issuer, subject, name, hash, role } = session
  const row = await transactInCall(store, turnOf(session), async (trx) => {
    const own = trx.selectFrom('glass_breaks').where('issuer', '=', issuer).where('subject', '=', subject)
    const { count } = await own
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('at', '>', now - dayMs)
      .executeTakeFirstOrThrow()
    const made = await trx
      .insertInto('glass_breaks')
      .values({
        id: newId('g'),
        issuer,
        subject,
        name: seal.seal(reviewSealed, name),
        session_hash: hash,
        role,
        purpose_code: purpose,
        case_ref: ticket,
        sealed_text: seal.seal(reviewSealed, text),
        at: now,
        until: now + needs.config.glassMs,
      })
      // The database itself holds that there is one without a report at most, whichever instance is asked.
      .onConflict((conflict) =>
        conflict.columns(['issuer', 'subject']).where('reported_at', 'is', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (made === undefined) throw new ProblemError('glass_report_due')
    if (count >= mostADay) throw new ProblemError('glass_spent')
    await appendChange(trx, store.dialect, changeOf(made, office), now)
    return made
  })
  await sessions.widen(hash, row.until)
  store.wake('changes')
  const standing = (await breakNamed(store, row.id)) ?? row
  // It was ended between the two: then what was widened is narrowed again.
  if (standing.until < row.until) await sessions.narrow(session)
  return standing
}

/** Ends it before its time, from whichever session of theirs. Gives what was ended, undefined where nothing was broken. */
export async function endGlass(session: By, needs: BreakNeeds, now: number): Promise<GlassRow | undefined> {
  const { store, sessions, office } = needs
  const { issuer, subject } = session
  // First of all they see no more, whatever fails afterwards.
  await sessions.narrow(session)
  const row = await transactInCall(store, turnOf(session), async (trx) => {
    const ended = await trx
      .updateTable('glass_breaks')
      .set(({ eb }) => ({ until: now, version: eb('version', '+', 1) }))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('until', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (ended !== undefined) await appendChange(trx, store.dialect, changeOf(ended, office), now)
    return ended
  })
  // One that was broken since, and is ended by this as well, has widened meanwhile.
  if (row !== undefined) await sessions.narrow(session)
  store.wake('changes')
  return row
}

/** Writes the report of the one that is owed; it cannot be written again. Throws `not_found` where none is. */
export async function reportGlass(
  text: string,
  session: By,
  { store, seal, office }: GlassNeeds,
  now: number,
): Promise<GlassRow> {
  const { issuer, subject } = session
  const row = await transactInCall(store, turnOf(session), async (trx) => {
    const reported = await trx
      .updateTable('glass_breaks')
      .set(({ eb }) => ({
        sealed_report: seal.seal(reviewSealed, text),
        reported_at: now,
        version: eb('version', '+', 1),
      }))
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('reported_at', 'is', null)
      .where('until', '<=', now)
      .returningAll()
      .executeTakeFirst()
    if (reported !== undefined) await appendChange(trx, store.dialect, changeOf(reported, office), now)
    return reported
  })
  if (row === undefined) throw new ProblemError('not_found')
  store.wake('changes')
  return row
}
