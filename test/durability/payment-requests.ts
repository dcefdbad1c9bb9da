import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { endpoints } from '@paydesk/shared/endpoints'
import pg from 'pg'
import { z } from 'zod'
import { numberFrom } from '../sandbox/ids.ts'
import { controlSandbox, readService, valueAt } from '../sandbox/test-client.ts'
import type { Backing } from '../support/stack/backing.ts'
import { type ProductProcess, standBy } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { Visitor } from '../support/stack/start.ts'
import type { startLab } from './harness.ts'

const env = 'stage'

/**
 * Failure between a click and the stored answer. `killed` is the upper bound of the delay of the kill (ms).
 */
export interface SendFailure {
  readonly fault?: string
  readonly carriesOut?: boolean
  readonly killed?: number
  /** Starts the delay of the kill when the payment service receives the request, not at the click. */
  readonly onItsWay?: true
  /** Makes the database reject the update that records the created payment. */
  readonly database?: true
}

export const sendFailures: readonly SendFailure[] = [
  {},
  { killed: 60 },
  { killed: 20 },
  { killed: 300, fault: 'hang', carriesOut: true },
  { killed: 300, fault: 'hang', carriesOut: false },
  { killed: 150, fault: 'slow', carriesOut: true },
  { fault: 'reset', carriesOut: true },
  { fault: 'reset', carriesOut: false },
  { fault: 'reset-body', carriesOut: true },
  { fault: 'truncated', carriesOut: true },
  { fault: '503', carriesOut: true },
  { fault: '503', carriesOut: false },
  { fault: '400', carriesOut: false },
  { fault: 'hang', carriesOut: true },
  { fault: 'hang', carriesOut: false },
  { database: true },
]

type Lab = Awaited<ReturnType<typeof startLab>>

/** Makes the database reject every update that records a created payment. The returned function ends that. */
async function refuseCreated({ env: where }: Backing): Promise<() => Promise<void>> {
  if (where.DATABASE_URL === undefined) {
    const db = new DatabaseSync(join(where.PAYDESK_DATA_DIR ?? '', 'paydesk.db'), { timeout: 10_000 })
    db.exec(`create trigger planted before update on payment_requests when new.status = 'created'
      begin select raise(abort, 'planted'); end`)
    return async () => {
      db.exec('drop trigger planted')
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: where.DATABASE_URL })
  await client.connect()
  await client.query(`create or replace function planted() returns trigger language plpgsql as
    $$ begin raise exception 'planted'; end $$`)
  await client.query(`create trigger planted before update on payment_requests for each row
    when (new.status = 'created') execute function planted()`)
  return async () => {
    await client.query('drop trigger planted on payment_requests')
    await client.end()
  }
}

const ridOf = (run: string, nth: number) => `cust-run-${run}-${nth}`

function formOf(run: string, nth: number) {
  return {
    form: `${run}${String(nth).padStart(24 - run.length, '0')}`,
    merchant: 'demo-merchant',
    customer: { kind: 'typed', rid: ridOf(run, nth) },
    ...{ workflow: 'DEMO_OPEN_BANKING', amount: '125.50', currency: 'EUR', reference: '' },
    client: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara.lindqvist@example.test' },
    accountHolder: null,
  }
}

/** Browser windows of one person, one per instance. A call to a dead instance fails. */
class Windows {
  readonly #visitors: readonly Visitor[]

  constructor(visitors: readonly Visitor[]) {
    this.#visitors = visitors
  }

  /**
   * Saves the form as after a reload, and sends its draft from all windows at once. Returns true if the form
   * was already sent.
   */
  async click(body: ReturnType<typeof formOf>, clicked: () => void): Promise<boolean> {
    const input = { params: { env }, body }
    for (const visitor of this.#visitors) {
      const filled = await visitor.get(endpoints.draftPaymentRequest, input).catch(() => null)
      if (filled === null) continue
      if (filled.answer === 'sent') return true
      const { request, reviewed } = filled.draft
      const send = { params: { env, request: request.request }, body: { reviewed } }
      clicked()
      await Promise.all(
        this.#visitors.map((one) => one.call(endpoints.sendPaymentRequest, send).catch(() => null)),
      )
      return false
    }
    return false
  }
}

interface Runs {
  readonly backing: Backing
  readonly lab: Lab
  /** Ports of the instances; the first is the port of the lab. */
  readonly ports: readonly number[]
  readonly troubles: readonly SendFailure[]
  readonly runs: number
  readonly seed: number
  readonly preload?: readonly string[]
}

/**
 * Clicks through the failures one by one, and clicks again up to three times, as a user without an answer
 * does.
 */
