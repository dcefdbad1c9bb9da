import { customerActionBySafeText } from '@paydesk/bff/features/transactions/safe-texts'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { enqueueTransactionRead } from '@paydesk/bff/records/read-queue'
import { customerLanguages } from '@paydesk/shared/core/customer-language'
import { environmentNameSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { customerTexts } from '@paydesk/shared/messages/customer/catalogue'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import { beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { sandboxAccounts } from '../../sandbox/accounts.ts'
import { tellWritten } from '../../support/contract/seed-transaction.ts'
import { controlSandbox, onOneDatabase, runSql } from '../../support/contract/support.ts'
import type { Person, Stack, Visitor } from '../../support/stack/start.ts'

const hour = 3_600_000

const situations = z.array(
  z.object({
    rid: z.string(),
    account: z.string(),
    merchant: z.string(),
    transactions: z.array(z.string()),
    unlisted: z.array(z.string()),
  }),
)
type Situation = z.infer<typeof situations>[number]

/** RIDs of records that are not shown at all, and of customers of foreign merchants. */
const notShown = /^(fault-|cust-wrong-|cust-foreign$)/

/** Discrepancies per RID, as transaction index and kind; all other situations have no discrepancy. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'cust-contradiction': ['0 manual_reconciliation', '1 provider_success_but_failed'],
  'cust-provider-failed': ['0 provider_failed_but_success'],
  'live-test-card': ['0 test_in_production'],
  'cust-lapsed': ['0 expired_but_open'],
  'cust-lapsed-sca': ['0 sca_open_after_expiry'],
  'cust-open-step': ['0 step_open_after_end'],
  'cust-no-document-step': ['0 documents_without_step'],
  'cust-no-kyc-step': ['0 review_without_step'],
  'cust-kyc-none': ['0 kyc_done_but_none'],
  'cust-end-announced': ['0 end_announced_but_open'],
  'cust-end-silent': ['0 end_not_announced'],
  'cust-end-changed': ['0 final_state_left'],
  'cust-renamed': ['0 other_customer'],
  'cust-stuck': ['0 provider_success_but_open'],
  'cust-other-currency': ['0 other_currency'],
  'cust-two-amounts': ['0 amounts_differ'],
  'cust-low-lifetime': ['0 lifetime_below_seen'],
}
/** Kinds that follow from amounts, for roles that do not see those amounts. */
const ofAmounts: Partial<Record<Person, readonly string[]>> = {
  support: ['lifetime_below_seen'],
  auditor: ['lifetime_below_seen', 'other_currency', 'amounts_differ'],
}

/** Situations of the sandbox; short runs take a few transactions of each customer. */
async function world(stack: Stack): Promise<Situation[]> {
  return situations
    .parse(await controlSandbox(stack, 'GET', 'situations'))
    .filter(({ rid }) => !notShown.test(rid))
    .map((one) => ({
      ...one,
      transactions: [...one.transactions.slice(0, pickByRunLength(3, 40)), ...one.unlisted],
    }))
}

/** Discrepancies whose notes say that it is open where the money is, or what the payment is about. */
const unclearMoney =
  /^(provider_|manual_reconciliation|end_announced|end_not|final_state|other_currency|amounts_differ)/

type SayKey = keyof typeof customerActionBySafeText

/** Returns the key of the sentence, which must be the same in all languages, as must that of the instruction. */
function sentenceOf({ safeTexts }: TransactionView): SayKey | undefined {
  expect(safeTexts.map(({ language }) => language)).toEqual(customerLanguages)
  const keys = safeTexts.map(({ language, say, doNotSay }) => {
    const texts = customerTexts[language]
    const sentence = Object.entries(texts.say).find(([, text]) => say.startsWith(text))?.[0]
    const instruction = Object.entries(texts.doNotSay).find(([, text]) => doNotSay === text)?.[0]
    expect([sentence, instruction]).not.toContain(undefined)
    return `${sentence} ${instruction}`
  })
  expect(new Set(keys).size).toBe(1)
  return Object.keys(customerActionBySafeText).find(
    (key): key is SayKey => keys[0]?.startsWith(`${key} `) ?? false,
  )
}

/** Requests to the customer that do not contradict what staff read on the same page, and their reason. */
function requestsThatFit(view: TransactionView): readonly [reason: string, ...requests: string[]] {
  const { state, explanation, expiresAt, reading, contradictions } = view
  const ids = contradictions.map(({ id }) => id)
  const isOver = expiresAt?.at != null && Date.parse(expiresAt.at) <= Date.parse(reading.at)
  if (ids.includes('other_customer')) return ['say nothing', 'none']
  if (ids.some((id) => unclearMoney.test(id))) return ['it is not certain what was paid', 'wait']
  if (ids.includes('sca_open_after_expiry')) return ['a new payment is needed', 'new_payment']
  if (state.raw === 'SUCCESS') return ['success', 'none']
  if (state.final) return ['final without success', 'new_payment']
  if (isOver || explanation.nextActor.actor === 'operator') return ['nobody but staff can act', 'wait']
  if (explanation.nextActor.actor === 'customer') return ['waits for the customer', 'finish']
  return ['in progress', 'none', 'wait', 'finish']
}

function expectNoContradiction(view: TransactionView, rid: string): void {
  const sentence = sentenceOf(view)
  const [reason, ...fitting] = requestsThatFit(view)
  expect(fitting, `${rid}: ${reason}, and ${sentence}`).toContain(
    sentence && customerActionBySafeText[sentence],
  )
  const isTest = view.test === true && view.state.raw === 'SUCCESS'
  if (isTest && fitting.includes('none')) expect(sentence).toBe('testPayment')
}

/**
 * Reads every transaction as this person; returns the discrepancies shown, per RID. Checks on each that the
 * sentence for the customer does not contradict them.
 */
async function told(visitor: Visitor, all: readonly Situation[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { rid, account: env, transactions } of all)
    for (const [index, transaction] of transactions.entries()) {
      const view = await visitor.get(endpoints.showTransaction, {
        params: { env, transaction },
        query: { fresh: '1' },
      })
      const { contradictions } = view
      expectNoContradiction(view, rid)
      for (const { id } of contradictions) found[rid] = [...(found[rid] ?? []), `${index} ${id}`]
    }
  return found
}

/** Makes the payment service name another customer in the record of this transaction. */
async function rename(stack: Stack, id: string): Promise<void> {
  const { from, token } = sandboxAccounts.stage
  const response = await fetch(`${stack.sandbox.serviceUrl}/stage/v1/authorization/${id}`, {
    headers: { from, authorization: `Bearer ${token}` },
  })
  const body = (await response.text()).replace('"cust-renamed"', '"cust-somebody-else"')
  await controlSandbox(stack, 'POST', 'override', { account: 'stage', operation: 'state', id, body })
}

const deliveries = z.object({ underway: z.number(), waiting: z.number() })

/**
 * Waits until no delivery or retry is pending, at least `arrived` notifications have been received, and all
 * notifications and queued reads are processed.
 */
function settled(stack: Stack, arrived: number): Promise<void> {
  const { store } = stack.deps
  return vi.waitFor(
    async () => {
      const notificationQueue = await store.db.selectFrom('notification_queue').select('status').execute()
      const due = await store.db.selectFrom('read_queue').select('transaction_id').execute()
      const open = notificationQueue.filter(({ status }) => status === 'new' || status === 'waiting')
      const { underway, waiting } = deliveries.parse(await controlSandbox(stack, 'GET', 'deliveries'))
      const left = { underway, waiting, open: open.length, due: due.length }
      expect(left).toEqual({ underway: 0, waiting: 0, open: 0, due: 0 })
      expect(notificationQueue.length).toBeGreaterThanOrEqual(arrived)
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Moves recorded times into the past, as if Paydesk had been running for longer. */
async function age(stack: Stack, stuck: string): Promise<void> {
  await runSql(stack, `update notification_queue set received_at = received_at - ${hour / 2}`)
  await runSql(
    stack,
    `update transactions set read_at = read_at - ${hour}, changed_at = changed_at - ${hour}`,
  )
  await runSql(stack, `update transactions set final_read_at = final_read_at - ${2 * hour}`)
  await runSql(stack, `update transactions set changed_at = changed_at - ${24 * hour} where id = '${stuck}'`)
  await tellWritten(stack)
}

const announcedTo = z.object({ announced: z.array(z.unknown()) })
const known = {
  PAYDESK_CUSTOMER_LANGUAGES: customerLanguages.join(','),
  PAYDESK_READS_PER_SECOND: '1000',
  PAYDESK_SYNC_INTERVAL_MS: '86400000',
}

onOneDatabase(
  'discrepancies in the sandbox world',
  (stack) => {
    let all: Situation[]
    let finance: Visitor
    const idOf = (rid: string) => all.find((one) => one.rid === rid)?.transactions[0] ?? ''
    const deed = (rid: string, what: string, body: object) =>
      controlSandbox(stack(), 'POST', `transactions/${idOf(rid)}/${what}`, body)

    beforeAll(async () => {
      finance = await stack().as('finance')
      all = await world(stack())
      await told(finance, all)
      await vi.waitFor(
        async () => {
          const rows = await stack().deps.store.db.selectFrom('transactions').select('id').execute()
          const noted = new Set(rows.map(({ id }) => id))
          expect(all.flatMap(({ transactions }) => transactions.filter((id) => !noted.has(id)))).toEqual([])
        },
        { timeout: 60_000, interval: 50 },
      )
      const rids = all.map(({ rid }) => rid).filter((rid) => rid !== 'cust-five-thousand')
      const { announced } = announcedTo.parse(await controlSandbox(stack(), 'POST', 'announce', { rids }))
      await deed('cust-two-amounts', 'notify', { event: 'payment_success' })
      await deed('cust-refunded', 'notify', { event: 'transaction_accepted' })
      await deed('cust-end-silent', 'move', { state: 'SUCCESS', compound_state: 'SUCCESS.COMPLETE' })
      await deed('cust-end-changed', 'move', { state: 'CANCELLED' })
      // End one transaction with a proper notification.
      const accepted = { state: 'SUCCESS', compound_state: 'SUCCESS.OK', event: 'transaction_accepted' }
      await deed('cust-await-otp', 'move', accepted)
      await settled(stack(), announced.length + 3)
      // View both transactions: only the read that follows a changed view updates our records.
      await told(
        finance,
        all.filter(({ rid }) => /^cust-end-(silent|changed)$/.test(rid)),
      )
      await vi.waitFor(
        async () => {
          const rows = await stack()
            .deps.store.db.selectFrom('transactions')
            .select('state')
            .where('id', 'in', [idOf('cust-end-silent'), idOf('cust-end-changed')])
            .orderBy('state')
            .execute()
          expect(rows.map(({ state }) => state)).toEqual(['CANCELLED', 'SUCCESS'])
        },
        { timeout: 60_000, interval: 50 },
      )
      await settled(stack(), 0)
      const record = await finance.get(endpoints.showTransaction, {
        params: { env: 'stage', transaction: idOf('cust-renamed') },
      })
      expect(record.contradictions).toEqual([])
      await rename(stack(), idOf('cust-renamed'))
      await age(stack(), idOf('cust-stuck'))
    }, 180_000)

    it('come from each rule in its own situation and in no other', async () => {
      expect(await told(finance, all)).toEqual(expected)
      // The table covers all 18 rules.
      const named = Object.values(expected).flatMap((lines) => lines.map((line) => line.split(' ')[1]))
      expect(new Set(named).size).toBe(18)
    }, 120_000)

    it.each(['support', 'compliance', 'auditor'] as const)(
      'are shown to %s only if they follow from fields that the role sees',
      async (person) => {
        const hidden = ofAmounts[person] ?? []
        const some = all.filter(({ rid }) => rid in expected)
        const seen = Object.entries(expected)
          .map(
            ([rid, lines]) =>
              [rid, lines.filter((line) => !hidden.includes(line.split(' ')[1] ?? ''))] as const,
          )
          .filter(([, lines]) => lines.length > 0)
        expect(await told(await stack().as(person), some)).toEqual(Object.fromEntries(seen))
      },
    )

    it('are opened by background reads, except for the one that is only a hint', async () => {
      const { store } = stack().deps
      const now = Date.now()
      const reads = all.flatMap(({ account, transactions }) =>
        transactions.map((id) => ({
          environment: environmentNameSchema.parse(account),
          transaction: transactionIdSchema.parse(id),
          why: 'sync' as const,
          dueAt: now,
        })),
      )
      await enqueueTransactionRead(store.db, reads, now)
      store.wake('reads')
      await settled(stack(), 0)
      const items = await store.db
        .selectFrom('discrepancies')
        .select(['transaction_id', 'kind'])
        .where('closed_at', 'is', null)
        .orderBy('kind')
        .execute()
      const found: Record<string, string[]> = {}
      for (const { rid, transactions } of all)
        for (const { transaction_id, kind } of items) {
          const index = transactions.indexOf(transaction_id)
          if (index >= 0) found[rid] = [...(found[rid] ?? []), `${index} ${kind}`]
        }
      const { 'cust-open-step': hint, ...others } = expected
      expect(hint).toHaveLength(1)
      expect(found).toEqual(others)
    }, 120_000)
  },
  known,
)
