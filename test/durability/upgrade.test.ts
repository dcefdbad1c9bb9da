import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { grownIds } from '../sandbox/grown.ts'
import { controlSandbox, valueAt } from '../sandbox/test-client.ts'
import type { Backing, BackingName } from '../support/stack/backing.ts'
import { freePort } from '../support/stack/ports.ts'
import { serverPrograms } from '../support/stack/postgres.ts'
import {
  buildPresentRelease,
  buildPreviousRelease,
  type CommandResult,
  copyRelease,
  plantMigration,
  runCommandOf,
  startRelease,
} from '../support/stack/releases.ts'
import { startRoundRobin } from '../support/stack/round-robin.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { type Person, Visitor } from '../support/stack/start.ts'
import { growBodies } from './bodies.ts'
import { newEmptyBacking, startLab, waitUntilHolds } from './harness.ts'
import { compareWithLedger, DeliveryLedger } from './ledger.ts'
import { NotificationSender } from './sender.ts'

const env = 'stage' as const
const perSecond = 60
const caseCount = 300
/** Longest time (ms) without an answer to a read while the embedded database is upgraded. */
const maxUnansweredMs = 10_000

/** Adds a table and a column, as a version may that the version before runs beside. */
const addedTables = `create table planted_notes (id text primary key);

alter table transactions add column planted_note text;
`
/** Fails in its second step; the first one must be undone. */
const failingTables = `create table planted_half (id text primary key);

insert into a_table_that_is_missing (id) values ('1');
`

interface Releases {
  readonly previous: string
  readonly next: string
  readonly failingMigration: string
  readonly failingSelfCheck: string
}

let releases: Releases
let removeReleases = () => {}

async function buildReleases(): Promise<Releases> {
  const previous = await buildPreviousRelease()
  const { folder, remove } = await buildPresentRelease()
  removeReleases = remove
  const failingMigration = await copyRelease(folder, 'failing-migration')
  plantMigration(failingMigration, failingTables)
  const next = await copyRelease(folder, 'next')
  plantMigration(next, addedTables)
  const failingSelfCheck = await copyRelease(next, 'failing-self-check')
  rmSync(join(failingSelfCheck, 'web/dist/index.html'))
  return { previous, next, failingMigration, failingSelfCheck }
}

/**
 * Members of answers that the load needs. The contracts are those of the present version; answers of the version before
 * may have other members, which only its own pages read.
 */
const answers = {
  any: z.unknown(),
  search: z.looseObject({ hits: z.array(z.looseObject({ customer: z.string() })).min(1) }),
  identity: z.looseObject({ identity: z.looseObject({ identity: z.string() }) }),
  reviewCase: z.looseObject({ recordHash: z.string() }),
  decision: z.looseObject({
    answer: z.string(),
    decision: z.looseObject({ decision: z.string() }).optional(),
  }),
} as const

