import { endpoints } from '@paydesk/shared/endpoints'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishNotifications } from '@paydesk/shared/messages/en/notifications'
import { englishReceivedNotifications } from '@paydesk/shared/messages/en/received-notifications'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { someReference, waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import {
  buildNotificationFigures,
  buildReceivedNotification,
  buildReceivedNotificationList,
} from '../../../../test/support/fakes/notifications.ts'
import { buildFinanceReviewer, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { shortenMiddle } from '../../ui/text/middle-ellipsis.tsx'

const at = '/stage/notifications'
const texts = englishNotifications
const received = englishReceivedNotifications
const { reprocess } = texts
const titleOf = (number: string) => englishFormat.text(texts.details.title, { number })
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [finance, ...(answers.answers ?? [])] })
const grid = () => window_.getByRole('grid', { name: texts.list.label })

describe('notifications page', () => {
  test('shows missing notifications, then figures with a table, then the notification queue', async () => {
    const { page } = await open()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '21')
    // Figures and queue load separately, in either order.
    const heads = () => [...document.querySelectorAll('main h2')].map((head) => head.textContent)
    await expect
      .poll(heads)
      .toEqual([texts.missing.title, texts.daily.title, texts.rejected.title, texts.list.title])
    await expect.element(page.getByRole('link', { name: shortenMiddle(waitingTransaction) })).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(texts.rejected.count, { count: 42 })))
      .toBeVisible()
    await page.getByText(englishLists.chart.table).click()
    await expect.element(page.getByRole('columnheader', { name: texts.daily.repeated })).toBeVisible()
    await expect.element(page.getByText(/Covers 4,812 transactions/)).toBeVisible()
    await expectAccessible()
  })

  test('marks only a good effect as good, and shows undocumented values as received', async () => {
    const { page } = await open()
    await expect.element(grid()).toBeVisible()
    await expect
      .element(page.getByTitle(englishFormat.text(texts.cells.undocumented, { value: 'moon_phase_changed' })))
      .toBeVisible()
    const rows = grid().getByRole('row')
    for (const [row, word] of [
      [1, received.statuses.waiting.label],
      [2, received.statuses.stored.label],
      [3, received.statuses.isolated.label],
    ] as const)
      await expect.element(rows.nth(row)).toMatchTextContent(new RegExp(word))
    const good = [...grid().element().querySelectorAll('tbody tr')].filter((row) =>
      row.querySelector('svg[class*="good"]'),
    )
    expect(good.length).toBeGreaterThan(0)
    for (const row of good) expect(row.textContent).toContain(received.effects.agrees.label)
  })

  test('warns when notifications carry no proof of origin', async () => {
    const { page } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.showNotificationFigures)(() =>
          buildNotificationFigures({ proof: 'none', missing: [] }),
        ),
      ],
    })
    await expect.element(page.getByText(new RegExp(texts.noProofConfigured))).toBeVisible()
    await expect.element(page.getByText(texts.missing.none)).toBeVisible()
  })

  longTest('reports a section that failed, and still shows the other section', async () => {
    const { page } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.showNotificationFigures)(answerUpstreamTimeout),
        fakeEndpoint(endpoints.listNotificationQueue)(({ query }) =>
          query.late ? answerNever() : buildReceivedNotificationList(),
        ),
      ],
    })
    await expect.element(page.getByText(texts.figuresNotLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect.element(grid()).toBeVisible()
  })

  longTest('distinguishes an empty queue from a filter without matches', async () => {
    const none = fakeEndpoint(endpoints.listNotificationQueue)(() =>
      buildReceivedNotificationList({ entries: [], count: 0 }),
    )
    const { page, address } = await open(at, { answers: [none] })
    await expect.element(page.getByText(texts.list.none)).toBeVisible()
    await page.getByRole('button', { name: texts.filters.effect, exact: true }).click()
    await page.getByRole('radio', { name: received.effects.differs.label }).click()
    await expect.poll(address).toBe(`${at}?effect=differs`)
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText(texts.list.noMatch)).toBeVisible()
    await page.getByRole('button', { name: texts.list.clearFilter, exact: true }).last().click()
    await expect.poll(address).toBe(at)
  })

  test('is closed to a role without access', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())],
    })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(englishUi.forbiddenPage.title)
  })

  longTest('pages by number, and keeps the opened notification in the URL', async () => {
    const { page, address } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.listNotificationQueue)(({ query }) =>
          query.before
            ? buildReceivedNotificationList({ entries: [buildReceivedNotification(3)] })
            : buildReceivedNotificationList({ next: '21' }),
        ),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard(']')
    await expect.poll(address).toBe(`${at}?before=21`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await userEvent.keyboard('j')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('2')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?before=21&open=3`)
    await expect.element(page.getByRole('dialog', { name: titleOf('3') })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(address).toBe(`${at}?before=21`)
  })
})

describe('reprocessing a notification', () => {
  test('asks for a reason, warns about personal data, and shows the old and the new result', async () => {
    const asked: unknown[] = []
    const { page } = await open(`${at}?open=37`, {
      answers: [
        fakeEndpoint(endpoints.reprocessNotification)(({ body }) => {
          asked.push(body)
          return {
            before: buildReceivedNotification(37, { effect: 'differs' }),
            after: buildReceivedNotification(37, { effect: 'agrees' }),
          }
        }),
      ],
    })
    const dialog = page.getByRole('dialog', { name: titleOf('37') })
    const go = dialog.getByRole('button', { name: reprocess.start })
    await expect.element(go).toBeDisabled()
    await dialog.getByLabelText(reprocess.reason).fill('too short')
    await expect
      .element(dialog.getByText(englishFormat.text(reprocess.tooShort, { min: 15, count: 6 })))
      .toBeVisible()
    await dialog.getByLabelText(reprocess.reason).fill('she wrote from mara@example.test')
    await expect.element(dialog.getByText(/looks like an e-mail address/)).toBeVisible()
    await dialog.getByLabelText(reprocess.reason).fill('The read came too late')
    await dialog.getByLabelText(reprocess.ticket).fill('T 1')
    await expect.element(dialog.getByText(reprocess.wrongTicket)).toBeVisible()
    await dialog.getByLabelText(reprocess.ticket).fill('T-5512')
    await go.click()
    await expect.element(dialog.getByText(reprocess.changed)).toBeVisible()
    await expect.element(dialog.getByRole('heading', { name: reprocess.before })).toBeVisible()
    await expect.poll(() => asked).toEqual([{ reason: 'The read came too late', ticket: 'T-5512' }])
    await expectAccessible()
  })

  longTest('shows who reprocessed this notification, when and why', async () => {
    const note = { number: 37, at: '2026-03-12T08:59:00.000Z', by: 'u-17', reason: 'The read came too late' }
    const reprocessings = [
      { ...note, ticket: 'T-5512' },
      { ...note, at: '2026-03-11T08:59:00.000Z', reason: null, ticket: null },
      { ...note, number: 36, reason: 'This one is of another', ticket: null },
    ]
    const { page } = await open(`${at}?open=37`, {
      answers: [
        fakeEndpoint(endpoints.listNotificationQueue)(() => buildReceivedNotificationList({ reprocessings })),
      ],
    })
    const notes = page.getByRole('region', { name: texts.details.reprocessed })
    await expect.element(notes.getByText('The read came too late')).toBeVisible()
    await expect.element(notes.getByText('T-5512')).toBeVisible()
    await expect.element(notes.getByText(/by u-17/).first()).toBeVisible()
    await expect.element(notes.getByText(texts.details.reasonGone)).toBeVisible()
    await expect.element(page.getByText('This one is of another')).not.toBeInTheDocument()
    await expectAccessible()
  })

  longTest('offers no form to a role without permission', async () => {
    const reader = buildFinanceReviewer()
    const permissions = reader.permissions.filter((each) => each !== 'notification_queue.reprocess')
    const { page } = await openApp(`${at}?open=37`, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => ({ ...reader, permissions }))],
    })
    await expect.element(page.getByRole('dialog', { name: titleOf('37') })).toBeVisible()
    await expect.element(page.getByLabelText(reprocess.reason)).not.toBeInTheDocument()
  })

  test('says that nothing was done when the request fails', async () => {
    const { page } = await open(`${at}?open=37`, {
      answers: [fakeEndpoint(endpoints.reprocessNotification)(answerUpstreamTimeout)],
    })
    await page.getByLabelText(reprocess.reason).fill('The read came too late')
    await page.getByRole('button', { name: reprocess.start }).click()
    await expect.element(page.getByText(reprocess.failed)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
  })
})

longTest('fits 390 px without horizontal scrolling, and stays accessible', async () => {
  await window_.viewport(390, 844)
  try {
    await open()
    await expect.element(grid()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})
