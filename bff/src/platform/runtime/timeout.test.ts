import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { withTimeout } from './timeout.ts'

const late = () => new Error('late')
const after = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(() => done(value), ms))

describe('withTimeout', () => {
  it('resolves and rejects like the work', async () => {
    expect(await withTimeout(10_000, after(5, 'value'), late)).toBe('value')
    await expect(withTimeout(10_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own')
  })

  it('rejects after the time limit, and ignores a later failure of the work', async () => {
    let fail = (_: Error) => {}
    const failing = new Promise<never>((_, failed) => {
      fail = failed
    })
    await expect(withTimeout(10, failing, late)).rejects.toThrow('late')
    fail(new Error('too late to matter'))
    // An unhandled rejection would end the test run.
    await after(50, null)
  })

  it('accepts a result that arrived while the process was busy past the time limit', async () => {
    // Start after `setImmediate`: the event loop then handles timers before I/O.
    await new Promise(setImmediate)
    const working = stat(import.meta.filename)
    const given = withTimeout(20, working, late)
    const begun = performance.now()
    while (performance.now() - begun < 200);
    await expect(given).resolves.toHaveProperty('size')
  })
})
