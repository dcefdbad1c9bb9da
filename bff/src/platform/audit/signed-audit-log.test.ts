import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAuditHeadWriter } from './audit-head-writer.ts'
import type { AuditEntry } from './entry.ts'
import { rejectWhenAuditHeadsFull } from './signed-audit-log.ts'
import { createTestEntry, createTestSigningKey } from './test-audit-log.test-kit.ts'

it('rejects reveals while no more heads can wait, writes all other entries, and recovers', async () => {
  const blocked = join(mkdtempSync(join(tmpdir(), 'paydesk-cap-')), 'blocked')
  writeFileSync(blocked, '')
  const heads = createAuditHeadWriter({
    ...{
      file: join(blocked, 'heads.jsonl'),
      key: createTestSigningKey(),
      instance: 'i',
      intervalMs: 5,
      maxWaiting: 2,
    },
    alarm: () => undefined,
  })
  const auditEntries: AuditEntry[] = []
  const append = async (one: AuditEntry) => void auditEntries.push(one)
  const log = rejectWhenAuditHeadsFull({ append }, heads.state)
  const clear = createTestEntry(1)
  const { purpose: _, ...masked } = createTestEntry(2)
  heads.recordEnds(new Map([['stage', { n: 1, hash: '1'.repeat(64) }]]))
  await expect.poll(() => heads.state().isFailing).toBe(true)
  await log.append(clear)
  for (const n of [2, 3, 4]) {
    heads.recordEnds(new Map([['stage', { n, hash: '1'.repeat(64) }]]))
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
  expect(auditEntries).toEqual([clear, { ...clear, result: 'refused' }, masked, clear])
})
