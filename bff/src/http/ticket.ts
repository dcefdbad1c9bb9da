import { holdsPersonal } from '../access/personal.ts'
import { ProblemError } from './problem.ts'

/**
 * A ticket is kept in clear, in the audit trail too, so nothing of a customer belongs in it. Throws `bad_request`
 * naming the member of the body.
 */
export function refuseTicket(name: 'ticket' | 'caseRef', typed: string | undefined): void {
  if (typed !== undefined && holdsPersonal(typed))
    throw new ProblemError('bad_request', { fields: [{ name, expected: 'no personal data' }] })
}

/** The ticket for the entry of a call: one that is refused is not kept by its entry either. */
export function ticketOfEntry(typed: string | undefined): string | null {
  return typed === undefined || holdsPersonal(typed) ? null : typed
}
