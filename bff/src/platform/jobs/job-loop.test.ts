import { describe, expect, it } from 'vitest'
import { LeaseLostError } from '../database/leases.ts'
import { runJobLoop } from './job-loop.ts'
import { createWakeSignal } from './wake-signal.ts'

const hourMs = 3_600_000

describe('runJobLoop', () => {
  /** Runs a loop over these results; an error is thrown. Aborts when the results are used up. */
  async function run(results: readonly (number | Error)[]) {
    const stop = new AbortController()
    const errors: unknown[] = []
    let steps = 0
    await runJobLoop(stop.signal, {
      async step() {
        const result = results[steps] ?? 0
        steps += 1
        if (steps >= results.length) stop.abort()
        if (result instanceof Error) throw result
        return result
      },
      onError: (error) => errors.push(error),
      errorPauseMs: 1,
    })
    return { steps, errors }
  }

  it('goes on after a pause and after an error, until the signal aborts', async () => {
    const failure = new Error('no database')
    expect(await run([0, 1, failure, 0, hourMs])).toEqual({ steps: 5, errors: [failure] })
  })

  it('does not report a lost lease', async () => {
    expect(await run([new LeaseLostError(), 0])).toEqual({ steps: 2, errors: [] })
  })

  it('ends a pause when it is woken, and begins nothing after the signal aborts', async () => {
    const stop = new AbortController()
    const wake = createWakeSignal()
    let steps = 0
    const ended = runJobLoop(stop.signal, {
      async step() {
        steps += 1
        setImmediate(steps === 1 ? wake.notify : () => stop.abort())
        return hourMs
      },
      onError: () => undefined,
      errorPauseMs: hourMs,
      wake,
    })
    await ended
    expect(steps).toBe(2)
  })
})
