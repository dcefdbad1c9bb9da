import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Entry } from './entry.ts'
import { makeHeads } from './heads.ts'
import { entry, newKey } from './new-trail.test-kit.ts'
import { stoppingAtCap } from './trail.ts'

it('at the cap nothing leaves in clear any more, all else goes on, and both come back', async () => {
  const blocked = join(mkdtempSync(join(tmpdir(), 'paydesk-cap-')), 'blocked')
  writeFileSync(blocked, '')
  const heads = makeHeads({
    ...{ file: join(blocked, 'heads.jsonl'), key: newKey(), instance: 'i', everyMs: 5, most: 2 },
    alarm: () => undefined,
  })
  const kept: Entry[] = []
  const append = async (one: Entry) => void kept.push(one)
  const log = stoppingAtCap({ append }, heads.state)
  const clear = entry(1)
  const { purpose: _, ...masked } = entry(2)
  heads.hear(new Map([['stage', { n: 1, hash: '1'.repeat(64) }]]))
  await expect.poll(() => heads.state().isFailing).toBe(true)
  await log.append(clear)
  for (const n of [2, 3, 4]) {
    heads.hear(new Map([['stage', { n, hash: '1'.repeat(64) }]]))
    await expect.poll(() => heads.state().waiting).toBe(Math.min(n, 2))
  }
  await expect.poll(() => heads.state().isFull).toBe(true)
  await expect(log.append(clear)).rejects.toThrow('no more signed heads')
  await log.append({ ...clear, result: 'refused' })
  await log.append(masked)
  rmSync(blocked)
  await expect.poll(() => heads.state().isFull).toBe(false)
  await log.append(clear)
  await heads.stop()
  expect(kept).toEqual([clear, { ...clear, result: 'refused' }, masked, clear])
})
