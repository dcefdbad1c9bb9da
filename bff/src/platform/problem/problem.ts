import type { SupportReference } from '@paydesk/shared/core/ids'
import type { InvalidField, Problem, ProblemId } from '@paydesk/shared/core/problem'
import { englishFieldRules } from '@paydesk/shared/messages/en/field-rules'
import { problemCatalogue } from './problem-catalogue.ts'

/** Expected failure of a request. Carries only ids and names of Paydesk, safe to answer and to log. */
export class ProblemError extends Error {
  readonly id: ProblemId
  readonly retryAfter: number | undefined
  readonly fields: readonly InvalidField[] | undefined
  readonly ended: Problem['ended']
  readonly needsApproval: Problem['needsApproval']
  readonly revealsLeft: Problem['revealsLeft']

  constructor(
    id: ProblemId,
    more: Partial<
      Pick<ProblemError, 'retryAfter' | 'fields' | 'ended' | 'needsApproval' | 'revealsLeft'>
    > = {},
  ) {
    super(id)
    this.name = 'ProblemError'
    this.id = id
    this.retryAfter = more.retryAfter
    this.fields = more.fields
    this.ended = more.ended
    this.needsApproval = more.needsApproval
    this.revealsLeft = more.revealsLeft
  }
}

const parserErrors: ReadonlyMap<string, ProblemId> = new Map([
  ['entity.too.large', 'too_large'],
  ['entity.parse.failed', 'bad_request'],
  ['parameters.too.many', 'bad_request'],
  ['encoding.unsupported', 'bad_request'],
  ['charset.unsupported', 'bad_request'],
  ['request.aborted', 'bad_request'],
  ['request.size.invalid', 'bad_request'],
])

/** Maps any thrown value to a problem; an unexpected value becomes `internal` without details. */
export function toProblemError(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  if (thrown instanceof URIError) return new ProblemError('bad_request')
  if (thrown instanceof Error && 'type' in thrown && typeof thrown.type === 'string') {
    const id = parserErrors.get(thrown.type)
    if (id !== undefined) return new ProblemError(id)
  }
  if (thrown instanceof Error && 'status' in thrown && thrown.status === 400)
    return new ProblemError('bad_request')
  return new ProblemError('internal')
}

/** URL path of the problem catalogue. */
export const problemsPath = '/help/problems'

/** Returns the `type` of a problem: the URL of its explanation. */
export const getProblemType = (id: ProblemId) => `${problemsPath}#${id}`

/** Says in English which form a field should have. */
function describeInvalidField({ rule, values = {}, required }: InvalidField): string {
  const text = englishFieldRules.rules[rule].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
  return required === true ? englishFieldRules.required.replace('{rule}', text) : text
}

/** Builds the response body (RFC 9457). */
export function presentProblem(error: ProblemError, reference: SupportReference): Problem {
  const entry = problemCatalogue[error.id]
  return {
    type: getProblemType(error.id),
    id: error.id,
    title: entry.title,
    status: entry.status,
    detail: entry.detail,
    reference,
    ...(error.retryAfter === undefined ? {} : { retryAfter: Math.min(60, Math.ceil(error.retryAfter)) }),
    ...(error.fields === undefined
      ? {}
      : { fields: error.fields.map((field) => ({ ...field, expected: describeInvalidField(field) })) }),
    ...(error.ended === undefined ? {} : { ended: error.ended }),
    ...(error.needsApproval === undefined ? {} : { needsApproval: error.needsApproval }),
    ...(error.revealsLeft === undefined ? {} : { revealsLeft: error.revealsLeft }),
  }
}
