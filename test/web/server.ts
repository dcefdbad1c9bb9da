import { setupWorker } from 'msw/browser'
import { handlers } from '../web-fakes/handlers.ts'

/** What was asked without an answer prepared for it; a test that leaves one here fails. */
export const unexpected: string[] = []

export const server = setupWorker(...handlers())
