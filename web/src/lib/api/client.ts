import type { Problem, ProblemId } from '@paydesk/shared/core/problem'
import { problem } from '@paydesk/shared/core/problem'
import type { Endpoint } from '@paydesk/shared/endpoints'
import { callHeader, sessionMark, unaskedHeader } from '@paydesk/shared/endpoints'
import type { z } from 'zod'
import { ProblemError } from './problem-error.ts'

type Schema = z.ZodType
type Parts<P extends Schema, Q extends Schema, B extends Schema> = {
  params: z.input<P>
  query: z.input<Q>
  body: z.input<B>
}
type Needed<T> = { [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] }
type Optional<T> = { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] }
/** Only what the endpoint needs must be given. */
type CallInput<P extends Schema, Q extends Schema, B extends Schema> = Needed<Parts<P, Q, B>> &
  Optional<Parts<P, Q, B>> & {
    signal?: AbortSignal
    /** Goes on after the page is gone. */
    keepalive?: boolean
  }

type Signal = 'not_signed_in' | 'session_idle' | 'session_over' | 'session_ended'

export interface Client {
  call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<P, Q, B>,
  ): Promise<z.output<R>>
  /** The bytes of an endpoint that streams, as they come. What fails before the first one fails as a call does. */
  stream<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<P, Q, B> & { after?: string },
  ): Promise<ReadableStream<Uint8Array>>
  /** Told on leaving, even while the page goes; no use of the session, and nobody hears what comes of it. */
  tell<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
    endpoint: Endpoint<P, Q, B, R>,
    input: CallInput<P, Q, B>,
  ): void
  /** What `work` calls before its first pause is no use of the session: nobody asked, something changed. */
  unasked<T>(work: () => T): T
  /** True while `unasked` runs its work: what is read then has changed, so nothing that is kept will do. */
  isUnasked(): boolean
}

interface Listeners {
  /** The session is no more; the transport neither knows nor decides what a page does about it. */
  readonly signedOut: (why: Signal, ended?: Problem['ended']) => void
  /** An answer came that renewed the idle time of the session with this mark. */
  readonly answered: (mark: string | null) => void
  /** The answer belongs to another session or role than what is on screen: another window changed it. */
  readonly changedElsewhere: () => void
  /** This window ended the session (`ended`) or chose another role: others must hear of it. */
  readonly changedHere: (ended: boolean) => void
}

const endings = [
  'not_signed_in',
  'session_idle',
  'session_over',
  'session_ended',
] as const satisfies readonly ProblemId[]

const endsSession = '/api/session/end'

export function createClient({ signedOut, answered, changedElsewhere, changedHere }: Listeners): Client {
  let known: string | null = null
  let unasked = false
  async function open(endpoint: Endpoint, input: Sent): Promise<Response> {
    const isUse = !unasked
    const response = await send(endpoint, { ...input, unasked })
    const mark = response.headers.get(sessionMark)
    if (mark !== null && known !== null && mark !== known) {
      changedElsewhere()
      // Nothing of it is shown: the page is about to begin anew.
      throw unreadable(response.status)
    }
    known = mark ?? known
    if (response.status !== 401 && isUse) answered(mark)
    if (!response.ok) throw refuse(response, await readJson(response), signedOut)
    return response
  }
  return {
    async call(endpoint, input) {
      const response = await open(endpoint, input)
      const body = await readJson(response)
      if (endpoint.path.startsWith('/api/session/')) {
        known = null
        changedHere(endpoint.path === endsSession)
      }
      const parsed = endpoint.response.safeParse(body)
      if (!parsed.success) throw unreadable(response.status)
      return parsed.data
    },
    async stream(endpoint, input) {
      const { body, status } = await open(endpoint, input)
      if (!body) throw unreadable(status)
      return body
    },
    tell(endpoint, input) {
      send(endpoint, { ...input, unasked: true, keepalive: true }).catch(() => {})
    },
    unasked(work) {
      const outer = unasked
      unasked = true
      try {
        return work()
      } finally {
        unasked = outer
      }
    },
    isUnasked: () => unasked,
  }
}

interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  /** The number behind which a stream goes on. */
  after?: string
  unasked?: boolean
  /** Goes on after the page is gone. */
  keepalive?: boolean
}

async function send(
  endpoint: Endpoint,
  { params, query, body, signal, after, unasked, keepalive }: Sent,
): Promise<Response> {
  const posts = endpoint.method === 'POST'
  try {
    return await fetch(address(endpoint, params, query), {
      method: endpoint.method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      keepalive: keepalive ?? false,
      headers: {
        accept: `${endpoint.stream ?? 'application/json'}, application/problem+json`,
        [callHeader.name]: callHeader.value,
        ...(posts ? { 'content-type': 'application/json' } : {}),
        ...(after === undefined ? {} : { 'last-event-id': after }),
        ...(unasked ? { [unaskedHeader.name]: unaskedHeader.value } : {}),
      },
      body: posts ? JSON.stringify(body ?? {}) : null,
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable(
      'The request did not arrive or no answer came back. Check your connection and try again.',
    )
  }
}

/** No answer, or not all of it. */
export function unreachable(detail: string): ProblemError {
  return new ProblemError({
    id: 'unavailable',
    title: 'Paydesk could not be reached',
    detail,
    status: 503,
    reference: null,
  })
}

function address(endpoint: Endpoint, params: unknown, query: unknown): string {
  const values = new Map(Object.entries(endpoint.params.parse(params ?? {}) ?? {}))
  const path = endpoint.path.replaceAll(/:([a-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(endpoint.query.parse(query ?? {}) ?? {})) {
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

function refuse(response: Response, body: unknown, signedOut: Listeners['signedOut']): ProblemError {
  const parsed = problem.safeParse(body)
  if (response.status === 401) {
    const why = endings.find((id) => parsed.success && parsed.data.id === id)
    signedOut(why ?? 'not_signed_in', parsed.data?.ended)
  }
  return parsed.success ? new ProblemError(parsed.data) : unreadable(response.status)
}

function unreadable(status: number): ProblemError {
  return new ProblemError({
    id: 'internal',
    title: 'The answer was not in the agreed form',
    detail: 'Nothing of it is shown. Load the page again; if it stays, tell the people who run Paydesk.',
    status: status >= 400 ? status : 500,
    reference: null,
  })
}
