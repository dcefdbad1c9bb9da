import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMigratedDatabase } from '@paydesk/bff/platform/database/test-store.test-kit'
import { databaseNames, isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { DecisionId } from '@paydesk/shared/cases/decisions'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startLink } from '../../support/contract/database-proxy.ts'
import { loadDecision } from '../../support/contract/decisions.ts'
import {
  actionRow,
  countActionRequestsTo,
  createTransactionInReview,
  decideAndApprove,
  env,
  loadNewestNotification,
  loadTaskId,
  notifyAndAwaitRead,
  operatorActionVariables,
  waitForActionEnd,
  withHeldLease,
} from '../../support/contract/operator-actions.ts'
import { startAnother } from '../../support/contract/second-instance.ts'
import { pollOptions, startOn } from '../../support/contract/support.ts'
import { sleepFor } from '../../support/stack/sleep.ts'
import { type Stack, startStack, type Visitor } from '../../support/stack/start.ts'

const secretOf = async (stack: Stack, transaction: string) =>
  String((await loadNewestNotification(stack, transaction)).secret)

/** Proxy for the payment service: answers actions with bytes from a test, forwards all other requests. */
async function startLiar() {
  const answers = new Map<string, string>()
  const heard: string[] = []
  const state = { target: '' }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const task = /\/tasks\/([^/]+)\/\w+$/.exec(path)?.[1] ?? ''
    const answer = answers.get(task)
    if (answer !== undefined) {
      heard.push(path)
      request.resume().on('end', () => response.socket?.end(answer))
      return
    }
    const { host: _, ...headers } = request.headers
    const onward = ask(new URL(path, state.target), { method: request.method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    answers,
    heard,
    state,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const json = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

const oddAnswers = [
  ['a status that there is not', json('700 Odd', '{}'), 'unknown', null],
  ['the last status of all', json('999 Odd', '{}'), 'unknown', null],
  ['a success that says it has failed and is none', json('299 Odd', 'no'), 'unknown', 299],
  ['a code that computes', json('400 Bad', '{"code":"=HYPERLINK(1)"}'), 'refused', 400],
  ['a code with a number of somebody', json('400 Bad', '{"code":"A4550000000058398257466"}'), 'refused', 400],
  ['codes of prototypes', json('422 Bad', '{"__proto__":{"code":"X"},"constructor":1}'), 'refused', 422],
  ['two answers', json('503 Later', '{}') + json('200 OK', '{}'), 'unknown', 503],
  ['a head without an end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}`, 'unknown', null],
] as const

describe.each(databaseNames)('a payment service with malformed answers (%s)', (backing) => {
  let stack: Stack
  let liar: Awaited<ReturnType<typeof startLiar>>
  let pair: readonly [Visitor, Visitor]
  beforeAll(async () => {
    liar = await startLiar()
    stack = await startOn(backing, {
      config: { ...operatorActionVariables, PAYDESK_STAGE_BASE_URL: `${liar.url}/stage` },
    })
    liar.state.target = stack.sandbox.serviceUrl
    pair = [await stack.as('finance'), await stack.as('finance2')]
  })
  afterAll(async () => {
    await stack.stop()
    await liar.stop()
  })

  // Try some answers end to end: the tests beside the client cover how every answer is parsed.
  const answers = oddAnswers.filter(
    (_, nth) => isFullRun || (backing === 'embedded' ? nth % 3 === 0 : nth === 4),
  )
  it.each(answers)(
    'gets one request, and its answer is shown as received: %s',
    async (_, answer, status, httpStatus) => {
      const transaction = await createTransactionInReview(stack)
      const task = await loadTaskId(stack, transaction)
      liar.answers.set(task, answer)
      const { decision } = await decideAndApprove(pair, transaction)
      expect(await waitForActionEnd(stack, decision)).toMatchObject({
        status,
        http_status: httpStatus,
        code: null,
      })
      expect(liar.heard.filter((path) => path.includes(task))).toEqual([`/stage/v1/tasks/${task}/accept`])
      expect((await loadDecision(pair[0], decision)).decision.action).toMatchObject({ status, httpStatus })
      const { decisions } = await pair[0].get(endpoints.listDecisions, {
        params: { env },
        query: { show: 'open' },
      })
      expect(decisions.map((one) => one.decision)).toContain(decision)
    },
  )
})

describe('notifications that name tasks', () => {
  let stack: Stack
  let pair: readonly [Visitor, Visitor]
  beforeAll(async () => {
    stack = await startOn('embedded', { config: operatorActionVariables })
    pair = [await stack.as('finance'), await stack.as('finance2')]
  })
  afterAll(() => stack.stop())

  it('do not name the current task if they arrive late', async () => {
    const transaction = await createTransactionInReview(stack)
    const task = await loadTaskId(stack, transaction)
    const { db } = stack.deps.store
    // Record that an earlier read saw the transaction leave `PROCESSING`.
    await db
      .insertInto('observations')
      .values({
        ...{ environment: env, transaction_id: transaction, version: 1, what: 'state', source: 'read' },
        ...{ before_value: 'PROCESSING', after_value: 'PENDING', to_at: Date.now() },
      })
      .execute()
    await notifyAndAwaitRead(stack, transaction, {
      state: 'PROCESSING',
      outstanding_tasks: [{ id: 'of-before' }],
    })
    const late = await db
      .selectFrom('notification_queue')
      .select(['late', 'effect'])
      .where('transaction_id', '=', transaction)
      .where('state', '=', 'PROCESSING')
      .executeTakeFirst()
    expect(late).toEqual({ late: 1, effect: 'differs' })
    const { decision } = await decideAndApprove(pair, transaction)
    expect(await waitForActionEnd(stack, decision)).toMatchObject({
      status: 'answered',
      target: `task/${task}`,
    })
    expect(await countActionRequestsTo(stack, 'of-before')).toEqual({ asked: 0, carriedOut: 0 })
  })

  it('cause one request for a task even if two transactions name the same task', async () => {
    const [one, other] = [await createTransactionInReview(stack), await createTransactionInReview(stack)]
    const task = await loadTaskId(stack, one)
    await notifyAndAwaitRead(stack, other, { outstanding_tasks: [{ id: task }] })
    const made = [await decideAndApprove(pair, one), await decideAndApprove(pair, other, 'reject')]
    const rows = await Promise.all(made.map(({ decision }) => waitForActionEnd(stack, decision)))
    expect(rows.map((row) => row?.status)).toEqual(['answered', 'not_sent'])
    expect(await countActionRequestsTo(stack, task)).toEqual({ asked: 1, carriedOut: 1 })
  })
})

describe('without verification of notifications', () => {
  it('a notification without the secret of the transaction names no task', async () => {
    const stack = await startOn('embedded', {
      config: { ...operatorActionVariables, PAYDESK_STAGE_NOTIFICATION_PROOF: 'none' },
    })
    try {
      const pair = [await stack.as('finance'), await stack.as('finance2')] as const
      const transaction = await createTransactionInReview(stack)
      const task = await loadTaskId(stack, transaction)
      const theirs = { outstanding_tasks: [{ id: 'theirs' }] }
      for (const secret of [null, '', 'guessed', { $ne: 1 }, [await secretOf(stack, transaction)]])
        await notifyAndAwaitRead(stack, transaction, { ...theirs, secret })
      const { decision } = await decideAndApprove(pair, transaction)
      expect(await waitForActionEnd(stack, decision)).toMatchObject({
        status: 'answered',
        target: `task/${task}`,
      })
      expect(await countActionRequestsTo(stack, 'theirs')).toEqual({ asked: 0, carriedOut: 0 })
    } finally {
      await stack.stop()
    }
  })
})

describe('two instances that take the lease from each other', () => {
  it('request every decision once', async () => {
    const stack = await startOn('postgres', { config: operatorActionVariables })
    const other = await startAnother(stack)
    try {
      const pair = [await stack.as('finance'), await stack.as('finance2')] as const
      const transactions = await Promise.all(
        Array.from({ length: pickByRunLength(3, 6) }, () => createTransactionInReview(stack)),
      )
      const tasks = await Promise.all(transactions.map((one) => loadTaskId(stack, one)))
      const made = await withHeldLease(stack, async () => {
        const decisions: DecisionId[] = []
        for (const transaction of transactions)
          decisions.push((await decideAndApprove(pair, transaction)).decision)
        return decisions
      })
      other.deps.startWorkers()
      const takeAway = () =>
        stack.deps.store.db
          .updateTable('leases')
          .set({ until: 0 })
          .where('name', '=', `reader/${env}`)
          .execute()
      const statuses = async () =>
        Promise.all(made.map(async (decision) => (await actionRow(stack, decision))?.status))
      for (let nth = 0; nth < 200 && (await statuses()).some((one) => one === 'planned'); nth += 1) {
        await takeAway()
        await sleepFor(40)
      }
      await Promise.all(made.map((decision) => waitForActionEnd(stack, decision)))
      for (const task of tasks)
        expect(await countActionRequestsTo(stack, task)).toEqual({ asked: 1, carriedOut: 1 })
    } finally {
      await other.stop()
      await stack.stop()
    }
  })
})

describe('a database that fails while decisions are carried out', () => {
  it('causes no request twice, and no action is wrongly reported as sent or answered', {
    timeout: 900_000,
  }, async () => {
    const link = await startLink(new URL(await createMigratedDatabase()))
    const stack = await startStack({ config: { ...operatorActionVariables, DATABASE_URL: link.url } })
    try {
      const pair = [await stack.as('finance'), await stack.as('finance2')] as const
      const all: { readonly task: string; readonly decision: DecisionId }[] = []
      const transactions = await Promise.all(
        Array.from({ length: pickByRunLength(3, 8) }, () => createTransactionInReview(stack)),
      )
      await withHeldLease(stack, async () => {
        for (const transaction of transactions) {
          const { decision } = await decideAndApprove(pair, transaction)
          all.push({ task: await loadTaskId(stack, transaction), decision })
        }
      })
      for (let nth = 0; nth < pickByRunLength(4, 12); nth += 1) {
        await sleepFor(60 + 25 * nth)
        link.cut()
        if (nth % 4 !== 3) continue
        link.state.mode = 'refuse'
        await sleepFor(200)
        link.state.mode = 'pass'
      }
      const rows = await vi.waitFor(
        async () => {
          const found = await Promise.all(all.map(({ decision }) => actionRow(stack, decision)))
          for (const row of found) expect(['answered', 'unknown', 'not_sent']).toContain(row?.status)
          return found
        },
        { ...pollOptions, timeout: 300_000 },
      )
      for (const [nth, { task }] of all.entries()) {
        const { asked } = await countActionRequestsTo(stack, task)
        expect(asked, rows[nth]?.status).toBeLessThanOrEqual(1)
        if (rows[nth]?.status === 'answered') expect(asked).toBe(1)
        if (rows[nth]?.status === 'not_sent') expect(asked).toBe(0)
      }
    } finally {
      link.state.mode = 'pass'
      await stack.stop()
      await link.stop()
    }
  })
})