/** Calls an endpoint of either version. Throws if the status is not 200. */
async function callEither<S extends z.ZodType>(
  visitor: Visitor,
  answer: S,
  ...[endpoint, input]: Parameters<Visitor['call']>
): Promise<z.output<S>> {
  const { status, json, text } = await visitor.call(endpoint, input)
  if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${text.slice(0, 300)}`)
  return answer.parse(json)
}

/** Answers that people and the payment service got, with what must be found afterwards. */
class Load {
  readonly ledger: DeliveryLedger
  readonly decisions = new Set<string>()
  readonly tickets = new Set<string>()
  /** Reads that failed, and the longest time (ms) between two that were answered. */
  readonly reads = { answered: 0, failed: 0, longestMs: 0 }
  isOver = false
  #lastFailure = 'no failure'
  readonly #origin: string
  #all: Promise<unknown> = Promise.resolve()
  #sender: NotificationSender

  constructor(name: string, origin: string) {
    this.#origin = origin
    this.ledger = new DeliveryLedger(name)
    this.#sender = new NotificationSender({
      origins: [origin.replace('localhost', '127.0.0.1')],
      ledger: this.ledger,
    })
  }

  async #as(person: Person): Promise<Visitor> {
    const visitor = new Visitor(this.#origin)
    await visitor.signIn(person)
    return visitor
  }

  async start(bodies: Awaited<ReturnType<typeof growBodies>>, cases: readonly string[]): Promise<void> {
    const [finance, compliance, support] = [
      await this.#as('finance'),
      await this.#as('compliance'),
      await this.#as('support'),
    ]
    const { customer, identity } = await findCustomer(compliance)
    this.#all = Promise.all([
      this.#notify(bodies),
      this.#decide(finance, cases),
      this.#reveal(compliance, identity),
      this.#read(support, customer),
    ])
  }

  /** Resolves when each kind of work went on: everything that was counted so far has grown. */
  async goesOn(): Promise<void> {
    const count = () => [this.ledger.count('ok'), this.decisions.size, this.tickets.size, this.reads.answered]
    const before = count()
    await waitUntilHolds(async () => {
      const now = count()
      return before.flatMap((one, nth) =>
        (now[nth] ?? 0) >= one + 3 ? [] : [`work ${nth} stands still: ${this.#lastFailure}`],
      )
    }, 60_000)
  }

  async end(): Promise<void> {
    this.isOver = true
    await this.#all
    this.#sender.stop()
    await this.ledger.close()
  }

  async #notify(bodies: Awaited<ReturnType<typeof growBodies>>): Promise<void> {
    const isOver = () => this.isOver
    function* untilOver(): Generator<Buffer> {
      while (!isOver()) yield bodies.next()
    }
    const again: Promise<void>[] = []
    await this.#sender.atRate(untilOver(), perSecond, (body) => {
      again.push(this.#sender.untilAcknowledged(body))
    })
    await Promise.all(again)
  }

  /** Does `step` again and again; a failure is a server that is away. */
  async #repeat(step: (turn: number) => Promise<void>, pauseMs: number, failed = () => {}): Promise<void> {
    for (let turn = 0; !this.isOver; turn += 1) {
      await step(turn).catch((error: unknown) => {
        this.#lastFailure = String(error)
        failed()
      })
      await sleepFor(pauseMs)
    }
  }

  #decide(visitor: Visitor, cases: readonly string[]): Promise<void> {
    const left = [...cases]
    return this.#repeat(async () => {
      const [next] = left
      if (next === undefined) throw new Error('no case is left: grow more')
      const params = { env, transaction: transactionIdSchema.parse(next) }
      await callEither(visitor, answers.any, endpoints.claimCase, { params, body: {} })
      const { recordHash } = await callEither(visitor, answers.reviewCase, endpoints.showCase, { params })
      const text = 'The bank confirmed the holder of the account'
      const body = { verdict: 'accept', reason: 'identity_confirmed', text, recordHash }
      // Take the case away first: a decision whose answer is lost is not made again.
      left.shift()
      const made = await callEither(visitor, answers.decision, endpoints.decideCase, { params, body })
      if (made.answer === 'made' && made.decision !== undefined) this.decisions.add(made.decision.decision)
    }, 200)
  }

  #reveal(visitor: Visitor, identity: string): Promise<void> {
    return this.#repeat(async (turn) => {
      const ticket = `UPGRADE-${turn}`
      const body = {
        ...{ record: { kind: 'identity', identity }, path: ['profile', 'email'] },
        ...{ purpose: 'incident', caseRef: ticket },
      }
      await callEither(visitor, answers.any, endpoints.revealField, { params: { env }, body })
      this.tickets.add(ticket)
    }, 100)
  }

  #read(visitor: Visitor, customer: string): Promise<void> {
    let lastMs = performance.now()
    const failed = () => {
      this.reads.failed += 1
    }
    return this.#repeat(
      async () => {
        await callEither(visitor, answers.any, endpoints.showCustomer, { params: { env, customer } })
        this.reads.answered += 1
        this.reads.longestMs = Math.max(this.reads.longestMs, Math.round(performance.now() - lastMs))
        lastMs = performance.now()
      },
      50,
      failed,
    )
  }
}

async function findCustomer(visitor: Visitor): Promise<{ customer: string; identity: string }> {
  const found = await callEither(visitor, answers.search, endpoints.searchRecords, {
    params: { env },
    body: { text: 'cust-00417' },
  })
  const customer = found.hits[0]?.customer ?? ''
  const { identity } = await callEither(visitor, answers.identity, endpoints.showCustomerIdentity, {
    params: { env, customer },
  })
  return { customer, identity: identity.identity }
}

type Running = Awaited<ReturnType<typeof startRelease>>
type Variables = Readonly<Record<string, string>>

/** Servers of one version: one on the embedded database, two behind one address on PostgreSQL. */
class Site {
  readonly #variables: readonly Variables[]
  readonly #running: Running[] = []
  readonly #isShared: boolean

  constructor(variables: readonly Variables[]) {
    this.#variables = variables
    this.#isShared = variables.length > 1
  }

  /** Starts the servers that do not run; replaces those that run, one after the other. */
  async run(release: string): Promise<void> {
    for (const [nth, variables] of this.#variables.entries()) {
      await this.#running[nth]?.stop()
      this.#running[nth] = await startRelease(release, variables)
    }
  }

