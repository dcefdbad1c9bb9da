import { stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { withTimeout } from './timeout.ts'

const late = () => new Error('late')
const after = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(() => done(value), ms))

describe('within', () => {
  it('gives what the work gives, and fails as it fails', async () => {
    expect(await withTimeout(10_000, after(5, 'value'), late)).toBe('value')
    await expect(withTimeout(10_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own')
  })

  it('ends when the time is up; the work’s own end after that goes unheard', async () => {
    let fail = (_: Error) => {}
    const failing = new Promise<never>((_, failed) => {
      fail = failed
    })
    await expect(withTimeout(10, failing, late)).rejects.toThrow('late')
    fail(new Error('too late to matter'))
    // An unheard failure would end the test run.
    await after(50, null)
  })

  it('takes what is there already, though the process was busy until the time was up', async () => {
    // From here on the timers are asked first, and then what has arrived.
    await new Promise(setImmediate)
    const working = stat(import.meta.filename)
    const given = withTimeout(20, working, late)
    const begun = performance.now()
    while (performance.now() - begun < 200);
    await expect(given).resolves.toHaveProperty('size')
  })
})
