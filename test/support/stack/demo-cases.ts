import type { FieldCipher } from '@paydesk/bff/platform/database/field-cipher'
import { generateId } from '@paydesk/bff/platform/runtime/generate-id'
import { staffTextCipherContext } from '@paydesk/bff/records/review-cases'
import { isFinal, type StateRowName } from '../../sandbox/states.ts'

/** Values of one row of a table, by column. */
export type DemoRow = Readonly<Record<string, string | number | null>>

export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
export const demoEnvironment = 'stage'
const slaMs = 4 * hour

export const demoStaff = {
  ana: ['ana.ruiz', 'Ana Ruiz'],
  farid: ['farid.nasser', 'Farid Nasser'],
  fiona: ['fiona.brandt', 'Fiona Brandt'],
  clara: ['clara.weiss', 'Clara Weiss'],
} as const

/** One transaction of the history, as every list needs it. */
export interface HistoryTransaction {
  readonly id: string
  readonly merchant: string
  readonly customer: string
  readonly state: string
  readonly reason: string
  readonly row: StateRowName
  readonly at: number
  readonly endedAt: number
  readonly amount: number
  readonly currency: string
  readonly workflow: string
}

interface HistoryInput {
  readonly ended: readonly HistoryTransaction[]
  readonly cipher: FieldCipher
  readonly person: (who: keyof typeof demoStaff) => { issuer: string; subject: string; name: string }
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
export function buildCases({
  ended,
  open,
  cipher,
  person,
  random,
  now,
}: HistoryInput & { readonly open: readonly HistoryTransaction[] }) {
  const rows: DemoRow[] = []
  const decisions: DemoRow[] = []
  const decision = (
    one: HistoryTransaction,
    at: number,
    concerns: string,
  ): DemoRow & { readonly id: string } => ({
    ...{
      id: generateId('d'),
      environment: demoEnvironment,
      transaction_id: one.id,
      merchant: one.merchant,
      concerns,
      at,
    },
    ...person(random() < 0.6 ? 'farid' : 'fiona'),
    ...(one.state === 'SUCCESS' || !isFinal(one.state)
      ? { verdict: 'accept' as const, reason: 'documents_checked' }
      : { verdict: 'reject' as const, reason: 'suspected_misuse' }),
    sealed_text: cipher.seal(staffTextCipherContext, 'Checked against the documents and the history.'),
    ...{ state: 'PENDING', record_hash: '0'.repeat(16), needed: '', live: 0 },
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
        environment: demoEnvironment,
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
        currency: one.currency,
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
      ...{
        environment: demoEnvironment,
        transaction_id: one.id,
        merchant: one.merchant,
        customer: one.customer,
        concerns,
      },
      ...{ kind: isReviewRow(one.row) ? kinds[one.row] : 'manual', state: one.state },
      ...{
        compound: `${one.state}.${one.reason}`,
        amount_minor: one.amount,
        currency: one.currency,
        test: 0,
      },
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
export function buildDemoDiscrepancies({ ended, cipher, person, random, now }: HistoryInput) {
  const rows: DemoRow[] = []
  const explanations: DemoRow[] = []
  const differing = ended.filter((_, nth) => nth % 20 === 11)
  differing.forEach((one, nth) => {
    const id = generateId('x')
    const opened = one.endedAt + 10 * minute
    const closed = opened + Math.round((0.1 + random() ** 2 * 6) * day)
    const isOpen = closed > now - 6 * hour || nth % 29 === 7
    const isExplained = nth % 4 === 0
    const kinds =
      one.state === 'SUCCESS'
        ? driftKinds
        : driftKinds.filter((kind) => kind !== 'provider_failed_but_success')
    rows.push({
      ...{
        id,
        environment: demoEnvironment,
        transaction_id: one.id,
        merchant: one.merchant,
        customer: one.customer,
      },
      ...{ kind: kinds[nth % kinds.length] ?? driftKinds[0], state: one.state },
      ...{ compound: `${one.state}.${one.reason}`, amount_minor: one.amount, currency: one.currency },
      ...{ opened_from: one.at, opened_to: opened, closed_at: isOpen ? null : closed },
      ...{ explained: isExplained ? 1 : 0, version: isExplained ? 2 : 1 },
    })
    if (isExplained)
      explanations.push({
        ...{
          item: id,
          environment: demoEnvironment,
          nth: 1,
          at: Math.min(now - hour, opened + 3 * hour),
          ...person('farid'),
        },
        reason: 'asked_provider',
        sealed_text: cipher.seal(staffTextCipherContext, 'The provider confirmed the amount by mail.'),
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
export function buildQuestions({ ended, cipher, person, now }: Omit<HistoryInput, 'random'>): DemoRow[] {
  return ended.slice(-24).map((one, nth) => {
    const at = now - (24 - nth) * 17 * hour
    const desk = nth % 3 === 1 ? ('compliance' as const) : ('finance' as const)
    const answerer = person(desk === 'compliance' ? 'clara' : 'farid')
    const question = {
      ...{
        id: generateId('h'),
        environment: demoEnvironment,
        merchant: one.merchant,
        subject_kind: 'transaction' as const,
        subject_id: one.id,
      },
      ...{ desk, ...person('ana'), at },
      sealed_question: cipher.seal(staffTextCipherContext, questionTexts[nth % questionTexts.length] ?? ''),
    }
    if (nth >= 19) return question
    return {
      ...question,
      answer: 'text' as const,
      sealed_answer: cipher.seal(staffTextCipherContext, 'Checked: all is well, please call back tomorrow.'),
      ...{
        answered_issuer: answerer.issuer,
        answered_subject: answerer.subject,
        answered_name: answerer.name,
      },
      ...{ answered_at: at + 2 * hour, seen_at: at + 3 * hour },
    }
  })
}
