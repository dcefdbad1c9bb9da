import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readAuditHeadFiles } from './audit-head-file.ts'
import { createAuditHeadWriter } from './audit-head-writer.ts'
import { createTestSigningKey } from './test-audit-log.test-kit.ts'

const end = (n: number) => ({ n, hash: String(n % 10).repeat(64) })
const folder = () => mkdtempSync(join(tmpdir(), 'paydesk-heads-'))

function setUp(file: string, most = 10) {
  const key = createTestSigningKey()
  const alarms: string[] = []
  const heads = createAuditHeadWriter({
    file,
    key,
    instance: 'i',
    alarm: (what) => alarms.push(what),
    intervalMs: 5,
    maxWaiting: most,
  })
  return { key, alarms, heads }
}

it('signs the last end of each chain, and once more at the stop', async () => {
  const file = join(folder(), 'below', 'heads.jsonl')
  const { heads, key, alarms } = setUp(file)
  heads.recordEnds(new Map([['stage', end(1)]]))
  heads.recordEnds(
    new Map([
      ['stage', end(7)],
      ['global', end(2)],
    ]),
  )
  await expect.poll(() => existsSync(file)).toBe(true)
  heads.recordEnds(new Map([['stage', end(9)]]))
  await heads.stop()
  const read = await readAuditHeadFiles([file], [key.publicKey])
  expect(read.bad).toEqual([])
  expect(read.heads.get('stage')?.map(({ n }) => n)).toEqual([7, 9])
  expect(read.heads.get('global')?.map(({ n, hash }) => [n, hash])).toEqual([[2, '2'.repeat(64)]])
  expect(alarms).toEqual([])
  expect(heads.state()).toMatchObject({ waiting: 0, isFailing: false, isFull: false })
})

it('keeps heads that cannot be written, raises one alarm, and writes them later', async () => {
  const blocked = join(folder(), 'blocked')
  writeFileSync(blocked, '')
  const file = join(blocked, 'heads.jsonl')
  const { heads, key, alarms } = setUp(file, 3)
  heads.recordEnds(new Map([['stage', end(1)]]))
  await expect.poll(() => heads.state()).toMatchObject({ waiting: 1, isFailing: true, isFull: false })
  for (const n of [2, 3, 4, 5]) {
    heads.recordEnds(new Map([['stage', end(n)]]))
    await expect.poll(() => heads.state().waiting).toBe(Math.min(n, 3))
  }
  await expect.poll(() => heads.state().isFull).toBe(true)
  expect(alarms).toEqual(['failing', 'full'])
  rmSync(blocked)
  await expect.poll(() => heads.state()).toMatchObject({ waiting: 0, isFailing: false, isFull: false })
  await heads.stop()
  expect(alarms).toEqual(['failing', 'full', 'well'])
  const read = await readAuditHeadFiles([file], [key.publicKey])
  expect(read.bad).toEqual([])
  expect(
    read.heads
      .get('stage')
      ?.map(({ n }) => n)
      .at(-1),
  ).toBe(5)
  expect(read.heads.get('stage')?.length).toBeGreaterThanOrEqual(3)
})

it('a torn line spoils no other line', async () => {
  const file = join(folder(), 'heads.jsonl')
  const { heads, key } = setUp(file)
  heads.recordEnds(new Map([['stage', end(1)]]))
  await heads.stop()
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, `${whole.slice(0, 40)}\n${whole}`)
  const read = await readAuditHeadFiles([file], [key.publicKey])
  expect(read.bad).toEqual([])
  expect(read.heads.get('stage')).toHaveLength(1)
})

it('a missing file has no heads', async () => {
  expect(await readAuditHeadFiles([join(folder(), 'none')], [])).toMatchObject({ heads: new Map(), bad: [] })
})
