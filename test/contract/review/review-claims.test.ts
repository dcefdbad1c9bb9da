import { databaseNames, isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaseInReview, decideCase, decisionRows, openCase } from '../../support/contract/decisions.ts'
import { insertItem, itemRow, startSessionOf } from '../../support/contract/review-cases.ts'
import { startBeside } from '../../support/contract/second-instance.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import { auditRows, onEachDatabase, problemIn, startOn } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const items = pickByRunLength(5, 100)
const people = pickByRunLength(20, 50)

/** Claims like a page: repeats calls for which the database had no connection in time. */
async function claim(visitor: Visitor, transaction: TransactionId, takeOver?: string) {
  const body = takeOver === undefined ? {} : { takeOver }
  for (;;) {
    const answer = await visitor.call(endpoints.claimCase, { params: { env, transaction }, body })
    if (answer.status === 200) return endpoints.claimCase.response.parse(answer.json)
    problemIn(answer, 'unavailable')
  }
}

/** Expires the claim of this case in the database, instead of waiting five minutes. */
const runOut = ({ deps }: Stack, transaction: string) =>
  Promise.all([
    deps.store.db
      .updateTable('review_cases')
      .set({ claim_until: 1 })
      .where('transaction_id', '=', transaction)
      .execute(),
    deps.store.db
      .updateTable('review_claims')
      .set({ until: 1 })
      .where('transaction_id', '=', transaction)
      .execute(),
  ])

describe.each(databaseNames)('concurrent claims (%s)', (backing) => {
  let stack: Stack
  let other: Awaited<ReturnType<typeof startBeside>>
  const visitors: Visitor[] = []
  beforeAll(async () => {
    stack = await startOn(backing, { workers: false })
    other = await startBeside(stack, backing)
    const origins = [stack.origin, other.origin]
    for (let nth = 0; nth < people; nth += 1)
      visitors.push(await startSessionOf(stack, `person-${nth}`, ['finance'], origins[nth % 2]))
  })
  afterAll(async () => {
    await other.stop()
    await stack.stop()
  })

  it(`${people} people claim each of ${items} cases at once: one gets the case, all see the owner`, {
    timeout: 1_800_000,
  }, async () => {
    for (let nth = 0; nth < items; nth += 1) {
      const transaction = await insertItem(stack)
      const answers = await Promise.all(visitors.map((visitor) => claim(visitor, transaction)))
      const winners = answers.flatMap(({ answer }, who) => (answer === 'taken' ? [who] : []))
      expect(winners, `item ${nth}`).toHaveLength(1)
      const [winner = -1] = winners
      const row = await itemRow(stack, transaction)
      expect(row).toMatchObject({ claim_subject: `person-${winner}`, version: 2 })
      for (const [who, answer] of answers.entries()) {
        if (answer.answer === 'gone') throw new Error('an item in the queue was gone')
        expect(answer.row.claim?.by).toEqual({
          name: `Name of person-${winner}`,
          me: who === winner,
        })
      }
    }
    const told = await stack.deps.store.db
      .selectFrom('changes')
      .select('subject_id')
      .where('kind', '=', 'review')
      .execute()
    expect(told).toHaveLength(items)
    expect(new Set(told.map(({ subject_id }) => subject_id)).size).toBe(items)
    const taken = (await auditRows(stack)).filter(({ action }) => action === 'case.claimed')
    expect(taken).toHaveLength(items)
  })

  it('the case of a killed browser goes to one other person, after the lease or by take-over', async () => {
    for (const way of ['after the lease', 'by take-over'] as const) {
      const transaction = await createCaseInReview(stack)
      const first = await Promise.all(visitors.map((visitor) => claim(visitor, transaction)))
      const killed = first.findIndex(({ answer }) => answer === 'taken')
      const gone = visitors[killed]
      if (gone === undefined) throw new Error('nobody has it')
      const { recordHash } = await openCase(gone, transaction)
      // No more calls come from that browser; the other people claim again, on both instances.
      const others = visitors.filter((visitor) => visitor !== gone)
      const words = way === 'by take-over' ? 'Their browser has died' : undefined
      if (words === undefined) await runOut(stack, transaction)
      const takers = words === undefined ? others : others.slice(killed % 2, (killed % 2) + 1)
      const again = await Promise.all(takers.map((visitor) => claim(visitor, transaction, words)))
      const heirs = takers.filter((_, nth) => again[nth]?.answer === 'taken')
      expect(heirs, way).toHaveLength(1)
      const [heir] = heirs
      if (heir === undefined) throw new Error('nobody has it')
      // The browser returns and sends its decision, which has no effect regardless of timing.
      await openCase(heir, transaction)
      const answers = await Promise.all([
        decideCase(gone, transaction, recordHash),
        decideCase(heir, transaction, recordHash),
      ])
      expect(answers.map(({ answer }) => answer)).toEqual([
        expect.stringMatching(/^(not_yours|decided)$/),
        'made',
      ])
      expect(await decisionRows(stack, transaction), way).toHaveLength(1)
    }
  })

  it('concurrent take-overs leave one owner, and one note each', async () => {
    const transaction = await insertItem(stack)
    const [first, ...rest] = visitors
    if (first === undefined) throw new Error('nobody is there')
    expect((await claim(first, transaction)).answer).toBe('taken')
    const some = rest.slice(0, 10)
    const words = some.map((_, nth) => `I go on with it, I am number ${nth}`)
    const answers = await Promise.all(some.map((visitor, nth) => claim(visitor, transaction, words[nth])))
    expect(answers.map(({ answer }) => answer)).toEqual(some.map(() => 'taken'))
    const row = await itemRow(stack, transaction)
    const looks = await Promise.all(some.map((visitor) => claim(visitor, transaction)))
    expect(looks.filter(({ answer }) => answer === 'taken')).toHaveLength(1)
    expect(row.version).toBe(2 + some.length)
    const notes = await stack.deps.store.db
      .selectFrom('review_notes')
      .select(['what', 'sealed'])
      .where('transaction_id', '=', transaction)
      .execute()
    const texts = notes.map(({ sealed }) => stack.deps.cipher.open('review', sealed))
    expect(texts.sort()).toEqual(words.sort())
    expect(new Set(notes.map(({ what }) => what))).toEqual(new Set(['take_over']))
  })
})

