import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isProofRun, recordEvidence } from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { enqueueTransactionRead } from '@paydesk/bff/records/read-queue'
import { environmentNameSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sandboxAccounts } from '../sandbox/accounts.ts'
import { staffMembers } from '../sandbox/people.ts'
import { oneBacking, startOn } from '../support/contract/support.ts'
import type { Person, Stack } from '../support/stack/start.ts'
import { type CanaryCustomer, canaryCustomer } from './canary-customer.ts'
import { noticeClosedConnections } from './closed-connections.ts'
import { failingOf, failOnce } from './failing.ts'
import { fieldsAt } from './fields.ts'
import { createHandles } from './handles.ts'
import { type Exit, Haystack, type Needle } from './haystack.ts'
import { makeCustomer } from './records.ts'
import { forbiddenToAll, leavesOf, type RecordLeaf } from './response-fields.ts'
import { env, putCustomer, sendCustomerNotifications } from './service.ts'
import { signInWatched, signOutWatched, walkPublic } from './sign-in-walk.ts'
import { fieldsStoredInClear, filesUnder, tracesOf } from './traces.ts'
import { variantsOf } from './variants.ts'
import { exitsOf, failEveryEndpoint, visitEveryEndpoint, type WalkSubject } from './walk.ts'
import { type PaymentsWalk, walkPayments } from './walk-payments.ts'
import { openDrift } from './walk-reconciliation.ts'
import { typedTexts } from './walk-requests.ts'
import { walkStaffTexts } from './walk-review.ts'

const everybody: readonly Person[] = ['support', 'finance', 'finance2', 'compliance', 'auditor', 'admin']
/** People who decide cases: one of them approves what another has decided. */
const deciding: readonly Person[] = ['finance', 'finance2', 'compliance']

const walkers: readonly Person[] = pickByRunLength(everybody, [...everybody, 'twoRoles'])

/** Returns the customers that a person visits: all in the long form, and all for compliance. */
function visitedBy(person: Person, all: readonly WalkSubject[]): readonly WalkSubject[] {
  if (isFullRun || person === 'compliance') return all
  return all.slice(0, deciding.includes(person) ? 2 : 1)
}

/** Returns how a person makes calls fail; null if the short form leaves that to other people. */
function failingBy(person: Person): Parameters<typeof failEveryEndpoint>[3] | null {
  if (isFullRun) return failOnce
  if (person !== 'support' && person !== 'compliance' && person !== 'admin') return null
  return failingOf(person)
}

const customers = pickByRunLength(
  [
    makeCustomer({ seed: 91 }),
    makeCustomer({ seed: 92, rid: 'email' }),
    makeCustomer({ seed: 94, undocumented: true }),
  ],
  [
    makeCustomer({ seed: 91 }),
    makeCustomer({ seed: 92, rid: 'email' }),
    makeCustomer({ seed: 93, rid: 'iban', final: true }),
    makeCustomer({ seed: 94, undocumented: true }),
  ],
)
const leaves = customers.flatMap(leavesOf)
const email = String(leaves.find(({ path }) => path === 'identity.profile.email')?.value)
const pages = join(import.meta.dirname, '../../web/dist')
const isBuilt = existsSync(join(pages, 'index.html'))

/** Credentials of the deployment: for the payment service, the identity provider and the stored data. */
function deploymentSecrets({ deps: { config } }: Stack): [name: string, value: string][] {
  return [
    ...config.environments.flatMap(({ name, clientName, token }): [string, string][] => [
      [`client name of ${name}`, clientName.reveal()],
      [`token of ${name}`, token.reveal()],
    ]),
    ...Object.values(sandboxAccounts).map(({ name, notificationToken }): [string, string] => [
      `notification token of ${name}`,
      notificationToken,
    ]),
    ['client secret', config.oidc.clientSecret.reveal()],
    ...config.dataKeys.map((key): [string, string] => ['data key', key.reveal()]),
  ]
}

const everyone = staffMembers.map(({ name }) => name)

/**
 * Returns needles for a credential. Without `digests` its hash is allowed, because a random value cannot be
 * guessed from a hash.
 */
const needlesFor = (name: string, value: string, digests: boolean): Needle[] =>
  variantsOf(value, { digests }).map((variant) => ({ path: name, ...variant }))

/**
 * Reads the transactions as the sync does, with their lists of notifications, and waits until they are recorded: a walk
 * may end before the first sync, and what the sync records must be searched in any case.
 */
