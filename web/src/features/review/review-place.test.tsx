import { endpoints } from '@paydesk/shared/endpoints'
import { englishReviewHome } from '@paydesk/shared/messages/en/review-home'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { describe, expect, test } from 'vitest'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  reviewTransaction,
  stageEnvironment,
  waitingTransaction,
} from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildQueuePosition } from '../../../../test/support/fakes/review.ts'
import { buildFinanceReviewer, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = `/stage/transactions/${reviewTransaction}`
const { position } = englishReviewHome
const line = /In the review queue · 7 of 31 by age/

/** Records requests for a queue position. */
function asked(change: Parameters<typeof buildQueuePosition>[0] = {}) {
  const ids: string[] = []
  const answer = { change }
  const handler = fakeEndpoint(endpoints.showCaseQueuePosition)(({ params }) => {
    ids.push(params.transaction)
    return buildQueuePosition(answer.change)
  })
  return { ids, answer, handler }
}

describe('queue position of a transaction', () => {
  test('shows position, age and claim status, but no names or links, without queue access', async () => {
    const { ids, handler } = asked()
    const { page } = await openApp(at, { answers: [handler] })
    await expect.element(page.getByText(line)).toMatchTextContent(/2 hr ago · unassigned$/)
    expect(page.getByRole('link', { name: position.openCase }).query()).toBeNull()
    await expect.poll(() => [...new Set(ids)]).toEqual([reviewTransaction])
    await expectAccessible()
  })

  longTest('appears on the customer page, and updates live', async () => {
    const heard = createLiveStream()
    const { answer, handler } = asked()
    const { page } = await openApp(`/stage/customers/${maraCustomer}?open=${reviewTransaction}`, {
      answers: [heard.handler, handler],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(page.getByText(line)).toBeVisible()
    answer.change = { isClaimed: true }
    heard.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version: 2 })
    await expect.element(page.getByText(line)).toMatchTextContent(/· claimed$/)
  })

  longTest('links to the case for a reviewer', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())],
    })
    await expect
      .element(page.getByRole('link', { name: position.openCase }))
      .toHaveAttribute('href', `/stage/review/${reviewTransaction}`)
  })

  longTest('distinguishes a transaction outside the queue from a failed request', async () => {
    const { handler } = asked({ inQueue: false, position: null, since: null })
    const { page } = await openApp(at, { answers: [handler] })
    await expect.element(page.getByText(position.notInQueue)).toBeVisible()
    await openApp(at, { answers: [fakeEndpoint(endpoints.showCaseQueuePosition)(answerUpstreamTimeout)] })
    await expect.element(page.getByText(position.failed)).toBeVisible()
  })

  longTest('is not requested when no operator must act, or when the role has no access', async () => {
    const { ids, handler } = asked()
    const session = buildSupportAgent()
    const without = { ...session, permissions: session.permissions.filter((one) => one !== 'case.position') }
    const first = await openApp(`/stage/transactions/${waitingTransaction}`, { answers: [handler] })
    await expect
      .element(first.page.getByText(englishTransactions.explanation.actors.customer, { exact: true }))
      .toBeVisible()
    const second = await openApp(at, {
      answers: [handler, fakeEndpoint(endpoints.showCurrentSession)(() => without)],
    })
    await expect.element(second.page.getByText('Pending, in review')).toBeVisible()
    expect(ids).toEqual([])
  })
})
