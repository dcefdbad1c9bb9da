import type { InvalidField } from '@paydesk/shared/core/problem'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { type Request, type Response, raw } from 'express'
import type { z } from 'zod'
import { ProblemError, toProblemError } from '../problem/problem.ts'
import { isStorableText, parseStrictJson } from './strict-json.ts'

/** JSON in UTF-8 only (RFC 8259): the library would also accept UTF-7 and UTF-16. */
const jsonType = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i

const createBodyReader = (limit: number) =>
  raw({ limit, type: ({ headers }) => jsonType.test(headers['content-type'] ?? '') })
const defaultMaxBodyBytes = 16_384
/** Readers by body limit in bytes; a few endpoints accept more than the default. */
const readers = new Map<number, ReturnType<typeof createBodyReader>>()

function getBodyReader(bytes: number) {
  const reader = readers.get(bytes) ?? createBodyReader(bytes)
  readers.set(bytes, reader)
  return reader
}

/** Parses the bytes of a body; an empty body counts as an empty object. Throws `bad_request`. */
function parseBody(bytes: Buffer): object {
  if (bytes.length === 0) return {}
  const parsed = parseStrictJson(bytes)
  const rule = parsed.ok ? 'object' : parsed.rule
  if (parsed.ok && typeof parsed.value === 'object' && parsed.value !== null) return parsed.value
  throw new ProblemError('bad_request', { fields: [{ name: '(the body)', rule }] })
}

/**
 * Reads the body only after the session and permission checks: an anonymous caller must not cause parsing.
 * `maxBytes`: body limit of the endpoint. Rejects with a problem also if the client breaks off: its error has
 * the code of a lost connection, which would be taken for one to the database.
 */
export function readBody(
  request: Request,
  response: Response,
  maxBytes = defaultMaxBodyBytes,
): Promise<void> {
  const read = getBodyReader(maxBytes)
  return new Promise((done, failed) => {
    read(request, response, (error?: unknown) => {
      if (error !== undefined) return failed(toProblemError(error))
      try {
        if (Buffer.isBuffer(request.body)) request.body = parseBody(request.body)
        done()
      } catch (thrown) {
        failed(thrown)
      }
    })
  })
}

/** True for JSON in UTF-8, according to the content type. */
export const isJsonRequest = (request: Request) => jsonType.test(request.get('content-type') ?? '')

/** Describes invalid fields by Paydesk's own field names and never with a value; at most twenty. */
export const describeInvalidFields = (issues: readonly z.core.$ZodIssue[]): InvalidField[] =>
  issues.slice(0, 20).map((issue) => ({ name: describeFieldName(issue), ...findRule(issue) }))

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

/** Returns the parameters of the address. Throws `bad_request` for text that no database stores. */
function readQuery(request: Request) {
  const query = { ...request.query }
  if (Object.values(query).every((text) => typeof text !== 'string' || isStorableText(text))) return query
  throw new ProblemError('bad_request', { fields: [{ name: '(the query)', rule: 'storable_text' }] })
}

/**
 * Parses a request into the types of the endpoint. Throws `not_found` or `bad_request`, never with a value.
 */
export function parseInput(endpoint: Endpoint, request: Request) {
  const params = endpoint.params.safeParse({ ...request.params })
  // Answer a malformed ID like an unknown ID.
  if (!params.success) throw new ProblemError('not_found')
  const query = request.url.includes('?')
    ? endpoint.query.safeParse(readQuery(request))
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
  if (issue.code === 'unrecognized_keys') return '(another member)'
  const path = issue.code === 'invalid_key' ? [...issue.path.slice(0, -1), '(a name)'] : issue.path
  return path.map(String).join('.') || '(the body)'
}

function findRule(issue: z.core.$ZodIssue): Pick<InvalidField, 'rule' | 'values'> {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { rule: 'no_more_fields' }
    case 'invalid_type':
      return { rule: 'type', values: { type: issue.expected } }
    case 'too_big':
      return { rule: 'at_most', values: { max: Number(issue.maximum) } }
    case 'too_small':
      return { rule: 'at_least', values: { min: Number(issue.minimum) } }
    case 'invalid_value':
      return { rule: 'one_of', values: { values: issue.values.map(String).join(', ') } }
    case 'invalid_format':
      return { rule: issue.format === 'date' ? 'day' : 'documented_form' }
    default:
      return { rule: 'documented_form' }
  }
}