async function syncTransactions({ deps: { store } }: Stack, transactions: readonly string[]): Promise<void> {
  const begunAt = Date.now()
  const reads = transactions.map((id) => ({
    environment: environmentNameSchema.parse(env),
    transaction: transactionIdSchema.parse(id),
    ...{ why: 'sync' as const, dueAt: begunAt, withList: true },
  }))
  await enqueueTransactionRead(store.db, reads, begunAt)
  store.wake('reads')
  const unread = store.db
    .selectFrom('transactions')
    .select('id')
    .where('id', 'in', transactions)
    .where((eb) => eb.or([eb('listed_at', 'is', null), eb('listed_at', '<', begunAt)]))
  await vi.waitFor(async () => expect(await unread.execute()).toEqual([]), { timeout: 120_000, interval: 50 })
}

/** Records for the proof what was searched for in the traces that Paydesk leaves. */
function keepTraces(needles: readonly Needle[], traces: readonly Exit[], found: readonly string[]): void {
  const logs = traces.filter(({ what }) => what === 'log').length
  recordEvidence({ what: 'outputs', exit: 'log', role: null, outputs: logs })
  recordEvidence({ what: 'outputs', exit: 'database', role: null, outputs: traces.length - logs })
  const paths = [...new Set(needles.map(({ path }) => path))].filter((path) => path !== 'id')
  recordEvidence({
    what: 'searched',
    check: 'traces',
    role: null,
    fields: fieldsAt(paths),
    exits: ['log', 'database'],
  })
  for (const text of found) recordEvidence({ what: 'wrong', words: text })
}

