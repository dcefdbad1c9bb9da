import { describe, expect, it } from 'vitest'
import { within } from './within.ts'

const late = () => new Error('late')
const after = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(() => done(value), ms))

describe('within', () => {
  it('gives what the work gives, and fails as it fails', async () => {
    expect(await within(1_000, after(5, 'value'), late)).toBe('value')
    await expect(within(1_000, Promise.reject(new Error('own')), late)).rejects.toThrow('own')
  })

  it('ends when the time is up; the work’s own end after that goes unheard', async () => {
    const failing = after(40, null).then(() => Promise.reject(new Error('too late to matter')))
    const begun = performance.now()
    await expect(within(10, failing, late)).rejects.toThrow('late')
    expect(performance.now() - begun).toBeLessThan(35)
    // An unheard failure would end the test run.
    await after(50, null)
  })
})
