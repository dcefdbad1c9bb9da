import { problemIdSchema, problemSchema } from '@paydesk/shared/core/problem'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSupportReference } from '../runtime/reference.ts'
import { ProblemError, presentProblem, toProblemError } from './problem.ts'
import { problemCatalogue } from './problem-catalogue.ts'

const statuses: Readonly<Record<string, number>> = {
  not_signed_in: 401,
  session_idle: 401,
  session_over: 401,
  session_ended: 401,
  not_allowed: 403,
  break_glass_report_due: 409,
  break_glass_limit_reached: 429,
  cross_site: 403,
  no_such_page: 404,
  method_not_allowed: 405,
  wrong_host: 421,
  not_found: 404,
  bad_request: 400,
  too_large: 413,
  origin_not_verified: 401,
  unsupported_encoding: 415,
  too_many_requests: 429,
  upstream_timeout: 504,
  upstream_unreachable: 502,
  upstream_bad_response: 502,
  upstream_auth: 502,
  upstream_refused: 502,
  upstream_mismatch: 502,
  upstream_busy: 503,
  document_not_shown: 409,
  record_unavailable: 503,
  maybe_recorded: 504,
  sign_in_failed: 400,
  sign_in_unavailable: 503,
  no_role: 403,
  reauthentication_needed: 403,
  reauthentication_by_another: 403,
  reauthentication_without_time: 502,
  reveal_limit_reached: 429,
  access_limit_reached: 429,
  export_needs_approval: 409,
  payment_requests_off: 409,
  payment_link_gone: 409,
  key_refused: 401,
  key_scope: 403,
  idempotency_conflict: 409,
  payment_refused: 422,
  payment_not_sent: 503,
  unsupported_type: 415,
  unavailable: 503,
  internal: 500,
}

describe('the problem catalogue', () => {
  it('has every id once, with its status', () => {
    expect(Object.keys(problemCatalogue).sort()).toEqual([...problemIdSchema.options].sort())
    expect(
      Object.fromEntries(Object.entries(problemCatalogue).map(([id, { status }]) => [id, status])),
    ).toEqual(statuses)
  })

  it.each(problemIdSchema.options)(
    '%s has a title and whole sentences that do not blame the reader',
    (id) => {
      const { title, detail } = problemCatalogue[id]
      expect(title).toMatch(/^[A-Z][^.!]*$/)
      expect(detail).toMatch(/^[A-Z].*\.$/)
      expect(`${title} ${detail}`).not.toMatch(
        /\b(invalid|illegal|forbidden|exception|null|undefined|sorry|oops)\b/i,
      )
    },
  )

  it.each(problemIdSchema.options)('%s is presented as the contract requires', (id) => {
    const reference = generateSupportReference()
    const body = presentProblem(new ProblemError(id), reference)
    expect(problemSchema.parse(body)).toEqual({
      type: `/help/problems#${id}`,
      id,
      title: problemCatalogue[id].title,
      detail: problemCatalogue[id].detail,
      status: statuses[id],
      reference,
    })
  })

  it.each([
    [0, 0],
    [0.2, 1],
    [5, 5],
    [59.5, 60],
    [3_600, 60],
  ])('presents a wait of %d s as %d', (retryAfter, told) => {
    expect(
      presentProblem(new ProblemError('upstream_busy', { retryAfter }), generateSupportReference())
        .retryAfter,
    ).toBe(told)
  })
})

describe('toProblemError', () => {
  const secret = 'Mara Lindqvist'
  const with_ = (more: object) => Object.assign(new Error(secret), more)

  it.each([
    ['a body too large', with_({ type: 'entity.too.large', status: 413 }), 'too_large'],
    [
      'a body that does not parse',
      with_({ type: 'entity.parse.failed', body: secret, status: 400 }),
      'bad_request',
    ],
    ['an unknown encoding', with_({ type: 'encoding.unsupported', status: 415 }), 'bad_request'],
    ['an unknown charset', with_({ type: 'charset.unsupported', status: 415 }), 'bad_request'],
    ['a body cut short', with_({ type: 'request.aborted', status: 400 }), 'bad_request'],
    ['a wrong length', with_({ type: 'request.size.invalid', status: 400 }), 'bad_request'],
    ['a broken compressed body', with_({ status: 400, code: 'Z_DATA_ERROR' }), 'bad_request'],
    ['an address that cannot be decoded', new URIError(secret), 'bad_request'],
    ['an unknown error type', with_({ type: 'constructor' }), 'internal'],
    ['an error type that is no text', with_({ type: 7 }), 'internal'],
    ['a failure with a status', with_({ status: 500 }), 'internal'],
    ['a bug in Paydesk', new TypeError(secret), 'internal'],
    ['a text', secret, 'internal'],
    ['nothing', undefined, 'internal'],
    ['something like a problem', { id: 'not_found', name: 'ProblemError' }, 'internal'],
  ])('maps %s', (_, thrown, id) => {
    const error = toProblemError(thrown)
    expect(error.id).toBe(id)
    expect(JSON.stringify(presentProblem(error, generateSupportReference()))).not.toContain(secret)
    expect(`${error.message} ${error.stack}`).not.toContain(secret)
    expect(error.cause).toBeUndefined()
  })

  it('keeps a problem as it is', () => {
    const error = new ProblemError('upstream_busy', { retryAfter: 7 })
    expect(toProblemError(error)).toBe(error)
  })

  it('reveals nothing of an unexpected error', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string({ minLength: 6 }), (thrown, text) => {
        const body = JSON.stringify(
          presentProblem(
            toProblemError(Object.assign(new Error(text), { thrown })),
            generateSupportReference(),
          ),
        )
        const known = JSON.stringify(presentProblem(new ProblemError('internal'), generateSupportReference()))
        expect(body.replace(/PD-\w{10}/, '')).toBe(known.replace(/PD-\w{10}/, ''))
        expect(toProblemError(thrown).id).toBe('internal')
      }),
    )
  })
})
