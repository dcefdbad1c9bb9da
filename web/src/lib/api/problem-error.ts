import type { Problem } from '@paydesk/shared/core/problem'

/** Details of a failure for the page; `reference` is null if no answer brought one. */
export interface FailureDetails extends Omit<Problem, 'reference' | 'type'> {
  readonly reference: string | null
}

/** Only error that a call throws, apart from its own abort. */
export class ProblemError extends Error {
  readonly failure: FailureDetails

  constructor(failure: FailureDetails) {
    super(failure.title)
    this.name = 'ProblemError'
    this.failure = failure
  }
}

/** Returns true if a change may or may not be recorded: no answer came, or the database's answer was lost. */
export function isOutcomeUnknown(error: unknown): boolean {
  const { reference, id } = describeFailure(error)
  return reference === null || id === 'maybe_recorded'
}

/** Messages of browsers and the style loader for code that could not be fetched: this error has no name. */
const chunkLoadFailure = /dynamically imported module|importing a module script|unable to preload css/i

/** Describes any thrown value for a page. An unknown error counts as a fault of the page. */
export function describeFailure(error: unknown): FailureDetails {
  if (error instanceof ProblemError) return error.failure
  if (error instanceof Error && chunkLoadFailure.test(error.message)) {
    return {
      id: 'unavailable',
      title: 'A part of the page did not arrive',
      detail: 'The connection was lost, or Paydesk was renewed meanwhile. Load the page again.',
      status: 503,
      reference: null,
    }
  }
  return {
    id: 'internal',
    title: 'This page has a fault',
    detail:
      'The fault is in the page, not in the record. Load the page again; if it stays, tell the people who run Paydesk.',
    status: 500,
    reference: null,
  }
}
