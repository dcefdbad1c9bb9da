import { join } from 'node:path'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, it } from 'vitest'
import { numberFrom } from '../sandbox/ids.ts'
import type { Backing, BackingName } from '../support/stack/backing.ts'
import { type ProductOptions, standBy } from '../support/stack/process.ts'
import { sleepFor } from '../support/stack/sleep.ts'
import { Visitor } from '../support/stack/start.ts'
import { newLabBacking, startLab } from './harness.ts'

const backings: readonly BackingName[] = ['embedded', 'postgres']
const env = 'stage'
const lanes = 6
/**
 * Interval in rounds: every `lockedEvery`th round locks the audit log before the kill, so that no further
 * value may be answered.
 */
const lockedEvery = pickByRunLength(1, 10)

/** Skips the embedded database: its single lock stops a reveal before the reveal reaches its audit event. */
const isLocked = ({ name }: Backing, round: number) =>
  name === 'postgres' && round % lockedEvery === lockedEvery - 1

/** Reveals as a client saw them; `tickets` are those whose value arrived, at least in part. */
interface Seen {
  readonly tickets: Set<string>
  asked: number
  answers: number
}

interface Looking {
  readonly origin: string
  readonly visitor: Visitor
  readonly identity: string
  readonly seen: Seen
}

/** Counts every byte that arrives, also of an answer that is cut off. */
async function lookOnce({ origin, visitor, identity, seen }: Looking, caseRef: string): Promise<void> {
  seen.asked += 1
  const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${origin}/api/${env}/reveals`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', [csrfHeader.name]: csrfHeader.value },
    body: JSON.stringify({
      record: { kind: 'identity', identity },
      ...{ path: ['profile', 'email'], purpose: 'incident', caseRef },
    }),
  })
  seen.answers += 1
  const reader = response.body?.getReader()
  let text = ''
  try {
    for (;;) {
      const part = await reader?.read()
      if (part === undefined || part.done) break
      text += Buffer.from(part.value).toString()
    }
  } finally {
    if (response.status === 200 && text.includes('"value"')) seen.tickets.add(caseRef)
  }
}

async function identityAt(visitor: Visitor): Promise<string> {
  const { hits } = await visitor.get(endpoints.searchRecords, {
    params: { env },
    body: { text: 'cust-00417' },
  })
  const [hit] = hits
  if (hit?.kind !== 'customer') throw new Error('the customer was not found')
  const { identity } = await visitor.get(endpoints.showCustomerIdentity, {
    params: { env, customer: hit.customer },
  })
  return identity?.identity ?? ''
}

interface Rounds {
  readonly backing: Backing
  readonly product: ProductOptions
  readonly origin: string
  readonly rounds: number
  readonly seed: number
}

/** Reveals from several lanes; kills Paydesk at a random moment `rounds` times, and starts it again. */
async function killWhileRevealing({ backing, product, origin, rounds, seed }: Rounds) {
  const begun = Date.now()
  const seen: Seen = { tickets: new Set(), asked: 0, answers: 0 }
  let running = await standBy(product).go()
  const visitor = new Visitor(origin)
  await visitor.signIn('compliance')
  const identity = await identityAt(visitor)
  for (let round = 0; round < rounds; round += 1) {
    const next = standBy(product)
    let isOver = false
    const lane = async (nth: number) => {
      for (let turn = 0; !isOver; turn += 1)
        await lookOnce({ origin, visitor, identity, seen }, `R${round}-${nth}-${turn}`).catch(() => undefined)
    }
    const before = seen.tickets.size
    const looking = Array.from({ length: lanes }, (_, nth) => lane(nth))
    // Wait for a number of received values, not a time: on any machine the kill falls into the work.
    const wanted = before + 2 + numberFrom(`reveal-kill|${seed}|${round}`, pickByRunLength(8, 40))
    const giveUpAt = Date.now() + 60_000
    while (seen.tickets.size < wanted && Date.now() < giveUpAt) await sleepFor(1)
    const answered = seen.answers + lanes
    const unlock = isLocked(backing, round)
      ? await backing.blockWriters('audit', () => seen.answers > answered)
      : null
    await sleepFor(numberFrom(`moment|${seed}|${round}`, 10))
    await running.kill()
    isOver = true
    await Promise.all(looking)
    await unlock?.()
    running = await next.go()
  }
  await running.stop()
  const rows = await backing.rows(
    `select case_ref from audit where action = 'field.revealed' and result = 'allowed'`,
  )
  const committed = new Set(rows.map((row) => String(row.case_ref)))
  return {
    rounds,
    asked: seen.asked,
    seen: seen.tickets.size,
    committed: committed.size,
    unrecorded: [...seen.tickets].filter((ticket) => !committed.has(ticket)),
    damage: await backing.damage(),
    seconds: Math.round((Date.now() - begun) / 1_000),
  }
}

async function run(name: BackingName, rounds: number, seed: number, preload: readonly string[] = []) {
  const backing = await newLabBacking(name)
  const lab = await startLab(backing)
  try {
    const product = { env: lab.env, preload }
    return await killWhileRevealing({ backing, product, origin: lab.origin, rounds, seed })
  } finally {
    await lab.sandbox.stop()
    backing.remove()
  }
}

const figures = (text: string, { unrecorded, damage, ...counts }: Awaited<ReturnType<typeof run>>) =>
  console.log(`${text}: ${JSON.stringify(counts)}, ${unrecorded.length} seen without an entry`)

describe.concurrent.each(backings)('kill -9 at random moments during reveals (%s)', (name) => {
  it('commits the audit event of every value that a client has received', { timeout: 900_000 }, async () => {
    const result = await run(name, pickByRunLength(1, 200), 1)
    figures(`reveals, kill -9 (${name})`, result)
    expect(result.unrecorded).toEqual([])
    expect(result.damage).toEqual([])
    expect(result.seen).toBeGreaterThan(result.rounds)
    // Expect at least as many events as values: a kill may leave an event whose value was never received.
    expect(result.committed).toBeGreaterThanOrEqual(result.seen)
  })

  it.runIf(isFullRun)(
    'the same run detects the planted bug "answer before the event"',
    { timeout: 300_000 },
    async () => {
      const plant = join(import.meta.dirname, 'plants/reveal-early.ts')
      const result = await run(name, 4, 2, [plant])
      figures(`reveals, answer before the entry (${name})`, result)
      expect(result.unrecorded.length).toBeGreaterThan(0)
    },
  )
})
