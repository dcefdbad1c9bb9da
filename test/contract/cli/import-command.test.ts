import { spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseImportCommand } from '@paydesk/bff/cli/import-command'
import {
  createMigratedDatabase,
  requestMigratedFile,
} from '@paydesk/bff/platform/database/test-store.test-kit'
import { databaseNames, isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { environmentNameSchema, merchantIdSchema } from '@paydesk/shared/core/ids'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { isTriedOn } from '../../support/contract/support.ts'
import { type Backing, type BackingName, openBacking } from '../../support/stack/backing.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import { freePort } from '../../support/stack/ports.ts'
import { type ProductProcess, startProduct } from '../../support/stack/process.ts'

const command = join(import.meta.dirname, '../../../bff/src/cli/import-ids.ts')
/** Time limit (ms) that only stops a hanging test. */
const patiently = { timeout: 300_000, interval: 100 }

/** Runs the command to its end; returns the exit code and both outputs. */
async function run(env: Readonly<Record<string, string>>, ...args: string[]) {
  // Share a compile cache, so that each run need not compile the same files again.
  const base = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compiled') }
  const child = spawn(process.execPath, [command, ...args], { env: { ...base, ...env } })
  let [said, complained] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString()
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, said, complained }
}

/** Creates an empty database with the current schema. */
async function migratedBacking(name: BackingName): Promise<Backing> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-import-'))
  if (name === 'embedded') copyFileSync(await requestMigratedFile(), join(folder, 'paydesk.db'))
  const url = name === 'postgres' ? { DATABASE_URL: await createMigratedDatabase() } : {}
  return openBacking({ PAYDESK_DATA_DIR: folder, ...url })
}

const situation = z.object({ rid: z.string(), merchant: z.string(), transactions: z.array(z.string()) })
const zodObject = z.object({ requests: z.array(z.object({ path: z.string() })) })

describe('the arguments of the import command', () => {
  const merchants = ['demo-merchant', 'demo-outlet'].map((one) => merchantIdSchema.parse(one))
  const environments = (['stage', 'production'] as const).map((name) => ({
    name: environmentNameSchema.parse(name),
    merchantIds: name === 'stage' ? merchants : merchants.slice(0, 1),
  }))

  it.each([
    [[], '--env must be one of stage, production'],
    [['ids.csv', '--env', 'nowhere', '--of', 'rid'], '--env must be one of'],
    [['--env', 'stage', '--of', 'rid', '--merchant', 'demo-merchant'], 'Name one file'],
    [['ids.csv', 'more.csv', '--env', 'stage', '--of', 'rid'], 'Name one file'],
    [['ids.csv', '--env', 'stage'], '--of must be rid or transaction'],
    [['ids.csv', '--env', 'stage', '--of', 'card'], '--of must be rid or transaction'],
    [['ids.csv', '--env', 'stage', '--of', 'rid'], 'RIDs are of one merchant'],
    [['ids.csv', '--env', 'stage', '--of', 'rid', '--merchant', 'nobody'], '--merchant must be one of'],
    [['ids.csv', '--env', 'production', '--of', 'rid', '--merchant', 'demo-outlet'], '--merchant must be'],
    [['ids.csv', '--env', 'stage', '--of', 'rid', '--force'], 'an option that this command does not know'],
  ])('%j: the message says what is wrong', (args, text) => {
    expect(parseImportCommand(args, environments)).toContain(text)
  })

  it('need no merchant in an environment with one merchant, or for transaction ids', () => {
    const start = { deed: 'start', file: 'ids.csv', column: null, waits: true }
    expect(parseImportCommand(['ids.csv', '--env', 'production', '--of', 'rid'], environments)).toEqual({
      ...start,
      ...{ environment: 'production', of: 'rid', merchant: 'demo-merchant' },
    })
    expect(parseImportCommand(['ids.csv', '--env', 'stage', '--of', 'transaction'], environments)).toEqual({
      ...start,
      ...{ environment: 'stage', of: 'transaction', merchant: null },
    })
  })
})

