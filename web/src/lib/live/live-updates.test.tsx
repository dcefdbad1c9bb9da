import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import {
  buildCustomerTransaction,
  buildCustomerTransactionList,
} from '../../../../test/support/fakes/customers-and-identities.ts'
import { answerProblem, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, stageEnvironment, waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { recordMarkedRows } from '../../../../test/support/web/marked-rows.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const changed = (id: string = waitingTransaction): LiveEvent => ({
  kind: 'transaction',
  environment: stageEnvironment,
  id,
  version: 2,
})

/** Records the reads of the state, and marks background refreshes. */
function countedState() {
  const reads: { readonly unasked: boolean; readonly fresh: boolean }[] = []
  const watch = http.get(endpoints.showTransaction.path, ({ request }) => {
    reads.push({
      unasked: request.headers.has('x-paydesk-unasked'),
      fresh: new URL(request.url).searchParams.has('fresh'),
    })
  })
  return { reads, watch }
}

describe('live updates', () => {
  test('changed data is refetched in the background and past the cache', async () => {
    const line = createLiveStream()
    const { reads, watch } = countedState()
    const { page, clock } = await openApp(`/stage/transactions/${waitingTransaction}`, {
      answers: [line.handler, watch],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.poll(() => reads.length).toBe(1)
    const before = clock.ending()?.at
    line.change(changed('another-transaction'))
    line.change(changed())
    line.change(changed())
    await expect.poll(() => reads.length).toBe(2)
    expect(reads[1]).toEqual({ unasked: true, fresh: true })
    expect(line.opened[0]).toMatchObject({ after: null, unasked: true })
    expect(clock.ending()?.at).toBe(before)
    await expectAccessible()
  })

  test('a lost connection resumes from the last event ID', async () => {
    const line = createLiveStream()
    let open = Promise.resolve()
    const gate = http.get(endpoints.streamLiveEvents.path, () => open)
    const { page } = await openApp('/stage', { answers: [gate, line.handler] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    const seq = line.change(changed())
    const held = Promise.withResolvers<void>()
    open = held.promise
    line.cut()
    await expect.element(page.getByText('Reconnecting')).toBeVisible()
    held.resolve()
    await expect.poll(() => line.opened.length).toBe(2)
    expect(line.opened[1]?.after).toBe(String(seq))
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
  })

  test('an expired event ID refetches everything on screen that can change', async () => {
    const line = createLiveStream()
    const { reads, watch } = countedState()
    const { page } = await openApp(`/stage/transactions/${waitingTransaction}`, {
      answers: [line.handler, watch],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.poll(() => reads.length).toBe(1)
    line.resync()
    await expect.poll(() => reads.length).toBe(2)
  })

  longTest('the connection is retried after a failure of the server', async () => {
    let asked = 0
    const down = http.get(endpoints.streamLiveEvents.path, () => {
      asked += 1
      return answerProblem({ id: 'unavailable', status: 503 })
    })
    const { page } = await openApp('/stage', { answers: [down] })
    await expect.element(page.getByText('Reconnecting')).toBeVisible()
    await expect.poll(() => asked).toBeGreaterThan(1)
  })

  test('the page says why the session has ended', async () => {
    const line = createLiveStream()
    let over = false
    const { page, live } = await openApp('/stage', {
      answers: [
        line.handler,
        fakeEndpoint(endpoints.showCurrentSession)(() =>
          over ? answerProblem({ id: 'session_over', status: 401, title: 'Over' }) : buildSupportAgent(),
        ),
      ],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    over = true
    line.close()
    await expect.element(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
    expect(live.connection().state).toBe('stopped')
    expect(line.opened.length).toBe(1)
  })

  test('a role without live updates opens no connection and shows no badge', async () => {
    let asked = 0
    const watch = http.get(endpoints.streamLiveEvents.path, () => {
      asked += 1
      return HttpResponse.error()
    })
    const session = buildSupportAgent()
    const without = { ...session, permissions: session.permissions.filter((one) => one !== 'live.listen') }
    const { page } = await openApp('/stage', {
      answers: [watch, fakeEndpoint(endpoints.showCurrentSession)(() => without)],
    })
    await expect.element(page.getByRole('button', { name: 'Help' })).toBeVisible()
    expect([asked, page.getByText('Connecting').query()]).toEqual([0, null])
  })

  longTest(
    'a list is refetched only for a changed transaction it shows, and keeps focus and selection',
    async () => {
      const line = createLiveStream()
      let isOver = false
      let reads = 0
      const { page } = await openApp(`/stage/customers/${maraCustomer}`, {
        answers: [
          line.handler,
          fakeEndpoint(endpoints.listCustomerTransactions)(() => {
            reads += 1
            const list = buildCustomerTransactionList()
            const [first, ...others] = list.entries
            return isOver && first
              ? {
                  ...list,
                  entries: [buildCustomerTransaction(waitingTransaction, 'SUCCESS', 'OK'), ...others],
                }
              : list
          }),
        ],
      })
      const table = page.getByRole('grid')
      await expect.element(table).toBeVisible()
      await expect.poll(() => reads).toBe(1)
      await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
      const row = table.getByRole('row').nth(1)
      await expect.element(row).toBeVisible()
      row.element().focus()
      const focused = document.activeElement
      line.change(changed('another-transaction'))
      // Reconnect first: by then the other transaction's event has been delivered.
      line.cut()
      await expect.poll(() => line.opened.length).toBe(2)
      await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
      expect(reads).toBe(1)
      isOver = true
      const marked = recordMarkedRows()
      line.change(changed())
      await expect.element(row.getByText('Success')).toBeVisible()
      expect(reads).toBe(2)
      expect(document.activeElement).toBe(focused)
      // Only the changed row is marked for a moment, and announced once.
      await expect.poll(() => marked.size).toBe(1)
      expect(marked.has(row.element())).toBe(true)
      await expect.element(page.getByText('1 row changed')).toBeInTheDocument()
      await expect
        .poll(() => document.querySelectorAll('tr[data-changed]').length, { timeout: 20_000 })
        .toBe(0)
    },
  )
})
