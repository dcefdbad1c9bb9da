import { holdsPersonal } from '../access/personal.ts'
import { ProblemError } from '../problem/problem.ts'

/**
 * A ticket is kept in the audit trail for good and in clear: an account or a card that was typed in its place
 * is refused. Throws `bad_request` naming `field`.
 */
export function refusePersonalTicket(field: 'ticket' | 'caseRef', typed: string | undefined): void {
  if (typed === undefined || !holdsPersonal(typed)) return
  const expected = 'a ticket number without an account, a card or a telephone number'
  throw new ProblemError('bad_request', { fields: [{ name: field, expected }] })
}

/** What an entry keeps of a ticket: the refusal of one is recorded too, without what was typed. */
export const keptTicket = (typed: string | null): string | null =>
  typed !== null && holdsPersonal(typed) ? null : typed
