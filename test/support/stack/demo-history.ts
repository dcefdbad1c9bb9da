import { createHash } from 'node:crypto'
import { notificationContextFor } from '@paydesk/bff/features/notifications/notification-queue'
import { openStore, type Store } from '@paydesk/bff/platform/database/database'
import { createFieldCipher, type FieldCipher } from '@paydesk/bff/platform/database/field-cipher'
import type { DatabaseSchema } from '@paydesk/bff/platform/database/schema/schema'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { Secret } from '@paydesk/bff/platform/runtime/secret'
import { buildHandleCipherContext } from '@paydesk/bff/records/handles'
import { reviewCipherContext } from '@paydesk/bff/records/review-cases'
import {
  findGrownMerchant,
  findGrownRid,
  findGrownRow,
  type GrownGroup,
  grownId,
} from '../../sandbox/grown.ts'
import { isFinal, type StateRowName, stateRow } from '../../sandbox/states.ts'

type Row = Readonly<Record<string, string | number | null>>
type Write = Parameters<Parameters<ReturnType<Store['db']['transaction']>['execute']>[0]>[0]

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const historyDays = 90
const slaMs = 4 * hour
const environment = 'stage'
const workflows = ['DEMO_CARD', 'DEMO_CARD', 'DEMO_OPEN_BANKING'] as const

/** Groups of transactions that the sandbox grows, so that it knows every transaction of the history. */
export const historyGroups = {
  ended: {
    count: 2_400,
    seed: 90,
    customers: 480,
    rows: [
      ...Array.from({ length: 15 }, () => 'success' as const),
      ...(['declined', 'failed', 'expired', 'cancelled'] as const),
    ],
  },
  review: {
    count: 30,
    seed: 91,
    customers: 30,
    rows: ['manual-review', 'piv-review', 'risk-review', 'manual-hold'],
  },
} as const satisfies Record<
  string,
  { count: number; seed: number; customers: number; rows: readonly StateRowName[] }
>

/** Numbers from 0 to below 1 that are the same in every demo. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const staff = {
  ana: ['ana.ruiz', 'Ana Ruiz'],
  farid: ['farid.nasser', 'Farid Nasser'],
  fiona: ['fiona.brandt', 'Fiona Brandt'],
  clara: ['clara.weiss', 'Clara Weiss'],
} as const

interface HistoryOptions {
  readonly dataDir: string
  readonly dataKey: string
  /** URL of the identity provider, which names the members of staff. */
  readonly issuer: string
  readonly groups: { readonly ended: GrownGroup; readonly review: GrownGroup }
  readonly now: number
}

/** Customer by handle, at its merchant. */
interface CustomerHandle {
  readonly handle: string
  readonly merchant: string
}

/** One transaction of the history, as every list needs it. */
interface Seen {
  readonly id: string
  readonly merchant: string
  readonly customer: string
  readonly state: string
  readonly reason: string
  readonly row: StateRowName
  readonly at: number
  readonly endedAt: number
  readonly amount: number
  readonly workflow: string
}

/**
 * Fills an empty embedded database with 90 invented days: transactions, notifications, cases, decisions,
 * discrepancies and questions. Run it before Paydesk opens the database.
 */
export async function fillDemoHistory(options: HistoryOptions): Promise<void> {
  const store = await openStore({ dataDir: options.dataDir, databaseUrl: null })
  try {
    await store.db.transaction().execute((trx) => writeHistory(trx, options))
  } finally {
    await store.close()
  }
}

async function insertAll(trx: Write, table: keyof DatabaseSchema, rows: readonly Row[]): Promise<void> {
  // A statement has a limited number of parameters.
  for (let at = 0; at < rows.length; at += 40)
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + 40) as never)
      .execute()
}

async function writeHistory(trx: Write, options: HistoryOptions): Promise<void> {
  const seal = createFieldCipher([new Secret(options.dataKey)])
  const random = createRandom(7)
  const person = (who: keyof typeof staff) => {
    const [subject, name] = staff[who]
    return { issuer: options.issuer, subject, name: seal.seal(reviewCipherContext, name) }
  }
  const handles = new Map<string, CustomerHandle>()
  const ended = listSeen(options.groups.ended, options.now, random, handles)
  const open = listSeen(options.groups.review, options.now, random, handles)
  await insertAll(trx, 'handles', buildHandles(handles, seal, options.now))
  await insertAll(trx, 'transactions', [
    ...ended.map((one, nth) => buildEndedTransaction(one, nth)),
    ...open.map((one, nth) => buildOpenTransaction(one, nth, options.now)),
  ])
  await insertAll(trx, 'notification_queue', buildNotifications(ended, seal))
  await insertAll(trx, 'observations', ended.map(buildObservation))
  const cases = buildCases({ ended, open, seal, person, random, now: options.now })
  await insertAll(trx, 'decisions', cases.decisions)
  await insertAll(trx, 'review_cases', cases.rows)
  const drift = buildDiscrepancies({ ended, seal, person, random, now: options.now })
  await insertAll(trx, 'discrepancies', drift.rows)
  await insertAll(trx, 'discrepancy_explanations', drift.explanations)
  await insertAll(trx, 'questions', buildQuestions({ ended, seal, person, now: options.now }))
  await insertAll(trx, 'sync_runs', buildSyncRuns(options.now))
}