export async function clickThrough({ backing, lab, ports, runs, seed, preload = [], ...asked }: Runs) {
  const run = `${seed}${ports.length}x`
  const standByAt = (port: number) => standBy({ env: { ...lab.env, PAYDESK_PORT: String(port) }, preload })
  const running: ProductProcess[] = []
  // Start one by one: the first instance migrates the schema.
  for (const port of ports) running.push(await standByAt(port).go())
  const visitors = ports.map((port) => new Visitor(`http://localhost:${port}`))
  await visitors[0]?.signIn('support')
  for (const other of visitors.slice(1))
    for (const [name, value] of visitors[0]?.jar ?? []) other.jar.set(name, value)
  const windows = new Windows(visitors)

  async function one(nth: number, trouble: SendFailure): Promise<void> {
    const body = formOf(run, nth)
    if (trouble.fault !== undefined)
      await controlSandbox(lab.sandbox, 'POST', 'faults', {
        ...{ account: env, operation: 'create', id: body.customer.rid, times: 1 },
        ...{ fault: trouble.fault, carriesOut: trouble.carriesOut ?? true },
      })
    const release = trouble.database === true ? await refuseCreated(backing) : null
    const at = numberFrom(`who|${seed}|${nth}`, ports.length)
    const next = trouble.killed === undefined ? null : standByAt(ports[at] ?? 0)
    let killing: Promise<void> = Promise.resolve()
    const kill = async () => {
      if (trouble.onItsWay) await untilAsked(lab, body.customer.rid)
      await sleepFor(numberFrom(`kill|${seed}|${nth}`, trouble.killed ?? 1))
      await running[at]?.kill()
    }
    await windows.click(body, () => {
      if (next !== null) killing = kill()
    })
    await killing
    if (next !== null) {
      await running[at]?.kill()
      running[at] = await next.go()
    }
    await release?.()
    for (let again = 0; again < 3 && !(await windows.click(body, () => undefined)); again += 1);
  }

  for (let nth = 0; nth < runs; nth += 1) await one(nth, asked.troubles[nth % asked.troubles.length] ?? {})
  return {
    rids: Array.from({ length: runs }, (_, nth) => ridOf(run, nth)),
    stop: () => Promise.all(running.map((product) => product.kill())),
  }
}

/** Waits until the payment service has received a request for this customer; gives up after 30 s. */
async function untilAsked(lab: Lab, rid: string): Promise<void> {
  const giveUpAt = Date.now() + 30_000
  const asked = async () => JSON.stringify(await controlSandbox(lab.sandbox, 'GET', 'creates')).includes(rid)
  while (!(await asked()) && Date.now() < giveUpAt) await sleepFor(2)
}

const situations = z.array(z.object({ rid: z.string(), transactions: z.array(z.string()) }))
const creates = z.array(z.object({ body: z.string() }))

export interface RequestDifferences {
  /** Customers with more than one transaction, and requests that were sent more than once. */
  readonly twice: readonly string[]
  /** Transactions at the payment service that Paydesk does not record as created, and the reverse. */
  readonly wrong: readonly string[]
  readonly created: number
  readonly absent: number
}

/** Compares the transactions at the payment service with the payment requests of Paydesk. */
export async function compareRequests(
  lab: Lab,
  backing: Backing,
  rids: readonly string[],
): Promise<RequestDifferences> {
  const [twice, wrong]: [string[], string[]] = [[], []]
  const rows = await backing.rows(
    'select status, transaction_id, merchant_transaction_id from payment_requests',
  )
  const statusOf = (status: string) => rows.filter((row) => row.status === status)
  const byTransaction = new Map(statusOf('created').map((row) => [String(row.transaction_id), row]))
  const own = new Set(rids)
  const all = situations.parse(await controlSandbox(lab.sandbox, 'GET', 'situations'))
  const made = new Set<string>()
  for (const { rid, transactions } of all.filter((one) => own.has(one.rid))) {
    if (transactions.length > 1) twice.push(`${rid} has ${transactions.length}`)
    for (const id of transactions) {
      made.add(id)
      const { json } = await readService(lab.sandbox, `/v1/authorization/${id}`)
      const named = valueAt(json, 'original_message', 'transaction_id')
      if (byTransaction.get(id)?.merchant_transaction_id !== named)
        wrong.push(`${id} is not known as created`)
    }
  }
  for (const id of byTransaction.keys()) if (!made.has(id)) wrong.push(`${id} does not exist`)
  const asked = new Map<string, number>()
  for (const { body } of creates.parse(await controlSandbox(lab.sandbox, 'GET', 'creates'))) {
    const id = z.object({ transaction: z.object({ id: z.string() }) }).parse(JSON.parse(body)).transaction.id
    asked.set(id, (asked.get(id) ?? 0) + 1)
  }
  for (const [id, times] of asked) if (times > 1) twice.push(`${id} was sent ${times} times`)
  return { twice, wrong, created: byTransaction.size, absent: statusOf('absent').length }
}
