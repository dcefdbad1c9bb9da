import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import { createHandlers } from '../fakes/handlers.ts'

/** What was asked without an answer prepared for it; a test that leaves one here fails. */
export const unexpected: string[] = []

/** Asked after all others, it is answered when all others have found their handlers. */
const lastAsked = '/last-asked'

export const server = setupWorker(
  ...createHandlers(),
  http.get(lastAsked, () => new HttpResponse(null, { status: 204 })),
)

/** Waits until whatever was asked so far has reached the handlers that are there now. */
export async function allHeard(): Promise<void> {
  await fetch(lastAsked)
}