describe.each(databaseNames)('the import command (%s)', (name) => {
  let sandbox: Sandbox
  let backing: Backing
  let env: Record<string, string>
  let product: ProductProcess | undefined
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-csv-'))
  const file = (text: string) => {
    const path = join(folder, 'ids.csv')
    writeFileSync(path, text)
    return path
  }
  const ofMerchant = ['--env', 'stage', '--of', 'rid', '--merchant', 'demo-merchant']

  beforeAll(async () => {
    const origin = `http://127.0.0.1:${await freePort()}`
    sandbox = await startSandbox({ appOrigins: [origin] })
    backing = await migratedBacking(name)
    const world = { service: sandbox.serviceUrl, idp: sandbox.idpUrl }
    env = { ...demoConfig(origin, world, folder), ...backing.env, PAYDESK_LOG_LEVEL: 'warn' }
    // Lets a hanging read hang until its process is killed.
    env.PAYDESK_SERVICE_DEADLINE_MS = '30000'
  })
  afterAll(async () => {
    await product?.kill()
    await sandbox.stop()
    backing.remove()
    rmSync(folder, { recursive: true })
  })

  const control = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${sandbox.serviceUrl}/_sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  }
  const customers = async () => {
    const all = z.array(situation).parse(await control('GET', 'situations'))
    return all.filter(
      (one) =>
        one.merchant === 'demo-merchant' &&
        one.transactions.length > 0 &&
        one.transactions.length < 100 &&
        /^[\w-]+$/.test(one.rid) &&
        !/fault|mixed|wrong|unknown|live|^cust-(one|00417|forty)$/.test(one.rid),
    )
  }
  /** Waits until the payment service was asked for the customer's list. */
  const untilAsked = (rid: string) =>
    vi.waitFor(async () => {
      const { requests } = zodObject.parse(await control('GET', 'requests'))
      expect(requests.filter(({ path }) => path.endsWith(`/states/demo-merchant/${rid}`))).not.toEqual([])
    }, patiently)
  const newest = async () => {
    const [row] = await backing.rows(
      'select status, done, refused, lines from imports order by started_at desc limit 1',
    )
    const number = z.coerce.number()
    return z.object({ status: z.string(), done: number, refused: number, lines: number }).parse(row)
  }

  it.runIf(isTriedOn(name))(
    'exits with different codes for wrong arguments, no file and no configuration, and stores nothing',
    async () => {
      const path = file('cust-one\n')
      for (const [args, words, code] of [
        [[path, '--env', 'nowhere', '--of', 'rid'], '--env must be one of stage, production', 64],
        [[path, '--env', 'production', '--of', 'rid', '--column', 'x'], '--column must be a number', 64],
        [[join(folder, 'none.csv'), '--env', 'production', '--of', 'rid'], 'cannot be read', 66],
      ] as const) {
        const ran = await run(env, ...args)
        expect([ran.code, ran.complained], args.join(' ')).toEqual([code, expect.stringContaining(words)])
      }
      expect(await run({}, path, '--env', 'stage', '--of', 'rid')).toMatchObject({ code: 78 })
      expect(await backing.rows('select id from imports')).toEqual([])
    },
  )

  it.runIf(isTriedOn(name))(
    'stores an import while no worker runs, and stops it once, in its own environment',
    async () => {
      const stored = await run(env, file('cust-forty\n'), ...ofMerchant, '--no-wait')
      const [id = ''] = /m_[0-9a-z]{20}/.exec(stored.said) ?? []
      expect([stored.code, stored.said], stored.complained).toEqual([0, `Import ${id}: stored\n`])
      expect((await run(env, '--env', 'production', '--stop', id)).code).toBe(1)
      expect((await run(env, '--env', 'stage', '--stop', id)).code).toBe(0)
      if (isFullRun) expect((await run(env, '--env', 'stage', '--stop', id)).code).toBe(1)
      const stops = `select subject_id, environment, result from audit where action = 'import.stopped'`
      expect(await backing.rows(stops)).toEqual([{ subject_id: id, environment: 'stage', result: 'allowed' }])
    },
  )

  it('loses no line and imports none twice when Paydesk is killed repeatedly during an import', {
    timeout: 900_000,
  }, async () => {
    const all = await customers()
    expect(all.length).toBeGreaterThan(40)
    const some = all.slice(0, pickByRunLength(8, all.length))
    const rids = some.map(({ rid }) => rid)
    const stored = await run(env, file(rids.join('\n')), ...ofMerchant, '--no-wait')
    expect(stored.code, stored.complained).toBe(0)
    // Makes one list hang per round, and kills the process while it waits for that list.
    const kills = pickByRunLength(1, 5)
    for (let nth = 1; nth <= kills; nth += 1) {
      const rid = rids[Math.floor((nth * rids.length) / (kills + 1))] ?? ''
      await control('DELETE', 'requests')
      await control('POST', 'faults', { account: 'stage', operation: 'list', id: rid, fault: 'hang' })
      product = await startProduct({ env })
      await untilAsked(rid)
      expect(await newest()).toMatchObject({ status: 'running', refused: 0 })
      await product.kill()
      // Expire the lease of the killed process, instead of waiting four seconds.
      await backing.change('update leases set until = 0')
      await control('DELETE', 'faults')
    }
    product = await startProduct({ env })
    await vi.waitFor(async () => expect((await newest()).status).toBe('done'), patiently)
    const ids = some.flatMap(({ transactions }) => transactions)
    const { done, refused, lines } = await newest()
    expect({ done, refused, lines }).toEqual({ done: rids.length, refused: 0, lines: rids.length })
    const known = new Set((await backing.rows('select id from transactions')).map(({ id }) => id))
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    expect(
      await backing.rows('select id, count(*) from transactions group by id having count(*) > 1'),
    ).toEqual([])
  })

  it('imports while Paydesk runs, prints the progress and reports every refused line', async () => {
    product ??= await startProduct({ env })
    const path = file('RID\ncust-one\n4111111111111111\nnobody-here-1\ncust-00417\n')
    const ran = await run(env, path, ...ofMerchant)
    expect(ran.code, ran.complained).toBe(2)
    expect(ran.said).toMatch(/^Import m_[0-9a-z]{20}: stored$/m)
    expect(ran.said).toMatch(/^Done: 2 taken, 5 new transactions, 2 refused\.$/m)
    expect(ran.said).toContain('line 3: looks like a card number\nline 4: the service does not know it\n')
    expect(ran.said + ran.complained).not.toMatch(/nobody-here|4111|cust-one/)
    const audited = await backing.rows(
      `select actor_subject, reason from audit where action = 'import.started' and reason = 'lines:4'`,
    )
    expect(audited).toEqual([{ actor_subject: null, reason: 'lines:4' }])
    if (!isTriedOn(name)) return
    // Imports again: all transactions are known, and no line is refused.
    const again = await run(env, file('cust-one\ncust-00417'), ...ofMerchant)
    expect([again.code, again.said]).toEqual([
      0,
      expect.stringContaining('Done: 2 taken, 0 new transactions, 0 refused.'),
    ])
  })

  it.runIf(isTriedOn(name))('leaves a stopped import untouched, and keeps the ids of none', async () => {
    const stopped = await backing.rows(`select status, done from imports where status = 'stopped'`)
    expect(stopped).toEqual([{ status: 'stopped', done: 0 }])
    expect(await backing.rows('select line from import_lines where sealed is not null')).toEqual([])
  })
})
