import { endpoints } from '@paydesk/shared/endpoints'
import { englishNotificationEvents } from '@paydesk/shared/messages/en/notification-events'
import { englishNotifications } from '@paydesk/shared/messages/en/notifications'
import { englishReceivedNotifications } from '@paydesk/shared/messages/en/received-notifications'
import { englishTransactions as texts } from '@paydesk/shared/messages/en/transactions'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import { buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import {
  buildTransactionHistory,
  buildTransactionReceivedNotifications,
} from '../../../../test/support/fakes/transaction-history.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const { history, notifications } = texts
const at = `/stage/transactions/${waitingTransaction}`
const agreed = englishFormat.text(notifications.readAfter, {
  duration: '0.4 s',
  result: englishReceivedNotifications.effects.agrees.label,
})
const openTwelve = englishFormat.text(notifications.full, { number: '12' })

describe('observed states', () => {
  test('place each change between two reads, and name the source', async () => {
    const { page } = await openApp(at)
    const part = page.getByRole('region', { name: history.title })
    await expect.element(part).toBeVisible()
    await expect.element(part.getByText(history.firstSeen.list)).toBeVisible()
    const looks = part.getByRole('listitem')
    await expect.element(looks.nth(0)).toMatchTextContent(/before \d\d:\d\d|before \d+ \w+ \d\d:\d\d/)
    await expect.element(looks.nth(1)).toMatchTextContent(/ – /)
    await expect.element(looks.nth(1)).toMatchTextContent(new RegExp(history.sources.read))
    await expect.element(part.getByText(new RegExp(history.noReads))).toBeVisible()
    await expect.element(part.getByText(/next refresh in/)).toBeVisible()
    await userEvent.keyboard('o')
    await expect.element(part).toHaveFocus()
    await expectAccessible()
  })

  test('say that nothing was observed yet', async () => {
    const none = buildTransactionHistory({
      version: null,
      firstSeenAt: null,
      lastReadAt: null,
      nextReadAt: null,
      observations: [],
    })
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showTransactionHistory)(() => none)],
    })
    await expect.element(page.getByText(history.none)).toBeVisible()
  })

  longTest('collapse all but the newest observations', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransactionHistory)(() =>
          buildTransactionHistory({ observations: observationsOf(30), more: true }),
        ),
      ],
    })
    await expect.element(page.getByText(englishFormat.text(history.earlier, { count: 22 }))).toBeVisible()
    await expect.element(page.getByText(englishFormat.text(history.onlyNewest, { count: 30 }))).toBeVisible()
  })
})

function observationsOf(count: number) {
  const [one] = buildTransactionHistory().observations
  if (one === undefined) throw new Error('nothing observed')
  return Array.from({ length: count }, (_, index) => ({ ...one, seq: index + 1 }))
}

describe('sent and received notifications', () => {
  test('list missing notifications of either side first', async () => {
    const { page } = await openApp(at)
    const part = page.getByRole('region', { name: notifications.title })
    await expect
      .element(part.getByText(englishFormat.text(notifications.missing, { count: 1 })))
      .toBeVisible()
    await expect
      .element(part.getByText(englishFormat.text(notifications.unlisted, { count: 1 })))
      .toBeVisible()
    const sent = page.getByRole('region', { name: notifications.sent })
    const got = page.getByRole('region', { name: notifications.received })
    await expect
      .element(sent.getByRole('listitem').first())
      .toMatchTextContent(
        new RegExp(`${englishNotificationEvents.labels.manual_risk_review}.*${notifications.missingTag}`),
      )
    await expect
      .element(got.getByRole('listitem').first())
      .toMatchTextContent(
        new RegExp(
          `${englishNotificationEvents.labels.payment_piv_success}.*${notifications.unlistedTag}.*${notifications.otherSecret}.*${notifications.late}`,
        ),
      )
    await expect.element(got.getByText(agreed)).toBeVisible()
    await expect.element(got.getByText(/delivered 3 times/)).toBeVisible()
    await expectAccessible()
  })

  longTest('show one side when the other side fails', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listSentNotifications)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(agreed)).toBeVisible()
    await expect.element(page.getByText(notifications.notLoaded)).toBeVisible()
    expect(page.getByText(new RegExp(notifications.missingTag)).query()).toBeNull()
  })

  longTest('say that nothing arrived', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listReceivedNotifications)(() =>
          buildTransactionReceivedNotifications({ entries: [] }),
        ),
      ],
    })
    await expect.element(page.getByText(notifications.noneReceived)).toBeVisible()
  })

  longTest('open with all details, and offer reprocessing with a reason to a permitted role', async () => {
    const asked: unknown[] = []
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
        fakeEndpoint(endpoints.reprocessNotification)(({ params, body }) => {
          asked.push([params.notification, body.reason])
          return answerProblem({ id: 'unavailable', status: 503 })
        }),
      ],
    })
    await page.getByRole('button', { name: new RegExp(openTwelve) }).click()
    const dialog = page.getByRole('dialog', { name: 'Notification 12' })
    await expect.element(dialog).toBeVisible()
    await dialog.getByLabelText('Reason').fill('The customer asked about it')
    await dialog.getByRole('button', { name: englishNotifications.reprocess.start }).click()
    await expect.poll(() => asked).toEqual([[12, 'The customer asked about it']])
    await expectAccessible()
  })

  test('offer no reprocessing to a role without permission', async () => {
    const { page } = await openApp(at)
    await page.getByRole('button', { name: new RegExp(openTwelve) }).click()
    await expect.element(page.getByRole('dialog', { name: 'Notification 12' })).toBeVisible()
    expect(page.getByLabelText('Reason').query()).toBeNull()
  })

  test('are not loaded on a customer page for a transaction of another customer', async () => {
    let told = 0
    const { page } = await openApp(`/stage/customers/${maraCustomer}?open=${waitingTransaction}`, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() =>
          answerProblem({ id: 'upstream_mismatch', status: 502 }),
        ),
        fakeEndpoint(endpoints.showTransactionHistory)(() => {
          told += 1
          return buildTransactionHistory()
        }),
        fakeEndpoint(endpoints.listReceivedNotifications)(() => {
          told += 1
          return buildTransactionReceivedNotifications()
        }),
      ],
    })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    expect(told).toBe(0)
  })
})
