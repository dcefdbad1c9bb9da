import type { Problem } from '@paydesk/shared/core/problem'

/** What a page needs of any failure; `reference` is null where no answer came from which to quote one. */
export interface FailureDetails extends Omit<Problem, 'reference' | 'type'> {
  readonly reference: string | null
}

/** The only error that a call throws, apart from its own abort. */
export class ProblemError extends Error {
  readonly failure: FailureDetails

  constructor(failure: FailureDetails) {
    super(failure.title)
    this.name = 'ProblemError'
    this.failure = failure
  }
}

/** True where nobody can say from here whether it was recorded: no answer came, or the database’s was lost. */
export function isOutcomeUnknown(error: unknown): boolean {
  const { reference, id } = describeFailure(error)
  return reference === null || id === 'maybe_recorded'
}

/** As browsers, and what loads styles for them, say that code could not be fetched: there is no name for it. */
const chunkLoadFailure = /dynamically imported module|importing a module script|unable to preload css/i

/** Any thrown value in the words of a page; what is not ours is a fault of this page. */
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
