import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDebouncedJob } from './debounced-job.ts'

describe('createDelayedJob', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs once for many calls, and again when scheduled again', async () => {
    const work = vi.fn(async () => undefined)
    const job = createDebouncedJob(1_000, work)
    job.schedule()
    job.schedule()
    await vi.advanceTimersByTimeAsync(999)
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(1)
    job.schedule()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('never runs twice at the same time', async () => {
    let running = 0
    let most = 0
    const job = createDebouncedJob(1_000, async () => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
    })
    await Promise.all([job.runNow(), job.runNow(), job.runNow()])
    expect(most).toBe(1)
  })

  it('waits at its stop for the run in progress, and begins none after it', async () => {
    let finish = () => {}
    const work = vi.fn(() => new Promise<void>((done) => (finish = done)))
    const job = createDebouncedJob(1_000, work)
    const first = job.runNow()
    await Promise.resolve()
    job.schedule()
    let isStopped = false
    const stopped = job.stop().then(() => {
      isStopped = true
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(isStopped).toBe(false)
    finish()
    await Promise.all([first, stopped])
    job.schedule()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
