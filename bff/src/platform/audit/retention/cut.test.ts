import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestStore,
  type DatabaseKind,
  databaseKinds,
  type TestStore,
} from '../../database/test-store.test-kit.ts'
import { pickByRunLength } from '../../runtime/run-length.test-kit.ts'
import { Secret } from '../../runtime/secret.ts'
import { readAuditHeadFiles } from '../audit-head-file.ts'
import { createAuditLog } from '../audit-log.ts'
import { verifyAuditCheckpoint } from '../checkpoint.ts'
import { parseAuditSigningKey } from '../signing.ts'
import {
  createTestEntry,
  createTestSigningKey,
  createTrailCopier,
  runChecker,
  runStandaloneChecker,
  type TamperableCopy,
  verifyAndExport,
} from '../test-audit-log.test-kit.ts'
import { openAuditLogReader } from '../verification/audit-log-reader.ts'
import { verifyAuditLog } from '../verification/verify.ts'
import { cutAuditLog } from './cut-command.ts'

const dayMs = 86_400_000
const first = Date.parse('2025-06-01T00:00:00Z')
/** Time at which entry `n` was written: one entry a day. */
const dayOf = (n: number) => first + (n - 1) * dayMs

/** Script that cuts and kills itself after REMOVALS delete statements. */
const cutter = `
  const { QueryCreator } = await import('kysely')
  const { deleteFrom } = QueryCreator.prototype
  let left = Number(process.env.REMOVALS)
  QueryCreator.prototype.deleteFrom = function (...tables) {
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
    return deleteFrom.apply(this, tables)
  }
  const { cutAuditLog } = await import(process.env.CUT)
  const { parseAuditSigningKey } = await import(process.env.SIGNING)
  const { Secret } = await import(process.env.SECRET)
  const { DATA_DIR: dataDir, URL: databaseUrl, HEAD_FILE: headFile, BEFORE } = process.env
  const key = parseAuditSigningKey(new Secret(process.env.KEY))
  const asked = { before: Number(BEFORE), by: 'ops', headFile, key, keys: [key.publicKey] }
  const way = { headFiles: [headFile], isPlan: false, say() {} }
  await cutAuditLog({ dataDir, databaseUrl: databaseUrl || null }, asked, way)`

interface Made {
  readonly store: TestStore
  readonly key: ReturnType<typeof createTestSigningKey>
  readonly secret: string
  readonly headFile: string
  readonly said: string[]
  cut(before: number, of?: { headFile?: string; isPlan?: boolean }): ReturnType<typeof cutAuditLog>
  verify(): Promise<Awaited<ReturnType<typeof verifyAuditLog>>>
}

/**
 * Creates an audit log with one entry of `stage` per day, an entry of the global chain every fourth day, and
 * a head for every fifth entry.
 */
async function trailOf(backing: DatabaseKind, days = 40): Promise<Made> {
  const store = await createTestStore(backing)
  const secret = randomBytes(32).toString('base64')
  const key = parseAuditSigningKey(new Secret(secret))
  const headFile = join(store.dataDir, 'heads', 'heads.jsonl')
  mkdirSync(join(store.dataDir, 'heads'))
  writeFileSync(headFile, '')
  let time = first
  const log = createAuditLog(
    store.store,
    'instance-1',
    () => time,
    (ends) => {
      for (const [chain, { n, hash }] of ends) {
        const head = key.sign({ chain, n, hash, time_ms: time, instance: 'instance-1' })
        if (n % 5 === 0 || n < 3 || days > 100) appendFileSync(headFile, `${JSON.stringify(head)}\n`)
      }
    },
  )
  let written: Promise<void>[] = []
  for (let n = 1; n <= days; n += 1) {
    time = dayOf(n)
    written.push(log.append(createTestEntry(n)))
    if (n % 4 === 0) written.push(log.append(createTestEntry(n, null)))
    if (days <= 100 || n % 100 === 0) await Promise.all(written)
    if (days <= 100 || n % 100 === 0) written = []
  }
  await Promise.all(written)
  const said: string[] = []
  const cut: Made['cut'] = (before, { headFile: file = headFile, isPlan = false } = {}) =>
    cutAuditLog(
      store,
      { before, by: 'ops', headFile: file, key, keys: [key.publicKey] },
      { headFiles: [headFile], isPlan, say: (text) => said.push(text) },
    )
  const verify = async () => {
    const heads = await readAuditHeadFiles([headFile], [key.publicKey])
    const source = await openAuditLogReader(store)
    const result = await verifyAuditLog(source, heads)
    await source.close()
    return result
  }
  return { store, key, secret, headFile, said, cut, verify }
}