/** Lease of a claim (ms), different from the default to prove that the configuration is used. */
const claimMs = 420_000

onEachDatabase(
  'a claim',
  (stack) => {
    let anna: Visitor
    let bert: Visitor
    beforeAll(async () => {
      anna = await startSessionOf(stack(), 'anna')
      bert = await startSessionOf(stack(), 'bert')
    })
    const owner = async (transaction: string) => {
      const { claim_subject, claim_until } = await itemRow(stack(), transaction)
      return claim_until === 0 ? null : claim_subject
    }
    const release = (visitor: Visitor, transaction: TransactionId) =>
      visitor.get(endpoints.releaseCase, { params: { env, transaction } })

    it('lasts for the configured time, is renewed by its owner, and is free afterwards', async () => {
      const transaction = await insertItem(stack())
      const before = Date.now()
      const taken = await claim(anna, transaction)
      if (taken.answer !== 'taken') throw new Error(taken.answer)
      const until = Date.parse(taken.row.claim?.until ?? '')
      // Compare times directly: test and database share one clock.
      expect(until).toBeGreaterThanOrEqual(before + claimMs - 1_000)
      expect(until).toBeLessThanOrEqual(Date.now() + claimMs + 1_000)
      expect((await claim(bert, transaction)).answer).toBe('held')
      const again = await claim(anna, transaction)
      if (again.answer !== 'taken') throw new Error(again.answer)
      expect(Date.parse(again.row.claim?.until ?? '')).toBeGreaterThanOrEqual(until)
      expect(again.row.version).toBe(taken.row.version + 1)
      // Expire the claim: the browser of the owner is gone.
      await runOut(stack(), transaction)
      expect((await claim(bert, transaction)).answer).toBe('taken')
      expect((await claim(anna, transaction)).answer).toBe('held')
    })

    it('belongs to one person across roles and sessions', async () => {
      const transaction = await insertItem(stack(), { concerns: 'kyc' })
      expect((await claim(anna, transaction)).answer).toBe('taken')
      const elsewhere = await startSessionOf(stack(), 'anna', ['compliance'])
      const seen = await claim(elsewhere, transaction)
      if (seen.answer !== 'taken') throw new Error(seen.answer)
      expect(seen.row.claim?.by.me).toBe(true)
      // The same subject at another identity provider is another person.
      await stack()
        .deps.store.db.updateTable('review_cases')
        .set({ claim_issuer: 'https://another.example' })
        .where('transaction_id', '=', transaction)
        .execute()
      expect((await claim(anna, transaction)).answer).toBe('held')
    })

    it('is taken over with a comment for the former owner, which stays with the case', async () => {
      const transaction = await insertItem(stack())
      await claim(anna, transaction)
      const listener = await listenToStream(anna)
      const words = 'Your shift ended, I go on'
      const over = await claim(bert, transaction, words)
      if (over.answer !== 'taken') throw new Error(over.answer)
      expect(over.row).toMatchObject({
        claim: { by: { me: true } },
        lastNote: { by: { name: 'Name of bert', me: true }, text: { visibility: 'clear', text: words } },
      })
      await expect
        .poll(() => listener.changes())
        .toContainEqual({ kind: 'review', environment: env, id: transaction, version: over.row.version })
      listener.leave()
      const seen = await claim(anna, transaction)
      if (seen.answer !== 'held') throw new Error(seen.answer)
      expect(seen.row).toMatchObject({
        claim: { by: { name: 'Name of bert', me: false } },
        lastNote: { by: { name: 'Name of bert', me: false } },
      })
      const auditEvents = (await auditRows(stack())).filter(({ subject_id }) => subject_id === transaction)
      expect(auditEvents.map(({ actor_subject, action }) => `${actor_subject} ${action}`)).toEqual([
        'anna case.claimed',
        'bert case.taken_over',
        'anna case.viewed',
      ])
      const { claim_name } = await itemRow(stack(), transaction)
      expect(claim_name).not.toContain('bert')
    })

    it('leaves its claim, release, take-over and expiry in the history of the case, once each', async () => {
      const transaction = await createCaseInReview(stack())
      const history = async (visitor: Visitor) =>
        (await openCase(visitor, transaction)).claims.map(
          ({ kind, by }) => `${by.me ? 'I' : by.name} ${kind}`,
        )
      await claim(anna, transaction)
      // Renews the same claim.
      await claim(anna, transaction)
      expect(await history(anna)).toEqual(['I claimed'])
      await release(anna, transaction)
      await claim(anna, transaction)
      // A take-over is told by its note.
      await claim(bert, transaction, 'Your shift ended, I go on')
      expect(await history(bert)).toEqual([
        'Name of anna claimed',
        'Name of anna claimed',
        'Name of anna released',
      ])
      await runOut(stack(), transaction)
      expect((await history(anna))[0]).toBe('Name of bert expired')
      const { store } = stack().deps
      expect(JSON.stringify(await store.db.selectFrom('review_claims').selectAll().execute())).not.toContain(
        'Name of',
      )
    })

    it('is released by its owner only', async () => {
      const transaction = await insertItem(stack())
      await claim(anna, transaction)
      expect((await release(bert, transaction)).claim?.by.name).toBe('Name of anna')
      expect((await release(anna, transaction)).claim).toBeNull()
      expect((await claim(bert, transaction)).answer).toBe('taken')
    })

    it('ends with the last session of its owner', async () => {
      const transaction = await insertItem(stack())
      const [one, other] = [await startSessionOf(stack(), 'carl'), await startSessionOf(stack(), 'carl')]
      await claim(one, transaction)
      const version = async () => (await itemRow(stack(), transaction)).version
      const before = await version()
      await one.get(endpoints.signOut)
      expect(await owner(transaction)).toBe('carl')
      expect(await version()).toBe(before)
      const listener = await listenToStream(anna)
      await other.get(endpoints.signOut)
      expect(await owner(transaction)).toBeNull()
      await expect
        .poll(() => listener.changes())
        .toContainEqual({ kind: 'review', environment: env, id: transaction, version: before + 1 })
      listener.leave()
      expect((await claim(bert, transaction)).answer).toBe('taken')
    })

    it('ends when the identity provider ends the sessions of its owner; idle sessions keep no claim', async () => {
      const transaction = await insertItem(stack())
      const { sessions, store } = stack().deps
      await startSessionOf(stack(), 'dora')
      // Make the session idle for too long.
      await store.db.updateTable('sessions').set({ last_used_at: 1 }).where('subject', '=', 'dora').execute()
      const here = await startSessionOf(stack(), 'dora')
      await claim(here, transaction)
      await here.get(endpoints.signOut)
      expect(await owner(transaction)).toBeNull()
      await claim(await startSessionOf(stack(), 'dora'), transaction)
      expect(
        await sessions.obeyLogout({ issuer: stack().sandbox.idpUrl, subject: 'dora', providerSession: null }),
      ).toBe(2)
      expect(await owner(transaction)).toBeNull()
    })

    it('is possible only for cases in review, within the merchants and the scope of the person', async () => {
      const ended = await insertItem(stack(), { ended_at: 1, ended_state: 'SUCCESS' })
      expect((await claim(anna, ended)).answer).toBe('gone')
      const compliance = await startSessionOf(stack(), 'cora', ['compliance'])
      const concerning = await insertItem(stack(), { concerns: 'kyc,docs' })
      expect((await claim(compliance, concerning)).answer).toBe('taken')
      const nobodys = [
        await insertItem(stack(), { merchant: 'demo-outlet' }),
        await insertItem(stack(), { environment: 'production' }),
        'TX-nobody-knows-it',
      ]
      const refused = async (visitor: Visitor, transaction: string) => {
        const answer = await visitor.call(endpoints.claimCase, { params: { env, transaction } })
        problemIn(answer, 'not_found')
      }
      for (const transaction of nobodys) await refused(anna, transaction)
      await refused(compliance, await insertItem(stack()))
      for (const roles of [['support'], ['auditor'], ['admin']] as const) {
        const visitor = await startSessionOf(stack(), `a-${roles[0]}`, [...roles])
        const params = { env, transaction: concerning }
        problemIn(await visitor.call(endpoints.claimCase, { params }), 'not_allowed')
        problemIn(await visitor.call(endpoints.releaseCase, { params }), 'not_allowed')
      }
    })
  },
  { PAYDESK_REVIEW_CLAIM_MS: String(claimMs) },
)

describe.runIf(isFullRun)('on the clock of the database', () => {
  onEachDatabase(
    'a claim whose owner’s browser is gone',
    (stack) => {
      it('is free once it expires, without any action', async () => {
        const anna = await startSessionOf(stack(), 'anna')
        const bert = await startSessionOf(stack(), 'bert')
        const transaction = await insertItem(stack())
        const taken = await claim(anna, transaction)
        if (taken.answer !== 'taken') throw new Error(taken.answer)
        const until = Date.parse(taken.row.claim?.until ?? '')
        await expect
          .poll(
            async () => {
              const { answer } = await claim(bert, transaction)
              if (Date.now() < until) expect(answer).toBe('held')
              return answer
            },
            { interval: 100 },
          )
          .toBe('taken')
        expect(Date.now()).toBeGreaterThanOrEqual(until)
        expect((await claim(anna, transaction)).answer).toBe('held')
      })
    },
    { PAYDESK_REVIEW_CLAIM_MS: '5000' },
    { workers: false },
  )
})