/** Spreads a group over the days: more on working days, and a little more each week. */
function listSeen(
  group: GrownGroup,
  now: number,
  random: () => number,
  handles: Map<string, CustomerHandle>,
): Seen[] {
  const isReview = group.seed === historyGroups.review.seed
  const times = Array.from({ length: group.count }, () => {
    if (isReview) return now - minute * 12 * 1.22 ** (random() * 34)
    for (;;) {
      const ago = random() ** 1.15 * historyDays
      const weekday = new Date(now - ago * day).getUTCDay()
      if (random() < (weekday === 0 || weekday === 6 ? 0.45 : 1)) return now - ago * day - 90 * minute
    }
  }).sort((one, other) => one - other)
  return times.map((time, nth): Seen => {
    const number = group.first + nth
    const rid = findGrownRid(group, number)
    const merchant = findGrownMerchant(group, number)
    const { handle } = handles.get(rid) ?? { handle: generateId('c') }
    handles.set(rid, { handle, merchant })
    const row = findGrownRow(group, number)
    const { state, reason } = stateRow(row)
    const at = Math.round(time)
    return {
      ...{ id: grownId(group, number), merchant, customer: handle, state, reason, row, at },
      endedAt: at + Math.round((2 + random() * 70) * minute),
      amount: 490 + Math.round(random() ** 4 * 240_000),
      workflow: workflows[Math.floor(random() * workflows.length)] ?? workflows[0],
    }
  })
}

function buildHandles(handles: ReadonlyMap<string, CustomerHandle>, seal: FieldCipher, now: number): Row[] {
  return [...handles].map(([rid, { handle, merchant }]) => {
    const context = buildHandleCipherContext('customer', environment, merchant)
    return {
      ...{ handle, kind: 'customer' as const, environment, merchant, created_at: now - historyDays * day },
      lookup: seal.blindIndexes(context, rid)[0],
      sealed: seal.seal(context, rid),
    }
  })
}

function buildTransaction({ id, merchant, customer, state, reason, workflow, amount, at }: Seen) {
  return {
    ...{ environment, id, merchant, customer, workflow, state, reason },
    compound: `${state}.${reason}`,
    merchant_transaction_id: `ord-${id.slice(5, 11)}`,
    reference: `INV-${id.slice(5, 11)}`,
    ...{ test: 0, amount_minor: amount, currency: 'EUR', amount_source: 'notification' as const },
    ...{ first_seen: at, first_source: 'notification' as const, changed_from: at, gone: 0, received: 1 },
  }
}

function buildEndedTransaction(one: Seen, nth: number): Row {
  // Some of the newest successes still wait for their notification.
  const isUnconfirmed = one.state === 'SUCCESS' && nth > historyGroups.ended.count - 150 && nth % 14 === 0
  return {
    ...buildTransaction(one),
    ...{ final: 1, review: 0, changed_at: one.endedAt, read_at: one.endedAt, version: 2 },
    ...{ final_read_at: one.endedAt, listed_at: one.endedAt, sent: 1, next_read_at: null },
    ...{ expires_at: one.at + day, finality: isUnconfirmed ? 'unconfirmed' : 'confirmed' },
    proof_notification_seq: isUnconfirmed ? null : nth + 1,
    proof_read_at: isUnconfirmed ? null : one.endedAt,
  }
}

function buildOpenTransaction(one: Seen, nth: number, now: number): Row {
  return {
    ...buildTransaction(one),
    ...{
      final: 0,
      review: 1,
      changed_at: one.at,
      read_at: one.at,
      version: 1,
      finality: 'open',
      received: 0,
    },
    ...{ expires_at: now + (3 + nth * 2) * hour, next_read_at: now + (30 + nth * 5) * minute },
  }
}

