import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '@paydesk/bff/store/database'
import { postgresUrl } from '@paydesk/bff/store/new-store.test-kit'
import { callHeader, endpoints } from '@paydesk/shared/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillRows } from '../bench/million-rows.ts'
import { demoConfig } from '../demo-config.ts'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { freePort } from '../stack/ports.ts'
import { type Product, startProduct } from '../stack/process.ts'
import { newDatabase, type Person, Visitor } from '../stack/start.ts'

const count = 100_000

async function filled(env: ReturnType<typeof demoConfig>, databaseUrl: string | null): Promise<void> {
  const store = await openStore({ dataDir: env.PAYDESK_DATA_DIR, databaseUrl })
  const client = databaseUrl === null ? null : new pg.Client({ connectionString: databaseUrl })
  await client?.connect()
  const { db } = store
  const made = db.selectFrom('audit').select('seq').compile()
  const define = async (text: string) =>
    void (await (client?.query(text) ?? db.executeQuery({ ...made, sql: text, parameters: [] })))
  await fillRows(store, { count, customers: 2_000, dataKey: env.PAYDESK_DATA_KEY, define })
  // The sweep has nothing to do here.
  await define('update transactions set next_read_at = null where next_read_at is not null')
  await client?.end()
  await store.close()
}

const row = z.object({
  role: z.string(),
  action: z.string(),
  result: z.string(),
  reason: z.string().nullable(),
})
type Row = z.output<typeof row>

/** What the process holds, in MiB, once all is collected that it does not hold. */
async function held({ pid, file }: { readonly pid: number; readonly file: string }): Promise<number> {
  const said = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [])
  const before = said().length
  process.kill(pid, 'SIGUSR2')
  await expect.poll(() => said().length, { timeout: 10_000 }).toBe(before + 1)
  return Number(said().at(-1)) / 1_048_576
}

describe.each(['embedded', 'postgres'] as const)('an export of 100,000 rows (%s)', (backing) => {
  let sandbox: Sandbox
  let product: Product | undefined
  let env: ReturnType<typeof demoConfig> & Record<string, string>
  let databaseUrl: string | null
  let origin: string
  let heapFile: string

  beforeAll(async () => {
    origin = `http://localhost:${await freePort()}`
    sandbox = await startSandbox({ appOrigins: [origin] })
    databaseUrl = backing === 'postgres' ? await newDatabase(await postgresUrl()) : null
    const config = demoConfig(
      origin,
      { service: sandbox.serviceUrl, idp: sandbox.idpUrl },
      mkdtempSync(join(tmpdir(), 'paydesk-export-')),
    )
    env = { ...config, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
    await filled(env, databaseUrl)
    heapFile = join(env.PAYDESK_DATA_DIR, 'live-heap')
    product = await startProduct({
      env: { ...env, LIVE_HEAP_FILE: heapFile },
      preload: [join(import.meta.dirname, '../stack/live-heap.ts')],
    })
  }, 240_000)
  afterAll(async () => {
    await product?.kill()
    await sandbox.stop()
  })

  async function ends(): Promise<Row[]> {
    const text = `select role, action, result, reason from audit where action like 'index.export%' order by seq`
    if (databaseUrl === null) {
      const db = new DatabaseSync(join(env.PAYDESK_DATA_DIR, 'paydesk.db'), { readOnly: true })
      const rows = db.prepare(text).all()
      db.close()
      return z.array(row).parse(rows)
    }
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return z.array(row).parse(rows)
  }

  async function open(person: Person): Promise<IncomingMessage> {
    const visitor = new Visitor(origin)
    await visitor.signIn(person)
    const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, [callHeader.name]: callHeader.value }
    return new Promise((answered, failed) => {
      get(`${origin}/api/stage/exports/transactions`, { headers }, answered).on('error', failed)
    })
  }

  it('is complete, under the role’s masks, and takes no more memory at its end than at its beginning', async () => {
    const answer = await open('auditor')
    expect(answer.statusCode).toBe(200)
    const memory: number[] = []
    const ids = new Set<string>()
    let rest = ''
    let lines = 0
    answer.setEncoding('utf8')
    for await (const chunk of answer) {
      const all = `${rest}${chunk}`.split('\r\n')
      rest = all.pop() ?? ''
      for (const line of all) {
        lines += 1
        if (lines === 1) continue
        const cells = line.split(',')
        ids.add(cells[0] ?? '')
        // The last characters of a RID and the range of an amount are what this role sees.
        if (
          !/^••••/.test(cells[1] ?? '') ||
          !/^($|[^,]*minor units$)/.test(cells[9] ?? '') ||
          /EUR|SEK|CHF/.test(line)
        )
          throw new Error(`line ${lines} shows more than the role sees`)
      }
      if (lines > (memory.length + 1) * 10_000)
        memory.push(await held({ pid: product?.pid ?? 0, file: heapFile }))
    }
    expect({ lines, ids: ids.size, rest }).toEqual({ lines: count + 1, ids: count, rest: '' })
    // Every tenth part of the rows is a good 2 MiB as text: all that went out before is let go again.
    const growth = Math.max(...memory) - (memory[0] ?? 0)
    expect(memory.length).toBe(10)
    expect(growth, memory.map((one) => one.toFixed(1)).join(' ')).toBeLessThan(8)
  }, 300_000)

  it('waits for a reader who stops, and ends with whoever leaves', async () => {
    const answer = await open('finance')
    answer.pause()
    // Meanwhile others are served; all rows would be read if nobody waited for the reader.
    const other = new Visitor(origin)
    await other.signIn('compliance')
    for (let page = 0; page < 60; page += 1)
      await other.get(endpoints.listTransactions, { params: { env: 'stage' }, query: { sort: 'changed' } })
    expect((await ends()).at(-1)?.action).toBe('index.exported')
    answer.destroy()
    // The product is the only one that writes; reading beside it is nothing that it forbids.
    await expect.poll(async () => (await ends()).at(-1)?.action).toBe('index.export.ended')
    const rows = await ends()
    expect(rows.map(({ role, action, result, reason }) => [role, action, result, reason])).toEqual([
      ['auditor', 'index.exported', 'allowed', null],
      ['auditor', 'index.export.ended', 'allowed', `rows:${count}`],
      ['finance', 'index.exported', 'allowed', null],
      ['finance', 'index.export.ended', 'failed', expect.stringMatching(/^left rows:[1-9]\d*$/)],
    ])
  }, 180_000)
})
