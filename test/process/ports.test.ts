import { expect, it } from 'vitest'
import { freePort } from '../support/stack/ports.ts'

it('gives concurrent callers different ports, below those of outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(new Set(ports).size).toBe(20)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