const numbers = async ({ store: { store } }: Made, chain = 'stage') =>
  (
    await store.db
      .selectFrom('audit_links')
      .innerJoin('audit', 'audit.seq', 'audit_links.seq')
      .select('n')
      .where('chain', '=', chain)
      .orderBy('n')
      .execute()
  ).map(({ n }) => n)

const checkpointsIn = ({ store: { store } }: Made) =>
  store.db.selectFrom('audit_checkpoints').selectAll().orderBy('id').execute()

describe.each(databaseKinds)('a retention cut (%s)', { timeout: 120_000 }, (backing) => {
  let made: Made
  afterEach(() => made.store.remove())

  it('leaves a signed checkpoint of each chain, from which the remaining entries verify', async () => {
    made = await trailOf(backing)
    expect(await made.cut(dayOf(31), { isPlan: true })).toBe('planned')
    expect((await made.verify()).chains).toMatchObject([{ cutTo: 0 }, { cutTo: 0 }])
    expect(await made.cut(dayOf(31))).toBe('done')
    expect(await numbers(made)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
    const { findings, chains, cuts } = await made.verify()
    expect(findings).toEqual([])
    // Seven entries of the global chain are removed (days 4 to 28); two entries record the cut.
    expect(chains.map(({ chain, entries, last, cutTo }) => [chain, entries, last, cutTo])).toEqual([
      ['global', 5, 12, 7],
      ['stage', 10, 40, 30],
    ])
    expect(cuts.get('stage')).toMatchObject({
      n: 30,
      entries: 30,
      months: '2025-06:30',
      before_ms: dayOf(31),
      kept_from_ms: dayOf(31),
      by: 'ops',
    })
    const stated = await made.store.store.db
      .selectFrom('audit')
      .select(['action', 'result', 'reason', 'environment'])
      .where('action', 'like', 'audit.%')
      .orderBy('seq')
      .execute()
    expect(stated).toEqual([
      { action: 'audit.cut', result: 'allowed', reason: 'rows:37', environment: null },
      { action: 'audit.cut.ended', result: 'allowed', reason: 'rows:37', environment: null },
    ])
    expect(await made.cut(dayOf(31))).toBe('nothing')
  })

  it('allows further entries and further cuts, and always keeps the last entry', async () => {
    made = await trailOf(backing)
    await made.cut(dayOf(11))
    await createAuditLog(made.store.store, 'later', () => dayOf(41)).append(createTestEntry(41))
    await made.cut(dayOf(21))
    await made.cut(dayOf(1_000))
    expect(await numbers(made)).toEqual([41])
    const { findings, chains } = await made.verify()
    expect(findings).toEqual([])
    expect(chains.find(({ chain }) => chain === 'stage')).toMatchObject({ cutTo: 40, last: 41 })
    const stage = (await checkpointsIn(made)).filter(({ chain }) => chain === 'stage')
    expect(stage.map(({ n }) => n)).toEqual([10, 20, 40])
    expect(stage.map(({ line }) => verifyAuditCheckpoint(line, [made.key.publicKey]))).toMatchObject([
      { entries: 10, months: '2025-06:10' },
      { entries: 10, months: '2025-06:10' },
      { entries: 20, months: '2025-06:10 2025-07:10' },
    ])
  })

  it('lets the database remove nothing else', async () => {
    made = await trailOf(backing)
    const run = (statement: string) => sql.raw(statement).execute(made.store.store.db)
    await expect(run('delete from audit')).rejects.toThrow('append-only')
    await made.cut(dayOf(31))
    for (const statement of [
      'delete from audit',
      `delete from audit where seq = (select seq from audit_links where chain = 'stage' and n = 31)`,
      `delete from audit_links where chain = 'stage' and n = 31`,
      'delete from audit_checkpoints',
      'update audit_checkpoints set n = 40',
      `update audit set role = 'x'`,
    ])
      await expect(run(statement), statement).rejects.toThrow('append-only')
    expect((await made.verify()).findings).toEqual([])
  })

  it('removes nothing if the head file cannot be written or the audit log is not whole', async () => {
    made = await trailOf(backing)
    const blocked = join(made.headFile, 'below')
    await expect(made.cut(dayOf(31), { headFile: blocked })).rejects.toThrow()
    expect(await numbers(made)).toHaveLength(40)
    expect((await made.verify()).findings).toEqual([])
    await sql`insert into audit (time_ms, instance, action, result, reference) values (1, 'x', 'x', 'allowed', 'x')`.execute(
      made.store.store.db,
    )
    expect(await made.cut(dayOf(31))).toBe('not whole')
    expect(await numbers(made)).toHaveLength(40)
  })

  it('continues where it was killed, and leaves a whole log in between', { timeout: 600_000 }, async () => {
    const days = pickByRunLength(1_200, 6_000)
    made = await trailOf(backing, days)
    const { dataDir, databaseUrl } = made.store
    const reached: number[] = []
    const at = (file: string) => join(import.meta.dirname, file)
    // Kill between an entry and its link, and between two batches of two statements each.
    for (const removals of pickByRunLength([5, 2], [1, 5, 2, 3, 4, 3, 3])) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', cutter], {
        // Run in a folder where the packages of the product are found.
        cwd: import.meta.dirname,
        env: {
          PATH: process.env.PATH,
          CUT: at('cut-command.ts'),
          SIGNING: at('../signing.ts'),
          SECRET: at('../../runtime/secret.ts'),
          HEAD_FILE: made.headFile,
          KEY: made.secret,
          DATA_DIR: dataDir,
          URL: databaseUrl ?? '',
          BEFORE: String(dayOf(days - 10)),
          REMOVALS: String(removals),
        },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const [, signal] = await once(child, 'exit')
      expect(signal).toBe('SIGKILL')
      reached.push((await numbers(made)).length)
      expect((await made.verify()).findings).toEqual([])
    }
    expect(await made.cut(dayOf(days - 10))).toBe('done')
    expect(reached).toEqual(reached.toSorted((a, b) => b - a))
    expect(reached.at(-1), String(reached)).toBeGreaterThan(11)
    expect(reached.at(-1), String(reached)).toBeLessThan(days)
    expect(await numbers(made)).toEqual(Array.from({ length: 11 }, (_, nth) => days - 10 + nth))
    expect((await made.verify()).findings).toEqual([])
  })
})

