import { delay } from 'msw'
import { expect, inject } from 'vitest'
import { fractionOf } from '../stack/answer-delay.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Longest delay (ms) of an answer of the fake server, from PAYDESK_TEST_DELAY_MS; 0 for none. */
    answerDelayMs: number
  }
}

const maxDelayMs = inject('answerDelayMs')
let current = ''
let answers = 0

/**
 * Delays an answer whose request was recorded, if PAYDESK_TEST_DELAY_MS is set. The delay depends on the title
 * of the test and the number of the answer, so that a failure repeats.
 */
export async function delayAnswer(): Promise<void> {
  if (maxDelayMs === 0) return
  const test = expect.getState().currentTestName ?? ''
  if (test !== current) {
    current = test
    answers = 0
  }
  answers += 1
  await delay(Math.round(maxDelayMs * fractionOf(`${test} ${answers}`)))
}
