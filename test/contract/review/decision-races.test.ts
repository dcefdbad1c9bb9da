import { databaseNames, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  claimAndDecideCase,
  claimAndOpenCase,
  createCaseInReview,
  decideCase,
  decisionRows,
  loadDecision,
} from '../../support/contract/decisions.ts'
import { itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { startAnother } from '../../support/contract/second-instance.ts'
import {
  askedPaths,
  controlSandbox,
  forgetRequests,
  problemIn,
  runSql,
  startOn,
} from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const soon = { timeout: 60_000, interval: 20 }
const found = z.object({ rows: z.array(z.unknown()) })

/** Counts other connections to the database of the product that match the SQL condition `like`. */
async function busy(stack: Stack, like: string): Promise<number> {
  const statement = `select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${like}`
  return found.parse(await runSql(stack, statement)).rows.length
}

const words = 'The statement is of another person, ask again'

describe.each(databaseNames)('racing decisions (%s)', (backing) => {
  let stack: Stack
  let other: Awaited<ReturnType<typeof startAnother>> | null = null
  const origins = () => [stack.origin, other?.origin ?? stack.origin]
  /** Opens a session per subject, alternating between the two instances. */
  const sessions = (subjects: readonly string[]): Promise<Visitor[]> =>
    Promise.all(subjects.map((one, nth) => startSessionOf(stack, one, ['finance'], origins()[nth % 2])))
  beforeAll(async () => {
    stack = await startOn(backing, { workers: false })
    // A second instance on the embedded database refuses to start.
    other = backing === 'postgres' ? await startAnother(stack) : null
  })
  afterAll(async () => {
    await other?.stop()
    await stack.stop()
  })

  it('of one person in many windows make one decision', async () => {
    const windows = await sessions(Array.from({ length: pickByRunLength(8, 20) }, () => 'many.windows'))
    const [first] = windows
    if (first === undefined) throw new Error('nobody is there')
    for (let round = 0; round < pickByRunLength(1, 3); round += 1) {
      const transaction = await createCaseInReview(stack)
      const recordHash = await claimAndOpenCase(first, transaction)
      const answers = await Promise.all(windows.map((one) => decideCase(one, transaction, recordHash)))
      const made = answers.flatMap((one) => (one.answer === 'made' ? [one.decision.decision] : []))
      expect(made).toHaveLength(1)
      for (const one of answers)
        expect(one.answer === 'decided' || one.answer === 'made' ? one.decision.decision : one).toBe(made[0])
      expect(await decisionRows(stack, transaction)).toHaveLength(1)
      expect(await itemRow(stack, transaction)).toMatchObject({ decision: made[0], version: 3 })
    }
  })

  it('are not made by the former owner if the claim is taken over during the read of the payment service', async () => {
    const [mine, theirs] = await sessions(['former.owner', 'next.owner'])
    if (mine === undefined || theirs === undefined) throw new Error('nobody is there')
    const transaction = await createCaseInReview(stack)
    const recordHash = await claimAndOpenCase(mine, transaction)
    const slow = { account: env, operation: 'state', id: transaction, fault: 'slow', times: 1 }
    await controlSandbox(stack, 'POST', 'faults', slow)
    await forgetRequests(stack)
    const deciding = decideCase(mine, transaction, recordHash)
    await vi.waitFor(async () => expect((await askedPaths(stack)).join()).toContain(transaction), soon)
    const body = { takeOver: 'I go on with it' }
    await theirs.get(endpoints.claimCase, { params: { env, transaction }, body })
    expect(await deciding).toEqual({ answer: 'not_yours' })
    expect(await decisionRows(stack, transaction)).toEqual([])
  })

  it('are not approved if they expire during the read of the payment service', async () => {
    const [first, second] = await sessions(['in.time', 'too.late'])
    if (first === undefined || second === undefined) throw new Error('nobody is there')
    const transaction = await createCaseInReview(stack)
    const { decision } = await claimAndDecideCase(first, transaction)
    const { recordHash } = await loadDecision(second, decision)
    const slow = { account: env, operation: 'state', id: transaction, fault: 'slow', times: 1 }
    await controlSandbox(stack, 'POST', 'faults', slow)
    await forgetRequests(stack)
    const params = { env, decision }
    const answering = second.get(endpoints.decideApproval, {
      params,
      body: { answer: 'confirm', recordHash },
    })
    await vi.waitFor(async () => expect((await askedPaths(stack)).join()).toContain(transaction), soon)
    await stack.deps.store.db
      .updateTable('decisions')
      .set({ expires_at: 1 })
      .where('id', '=', decision)
      .execute()
    expect(await answering).toMatchObject({ answer: 'too_late', decision: { status: 'expired' } })
    expect(await decisionRows(stack, transaction)).toMatchObject([{ approval_at: null, live: 0 }])
  })

  it('get one answer from many approvers at once, and the answer is announced once', async () => {
    const [first] = await sessions(['first.person'])
    const seconds = await sessions(
      Array.from({ length: pickByRunLength(6, 12) }, (_, nth) => `second-${nth}`),
    )
    if (first === undefined) throw new Error('nobody is there')
    for (let round = 0; round < pickByRunLength(1, 3); round += 1) {
      const transaction = await createCaseInReview(stack)
      const { decision } = await claimAndDecideCase(first, transaction)
      const prints = await Promise.all(
        seconds.map(async (one) => (await loadDecision(one, decision)).recordHash),
      )
      const answers = await Promise.all(
        seconds.map((one, nth) =>
          one.get(endpoints.decideApproval, {
            params: { env, decision },
            body: {
              answer: ['confirm', 'refuse', 'send_back'][nth % 3],
              text: words,
              recordHash: prints[nth],
            },
          }),
        ),
      )
      const done = answers.flatMap((one, nth) => (one.answer === 'done' ? [nth] : []))
      expect(done).toHaveLength(1)
      const [row] = await decisionRows(stack, transaction)
      expect(row).toMatchObject({ approval_subject: `second-${done[0]}`, version: 2 })
      const told = await stack.deps.store.db
        .selectFrom('changes')
        .select('version')
        .where('kind', '=', 'decision')
        .where('subject_id', '=', decision)
        .orderBy('version')
        .execute()
      expect(told.map(({ version }) => version)).toEqual([1, 2])
      const notes = await stack.deps.store.db
        .selectFrom('review_notes')
        .select('what')
        .where('transaction_id', '=', transaction)
        .execute()
      expect(notes).toHaveLength(row?.status === 'sent_back' ? 1 : 0)
    }
  })

  it('end as withdrawn or as confirmed if they are withdrawn and approved at once', async () => {
    const [first, second] = await sessions(['who.withdraws', 'who.confirms'])
    if (first === undefined || second === undefined) throw new Error('nobody is there')
    for (let round = 0; round < pickByRunLength(3, 10); round += 1) {
      const transaction = await createCaseInReview(stack)
      const { decision } = await claimAndDecideCase(first, transaction)
      const { recordHash } = await loadDecision(second, decision)
      const params = { env, decision }
      await Promise.all([
        first.get(endpoints.withdrawDecision, { params }),
        second.get(endpoints.decideApproval, { params, body: { answer: 'confirm', recordHash } }),
      ])
      const [row] = await decisionRows(stack, transaction)
      const item = await itemRow(stack, transaction)
      if (row?.status === 'withdrawn') expect([row.live, item.decision]).toEqual([0, null])
      else expect([row?.live, row?.follow_up, item.decision_status]).toEqual([1, 'waiting', 'confirmed'])
    }
  })
})

describe('lock contention on one case (postgres)', () => {
  let stack: Stack
  let other: Awaited<ReturnType<typeof startAnother>>
  beforeAll(async () => {
    // Allow every call to wait for all calls before it, on slow machines too.
    stack = await startOn('postgres', { workers: false, config: { PAYDESK_SERVICE_DEADLINE_MS: '60000' } })
    other = await startAnother(stack)
  })
  afterAll(async () => {
    await other.stop()
    await stack.stop()
  })

  /** Locks the row of the case like a slow writer, until the returned function is called. */
  async function held(transaction: string): Promise<() => Promise<void>> {
    const { db } = stack.deps.store
    const isHeld = Promise.withResolvers<void>()
    const letGo = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('review_cases')
        .select('seq')
        .where('transaction_id', '=', transaction)
        .forUpdate()
        .execute()
      isHeld.resolve()
      await letGo.promise
    })
    await isHeld.promise
    return async () => {
      letGo.resolve()
      await holding
    }
  }

  it('leaves one of many decisions on two instances, tells all callers, and keeps other pages readable', async () => {
    const origins = [stack.origin, other.origin]
    const windows = await Promise.all(
      Array.from({ length: pickByRunLength(16, 50) }, (_, nth) =>
        startSessionOf(stack, 'many', ['finance'], origins[nth % 2]),
      ),
    )
    const owner = await startSessionOf(stack, 'many')
    const readers = await Promise.all(
      origins.map((origin) => startSessionOf(stack, 'reader', ['finance'], origin)),
    )
    const transaction = await createCaseInReview(stack)
    const recordHash = await claimAndOpenCase(owner, transaction)
    const letGo = await held(transaction)
    const body = { verdict: 'accept', reason: 'identity_confirmed', text: words, recordHash }
    const deciding = windows.map((one) =>
      one.call(endpoints.decideCase, { params: { env, transaction }, body }),
    )
    // Count waits for this row only: other work waits for other locks.
    const waiting = () => busy(stack, "wait_event_type = 'Lock' and query like '%review_cases%'")
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), soon)
    // Expect the pages of other people to work while the decisions wait.
    for (let time = 0; time < 3; time += 1) {
      const read = (reader: Visitor) => reader.call(endpoints.listDecisions, { params: { env } })
      const pages = await Promise.all(readers.map(read))
      expect(pages.map(({ status }) => status)).toEqual([200, 200])
      // Expect at most one waiting connection per instance, however many calls want the row.
      expect(await waiting()).toBeLessThanOrEqual(2)
    }
    await letGo()
    const answers = await Promise.all(deciding)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const said = answers.map(({ json }) => endpoints.decideCase.response.parse(json))
    const made = said.flatMap((one) => (one.answer === 'made' ? [one.decision.decision] : []))
    expect(made).toHaveLength(1)
    for (const one of said)
      expect(one.answer === 'decided' || one.answer === 'made' ? one.decision.decision : one).toBe(made[0])
    expect(await decisionRows(stack, transaction)).toHaveLength(1)
  })
})

