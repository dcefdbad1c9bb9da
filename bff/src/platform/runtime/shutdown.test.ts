import { describe, expect, it } from 'vitest'
import { runShutdown, shutdownLimits } from './shutdown.ts'

/** Runs a shutdown on a clock that the test moves. Each step is held until the test lets it end. */
function begin() {
  const timers: { readonly ms: number; readonly run: () => void }[] = []
  const log: string[] = []
  let closed = () => {}
  const closing = Promise.withResolvers<void>()
  runShutdown(
    {
      drain: (done) => {
        log.push('drain')
        closed = done
      },
      cut: () => {
        log.push('cut')
        closed()
      },
      close: () => {
        log.push('close')
        return closing.promise
      },
      exit: (code, reason) => log.push(`exit ${code} ${reason}`),
    },
    (ms, run) => timers.push({ ms, run }),
  )
  const pass = (ms: number) => {
    for (const timer of timers.filter((one) => one.ms <= ms)) timer.run()
  }
  return { log, pass, closed: () => closed(), closing, timers }
}

describe('runShutdown', () => {
  it('ends as soon as the last connection is gone and everything is closed', async () => {
    const { log, closed, closing } = begin()
    closed()
    closing.resolve()
    await closing.promise
    await Promise.resolve()
    expect(log).toEqual(['drain', 'close', 'exit 0 null'])
  })

  it('cuts connections that stay, early enough to close the rest', async () => {
    const { log, pass, closing } = begin()
    pass(shutdownLimits.requestMs - 1)
    expect(log).toEqual(['drain'])
    pass(shutdownLimits.requestMs)
    expect(log).toEqual(['drain', 'cut', 'close'])
    closing.resolve()
    await closing.promise
    await Promise.resolve()
    expect(log.at(-1)).toBe('exit 0 cut')
  })

  it('ends within ten seconds, once, even if something never closes', async () => {
    const { log, pass, closing, timers } = begin()
    pass(10_000)
    expect(timers.every(({ ms }) => ms < 10_000)).toBe(true)
    expect(log).toEqual(['drain', 'cut', 'close', 'exit 1 late'])
    closing.resolve()
    await closing.promise
    await Promise.resolve()
    expect(log.filter((one) => one.startsWith('exit'))).toHaveLength(1)
  })

  it('reports what could not be closed', async () => {
    const { log, closed, closing } = begin()
    closed()
    closing.reject(new Error('x'))
    await closing.promise.catch(() => undefined)
    await Promise.resolve()
    expect(log.at(-1)).toBe('exit 1 failed')
  })
})
