import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { exportTransactionsRoute } from '@paydesk/bff/features/transaction-list/routes'
import {
  buildTestColumns,
  createTestActor,
  createTestScope,
  noonMs,
  testMerchants,
} from '@paydesk/bff/features/transaction-list/rows.test-kit'
import { openStore } from '@paydesk/bff/platform/database/database'
import { patientLimits } from '@paydesk/bff/platform/database/patient-limits.test-kit'
import { createMigratedDatabase } from '@paydesk/bff/platform/database/test-store.test-kit'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fillRows } from '../../bench/million-rows.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { customerHandleOf, onEachDatabase } from '../../support/contract/support.ts'
import { demoConfig } from '../../support/stack/demo-config.ts'
import { freePort } from '../../support/stack/ports.ts'
import { type ProductProcess, startProduct } from '../../support/stack/process.ts'
import { type Person, type Stack, Visitor } from '../../support/stack/start.ts'

const count = 100_000

async function filled(env: ReturnType<typeof demoConfig>, databaseUrl: string | null): Promise<void> {
  const store = await openStore({ dataDir: env.PAYDESK_DATA_DIR, databaseUrl, databaseLimits: patientLimits })
  const client = databaseUrl === null ? null : new pg.Client({ connectionString: databaseUrl })
  await client?.connect()
  const { db } = store
  const made = db.selectFrom('audit').select('seq').compile()
  const define = async (text: string) =>
    void (await (client?.query(text) ?? db.executeQuery({ ...made, sql: text, parameters: [] })))
  await fillRows(store, { count, customers: 2_000, dataKey: env.PAYDESK_DATA_KEY, define })
  // Leave nothing to read for the sync.
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

/** Throws if a line of the auditor's export shows more than a range and the last characters of a RID. */
function checkMasked(line: string): void {
  const cells = line.split(',')
  if (
    !/^••••/.test(cells[1] ?? '') ||
    !/^($|[^,]*minor units$)/.test(cells[9] ?? '') ||
    /EUR|SEK|CHF/.test(line)
  )
    throw new Error(`a line shows more than the role sees: ${line}`)
}

/** Live heap of the process (MiB) after a garbage collection. */
async function held({ pid, file }: { readonly pid: number; readonly file: string }): Promise<number> {
  const said = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [])
  const before = said().length
  process.kill(pid, 'SIGUSR2')
  await expect.poll(() => said().length, { timeout: 60_000 }).toBe(before + 1)
  return Number(said().at(-1)) / 1_048_576
}

/** Rows per batch that are read, masked and written together. */
const batchRows = 500
/** Rows for two whole batches and a part of a third. */
const someRows = 2 * batchRows + 200

async function insertSome(stack: Stack): Promise<void> {
  const customer = await customerHandleOf(stack, 'cust-00417')
  const [merchant = testMerchants[0]] = testMerchants
  if (merchant === undefined) throw new Error('there is no merchant')
  const row = {
    merchant,
    state: 'SUCCESS',
    reason: 'OK',
    workflow: 'pay',
    review: 0,
    test: 0,
    currency: 'EUR',
    finality: 'confirmed',
    amount: 2_500,
    later: 0,
    expires: null,
  } as const
  for (let at = 0; at < someRows; at += 100) {
    // Several rows per time of first notice, so that batches end among equal sort keys.
    const rows = Array.from({ length: 100 }, (_, nth) => ({
      ...buildTestColumns({ ...row, seen: noonMs - Math.floor((at + nth) / 7) }, `export-${at + nth}`),
      customer,
    }))
    await stack.deps.store.db.insertInto('transactions').values(rows).execute()
  }
}

onEachDatabase(
  'an export of several batches',
  (stack) => {
    beforeAll(() => insertSome(stack()))

    it('contains each row once, with the masks of the role', async () => {
      const auditor = await stack().as('auditor')
      const params = { env: 'stage' }
      const { status, text } = await auditor.call(endpoints.exportTransactions, { params, query: {} })
      expect(status, text.slice(0, 200)).toBe(200)
      const [, , ...lines] = text.trimEnd().split('\r\n')
      for (const line of lines) checkMasked(line)
      expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(someRows)
      expect(lines).toHaveLength(someRows)
    })

    it('reads a batch after the previous batch was taken, and none once its reader has left', async () => {
      const leaving = new AbortController()
      let read = 0
      const reader = {
        ...{ lastEventId: null, signal: leaving.signal, disconnect() {} },
        countRows(rows: number) {
          read += rows
        },
      }
      const caller = { actor: createTestActor('auditor'), scope: createTestScope(...testMerchants) }
      // The types of a route in the list are closed: its call is the one of any endpoint.
      const call = { ...caller, params: { env: 'stage' }, query: {}, body: {} } as unknown
      type Call = Parameters<typeof exportTransactionsRoute.open>[0]
      const chunks = await exportTransactionsRoute.open(call as Call, stack().deps, reader)
      const lines = chunks[Symbol.asyncIterator]()
      await lines.next()
      expect(read).toBe(0)
      for (const batches of [1, 2]) {
        const { value } = await lines.next()
        expect([read, String(value).trimEnd().split('\r\n').length]).toEqual([batches * batchRows, batchRows])
      }
      leaving.abort()
      expect([(await lines.next()).done, read]).toEqual([true, 2 * batchRows])
    })
  },
  {},
  { workers: false },
)

