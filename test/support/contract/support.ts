import { requestMigratedFile, requestPostgresUrl } from '@paydesk/bff/platform/database/test-store.test-kit'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import {
  type CustomerHandle,
  environmentName,
  type IdentityHandle,
  type TransactionId,
  transactionId,
} from '@paydesk/shared/core/ids'
import { type Problem, type ProblemId, problem } from '@paydesk/shared/core/problem'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { type Answer, type Stack, type StackOptions, startStack } from '../stack/start.ts'

const backings = ['embedded', 'postgres'] as const
export type Backing = (typeof backings)[number]
/** For suites that no difference of the databases touches: one in the short form, each in the long form. */
export const oneBacking: readonly Backing[] = isFullRun ? backings : ['embedded']
/** The same for a test of a suite that runs on each. */
export const isTriedOn = (backing: Backing): boolean => oneBacking.includes(backing)

export async function startOn(backing: Backing, options: StackOptions = {}): Promise<Stack> {
  const place =
    backing === 'postgres'
      ? { postgres: await requestPostgresUrl() }
      : { embedded: await requestMigratedFile() }
  return startStack({ ...options, ...place })
}

/** A suite over the whole product, once on each database. The stack is there once tests run. */
export function onEachDatabase(
  words: string,
  suite: (stack: () => Stack, backing: Backing) => void,
  config: Readonly<Record<string, string>> = {},
  { on = backings, ...more }: Pick<StackOptions, 'workers'> & { readonly on?: readonly Backing[] } = {},
): void {
  describe.each(on)(`${words} (%s)`, (backing) => {
    let stack: Stack | undefined
    beforeAll(async () => {
      stack = await startOn(backing, { ...more, config })
    })
    afterAll(() => stack?.stop())
    suite(() => {
      if (stack === undefined) throw new Error('the stack did not start')
      return stack
    }, backing)
  })
}

/** A call to the sandbox's control; gives its answer. */
export async function control(stack: Stack, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${stack.sandbox.serviceUrl}/_sandbox/${path}`, {
    headers: { connection: 'close' },
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`sandbox: ${method} ${path} answered ${response.status}`)
  return response.json()
}

const recorded = z.object({ requests: z.array(z.object({ path: z.string() })) })

/** The paths that the service was asked for since the last `forgetRequests`. */
export async function askedPaths(stack: Stack): Promise<string[]> {
  return recorded.parse(await control(stack, 'GET', 'requests')).requests.map(({ path }) => path)
}

export async function forgetRequests(stack: Stack): Promise<void> {
  await control(stack, 'DELETE', 'requests')
}

const situation = z.object({
  rid: z.string(),
  account: z.string(),
  merchant: z.string(),
  identity: z.string().nullable(),
  transactions: z.array(z.string()),
})

/** The ids of one customer of the sandbox, in its order. */
export async function customerOf(stack: Stack, rid: string, merchant = 'demo-merchant') {
  const all = z.array(situation).parse(await control(stack, 'GET', 'situations'))
  const found = all.find((one) => one.rid === rid && one.merchant === merchant)
  if (found === undefined) throw new Error(`the sandbox has no ${rid} at ${merchant}`)
  const transactions = found.transactions.map((id) => transactionId.parse(id))
  const transaction = (index: number): TransactionId => {
    const id = transactions[index]
    if (id === undefined) throw new Error(`${rid} has no transaction ${index}`)
    return id
  }
  return { identity: found.identity ?? '', transaction }
}

const stage = environmentName.parse('stage')

/** The handle under which the office knows a customer, made as a look-up would. */
export function customerHandleOf(
  stack: Stack,
  rid: string,
  merchant = 'demo-merchant',
): Promise<CustomerHandle> {
  return stack.deps.handles.customer(stage, merchant, rid)
}

/** The handle of an identity as this customer's. */
export function identityHandleOf(
  stack: Stack,
  rid: string,
  id: string,
  merchant = 'demo-merchant',
): Promise<IdentityHandle> {
  return stack.deps.handles.identity(stage, merchant, rid, id)
}

/** The audit trail in the order in which it was written. */
export function auditRows(stack: Stack) {
  return stack.deps.store.db.selectFrom('audit').selectAll().orderBy('seq').execute()
}

/** Runs a statement on the product's own connection, as a slip of its own code could. */
export function runSql(stack: Stack, statement: string): Promise<unknown> {
  const { db } = stack.deps.store
  const compiled = db.selectFrom('audit').select('seq').compile()
  return db.executeQuery({ ...compiled, sql: statement, parameters: [] })
}

/** What `deed` adds to the audit trail, with what it gave. */
export async function rowsOf<T>(stack: Stack, deed: () => Promise<T>) {
  const { db } = stack.deps.store
  const newest = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  const value = await deed()
  // Only the new ones: there are thousands after a long suite.
  const added = db
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
  return { value, rows: await added.execute() }
}

/** The problem that an answer carries: the contract's members and no others, kept in no cache, leading nowhere. */
export function problemIn(answer: Answer, ...ids: ProblemId[]): Problem {
  expect(answer.headers.get('content-type'), answer.text.slice(0, 200)).toBe(
    'application/problem+json; charset=utf-8',
  )
  const read = problem.parse(answer.json)
  expect(ids, `${answer.status} ${read.id}`).toContain(read.id)
  expect(read.status).toBe(answer.status)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('location')).toBeNull()
  return read
}

/** Whatever came meanwhile, such as the end of a connection, is noticed first. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((over) => setTimeout(() => setImmediate(over), milliseconds))
}

/** Waits where the day is about to end: what is counted by days is then of one day. */
export async function awayFromMidnight({ deps }: Stack): Promise<void> {
  const form = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  for (const timeZone of ['UTC', deps.zone]) {
    const parts = new Intl.DateTimeFormat('en-GB', { ...form, timeZone }).format().split(':').map(Number)
    const left = 86_400 - parts.reduce((sum, part) => sum * 60 + part, 0)
    if (left <= 120) await pause((left + 1) * 1_000)
  }
}

/** Waits until the index has noted the transaction, which happens behind the answer of a read. */
export async function untilNoted({ deps }: Stack, transaction: string): Promise<void> {
  const row = deps.store.db.selectFrom('transactions').select('id').where('id', '=', transaction)
  await vi.waitFor(() => row.executeTakeFirstOrThrow(), { timeout: 60_000, interval: 10 })
}

/** Waits until the reader has read as well what the index has noted: until then the next look may find more. */
export async function untilRead({ deps }: Stack, transaction: string): Promise<void> {
  const read = deps.store.db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', transaction)
    .where('read_at', 'is not', null)
  await vi.waitFor(() => read.executeTakeFirstOrThrow(), { timeout: 60_000, interval: 10 })
}
