import type { Problem, ProblemId } from '@paydesk/shared/core/problem'
import { problemSchema } from '@paydesk/shared/core/problem'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { backgroundRefreshHeader, csrfHeader, sessionFingerprintHeader } from '@paydesk/shared/endpoints'
import type { z } from 'zod'
import { ProblemError } from './problem-error.ts'

type Schema = z.ZodType
type RequestParts<P extends Schema, Q extends Schema, B extends Schema> = {
  params: z.input<P>
  query: z.input<Q>
  body: z.input<B>
}
type RequiredMembers<T> = { [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] }
type OptionalMembers<T> = { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] }
/** Requires only the parts that the endpoint needs. */
type CallInput<P extends Schema, Q extends Schema, B extends Schema> = RequiredMembers<
  RequestParts<P, Q, B>
> &
  OptionalMembers<RequestParts<P, Q, B>> & {
    signal?: AbortSignal
    /** Completes the request even after the page is gone. */
    keepalive?: boolean
  }

type SessionEndProblemId = 'not_signed_in' | 'session_idle' | 'session_over' | 'session_ended'

export interface ApiClient {
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<P, Q, B>,
  ): Promise<z.output<R>>
  /** Streams the bytes of an endpoint as they arrive. Fails like `call` before the first byte. */
  stream<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<P, Q, B> & { after?: string },
  ): Promise<ReadableStream<Uint8Array>>
  /** Sends a message even while the page unloads. Does not extend the idle session; ignores the outcome. */
  sendBeacon<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<P, Q, B>,
  ): void
  /** Marks requests started synchronously by `work` as background refreshes, which keep no session alive. */
  runInBackground<T>(work: () => T): T
  /** True while `runInBackground` runs its work: the data has changed, so cached data must not be used. */
  isInBackground(): boolean
}

interface ClientListeners {
  /** Fingerprint of the session that the page shows from its start; null without one. */
  readonly fingerprint?: string | null
  /** Called when the session is over. The transport does not decide how the page reacts. */
  readonly signedOut: (why: SessionEndProblemId, ended?: Problem['ended']) => void
  /** Called with the session fingerprint of an answer that renewed the idle time of the session. */
  readonly answered: (fingerprint: string | null) => void
  /** Called for an answer of another session or role than the page shows: another window changed it. */
  readonly changedElsewhere: () => void
  /** Called when this window ended the session (`ended`) or chose another role: other windows must know. */
  readonly changedHere: (ended: boolean) => void
}

const sessionEndProblemIds = [
  'not_signed_in',
  'session_idle',
  'session_over',
  'session_ended',
] as const satisfies readonly ProblemId[]

const endSessionPath = '/api/session/end'

/**
 * Creates the client of our server. Its calls parse each answer by the contract, and throw `ProblemError` for a problem,
 * an answer that does not fit and a server that cannot be reached.
 */
export function createApiClient({
  fingerprint = null,
  signedOut,
  answered,
  changedElsewhere,
  changedHere,
}: ClientListeners): ApiClient {
  let knownFingerprint = fingerprint
  let unasked = false
  async function open(endpoint: Endpoint, input: RequestInput): Promise<Response> {
    const isUse = !unasked
    const response = await sendRequest(endpoint, { ...input, unasked })
    const answerFingerprint = response.headers.get(sessionFingerprintHeader)
    if (answerFingerprint !== null && knownFingerprint !== null && answerFingerprint !== knownFingerprint) {
      changedElsewhere()
      // Show nothing of this answer: the page is about to restart.
      throw createUnreadableError(response.status)
    }
    knownFingerprint = answerFingerprint ?? knownFingerprint
    if (response.status !== 401 && isUse) answered(answerFingerprint)
    if (!response.ok) throw createProblemError(response, await readJson(response), signedOut)
    return response
  }
  return {
    async call(endpoint, input) {
      const contract = loadContract(endpoint)
      const response = await open(endpoint, input)
      const body = await readJson(response)
      if (endpoint.path.startsWith('/api/session/')) {
        knownFingerprint = null
        changedHere(endpoint.path === endSessionPath)
      }
      const parsed = (await contract)?.safeParse(body)
      if (parsed === undefined) throw createUnreachableError('cut_off')
      if (!parsed.success) throw createUnreadableError(response.status)
      return parsed.data
    },
    async stream(endpoint, input) {
      const { body, status } = await open(endpoint, input)
      if (!body) throw createUnreadableError(status)
      return body
    },
    sendBeacon(endpoint, input) {
      sendRequest(endpoint, { ...input, unasked: true, keepalive: true }).catch(() => {})
    },
    runInBackground(work) {
      const outer = unasked
      unasked = true
      try {
        return work()
      } finally {
        unasked = outer
      }
    },
    isInBackground: () => unasked,
  }
}

interface RequestInput {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  /** Event ID after which a stream resumes. */
  after?: string
  unasked?: boolean
  /** Completes the request even after the page is gone. */
  keepalive?: boolean
}

async function sendRequest(
  endpoint: Endpoint,
  { params, query, body, signal, after, unasked, keepalive }: RequestInput,
): Promise<Response> {
  const posts = endpoint.method === 'POST'
  try {
    return await fetch(buildUrl(endpoint, params, query), {
      method: endpoint.method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      keepalive: keepalive ?? false,
      headers: {
        accept: `${endpoint.stream ?? 'application/json'}, application/problem+json`,
        [csrfHeader.name]: csrfHeader.value,
        ...(posts ? { 'content-type': 'application/json' } : {}),
        ...(after === undefined ? {} : { 'last-event-id': after }),
        ...(unasked ? { [backgroundRefreshHeader.name]: backgroundRefreshHeader.value } : {}),
      },
      body: posts ? JSON.stringify(body ?? {}) : null,
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw createUnreachableError('unreachable')
  }
}

/** Loads the contract of the answer while the request is under way. Null if its file did not arrive. */
function loadContract<R extends Schema>({
  loadResponse,
  response,
}: Pick<Endpoint<Schema, Schema, Schema, R>, 'loadResponse' | 'response'>): Promise<R | null> {
  return loadResponse === undefined ? Promise.resolve(response) : loadResponse().catch(() => null)
}

/** Creates the error for a missing or incomplete answer. */
export function createUnreachableError(local: 'unreachable' | 'cut_off'): ProblemError {
  return new ProblemError({ id: 'unavailable', local, status: 503, reference: null })
}

function buildUrl(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = String(values.get(name))
    // Ids have no dots alone, which would lead to the address of another endpoint.
    if (/^\.*$/.test(value)) throw new Error(`not a part of an address: ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function createProblemError(
  response: Response,
  body: unknown,
  signedOut: ClientListeners['signedOut'],
): ProblemError {
  const parsed = problemSchema.safeParse(body)
  if (response.status === 401) {
    const why = sessionEndProblemIds.find((id) => parsed.success && parsed.data.id === id)
    signedOut(why ?? 'not_signed_in', parsed.data?.ended)
  }
  return parsed.success ? new ProblemError(parsed.data) : createUnreadableError(response.status)
}

function createUnreadableError(status: number): ProblemError {
  return new ProblemError({
    id: 'internal',
    local: 'unexpected',
    status: status >= 400 ? status : 500,
    reference: null,
  })
}
