import type { Problem } from '@paydesk/shared/core/problem'

/** Failures without an answer of the server. Their texts are in section `ui` of the message catalogue. */
type LocalFailure = 'unreachable' | 'cut_off' | 'unexpected' | 'missing_code' | 'page'

/** Details of a failure for the page; `reference` is null if no answer brought one. */
export interface FailureDetails
  extends Pick<
    Problem,
    'id' | 'status' | 'retryAfter' | 'ended' | 'fields' | 'needsApproval' | 'revealsLeft'
  > {
  readonly reference: string | null
  /** Names the failure if the server did not answer, or not as agreed. */
  readonly local?: LocalFailure
}

/** Only error that a call throws, apart from its own abort. */
export class ProblemError extends Error {
  readonly failure: FailureDetails

  constructor(failure: FailureDetails) {
    super(failure.local ?? failure.id)
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
    return { id: 'unavailable', local: 'missing_code', status: 503, reference: null }
  }
  return { id: 'internal', local: 'page', status: 500, reference: null }
}
