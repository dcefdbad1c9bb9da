import { requestMigratedFile, requestPostgresUrl } from '@paydesk/bff/platform/database/test-store.test-kit'
import { databaseNames, isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import {
  type CustomerHandle,
  environmentNameSchema,
  type IdentityHandle,
  type TransactionId,
  transactionIdSchema,
} from '@paydesk/shared/core/ids'
import { type Problem, type ProblemId, problemSchema } from '@paydesk/shared/core/problem'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { z } from 'zod'
import { sendRequest } from '../stack/browse.ts'
import { sleepFor } from '../stack/sleep.ts'
import { type Answer, type Stack, type StackOptions, startStack } from '../stack/start.ts'

export type DatabaseName = (typeof databaseNames)[number]
/** Databases for suites that do not depend on the database: one in the short form, all in the long form. */
export const oneBacking: readonly DatabaseName[] = isFullRun ? databaseNames : ['embedded']
/**
 * True if a test that does not depend on the database runs on this one, in a suite that runs on all of them.
 */
export const isTriedOn = (backing: DatabaseName): boolean => oneBacking.includes(backing)

export async function startOn(backing: DatabaseName, options: StackOptions = {}): Promise<Stack> {
  const place =
    backing === 'postgres'
      ? { postgres: await requestPostgresUrl() }
      : { embedded: await requestMigratedFile() }
  return startStack({ ...options, ...place })
}

/** Defines a suite over the whole product, once per database. `stack` throws before tests run. */
export function onEachDatabase(
  text: string,
  suite: (stack: () => Stack, backing: DatabaseName) => void,
  config: Readonly<Record<string, string>> = {},
  {
    on = databaseNames,
    ...more
  }: Pick<StackOptions, 'workers' | 'databaseLimits'> & { readonly on?: readonly DatabaseName[] } = {},
): void {
  describe.each(on)(`${text} (%s)`, (backing) => {
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

/**
 * Defines a suite whose promise does not lie in SQL: on the embedded database in the short form, on each database
 * in the long form. The tests of the stores and of every endpoint run its statements on both.
 */
export function onOneDatabase(
  text: string,
  suite: Parameters<typeof onEachDatabase>[1],
  config: Readonly<Record<string, string>> = {},
  options: Pick<StackOptions, 'workers'> = {},
): void {
  onEachDatabase(text, suite, config, { ...options, on: oneBacking })
}

/** Calls the sandbox's control interface. Returns the answer; throws if the status is an error. */
export async function controlSandbox(
  stack: Stack,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await sendRequest(`${stack.sandbox.serviceUrl}/_sandbox/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`sandbox: ${method} ${path} answered ${response.status}`)
  return JSON.parse(await response.text())
}

const recorded = z.object({ requests: z.array(z.object({ path: z.string() })) })

/** Paths requested from the payment service since the last `forgetRequests`. */
export async function askedPaths(stack: Stack): Promise<string[]> {
  return recorded.parse(await controlSandbox(stack, 'GET', 'requests')).requests.map(({ path }) => path)
}

export async function forgetRequests(stack: Stack): Promise<void> {
  await controlSandbox(stack, 'DELETE', 'requests')
}

const situation = z.object({
  rid: z.string(),
  account: z.string(),
  merchant: z.string(),
  identity: z.string().nullable(),
  transactions: z.array(z.string()),
})

/** Ids of one customer of the sandbox, in the sandbox's order. Throws if there is no such customer. */
export async function customerOf(stack: Stack, rid: string, merchant = 'demo-merchant') {
  const all = z.array(situation).parse(await controlSandbox(stack, 'GET', 'situations'))
  const found = all.find((one) => one.rid === rid && one.merchant === merchant)
  if (found === undefined) throw new Error(`the sandbox has no ${rid} at ${merchant}`)
  const transactions = found.transactions.map((id) => transactionIdSchema.parse(id))
  const transaction = (index: number): TransactionId => {
    const id = transactions[index]
    if (id === undefined) throw new Error(`${rid} has no transaction ${index}`)
    return id
  }
  return { identity: found.identity ?? '', transaction }
}

const stage = environmentNameSchema.parse('stage')

/** Handle of a customer, created as a search would create it. */
export function customerHandleOf(
  stack: Stack,
  rid: string,
  merchant = 'demo-merchant',
): Promise<CustomerHandle> {
  return stack.deps.handles.getOrCreateCustomerHandle(stage, merchant, rid)
}

/** Handle of an identity as part of this customer. */
export function identityHandleOf(
  stack: Stack,
  rid: string,
  id: string,
  merchant = 'demo-merchant',
): Promise<IdentityHandle> {
  return stack.deps.handles.getOrCreateIdentityHandle(stage, merchant, rid, id)
}

/** Audit log in the order of writing. */
export function auditRows(stack: Stack) {
  return stack.deps.store.db.selectFrom('audit').selectAll().orderBy('seq').execute()
}

/** Runs a statement on the product's own connection, as a bug in its code could. */
export function runSql(stack: Stack, statement: string): Promise<unknown> {
  const { db } = stack.deps.store
  const compiled = db.selectFrom('audit').select('seq').compile()
  return db.executeQuery({ ...compiled, sql: statement, parameters: [] })
}

/** Runs `deed`. Returns the result and the audit entries that were added. */
export async function rowsOf<T>(stack: Stack, deed: () => Promise<T>) {
  const { db } = stack.deps.store
  const newest = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  const value = await deed()
  // Select only the new entries: a long suite leaves thousands.
  const added = db
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>', newest?.seq ?? 0)
    .orderBy('seq')
  return { value, rows: await added.execute() }
}

/** Parses the problem in an answer: exactly the contract's fields, not cacheable, without a redirect. */
export function problemIn(answer: Answer, ...ids: ProblemId[]): Problem {
  expect(answer.headers.get('content-type'), answer.text.slice(0, 200)).toBe(
    'application/problem+json; charset=utf-8',
  )
  const read = problemSchema.parse(answer.json)
  expect(ids, `${answer.status} ${read.id}`).toContain(read.id)
  expect(read.status).toBe(answer.status)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('location')).toBeNull()
  return read
}

/** Options of a wait for an event. The timeout only ends hanging tests. */
export const pollOptions = { timeout: 60_000, interval: 50 }

/** Waits past midnight if the day is about to end, because counts per day must fall into one day. */
export async function awayFromMidnight({ deps }: Stack): Promise<void> {
  const form = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  for (const timeZone of ['UTC', deps.zone]) {
    const parts = new Intl.DateTimeFormat('en-GB', { ...form, timeZone }).format().split(':').map(Number)
    const left = 86_400 - parts.reduce((sum, part) => sum * 60 + part, 0)
    if (left <= 120) await sleepFor((left + 1) * 1_000)
  }
}

/** Waits until our records contain the transaction, which happens after the answer of a read. */
export async function untilNoted({ deps }: Stack, transaction: string): Promise<void> {
  const row = deps.store.db.selectFrom('transactions').select('id').where('id', '=', transaction)
  await vi.waitFor(() => row.executeTakeFirstOrThrow(), { timeout: 60_000, interval: 10 })
}

/** Waits for the first background read of a recorded transaction, which may still find changes. */
export async function untilRead({ deps }: Stack, transaction: string): Promise<void> {
  const read = deps.store.db
    .selectFrom('transactions')
    .select('id')
    .where('id', '=', transaction)
    .where('read_at', 'is not', null)
  await vi.waitFor(() => read.executeTakeFirstOrThrow(), { timeout: 60_000, interval: 10 })
}
