import type { Endpoint } from '@paydesk/shared/endpoints'
import { json, type Request, type Response } from 'express'
import type { z } from 'zod'
import { ProblemError } from '../problem/problem.ts'

/** JSON in UTF-8 only (RFC 8259): the library would also accept UTF-7 and UTF-16. */
const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

const createBodyParser = (limit: number) =>
  json({ limit, strict: true, type: ({ headers }) => jsonType.test(headers['content-type'] ?? '') })
const defaultMaxBodyBytes = 16_384
/** Parsers by body limit in bytes; a few endpoints accept more than the default. */
const parsers = new Map<number, ReturnType<typeof createBodyParser>>()

function getBodyParser(bytes: number) {
  const parser = parsers.get(bytes) ?? createBodyParser(bytes)
  parsers.set(bytes, parser)
  return parser
}

/**
 * Reads the body only after the session and permission checks: an anonymous caller must not cause parsing.
 * `maxBytes`: body limit of the endpoint.
 */
export function readBody(
  request: Request,
  response: Response,
  maxBytes = defaultMaxBodyBytes,
): Promise<void> {
  const parse = getBodyParser(maxBytes)
  return new Promise((read, failed) => {
    parse(request, response, (error?: unknown) => (error === undefined ? read() : failed(error)))
  })
}

/** True for JSON in UTF-8, according to the content type. */
export const isJsonRequest = (request: Request) => jsonType.test(request.get('content-type') ?? '')

/** Describes invalid fields by Paydesk's own field names and never with a value; at most twenty. */
export const describeInvalidFields = (issues: readonly z.core.$ZodIssue[]) =>
  issues
    .slice(0, 20)
    .map((issue) => ({ name: describeFieldName(issue), expected: describeExpectation(issue) }))

type Parsed = ReturnType<Endpoint['query']['safeParse']>

/** Results of parsing empty input, by schema: nearly every read has no body, and most have no query. */
const emptyInputResults = new WeakMap<z.ZodType, Parsed>()

function parseEmptyInput(schema: z.ZodType): Parsed {
  const before = emptyInputResults.get(schema)
  if (before !== undefined) return before
  const made = schema.safeParse({})
  // Freeze the data, which many calls share.
  Object.freeze(made.data)
  emptyInputResults.set(schema, made)
  return made
}

/**
 * Parses a request into the types of the endpoint. Throws `not_found` or `bad_request`, never with a value.
 */
export function parseInput(endpoint: Endpoint, request: Request) {
  const params = endpoint.params.safeParse({ ...request.params })
  // Answer a malformed ID like an unknown ID.
  if (!params.success) throw new ProblemError('not_found')
  const query = request.url.includes('?')
    ? endpoint.query.safeParse({ ...request.query })
    : parseEmptyInput(endpoint.query)
  const body =
    request.body === undefined ? parseEmptyInput(endpoint.body) : endpoint.body.safeParse(request.body ?? {})
  const wrong = [...(query.error?.issues ?? []), ...(body.error?.issues ?? [])]
  if (!query.success || !body.success)
    throw new ProblemError('bad_request', { fields: describeInvalidFields(wrong) })
  return { params: params.data, query: query.data, body: body.data }
}

/**
 * Returns Paydesk's own field names only: the name of an unknown field came from outside and is not repeated.
 */
function describeFieldName(issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys'
    ? '(another member)'
    : issue.path.map(String).join('.') || '(the body)'
}

function describeExpectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'no further members'
    case 'invalid_type':
      return `a value of type ${issue.expected}`
    case 'too_big':
      return `at most ${String(issue.maximum)}`
    case 'too_small':
      return `at least ${String(issue.minimum)}`
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    default:
      return 'the documented form'
  }
}