describe.each(oneBacking)('after every role has called every route, on %s', (backing) => {
  const exits: Exit[] = []
  const sessions: [name: string, value: string][] = []
  const idTokens: string[] = []
  let stack: Stack
  let canaries: CanaryCustomer
  let traces: Exit[]
  let hay: Haystack
  let paid: PaymentsWalk

  beforeAll(async () => {
    stack = await startOn(backing, isBuilt ? { pages } : {})
    for (const customer of customers) {
      await putCustomer(stack, customer)
      await sendCustomerNotifications(stack, customer)
    }
    canaries = await canaryCustomer(stack)
    const compliance = await stack.as('compliance')
    const subjects: WalkSubject[] = []
    for (const customer of customers)
      subjects.push(await createHandles(compliance, { ...customer, transactions: [customer.transaction] }))
    subjects.push(await createHandles(compliance, canaries.ids))
    await openDrift(
      stack,
      customers.map(({ transaction }) => transaction),
    )
    for (const person of walkers) {
      const { visitor, exits: signingIn, credentials } = await signInWatched(stack, person)
      exits.push(...signingIn)
      for (const subject of visitedBy(person, subjects))
        exits.push(...exitsOf(await visitEveryEndpoint(visitor, subject)))
      const [subject] = subjects
      if (subject !== undefined) {
        // Visit again: decisions of the earlier visit may now be withdrawn.
        if (isFullRun || deciding.includes(person))
          exits.push(...exitsOf(await visitEveryEndpoint(visitor, subject)))
        const failing = failingBy(person)
        if (failing !== null) exits.push(...(await failEveryEndpoint(visitor, subject, email, failing)))
      }
      if (isFullRun || person === 'compliance') exits.push(...(await walkPublic(stack, email)))
      const out = await signOutWatched(visitor)
      exits.push(out.exit)
      idTokens.push(out.idToken)
      sessions.push(...Object.entries(credentials))
      expect(out.next.origin).toBe(new URL(stack.sandbox.idpUrl).origin)
    }
    const [subject] = subjects
    if (subject !== undefined) paid = await walkPayments(stack, subject)
    await syncTransactions(stack, [
      ...customers.map(({ transaction }) => transaction),
      ...canaries.ids.transactions,
    ])
    traces = await tracesOf(stack)
    hay = new Haystack(traces)
  })
  afterAll(() => stack.stop())

  it('values typed for a payment, and its secrets, are not in the log, the files or the tables', () => {
    const typed = typedTexts.flatMap((text) => needlesFor('what was typed', text, true))
    // Allow hashes of random secrets.
    const opening = paid.secrets.flatMap(([name, value]) => needlesFor(name, value, false))
    const leaks = hay.leaks([...typed, ...opening])
    if (isProofRun) for (const words of leaks) recordEvidence({ what: 'wrong', words })
    expect(leaks).toEqual([])
  })

  it('no value of any record is in the log, the files or the tables, except for the fields of the index', () => {
    const transactions = [...customers.map(({ transaction }) => transaction), ...canaries.ids.transactions]
    const ids = [canaries.ids.rid, canaries.ids.identity].map((value) => ({ path: 'id', value }))
    // Search markers as a whole: their pieces are short, and encrypted bytes are random.
    const searched = (all: readonly RecordLeaf[]) => all.filter(({ path }) => !fieldsStoredInClear.test(path))
    const markers = searched(canaries.leaves).flatMap(({ path, value }) => needlesFor(path, value, true))
    const needles = [...forbiddenToAll([...searched(leaves), ...ids], transactions), ...markers]
    console.log(
      `traces (${backing}): ${traces.map(({ what, bytes }) => `${what} ${bytes.length}`).join(', ')}; ${needles.length} forms searched`,
    )
    const leaks = hay.leaks(needles)
    if (isProofRun) keepTraces(needles, traces, leaks)
    expect(leaks).toEqual([])
    expect(hay.has(transactions[0] ?? '')).toBe(true)
  })

  it('texts and names of staff are not in the log, the files or the tables', async () => {
    const { db } = stack.deps.store
    const kept = await db.selectFrom('decisions').selectAll().execute()
    expect(new Set(kept.map(({ status }) => status))).toEqual(new Set(['sent_back', 'withdrawn', 'waiting']))
    expect(kept.every(({ sealed_record }) => (sealed_record ?? '').length > 1_000)).toBe(true)
    const drafts = await db.selectFrom('review_drafts').select('draft').execute()
    expect(drafts.some(({ draft }) => draft !== null)).toBe(true)
    const said = await db.selectFrom('discrepancy_explanations').select('sealed_text').execute()
    expect(said.some(({ sealed_text }) => sealed_text !== null)).toBe(true)
    const texts = [...Object.values(walkStaffTexts), ...everyone]
    const needles = texts.flatMap((text) => variantsOf(text).map((variant) => ({ path: text, ...variant })))
    expect(hay.leaks(needles)).toEqual([])
  })

  it('search texts other than ids are not in the log, the files or the tables', async () => {
    await noticeClosedConnections()
    const support = await stack.as('support')
    const texts = [
      'Qvzkwrtnpl',
      'DE41717757975416131012',
      '4771775797541613',
      'qvzkwrtnpl@dkwpxqzl.test',
      `${email} called`,
      '+49 7177 5797541',
    ]
    for (const text of texts) await support.get(endpoints.searchRecords, { params: { env }, body: { text } })
    const needles = texts.flatMap((text) =>
      variantsOf(text).map((variant) => ({ path: 'what was looked up', ...variant })),
    )
    expect(new Haystack(await tracesOf(stack)).leaks(needles)).toEqual([])
  })

  it('no credential is in an answer, the log, the files or the tables', () => {
    const secrets = [...leaves, ...canaries.leaves].filter(({ path }) =>
      /(?:^|\.)(?:secret|card_token|recurring_id|redirect_url|download_url)$/.test(path),
    )
    const needles = [
      ...deploymentSecrets(stack).flatMap(([name, value]) => needlesFor(name, value, true)),
      ...secrets.flatMap(({ path, value }) => needlesFor(path, value, true)),
      ...sessions.flatMap(([name, value]) => needlesFor(name, value, false)),
      ...idTokens.flatMap((value) => needlesFor('id token', value, true)),
    ]
    const cookie = (exit: Exit): Exit => ({
      ...exit,
      bytes: Buffer.from(
        exit.bytes.toString().replace(/^set-cookie: paydesk_session=[^;]+/gm, 'set-cookie:'),
      ),
    })
    expect(secrets.length).toBeGreaterThan(20)
    expect(idTokens.filter((token) => token.split('.').length === 3)).toHaveLength(walkers.length)
    expect([...new Haystack(exits.map(cookie)).leaks(needles), ...hay.leaks(needles)]).toEqual([])
  })

  it('the session goes to the browser once, in a cookie that scripts cannot read', () => {
    const set = exits.filter(({ bytes }) => /^set-cookie: paydesk_session=[^;]/m.test(bytes.toString()))
    expect(set.map(({ what }) => what)).toEqual(walkers.map(() => 'GET /auth/callback (303)'))
    for (const { bytes } of set)
      expect(bytes.toString()).toMatch(
        /^set-cookie: paydesk_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/m,
      )
  })

  it.runIf(isBuilt)('the built pages contain no credential and no customer data', () => {
    const needles = [
      ...deploymentSecrets(stack).flatMap(([name, value]) => needlesFor(name, value, true)),
      ...forbiddenToAll([...leaves, ...canaries.leaves], []),
    ]
    const files = filesUnder(pages).filter(({ what }) => !/\.(?:br|gz|wasm|ttf)$/.test(what))
    expect(new Haystack(files).leaks(needles.filter(({ piece }) => !piece))).toEqual([])
    expect(
      files
        .filter(({ what, bytes }) => what.endsWith('.map') || /sourceMappingURL=/.test(bytes.toString()))
        .map(({ what }) => what),
    ).toEqual([])
  })
})
