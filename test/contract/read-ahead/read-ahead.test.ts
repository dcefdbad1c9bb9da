import { appendLiveChange } from '@paydesk/bff/records/live-changes'
import { environmentNameSchema, transactionIdSchema } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { beforeEach, expect, it } from 'vitest'
import {
  askedPaths,
  forgetRequests,
  onEachDatabase,
  problemIn,
  rowsOf,
  untilNoted,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const env = environmentNameSchema.parse('stage')
const open = transactionIdSchema.parse('3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10')
const reviewed = transactionIdSchema.parse('6d2f1b75-3d7e-4c6b-8a6f-1b2c3d4e5f19')

onEachDatabase(
  'read ahead',
  (stack) => {
    let visitor: Visitor
    let colleague: Visitor

    const show = (transaction: string, query: Record<string, string> = {}) =>
      visitor.get(endpoints.showTransaction, { params: { env, transaction }, query })
    /** Sends the message and waits until nothing is read ahead any more. */
    async function readAhead(...transactions: string[]) {
      const answer = await visitor.call(endpoints.readTransactionsAhead, {
        params: { env },
        body: { transactions },
      })
      await stack().deps.readAhead.stop()
      return answer
    }
    const countAsked = async () => {
      const paths = await askedPaths(stack())
      return [open, reviewed].map(
        (id) => paths.filter((path) => path === `/stage/v1/authorization/${id}`).length,
      )
    }
    const chooseRole = (role: string) => visitor.get(endpoints.chooseRole, { body: { role } })

    beforeEach(async () => {
      ;[visitor, colleague] = [await stack().as('twoRoles'), await stack().as('twoRoles')]
      // Only what is in our records is read ahead, and only beside reads that people asked for.
      for (const transaction of [open, reviewed]) {
        for (let reads = 0; reads < 6; reads += 1) await show(transaction, { fresh: '1' })
        await untilNoted(stack(), transaction)
      }
      await forgetRequests(stack())
    })

    it('answer an opening once without a request, and only the opening is in the audit log', async () => {
      const { value, rows } = await rowsOf(stack(), async () => {
        const answers = [await readAhead(open), await readAhead(reviewed, open)]
        return { answers, opened: await show(open) }
      })
      for (const { status, text, headers } of value.answers) {
        expect([status, text, headers.get('content-type')]).toEqual([204, '', null])
      }
      expect(value.opened.transaction).toBe(open)
      expect(rows.map((row) => [row.action, row.subject_id])).toEqual([['transaction.viewed', open]])
      expect(await countAsked()).toEqual([1, 1])
      await show(open)
      expect(await countAsked()).toEqual([2, 1])
    })

    it.each([
      [
        'the role was changed and changed back',
        async () => {
          const { roles, role } = await visitor.get(endpoints.showCurrentSession)
          const another = roles.find((each) => each !== role)
          await chooseRole(another ?? '')
          await chooseRole(role)
        },
      ],
      [
        'somebody else opens the record',
        async () => {
          visitor = colleague
        },
      ],
      [
        'the transaction changed',
        async () => {
          const change = { kind: 'transaction' as const, environment: env, merchant: null, version: 2 }
          const { store } = stack().deps
          await store.db
            .transaction()
            .execute((trx) =>
              appendLiveChange(trx, store.dialect, { ...change, subject_id: open }, Date.now()),
            )
        },
      ],
    ])('are not opened if %s', async (_, change) => {
      await readAhead(open)
      await change()
      await show(open)
      expect(await countAsked()).toEqual([2, 0])
    })

    it('are not opened by a page that refreshes', async () => {
      await readAhead(open)
      await show(open, { fresh: '1' })
      expect(await countAsked()).toEqual([2, 0])
    })

    it('ask for no transaction that is not in our records', async () => {
      const unknown = '5a1d0c1e-6a0b-4f0e-9a53-2f5c8d1b7aff'
      const answer = await readAhead(unknown)
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(await askedPaths(stack())).toEqual([])
    })

    it('are refused to a role that opens no transaction', async () => {
      visitor = await stack().as('admin')
      problemIn(await readAhead(open), 'not_allowed')
      expect(await askedPaths(stack())).toEqual([])
    })
  },
  {},
  { workers: false },
)