function buildNotifications(ended: readonly Seen[], seal: FieldCipher): Row[] {
  return ended.map((one, nth) => {
    const event = stateRow(one.row).events.at(-1) ?? 'payment_success'
    const body = JSON.stringify({
      event,
      state: one.state,
      compound_state: `${one.state}.${one.reason}`,
      transaction_id: one.id,
    })
    const digest = createHash('sha256').update(body).digest('hex')
    return {
      ...{
        seq: nth + 1,
        environment,
        digest,
        received_at: one.endedAt - 4_000,
        last_at: one.endedAt - 4_000,
      },
      ...{
        repeats: nth % 23 === 0 ? 1 : 0,
        repeats_processed: nth % 23 === 0 ? 1 : 0,
        proof: 'checksum' as const,
      },
      ...{
        status: 'confirmed' as const,
        kind: 'transaction' as const,
        transaction_id: one.id,
        merchant: one.merchant,
        event,
      },
      ...{
        state: one.state,
        compound: `${one.state}.${one.reason}`,
        amount_minor: one.amount,
        currency: 'EUR',
      },
      ...{
        effect: nth % 9 === 0 ? ('changed' as const) : ('agrees' as const),
        confirmed_at: one.endedAt,
        listed: 1,
      },
      sealed: seal.seal(notificationContextFor(environment, digest), body),
    }
  })
}

function buildObservation(one: Seen): Row {
  return {
    ...{ environment, transaction_id: one.id, version: 2, what: 'state', source: 'read' },
    ...{ from_at: one.at, to_at: one.endedAt, before_value: 'PENDING', after_value: one.state },
    compound: `${one.state}.${one.reason}`,
  }
}

interface Writing {
  readonly ended: readonly Seen[]
  readonly seal: FieldCipher
  readonly person: (who: keyof typeof staff) => { issuer: string; subject: string; name: string }
  readonly random: () => number
  readonly now: number
}

const kinds = {
  'manual-review': 'manual',
  'piv-review': 'piv',
  'risk-review': 'risk',
  'manual-hold': 'hold',
} as const
const isReviewRow = (row: StateRowName): row is keyof typeof kinds => Object.hasOwn(kinds, row)

/** Builds open cases of all ages, and one case of the past for every ninth transaction, with its decision. */
function buildCases({
  ended,
  open,
  seal,
  person,
  random,
  now,
}: Writing & { readonly open: readonly Seen[] }) {
  const rows: Row[] = []
  const decisions: Row[] = []
  const decision = (one: Seen, at: number, concerns: string): Row & { readonly id: string } => ({
    ...{ id: generateId('d'), environment, transaction_id: one.id, merchant: one.merchant, concerns, at },
    ...person(random() < 0.6 ? 'farid' : 'fiona'),
    ...(one.state === 'SUCCESS' || !isFinal(one.state)
      ? { verdict: 'accept' as const, reason: 'documents_checked' }
      : { verdict: 'reject' as const, reason: 'suspected_misuse' }),
    sealed_text: seal.seal(reviewCipherContext, 'Checked against the documents and the history.'),
    ...{ state: 'PENDING', print: '0'.repeat(16), needed: '', live: 0 },
    ...{ status: 'confirmed' as const, follow_up: 'followed' as const },
  })
  for (const one of ended.filter((_, nth) => nth % 9 === 4)) {
    const since = one.at
    // A slow fortnight a month ago breaks the SLA more often than the rest of the time.
    const isSlow = now - one.at < 40 * day && now - one.at > 26 * day
    const waited = Math.round(
      (random() < (isSlow ? 0.72 : 0.95) ? 0.2 + random() * 3.6 : 4.2 + random() * 20) * hour,
    )
    const left = Math.min(now - minute, since + waited + 12 * minute)
    const concerns = random() < 0.35 ? 'kyc' : ''
    rows.push({
      ...{
        environment,
        transaction_id: one.id,
        merchant: one.merchant,
        customer: one.customer,
        kind: 'manual',
        concerns,
      },
      ...{
        state: 'PENDING',
        compound: 'PENDING.MANUAL_REVIEW',
        amount_minor: one.amount,
        currency: 'EUR',
        test: 0,
      },
      ...{ since_from: since - 5 * minute, since_to: since, due_at: since + slaMs, second: '' },
      ...{ ended_at: left, ended_state: one.state, snoozed_until: 0 },
    })
    if (random() < 0.93)
      decisions.push({
        ...decision(one, since + waited, concerns),
        ...{ outcome_from: since + waited, outcome_to: left, outcome_state: one.state },
      })
  }
  open.forEach((one, nth) => {
    const made = nth % 7 === 5 ? { ...decision(one, now - 40 * minute, ''), ...person('fiona') } : null
    const concerns = one.row === 'piv-review' ? 'kyc,piv' : one.row === 'risk-review' ? '' : 'kyc'
    if (made !== null)
      decisions.push({
        ...{ ...made, concerns, needed: 'amount', status: 'waiting', live: 1, follow_up: null },
        expires_at: now + 20 * hour,
      })
    rows.push({
      ...{ environment, transaction_id: one.id, merchant: one.merchant, customer: one.customer, concerns },
      ...{ kind: isReviewRow(one.row) ? kinds[one.row] : 'manual', state: one.state },
      ...{ compound: `${one.state}.${one.reason}`, amount_minor: one.amount, currency: 'EUR', test: 0 },
      ...{ expires_at: now + (3 + nth * 2) * hour, since_from: one.at - 5 * minute, since_to: one.at },
      ...{ due_at: one.at + slaMs, second: one.amount > 100_000 ? 'amount' : '' },
      ...(made === null ? {} : { decision: made.id, decision_status: 'waiting' as const }),
      snoozed_until: nth % 11 === 3 ? now + 5 * hour : 0,
    })
  })
  return { rows, decisions }
}

