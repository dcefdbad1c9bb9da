import { getResponse, type HttpHandler } from 'msw'
import { createHandlers } from '../fakes/handlers.ts'
import { pathPattern } from '../fakes/path-pattern.ts'

/** URLs requested without a prepared answer. A test that leaves a URL here fails. */
export const unexpectedUrls: string[] = []

const usualHandlers: readonly HttpHandler[] = createHandlers()
let handlers = usualHandlers

export const server = {
  /** Answers with these handlers first, until the end of the test. */
  use(...added: readonly HttpHandler[]): void {
    handlers = [...added, ...handlers]
  },
  resetHandlers(): void {
    handlers = usualHandlers
  },
}

// The functions of the browser, which a test may replace.
const { fetch: fetchFromNetwork, setTimeout } = globalThis

function findHandlers({ method, url }: Request): HttpHandler[] {
  const { pathname } = new URL(url)
  return handlers.filter(
    ({ info }) => info.method === method && pathPattern(String(info.path)).test(pathname),
  )
}

/** Rejects, as `fetch` does, once the caller aborts the request. */
function rejectOnAbort({ signal }: Request): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Answers as the given handlers do, in a later task, as every answer of a network comes. */
async function answerBy(matching: HttpHandler[], request: Request): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve))
  try {
    return (await getResponse(matching, request)) ?? Response.error()
  } catch (error) {
    // A handler that throws fails the test by this line.
    console.error(request.url, error)
    return new Response(null, { status: 500 })
  }
}

/**
 * Answers calls of the API inside the page: a service worker costs three processes several messages for each request.
 * The handlers are those at the time of the call.
 */
async function fetchFromHandlers(request: Request): Promise<Response> {
  const matching = findHandlers(request)
  if (matching.length === 0) unexpectedUrls.push(request.url)
  const { signal } = request
  signal.throwIfAborted()
  const response = await Promise.race([answerBy(matching, request), rejectOnAbort(request)])
  if (response.type === 'error') throw new TypeError('Failed to fetch')
  // Ends the body, too, when the caller aborts.
  const body = response.body?.pipeThrough(new TransformStream(), { signal }) ?? null
  return new Response(body, response)
}

globalThis.fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
  return pathname.startsWith('/api/')
    ? fetchFromHandlers(new Request(input, init))
    : fetchFromNetwork(input, init)
}