describe.each(databaseKinds)(
  'a cut audit log that was tampered with (%s)',
  { timeout: 120_000 },
  (backing) => {
    let copy: () => Promise<TamperableCopy>
    let line = ''
    let heads = ''
    let own: Made
    beforeAll(async () => {
      own = await trailOf(backing)
      await own.cut(dayOf(11))
      await own.cut(dayOf(21))
      line = (await checkpointsIn(own)).filter(({ chain }) => chain === 'stage').at(-1)?.line ?? ''
      heads = readFileSync(own.headFile, 'utf8')
      await own.store.store.close()
      copy = await createTrailCopier(backing, own.store)
    }, 180_000)
    afterAll(() => rmSync(own.store.dataDir, { recursive: true }))
    const ofStage = (n: number) => `(select seq from audit_links where chain = 'stage' and n = ${n})`
    const remove = (n: number) =>
      `delete from audit where seq = ${ofStage(n)}; delete from audit_links where chain = 'stage' and n = ${n}`
    const forged = (change: Readonly<Record<string, unknown>>) => (place: TamperableCopy, line: string) =>
      place.sql(
        `update audit_checkpoints set line = '${JSON.stringify({ ...JSON.parse(line), ...change })}' where chain = 'stage' and n = 20`,
      )
    const without = (text: string, ofHeads: string) =>
      `${ofHeads
        .split('\n')
        .filter((one) => one !== text && one !== '')
        .join('\n')}\n`

    it('is whole without tampering, for the stand-alone checker too', async () => {
      const place = await copy()
      const { verified, exported } = await verifyAndExport(place, heads, own.key)
      expect(verified.findings).toEqual([])
      const checked = await runStandaloneChecker(exported, ['--key', own.key.publicKey.text])
      expect(checked.text).toContain('cut by retention to entry 20, by the checkpoint of ')
      expect(checked).toMatchObject({ code: 0 })
    })

    const cases: readonly {
      name: string
      tamper?: (place: TamperableCopy, line: string) => Promise<unknown>
      heads?: (heads: string, line: string) => string
      n: number | null
      what: string
    }[] = [
      {
        name: 'the first that was kept is deleted',
        tamper: ({ sql: run }) => run(remove(21)),
        n: 21,
        what: 'missing',
      },
      {
        name: 'the checkpoint is removed from the database',
        tamper: ({ sql: run }) => run(`delete from audit_checkpoints where chain = 'stage' and n = 20`),
        n: null,
        what: 'no checkpoint',
      },
      {
        name: 'the checkpoint is removed from both places',
        tamper: ({ sql: run }) => run(`delete from audit_checkpoints where chain = 'stage'`),
        heads: (heads) =>
          heads
            .split('\n')
            .filter((one) => !one.includes('before_ms') || !one.includes('stage'))
            .join('\n'),
        n: 1,
        what: 'missing',
      },
      {
        name: 'the checkpoint is removed from the head file',
        heads: (heads, line) => without(line, heads),
        n: null,
        what: 'no checkpoint',
      },
      {
        name: 'a checkpoint is forged to cover one more',
        tamper: async (place, line) => {
          await place.sql(remove(21))
          await forged({ n: 21 })(place, line)
        },
        n: 21,
        what: 'missing',
      },
      {
        name: 'a checkpoint says another hash',
        tamper: forged({ hash: 'a'.repeat(64) }),
        n: null,
        what: 'checkpoint changed',
      },
      {
        name: 'a checkpoint says other months',
        tamper: forged({ months: '2025-06:1' }),
        n: null,
        what: 'checkpoint changed',
      },
      {
        name: 'a checkpoint says somebody else',
        tamper: forged({ by: 'nobody' }),
        n: null,
        what: 'checkpoint changed',
      },
      {
        name: 'a checkpoint is moved to another entry',
        tamper: ({ sql: run }) => run(`update audit_checkpoints set n = 25 where chain = 'stage' and n = 20`),
        n: null,
        what: 'checkpoint changed',
      },
      {
        name: 'a checkpoint is moved to another chain',
        tamper: ({ sql: run }) =>
          run(`update audit_checkpoints set chain = 'live' where chain = 'stage' and n = 20`),
        n: null,
        what: 'checkpoint changed',
      },
      {
        name: 'the first that was kept is another',
        tamper: ({ sql: run }) => run(`update audit set role = 'x' where seq = ${ofStage(21)}`),
        n: 21,
        what: 'changed',
      },
    ]

    it.each(cases)('is detected: $name', async ({ tamper, heads: change, n, what }) => {
      const place = await copy()
      await tamper?.(place, line)
      const { verified, exported } = await verifyAndExport(place, change?.(heads, line) ?? heads, own.key)
      expect(verified.findings.map((one) => [one.n, one.what])).toContainEqual([n, what])
      const checked = await runChecker(exported, ['--key', own.key.publicKey.text])
      expect(checked.code, checked.text).toBe(1)
      expect(checked.text).toContain(n === null ? `: ${what}`.slice(2) : `entry ${n}, ${what}`)
    })

    it('is detected: a checkpoint signed by another key', async () => {
      const place = await copy()
      const { key: _, signature: __, ...facts } = JSON.parse(line)
      const other = createTestSigningKey().signCheckpoint({ ...facts, n: 22 })
      await place.sql(`${remove(21)}; ${remove(22)};
      insert into audit_checkpoints (id, chain, n, line) values (99, 'stage', 22, '${JSON.stringify(other)}')`)
      const { verified, exported } = await verifyAndExport(
        place,
        `${heads}${JSON.stringify(other)}\n`,
        own.key,
      )
      expect(verified.findings.map((one) => [one.n, one.what])).toEqual(
        expect.arrayContaining([
          [21, 'missing'],
          [null, 'checkpoint changed'],
          [null, 'head changed'],
        ]),
      )
      expect((await runChecker(exported, ['--key', own.key.publicKey.text])).code).toBe(1)
    })
  },
)