const driftKinds = [
  'manual_reconciliation',
  'amounts_differ',
  'provider_failed_but_success',
  'end_not_announced',
] as const

/** Builds discrepancies of every twentieth transaction: most are closed, some explained, a few are new. */
function buildDiscrepancies({ ended, seal, person, random, now }: Writing) {
  const rows: Row[] = []
  const explanations: Row[] = []
  const differing = ended.filter((_, nth) => nth % 20 === 11)
  differing.forEach((one, nth) => {
    const id = generateId('x')
    const opened = one.endedAt + 10 * minute
    const closed = opened + Math.round((0.1 + random() ** 2 * 6) * day)
    const isOpen = closed > now - 6 * hour || nth % 29 === 7
    const isExplained = nth % 4 === 0
    rows.push({
      ...{ id, environment, transaction_id: one.id, merchant: one.merchant, customer: one.customer },
      ...{ kind: driftKinds[nth % driftKinds.length] ?? driftKinds[0], state: one.state },
      ...{ compound: `${one.state}.${one.reason}`, amount_minor: one.amount, currency: 'EUR' },
      ...{ opened_from: one.at, opened_to: opened, closed_at: isOpen ? null : closed },
      ...{ explained: isExplained ? 1 : 0, version: isExplained ? 2 : 1 },
    })
    if (isExplained)
      explanations.push({
        ...{ item: id, environment, nth: 1, at: Math.min(now - hour, opened + 3 * hour), ...person('farid') },
        reason: 'asked_provider',
        sealed_text: seal.seal(reviewCipherContext, 'The provider confirmed the amount by mail.'),
        ticket: `REC-${1_000 + nth}`,
      })
  })
  return { rows, explanations }
}

const questionTexts = [
  'The customer says the amount was charged twice. Can you check the provider reference?',
  'Which document is missing for this customer?',
  'Is the refund already on its way?',
  'May I tell the customer that the payment is safe?',
] as const

/** Builds questions of support of the last weeks: the newest ones have no answer yet. */
function buildQuestions({ ended, seal, person, now }: Omit<Writing, 'random'>): Row[] {
  return ended.slice(-24).map((one, nth) => {
    const at = now - (24 - nth) * 17 * hour
    const desk = nth % 3 === 1 ? ('compliance' as const) : ('finance' as const)
    const answerer = person(desk === 'compliance' ? 'clara' : 'farid')
    const question = {
      ...{
        id: generateId('h'),
        environment,
        merchant: one.merchant,
        subject_kind: 'transaction' as const,
        subject_id: one.id,
      },
      ...{ desk, ...person('ana'), at },
      sealed_question: seal.seal(reviewCipherContext, questionTexts[nth % questionTexts.length] ?? ''),
    }
    if (nth >= 19) return question
    return {
      ...question,
      answer: 'text' as const,
      sealed_answer: seal.seal(reviewCipherContext, 'Checked: all is well, please call back tomorrow.'),
      ...{
        answered_issuer: answerer.issuer,
        answered_subject: answerer.subject,
        answered_name: answerer.name,
      },
      ...{ answered_at: at + 2 * hour, seen_at: at + 3 * hour },
    }
  })
}

function buildSyncRuns(now: number): Row[] {
  return Array.from({ length: 24 }, (_, nth) => {
    const started = now - (24 - nth) * hour
    return {
      ...{ environment, holder: 'demo', started_at: started, ended_at: started + 3 * minute },
      ...{ read_count: 30 + nth, changed: nth % 5, failed: 0 },
    }
  })
}
