import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresUrl } from '@paydesk/bff/store/new-store.test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { demoConfig } from '../demo-config.ts'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { type Backing, type BackingName, newBacking } from '../stack/backing.ts'
import { freePort } from '../stack/ports.ts'
import { type Product, startProduct } from '../stack/process.ts'
import { pause } from './support.ts'

const command = join(import.meta.dirname, '../../bff/src/import.ts')

/** Runs the command to its end. */
async function run(env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [command, ...args], { env: { PATH: process.env.PATH ?? '', ...env } })
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

const situation = z.object({ rid: z.string(), merchant: z.string(), transactions: z.array(z.string()) })

describe.each<BackingName>(['embedded', 'postgres'])('the import command (%s)', (name) => {
  let sandbox: Sandbox
  let backing: Backing
  let env: Record<string, string>
  let product: Product | undefined
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-csv-'))
  const file = (text: string) => {
    const path = join(folder, 'ids.csv')
    writeFileSync(path, text)
    return path
  }

  beforeAll(async () => {
    const origin = `http://127.0.0.1:${await freePort()}`
    sandbox = await startSandbox({ appOrigins: [origin] })
    backing = await newBacking(name, await postgresUrl())
    const world = { service: sandbox.serviceUrl, idp: sandbox.idpUrl }
    env = { ...demoConfig(origin, world, folder), ...backing.env, PAYDESK_LOG_LEVEL: 'warn' }
  })
  afterEach(async () => {
    await product?.kill()
    product = undefined
  })
  afterAll(async () => {
    await sandbox.stop()
    backing.remove()
    rmSync(folder, { recursive: true })
  })

  const ridsOf = async () => {
    const answer = await fetch(`${sandbox.serviceUrl}/_sandbox/situations`)
    const all = z.array(situation).parse(await answer.json())
    return all.filter(
      (one) =>
        one.merchant === 'demo-merchant' &&
        one.transactions.length > 0 &&
        one.transactions.length < 100 &&
        /^[\w-]+$/.test(one.rid) &&
        !/fault|mixed|wrong|unknown|live/.test(one.rid),
    )
  }
  const knownIds = async () =>
    new Set((await backing.rows('select id from transactions')).map(({ id }) => id))

  it('says what is wrong with its arguments, and stores nothing', async () => {
    const path = file('cust-one\n')
    for (const [args, words, code] of [
      [[], '--env must be one of stage, production', 64],
      [[path, '--env', 'nowhere', '--of', 'rid'], '--env must be one of', 64],
      [[path, '--env', 'stage'], '--of must be rid or transaction', 64],
      [[path, '--env', 'stage', '--of', 'rid'], 'RIDs are of one merchant', 64],
      [[path, '--env', 'stage', '--of', 'rid', '--merchant', 'nobody'], '--merchant must be one of', 64],
      [[path, '--env', 'stage', '--of', 'rid', '--force'], 'an option that this command does not know', 64],
      [[join(folder, 'none.csv'), '--env', 'production', '--of', 'rid'], 'cannot be read', 66],
    ] as const) {
      const ran = await run(env, ...args)
      expect([ran.code, ran.complained], args.join(' ')).toEqual([code, expect.stringContaining(words)])
    }
    expect(await run({}, path, '--env', 'stage', '--of', 'rid')).toMatchObject({ code: 78 })
    expect(await backing.rows('select id from imports')).toEqual([])
  }, 180_000)

  it('imports while Paydesk runs, tells how it goes and reports every refused line', async () => {
    product = await startProduct({ env })
    const path = file('RID\ncust-one\n4111111111111111\nnobody-here-1\ncust-00417\n')
    const ran = await run(env, path, '--env', 'stage', '--of', 'rid', '--merchant', 'demo-merchant')
    expect(ran.code, ran.complained).toBe(2)
    expect(ran.said).toMatch(/^Import m_[0-9a-z]{20}: stored$/m)
    expect(ran.said).toMatch(/^Done: 2 taken, 5 new transactions, 2 refused\.$/m)
    expect(ran.said).toContain('line 3: looks like a card number\nline 4: the service does not know it\n')
    expect(ran.said + ran.complained).not.toMatch(/nobody-here|4111|cust-one/)
    const audited = await backing.rows(
      `select actor_subject, reason from audit where action = 'import.started'`,
    )
    expect(audited).toEqual([{ actor_subject: null, reason: 'lines:4' }])
    // Once more: everything is known, and nothing is refused.
    const again = await run(
      env,
      file('cust-one\ncust-00417'),
      '--env',
      'stage',
      '--of',
      'rid',
      '--merchant',
      'demo-merchant',
    )
    expect([again.code, again.said]).toEqual([
      0,
      expect.stringContaining('Done: 2 taken, 0 new transactions, 0 refused.'),
    ])
  }, 180_000)

  it('is stored while nobody works on it, can be stopped, and is then left alone', async () => {
    const path = file('cust-forty\n')
    const stored = await run(
      env,
      path,
      '--env',
      'stage',
      '--of',
      'rid',
      '--merchant',
      'demo-merchant',
      '--no-wait',
    )
    const [id = ''] = /m_[0-9a-z]{20}/.exec(stored.said) ?? []
    expect(stored.code).toBe(0)
    expect((await run(env, '--env', 'production', '--stop', id)).code).toBe(1)
    expect((await run(env, '--env', 'stage', '--stop', id)).code).toBe(0)
    expect((await run(env, '--env', 'stage', '--stop', id)).code).toBe(1)
    const stops = `select subject_id, environment, result from audit where action = 'import.stopped'`
    expect(await backing.rows(stops)).toEqual([{ subject_id: id, environment: 'stage', result: 'allowed' }])
    product = await startProduct({ env })
    const next = await run(
      env,
      file('cust-card'),
      '--env',
      'stage',
      '--of',
      'rid',
      '--merchant',
      'demo-merchant',
    )
    expect(next.code).toBe(0)
    expect(await backing.rows(`select status, done from imports where id = '${id}'`)).toEqual([
      { status: 'stopped', done: 0 },
    ])
  }, 180_000)

  it('loses nothing and takes nothing twice when Paydesk is killed in the middle, again and again', async () => {
    const rids = await ridsOf()
    const expected = new Set(rids.flatMap(({ transactions }) => transactions))
    expect(rids.length).toBeGreaterThan(40)
    // Slow enough that a process that is long at starting has not done most of it by then.
    const slow = { ...env, PAYDESK_READS_PER_SECOND: '4' }
    const text = rids.map(({ rid }) => rid).join('\n')
    const stored = await run(
      env,
      file(text),
      '--env',
      'stage',
      '--of',
      'rid',
      '--merchant',
      'demo-merchant',
      '--no-wait',
    )
    expect(stored.code, stored.complained).toBe(0)
    const running = async () => {
      const [row] = await backing.rows(
        'select status, done, refused, lines from imports order by started_at desc limit 1',
      )
      return z
        .object({
          status: z.string(),
          done: z.coerce.number(),
          refused: z.coerce.number(),
          lines: z.coerce.number(),
        })
        .parse(row)
    }
    let kills = 0
    for (let view = await running(); view.status === 'running'; view = await running()) {
      product = await startProduct({ env: slow })
      const before = view.done
      // Far enough that something was done, not so far that nothing is left.
      while (view.status === 'running' && view.done < before + 5) {
        await pause(20)
        view = await running()
      }
      if (view.status === 'running') kills += 1
      await product.kill()
      product = undefined
    }
    expect(kills).toBeGreaterThan(2)
    const { status, done, refused, lines } = await running()
    expect({ status, done, refused, lines }).toEqual({
      status: 'done',
      done: rids.length,
      refused: 0,
      lines: rids.length,
    })
    const known = await knownIds()
    expect([...expected].filter((id) => !known.has(id))).toEqual([])
    expect(
      await backing.rows('select id, count(*) from transactions group by id having count(*) > 1'),
    ).toEqual([])
    expect(await backing.rows('select line from import_lines where sealed is not null')).toMatchObject(
      // Only the import that was stopped keeps its line.
      [{ line: 1 }],
    )
  }, 480_000)
})
