import { endpoints } from '@paydesk/shared/endpoints'
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
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = `/stage/t/${waitingTransaction}`

describe('observed states', () => {
  test('place each change between two reads, and name the source', async () => {
    const { page } = await openApp(at)
    const part = page.getByRole('region', { name: 'Observed here' })
    await expect.element(part).toBeVisible()
    await expect.element(part.getByText("First seen in a customer's list")).toBeVisible()
    const looks = part.getByRole('listitem')
    await expect.element(looks.nth(0)).toMatchTextContent(/by \d\d:\d\d|by \d+ \w+ \d\d:\d\d/)
    await expect.element(looks.nth(1)).toMatchTextContent(/ – /)
    await expect.element(looks.nth(1)).toMatchTextContent(/we read it/)
    await expect.element(part.getByText(/nobody was looking/)).toBeVisible()
    await expect.element(part.getByText(/read again in/)).toBeVisible()
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
    await expect.element(page.getByText(/has noted nothing of this transaction yet/)).toBeVisible()
  })

  longTest('collapse all but the newest observations', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransactionHistory)(() =>
          buildTransactionHistory({ observations: observationsOf(30), more: true }),
        ),
      ],
    })
    await expect.element(page.getByText('22 earlier')).toBeVisible()
    await expect.element(page.getByText('Older ones than these 30 are not listed.')).toBeVisible()
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
    const part = page.getByRole('region', { name: 'Notifications' })
    await expect.element(part.getByText('1 notification did not arrive')).toBeVisible()
    await expect.element(part.getByText('1 notification arrived')).toBeVisible()
    const sent = page.getByRole('region', { name: 'The service says it sent' })
    const got = page.getByRole('region', { name: 'Our endpoint received' })
    await expect
      .element(sent.getByRole('listitem').first())
      .toMatchTextContent(/Risk review started.*did not arrive/)
    await expect
      .element(got.getByRole('listitem').first())
      .toMatchTextContent(/Payment started.*not in the service’s list.*another secret.*late/)
    await expect.element(got.getByText('re-read 0.4 s later: agrees')).toBeVisible()
    await expect.element(got.getByText(/delivered 3 times/)).toBeVisible()
    await expectAccessible()
  })

  longTest('show one side when the other side fails', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listSentNotifications)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText('re-read 0.4 s later: agrees')).toBeVisible()
    await expect.element(page.getByText('Notifications could not be read')).toBeVisible()
    expect(page.getByText(/did not arrive/).query()).toBeNull()
  })

  longTest('say that nothing arrived', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listReceivedNotifications)(() =>
          buildTransactionReceivedNotifications({ entries: [] }),
        ),
      ],
    })
    await expect.element(page.getByText('Nothing has arrived here for this transaction.')).toBeVisible()
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
    await page.getByRole('button', { name: /notification 12 in full/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Notification 12' })
    await expect.element(dialog).toBeVisible()
    await dialog.getByLabelText('Reason').fill('The customer asked about it')
    await dialog.getByRole('button', { name: 'Work on it again' }).click()
    await expect.poll(() => asked).toEqual([[12, 'The customer asked about it']])
    await expectAccessible()
  })

  test('offer no reprocessing to a role without permission', async () => {
    const { page } = await openApp(at)
    await page.getByRole('button', { name: /notification 12 in full/ }).click()
    await expect.element(page.getByRole('dialog', { name: 'Notification 12' })).toBeVisible()
    expect(page.getByLabelText('Reason').query()).toBeNull()
  })

  test('are not loaded on a customer page for a transaction of another customer', async () => {
    let told = 0
    const { page } = await openApp(`/stage/c/${maraCustomer}?open=${waitingTransaction}`, {
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
    await expect.element(page.getByText('The transaction could not be read')).toBeVisible()
    expect(told).toBe(0)
  })
})