  /** Upgrades as docs/operations.md says: the embedded server is stopped, those on PostgreSQL run on. */
  async upgrade(release: string, previous: string): Promise<CommandResult> {
    if (!this.#isShared) await Promise.all(this.#running.splice(0).map((one) => one.stop()))
    const result = await runCommandOf(release, ['upgrade'], this.#variables[0] ?? {})
    if (result.code === 0) await this.run(release)
    else if (!this.#isShared) await this.run(previous)
    return result
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((one) => one.stop('SIGKILL')))
  }
}

async function growCases(lab: Awaited<ReturnType<typeof startLab>>, backing: Backing): Promise<string[]> {
  const asked = { account: env, seed: 7, count: caseCount, customers: 30, rows: ['manual-review' as const] }
  const { sandbox } = lab
  const answer = await controlSandbox(sandbox, 'POST', 'grow', asked)
  const ids = [...grownIds({ ...asked, first: Number(valueAt(answer, 'first')) })]
  expect(ids[0]).toBe(valueAt(answer, 'firstId'))
  for (const id of ids) await controlSandbox(sandbox, 'POST', `transactions/${id}/notify`, { account: env })
  await waitUntilHolds(async () => {
    const [row] = await backing.rows('select count(*) as found from review_cases')
    return Number(row?.found) >= caseCount ? [] : [`${String(row?.found)} cases`]
  }, 60_000)
  return ids
}

describe.runIf(isFullRun)('upgrade from the version before, under load', () => {
  beforeAll(async () => {
    releases = await buildReleases()
  }, 600_000)
  afterAll(() => removeReleases())

  it.each<BackingName>(['embedded', 'postgres'])(
    'loses nothing, and goes back after a failure (%s)',
    { timeout: 600_000 },
    async (name) => {
      const backing = await newEmptyBacking(name)
      const isShared = name === 'postgres'
      const lab = await startLab(backing, {
        ...{ PAYDESK_LOG_LEVEL: 'info', PATH: `${serverPrograms() ?? ''}:/usr/bin:/bin` },
        ...{ PAYDESK_READS_PER_SECOND: '200', PAYDESK_CATCH_UP_READS_PER_SECOND: '200' },
      })
      const ports = isShared ? [await freePort(), await freePort()] : [Number(lab.env.PAYDESK_PORT)]
      const front = isShared ? await startRoundRobin(ports, Number(lab.env.PAYDESK_PORT)) : null
      const site = new Site(ports.map((port) => ({ ...lab.env, PAYDESK_PORT: String(port) })))
      try {
        await site.run(releases.previous)
        const load = new Load(`upgrade-${name}`, lab.origin)
        await load.start(await growBodies(lab.sandbox, 60), await growCases(lab, backing))
        await load.goesOn()

        for (const [release, step] of [
          [releases.failingMigration, 'migration'],
          [releases.failingSelfCheck, 'self-check'],
        ] as const) {
          const failed = await site.upgrade(release, releases.previous)
          expect(failed).toMatchObject({
            code: 1,
            output: expect.stringContaining(`The ${step} failed`),
          })
          // The version before works: each kind of work goes on. PostgreSQL keeps the tables of a failed self-check.
          await load.goesOn()
          if (!isShared)
            await expect(backing.rows('select id from planted_notes')).rejects.toThrow(/planted_notes/)
        }
        const upgraded = await site.upgrade(releases.next, releases.previous)
        expect(upgraded).toMatchObject({ code: 0, output: expect.stringContaining('and checked') })
        await load.goesOn()
        await load.end()

        const stored = await backing.rows('select digest, repeats from notification_queue')
        const verdict = compareWithLedger(
          load.ledger,
          stored.filter(({ digest }) => load.ledger.told.has(String(digest))),
        )
        const decided = new Set((await backing.rows('select id from decisions')).map(({ id }) => String(id)))
        const revealed = new Set(
          (await backing.rows(`select case_ref from audit where action = 'field.revealed'`)).map(
            ({ case_ref: ticket }) => String(ticket),
          ),
        )
        console.log(
          `upgrade (${name}): ${verdict.acknowledged} notifications, ${load.decisions.size} decisions and ` +
            `${load.tickets.size} audit entries acknowledged; reads: ${JSON.stringify(load.reads)}`,
        )
        expect(verdict).toMatchObject({ lost: [], duplicated: [], unexpected: [] })
        expect([...load.decisions].filter((one) => !decided.has(one))).toEqual([])
        expect([...load.tickets].filter((one) => !revealed.has(one))).toEqual([])
        expect(await backing.rows('select id from planted_notes')).toEqual([])
        await expect(backing.rows('select id from planted_half')).rejects.toThrow(/planted_half/)
        if (isShared) expect(load.reads.failed).toBe(0)
        else expect(load.reads.longestMs).toBeLessThan(maxUnansweredMs)
        const verified = await runCommandOf(releases.next, ['audit', 'verify'], lab.env)
        expect(verified).toMatchObject({ code: 0 })
        expect(await backing.damage()).toEqual([])
      } finally {
        await site.stop()
        await front?.stop()
        await lab.sandbox.stop()
        backing.remove()
      }
    },
  )
})