describe('a decision that timed out (postgres)', () => {
  it('is not made afterwards', async () => {
    const stack = await startOn('postgres', { workers: false })
    // Times out before the database does; calls that must not time out go to the other instance.
    const hurried = await startAnother(stack, { upstreamDeadlineMs: 700 })
    try {
      const farid = await startSessionOf(stack, 'farid')
      const inHaste = await startSessionOf(stack, 'farid', ['finance'], hurried.origin)
      const transaction = await createCaseInReview(stack)
      const recordHash = await claimAndOpenCase(farid, transaction)
      const { db } = stack.deps.store
      const isHeld = Promise.withResolvers<void>()
      const letGo = Promise.withResolvers<void>()
      const holding = db.transaction().execute(async (trx) => {
        await trx
          .updateTable('review_cases')
          .set({ kyc: null })
          .where('transaction_id', '=', transaction)
          .execute()
        isHeld.resolve()
        await letGo.promise
      })
      await isHeld.promise
      const body = { verdict: 'accept', reason: 'identity_confirmed', text: words, recordHash }
      const answer = await inHaste.call(endpoints.decideCase, { params: { env, transaction }, body })
      problemIn(answer, 'upstream_timeout')
      letGo.resolve()
      await holding
      await vi.waitFor(async () => expect(await busy(stack, "state <> 'idle'")).toBe(0), soon)
      expect(await decisionRows(stack, transaction)).toEqual([])
      expect(await itemRow(stack, transaction)).toMatchObject({ decision: null })
      // Repeat the call, which makes the decision now.
      expect((await decideCase(farid, transaction, recordHash)).answer).toBe('made')
    } finally {
      await hurried.stop()
      await stack.stop()
    }
  })
})
