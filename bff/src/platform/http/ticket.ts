import { hasPersonalData } from '../access/personal-data.ts'
import { ProblemError } from '../problem/problem.ts'

/**
 * A ticket is kept in the audit trail for good and in clear: an account or a card that was typed in its place
 * is refused. Throws `bad_request` naming `field`.
 */
export function rejectPersonalDataInTicket(field: 'ticket' | 'caseRef', ticket: string | undefined): void {
  if (ticket === undefined || !hasPersonalData(ticket)) return
  const expected = 'a ticket number without an account, a card or a telephone number'
  throw new ProblemError('bad_request', { fields: [{ name: field, expected }] })
}

/** What an entry keeps of a ticket: the refusal of one is recorded too, without what was typed. */
export const redactPersonalTicket = (ticket: string | null): string | null =>
  ticket !== null && hasPersonalData(ticket) ? null : ticket
