import { defaultPersonSettings, type PersonSettings } from '@paydesk/shared/administration/settings'
import type { InboxEntry, MarkInboxEntriesRequest } from '@paydesk/shared/cases/inbox'
import { endpoints } from '@paydesk/shared/endpoints'
import { germanInbox } from '@paydesk/shared/messages/de/inbox'
import { germanUi } from '@paydesk/shared/messages/de/ui'
import { englishInbox as texts } from '@paydesk/shared/messages/en/inbox'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { buildInboxEntry, buildInboxPage } from '../../../../test/support/fakes/inbox.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { keepSettings } from '../../../../test/support/fakes/settings.ts'
import { buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { buildClearValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const reviewer = (settings: Partial<PersonSettings> = {}) =>
  buildFinanceReviewer({
    permissions: [...buildFinanceReviewer().permissions, 'inbox.read', 'question.ask'],
    settings: { ...defaultPersonSettings, language: 'en', ...settings },
  })

/** Inbox in memory, which answers like the server. */
function keepInbox(entries: readonly InboxEntry[], settings: Partial<PersonSettings> = {}) {
  let held = [...entries]
  const unread = () => held.filter(({ isRead }) => !isRead).length
  const count = () => ({
    unread: unread(),
    newest: Object.fromEntries([...held].reverse().map(({ kind, at }) => [kind, at])),
  })
  const set = ({ entries: marked, isRead }: MarkInboxEntriesRequest) => {
    held = held.map((one) => ((marked?.includes(one.entry) ?? true) ? { ...one, isRead } : one))
  }
  return {
    add: (entry: InboxEntry) => held.unshift(entry),
    answers: [
      fakeEndpoint(endpoints.showCurrentSession)(() => reviewer(settings)),
      fakeEndpoint(endpoints.countUnreadInboxEntries)(count),
      fakeEndpoint(endpoints.listInbox)(({ query }) => ({
        ...buildInboxPage(
          held.filter(
            ({ isRead, kind }) =>
              (query.show === undefined || !isRead) && [kind, undefined].includes(query.kind),
          ),
        ),
        unread: unread(),
      })),
      fakeEndpoint(endpoints.markInboxEntries)(({ body }) => {
        set(body)
        return count()
      }),
    ],
  }
}

const mention = texts.mention.replace('{name}', 'Farid Nasser')
/** Link of the entry, whose name begins with the mark while it is unread. */
const mentionLink = { name: new RegExp(`${mention}$`) }

/** Replaces the notifications of the browser; `answer` is what the person answers when asked. */
function stubNotification(answer: NotificationPermission, onShow: (title: string) => void = () => {}) {
  const state = { answer }
  class FakeNotification {
    onclick: (() => void) | null = null
    constructor(title: string) {
      onShow(title)
    }
    static get permission() {
      return state.answer === 'denied' ? 'default' : state.answer
    }
    static requestPermission = () => Promise.resolve(state.answer)
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification)
  return state
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the inbox', () => {
  test('shows each kind with its sentence, facts and time limit, and nothing unread by colour alone', async () => {
    const question = buildInboxEntry(30, {
      ...{ kind: 'question', target: { page: 'questions' }, transaction: null, facts: null, isRead: true },
      customer: {
        customer: maraCustomer,
        rid: buildClearValue('cust-00417'),
        merchant: buildClearValue('demo-merchant'),
      },
    })
    const ready = buildInboxEntry(31, {
      ...{ kind: 'export_ready', target: { page: 'export_requests' }, transaction: null, facts: null },
      ...{ rows: 4_200, until: hoursFromNow(-30), outcome: 'approved' },
    })
    const { answers } = keepInbox([buildInboxEntry(0), question, ready])
    const { page } = await openApp('/stage/inbox', { answers })
    const rows = page.getByRole('main').getByRole('listitem')
    await expect.element(rows.nth(0)).toMatchTextContent(`${texts.unread}${mention}`)
    await expect.element(rows.nth(0)).toMatchTextContent('125.50')
    await expect.element(rows.nth(1)).toMatchTextContent('Farid Nasser asks you')
    await expect.element(rows.nth(1)).not.toMatchTextContent(texts.unread)
    await expect.element(rows.nth(2)).toMatchTextContent('4,200 rows')
    await expect.element(rows.nth(2)).toMatchTextContent(texts.isOver)
    await expect.element(page.getByRole('heading', { name: texts.earlier })).toBeVisible()
    await expectAccessible()
  })

  test.each([
    ['en', englishUi, texts],
    ['de', germanUi, germanInbox],
  ] as const)(
    'puts a colleague without a stored name into words: %s',
    async (language, { people }, { mention }) => {
      const nameless = buildInboxEntry(0, { by: { name: null, me: false } })
      const { page } = await openApp('/stage/inbox', { answers: keepInbox([nameless], { language }).answers })
      const row = page.getByRole('main').getByRole('listitem').first()
      await expect.element(row).toMatchTextContent(mention.replace('{name}', people.colleague.subject))
    },
  )

  test('counts in the rail and in the title, and marks one, all, and the entry that is opened', async () => {
    const { answers } = keepInbox([buildInboxEntry(0), buildInboxEntry(1), buildInboxEntry(2)])
    const { page } = await openApp('/stage/inbox', { answers })
    const link = page
      .getByRole('navigation')
      .getByRole('listitem')
      .filter({ hasText: englishShell.navigation.inbox })
    await expect.element(link).toMatchTextContent('3 waiting')
    await expect.poll(() => document.title).toMatch(/^\(3\) Inbox · /)
    await page
      .getByRole('button', { name: `${texts.markRead}: ${mention}` })
      .first()
      .click()
    await expect.element(link).toMatchTextContent('2 waiting')
    await expect.element(page.getByRole('button', { name: `${texts.markUnread}: ${mention}` })).toBeVisible()
    await page.getByRole('link', mentionLink).nth(1).click()
    await expect.element(link).toMatchTextContent('1 waiting')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${englishShell.navigation.inbox}`) })
      .click()
    await page.getByRole('button', { name: texts.markAll }).click()
    await expect.element(page.getByRole('button', { name: texts.markAll })).not.toBeInTheDocument()
    await expect.element(link).not.toMatchTextContent('waiting')
    await expect.poll(() => document.title).toMatch(/^Inbox · /)
    await page.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.element(link).toMatchTextContent('1 waiting')
  })

  test('filters by the address, says what an empty list means, and follows the live stream', async () => {
    const stream = createLiveStream()
    const inbox = keepInbox([])
    const { page } = await openApp('/stage/inbox?show=unread', {
      answers: [stream.handler, ...inbox.answers],
    })
    await expect.element(page.getByText(texts.noneUnread)).toBeVisible()
    await page.getByRole('button', { name: texts.showAll }).click()
    await expect.element(page.getByText(`${texts.explain} ${texts.alertsLink}`)).toBeVisible()
    inbox.add(buildInboxEntry(0))
    await expect.poll(() => stream.opened.length).toBe(1)
    stream.change({ kind: 'inbox', environment: stageEnvironment, id: 'person', version: 1 })
    await expect.element(page.getByRole('link', mentionLink)).toBeVisible()
    await page.getByRole('button', { name: texts.kind }).click()
    await page.getByRole('radio', { name: texts.kinds.take_over }).click()
    await expect.element(page.getByText(texts.noneOfFilter)).toBeVisible()
  })

  test('alerts on the desktop of the chosen kinds, the same for everybody', async () => {
    const shown: string[] = []
    stubNotification('granted', (title) => shown.push(title))
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    onTestFinished(() => focus.mockRestore())
    const stream = createLiveStream()
    const inbox = keepInbox([buildInboxEntry(1)], { alerts: ['mention'] })
    await openApp('/stage/inbox', { answers: [stream.handler, ...inbox.answers] })
    // Again and again: what has come before the alerts were ready is no news.
    await expect
      .poll(() => {
        inbox.add(buildInboxEntry(0))
        inbox.add(buildInboxEntry(0, { kind: 'take_over' }))
        stream.change({ kind: 'inbox', environment: stageEnvironment, id: 'person', version: 1 })
        return shown
      })
      .not.toEqual([])
    expect(new Set(shown)).toEqual(new Set([texts.alerts.mention]))
  })

  test('asks the browser when the first alert is switched on, and says if it does not allow any', async () => {
    const saved: unknown[] = []
    const save = keepSettings(({ alerts }) => saved.push(alerts))
    const { page } = await openApp('/stage/inbox', { answers: [...keepInbox([]).answers, save] })
    const permission = stubNotification('denied')
    await page.getByRole('button', { name: /Farid Nasser/ }).click()
    await page.getByRole('button', { name: englishShell.settings }).click()
    const mentions = page.getByRole('checkbox', { name: texts.alertSettings.kinds.mention })
    // A click that is not granted changes nothing, so it is no `check`.
    await mentions.click()
    await expect.element(page.getByText(texts.alertSettings.blocked)).toBeVisible()
    expect(saved).toEqual([])
    permission.answer = 'granted'
    await mentions.click()
    await expect.element(mentions).toBeChecked()
    await expect.poll(() => saved).toEqual([['mention']])
    await expectAccessible()
  })
})