// Memory use shows with many rows only, and back-pressure only with more data than sockets buffer.
describe.runIf(isFullRun).each(['embedded', 'postgres'] as const)(
  'an export of 100,000 rows (%s)',
  (backing) => {
    let sandbox: Sandbox
    let product: ProductProcess | undefined
    let env: ReturnType<typeof demoConfig> & Record<string, string>
    let databaseUrl: string | null
    let origin: string
    let heapFile: string

    beforeAll(async () => {
      origin = `http://localhost:${await freePort()}`
      sandbox = await startSandbox({ appOrigins: [origin] })
      databaseUrl = backing === 'postgres' ? await createMigratedDatabase() : null
      const config = demoConfig(
        origin,
        { service: sandbox.serviceUrl, idp: sandbox.idpUrl },
        mkdtempSync(join(tmpdir(), 'paydesk-export-')),
      )
      env = { ...config, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) }
      await filled(env, databaseUrl)
      heapFile = join(env.PAYDESK_DATA_DIR, 'live-heap')
      product = await startProduct({
        env: {
          ...env,
          LIVE_HEAP_FILE: heapFile,
          PAYDESK_EXPORT_ROWS_WITHOUT_APPROVAL: String(count),
        },
        preload: [join(import.meta.dirname, '../../support/stack/live-heap.ts')],
      })
    }, 240_000)
    afterAll(async () => {
      await product?.kill()
      await sandbox.stop()
    })

    async function ends(): Promise<Row[]> {
      const text = `select role, action, result, reason from audit where action like 'records.export%' order by seq`
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
      const headers = { cookie, [csrfHeader.name]: csrfHeader.value }
      return new Promise((answered, failed) => {
        get(`${origin}/api/stage/exports/transactions`, { headers }, answered).on('error', failed)
      })
    }

    it('is complete, has the masks of the role, and uses no more memory at its end than at its start', async () => {
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
          if (lines <= 2) continue
          ids.add(line.split(',')[0] ?? '')
          checkMasked(line)
        }
        if (lines > (memory.length + 1) * 10_000)
          memory.push(await held({ pid: product?.pid ?? 0, file: heapFile }))
      }
      expect({ lines, ids: ids.size, rest }).toEqual({ lines: count + 2, ids: count, rest: '' })
      // Expect sent rows to be freed: every tenth of the rows is a good 2 MiB of text.
      const growth = Math.max(...memory) - (memory[0] ?? 0)
      expect(memory.length).toBe(10)
      expect(growth, memory.map((one) => one.toFixed(1)).join(' ')).toBeLessThan(8)
    }, 300_000)

    it('waits for a reader that stops reading, and ends when its reader leaves', async () => {
      const answer = await open('finance')
      answer.pause()
      // Serve other people meanwhile: without back-pressure all rows would be read by then.
      const other = new Visitor(origin)
      await other.signIn('compliance')
      for (let page = 0; page < 60; page += 1)
        await other.get(endpoints.listTransactions, { params: { env: 'stage' }, query: { sort: 'changed' } })
      expect((await ends()).at(-1)?.action).toBe('records.exported')
      answer.destroy()
      // Read the database beside the product, which allows other readers but no other writers.
      await expect.poll(async () => (await ends()).at(-1)?.action).toBe('records.export.ended')
      const rows = await ends()
      expect(rows.map(({ role, action, result, reason }) => [role, action, result, reason])).toEqual([
        ['auditor', 'records.exported', 'allowed', null],
        ['auditor', 'records.export.ended', 'allowed', `rows:${count}`],
        ['finance', 'records.exported', 'allowed', null],
        ['finance', 'records.export.ended', 'failed', expect.stringMatching(/^left rows:[1-9]\d*$/)],
      ])
    }, 180_000)
  },
)
