import { buildTestColumns, testMerchants } from '@paydesk/bff/features/transaction-list/rows.test-kit'
import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeAll, expect, it } from 'vitest'
import { insertDecision, insertNotification } from '../../support/contract/list-rows.ts'
import { customerHandleOf, onEachDatabase } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const params = { env: 'stage' }
/** Day of 25 hours in Berlin, from 22:00 UTC of the day before to 23:00 UTC. */
const longDay = { from: '2025-10-26', to: '2025-10-26' }
/** Instants just before, at the beginning, at the end and just after that day. */
const times = [
  '2025-10-25T21:59:59.999Z',
  '2025-10-25T22:00:00.000Z',
  '2025-10-26T22:59:59.999Z',
  '2025-10-26T23:00:00.000Z',
].map((text) => Date.parse(text))

/** Stores a transaction, a notification, a decision and a payment request at each time. */
async function insertRows(stack: Stack): Promise<void> {
  const { db } = stack.deps.store
  const [merchant = testMerchants[0]] = testMerchants
  if (merchant === undefined) throw new Error('there is no merchant')
  const customer = await customerHandleOf(stack, 'cust-00417')
  for (const [nth, at] of times.entries()) {
    const id = `day-${nth}`
    const row = { merchant, state: 'SUCCESS', reason: 'OK', workflow: 'pay', review: 0, test: 0 } as const
    const rest = { currency: 'EUR', finality: 'confirmed', amount: 2_500, later: 0, expires: null } as const
    await db
      .insertInto('transactions')
      .values(buildTestColumns({ ...row, ...rest, seen: at }, id))
      .execute()
    const of = { environment: 'stage', merchant, transaction_id: id }
    await insertNotification(
      stack,
      { merchant, transaction_id: id },
      { digest: String(nth).padStart(64, '0'), received_at: at, last_at: at },
    )
    await insertDecision(
      stack,
      { merchant, transaction_id: id },
      { id: `d_${String(nth).padStart(20, '0')}`, at },
    )
    const person = { issuer: 'https://id.test', subject: 'somebody', name: '' }
    const request = { customer, status: 'refused', workflow: 'pay', amount_minor: 100, currency: 'EUR' }
    const once = { form: id, merchant_transaction_id: id, reference: id, return_lookup: id, reviewed: '' }
    await db
      .insertInto('payment_requests')
      .values({
        ...of,
        ...person,
        ...request,
        ...once,
        id: `q_${String(nth).padStart(20, '0')}`,
        maker: 'person',
        created_at: at,
      } as never)
      .execute()
  }
}

/** Numbers of the rows in each list, and its count where it has one. */
async function listRows(visitor: Visitor, days: { from?: string; to?: string }) {
  const query = { ...days }
  const transactions = await visitor.get(endpoints.listTransactions, { params, query })
  const queue = await visitor.get(endpoints.listNotificationQueue, { params, query })
  const decisions = await visitor.get(endpoints.listDecisions, { params, query })
  const requests = await visitor.get(endpoints.listPaymentRequests, { params, query })
  const exported = await visitor.call(endpoints.exportTransactions, { params, query })
  const requestFile = await visitor.call(endpoints.exportPaymentRequests, { params, query })
  const decisionFile = await visitor.call(endpoints.exportDecisions, { params, query })
  const queueFile = await visitor.call(endpoints.exportNotifications, { params, query })
  const numbers = (ids: readonly string[]) => ids.map((id) => Number(id.slice(-1))).sort()
  return {
    transactions: numbers(transactions.rows.map(({ transaction }) => transaction)),
    transactionCount: transactions.count,
    exported: numbers(exported.text.match(/^day-\d/gm) ?? []),
    notifications: numbers(queue.entries.map(({ transaction }) => transaction ?? '')),
    notificationCount: queue.count,
    decisions: numbers(decisions.decisions.map(({ transaction }) => transaction)),
    decisionCount: decisions.count,
    requests: numbers(requests.requests.map(({ request }) => request)),
    exportedDecisions: numbers(decisionFile.text.match(/^d_0{19}\d/gm) ?? []),
    exportedNotifications: numbers(queueFile.text.match(/\bday-\d/g) ?? []),
    exportedRequests: numbers(requestFile.text.match(/^q_0{19}\d/gm) ?? []),
  }
}

const everywhere = (rows: readonly number[]) => ({
  ...{ transactions: rows, transactionCount: rows.length, exported: rows },
  ...{ notifications: rows, notificationCount: rows.length },
  ...{ decisions: rows, decisionCount: rows.length },
  ...{ requests: rows, exportedRequests: rows },
  ...{ exportedDecisions: rows, exportedNotifications: rows },
})

onEachDatabase(
  'lists by days',
  (stack) => {
    let finance: Visitor
    beforeAll(async () => {
      await insertRows(stack())
      finance = await stack().as('finance')
    })

    it('have the rows of whole days, also of a day with a clock change, with their count', async () => {
      expect(await listRows(finance, longDay)).toEqual(everywhere([1, 2]))
      expect(await listRows(finance, { from: longDay.from })).toEqual(everywhere([1, 2, 3]))
      expect(await listRows(finance, { to: longDay.to })).toEqual(everywhere([0, 1, 2]))
    })

    it('count days in the time zone of the person', async () => {
      const choose = (timeZone: string | null) =>
        finance.get(endpoints.saveSettings, { body: { ...defaultPersonSettings, timeZone } })
      await choose('America/New_York')
      expect(await listRows(finance, longDay)).toEqual(everywhere([2, 3]))
      await choose(null)
      expect(await listRows(finance, longDay)).toEqual(everywhere([1, 2]))
    })

    it('refuse days that are none, that end before they begin or that lie too far away', async () => {
      const lists = [
        endpoints.listTransactions,
        endpoints.exportTransactions,
        endpoints.listNotificationQueue,
        endpoints.listDecisions,
        endpoints.listPaymentRequests,
        endpoints.exportPaymentRequests,
        endpoints.exportDecisions,
        endpoints.exportNotifications,
      ] as const
      for (const list of lists) {
        const refuse = async (query: Record<string, string>) => {
          const { status, json } = await finance.call(list, { params, query } as never)
          const [field] = (json as { fields?: { name: string; rule: string }[] }).fields ?? []
          return [status, field?.name, field?.rule]
        }
        expect(await refuse({ from: '2025-02-30' })).toEqual([400, 'from', 'day'])
        expect(await refuse({ from: '2025-10-26', to: '2025-10-25' })).toEqual([
          400,
          'to',
          'day_not_before_from',
        ])
        expect(await refuse({ to: '2099-01-01' })).toEqual([400, 'to', 'day_between'])
      }
    })
  },
  { PAYDESK_ZONE: 'Europe/Berlin' },
)
