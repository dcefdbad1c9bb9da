import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { createHandlers } from '../fakes/handlers.ts'

/** URLs requested without a prepared answer. A test that leaves a URL here fails. */
export const unexpectedUrls: string[] = []

/**
 * Path requested last: its answer arrives once all earlier requests have found their handlers. The filter in
 * `worker-file.ts` names it, too.
 */
const lastAsked = '/last-asked'

export const server = setupWorker(
  ...createHandlers(),
  http.get(lastAsked, () => new HttpResponse(null, { status: 204 })),
)

/** Waits until every request sent so far has reached the current handlers. */
export async function allHeard(): Promise<void> {
  await fetch(lastAsked)
}
