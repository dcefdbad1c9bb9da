import { hasPersonalData } from '../access/personal-data.ts'
import { ProblemError } from '../problem/problem.ts'

/**
 * Rejects a ticket with personal data, such as an account or a card number: the audit log keeps tickets in
 * clear and for good. Throws `bad_request` naming `field`.
 */
export function rejectPersonalDataInTicket(field: 'ticket' | 'caseRef', ticket: string | undefined): void {
  if (ticket === undefined || !hasPersonalData(ticket)) return
  throw new ProblemError('bad_request', { fields: [{ name: field, rule: 'no_personal_data' }] })
}

/**
 * Returns the ticket for an audit entry; null for a ticket with personal data, whose refusal is recorded
 * without the typed text.
 */
export const dropTicketWithPersonalData = (ticket: string | null): string | null =>
  ticket !== null && hasPersonalData(ticket) ? null : ticket
