import { endpoints } from '@paydesk/shared/endpoints'
import { germanLists } from '@paydesk/shared/messages/de/lists'
import { germanReconciliation } from '@paydesk/shared/messages/de/reconciliation'
import { germanTransactionList } from '@paydesk/shared/messages/de/transaction-list'
import { describe, expect, test, vi } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { buildReconciliationReport } from '../../../../test/support/fakes/reconciliation.ts'
import { buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const at = '/stage/reconciliation-report'
const { days: texts } = germanLists
const { day: label } = germanReconciliation.report

const germanReviewer = fakeEndpoint(endpoints.showCurrentSession)(() => {
  const reviewer = buildFinanceReviewer()
  return { ...reviewer, settings: { ...reviewer.settings, language: 'de' as const } }
})
const readAnnouncement = () => document.querySelector('output[aria-live]')?.textContent

async function openField() {
  const opened = await openApp(at, {
    answers: [
      germanReviewer,
      fakeEndpoint(endpoints.showReconciliationReport)(({ query }) =>
        buildReconciliationReport({ day: query.day ?? '2026-06-30' }),
      ),
    ],
  })
  const field = opened.page.getByLabelText(label, { exact: true })
  await expect.element(field).toHaveValue('30.06.2026')
  return { ...opened, field }
}

describe('a date field', () => {
  test('has the format of the person, names what is wrong, and takes other forms', async () => {
    const { page, address, field } = await openField()
    for (const [typed, message] of [
      ['morgen', englishFormat.text(texts.notADate, { example: '30.06.2026' })],
      ['31.02.2026', englishFormat.text(texts.noSuchDay, { example: '30.06.2026' })],
      ['1.7.2026', englishFormat.text(texts.tooLate, { day: '30.06.2026' })],
      ['1.7.0202', englishFormat.text(texts.tooEarly, { day: '01.01.2000' })],
    ] as const) {
      await field.fill(typed)
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByRole('main').getByText(message, { exact: true })).toBeVisible()
      await expect.poll(readAnnouncement).toBe(message)
      await expect.element(field).toHaveAttribute('aria-invalid', 'true')
      await expect.element(field).toHaveAccessibleDescription(message)
      expect(address()).toBe(at)
    }
    await expectAccessible()
    await field.fill('2026-06-28')
    await userEvent.keyboard('{Tab}')
    await expect.poll(address).toBe(`${at}?day=2026-06-28`)
    await expect.element(field).toHaveValue('28.06.2026')
    await expect.element(field).toHaveAttribute('aria-invalid', 'false')
  })

  test('goes by a day with the arrow keys, not beyond its limits', async () => {
    const { address, field } = await openField()
    await field.click()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    await expect.element(field).toHaveValue('28.06.2026')
    expect(address()).toBe(at)
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?day=2026-06-28`)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    await expect.element(field).toHaveValue('30.06.2026')
  })

  test('opens the calendar of the browser, and takes its day', async () => {
    const { page, address } = await openField()
    const opened: HTMLInputElement[] = []
    vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockImplementation(function (this: HTMLInputElement) {
      opened.push(this)
    })
    await page.getByRole('button', { name: englishFormat.text(texts.calendar, { field: label }) }).click()
    const [calendar] = opened
    if (calendar === undefined) throw new Error('no calendar')
    expect([calendar.value, calendar.max]).toEqual(['2026-06-30', '2026-06-30'])
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(calendar, '2026-06-12')
    calendar.dispatchEvent(new Event('input', { bubbles: true }))
    await expect.poll(address).toBe(`${at}?day=2026-06-12`)
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue('12.06.2026')
  })
})

describe('a date field in a menu', () => {
  const listAt = '/stage/transactions'
  const markedName = `${germanLists.filter.wrongEntry} ${germanTransactionList.filters.seen}`
  async function openMenu() {
    const opened = await openApp(listAt, { answers: [germanReviewer] })
    const { page } = opened
    const menu = page.getByRole('button', { name: germanTransactionList.filters.seen, exact: true })
    await menu.click()
    const field = page.getByLabelText(texts.from, { exact: true })
    await expect.element(field).toHaveValue('')
    return { ...opened, menu, field }
  }

  test('keeps a wrong entry that a click elsewhere closes, and says what is wrong', async () => {
    const { page, address, field } = await openMenu()
    const problem = new RegExp(
      englishFormat.text(texts.noSuchDay, { example: String.raw`\d\d\.\d\d\.\d{4}` }),
    )
    await field.fill('31.02.2020')
    await page.getByRole('heading', { level: 1 }).click()
    const marked = page.getByRole('button', { name: markedName, exact: true })
    await expect.element(marked).toHaveAttribute('aria-expanded', 'false')
    await expect.poll(readAnnouncement).toMatch(problem)
    await marked.click()
    await expect.element(field).toBeVisible()
    await expect.element(field).toHaveValue('31.02.2020')
    await expect.element(field).toHaveAccessibleDescription(problem)
    await expectAccessible()
    await field.fill('1.2.2020')
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(address).toBe(`${listAt}?from=2020-02-01`)
  })

  test('keeps a wrong entry on a phone, where the choices of a filter close below its name', async () => {
    await window_.viewport(412, 900)
    try {
      const { page } = await openApp(listAt, { answers: [germanReviewer] })
      await page.getByRole('button', { name: germanLists.filter.title, exact: true }).click()
      const entry = page.getByRole('button', { name: germanTransactionList.filters.seen })
      await entry.click()
      const field = page.getByLabelText(texts.from, { exact: true })
      await field.fill('31.02.2020')
      await userEvent.keyboard('{Enter}')
      await expect.element(field).toHaveAttribute('aria-invalid', 'true')
      await entry.click()
      await expect.element(field).not.toBeVisible()
      await page.getByRole('button', { name: markedName, exact: true }).click()
      await expect.element(field).toHaveValue('31.02.2020')
    } finally {
      await window_.viewport(1440, 900)
    }
  })

  test('drops what was typed on Escape', async () => {
    const { address, menu, field } = await openMenu()
    for (const typed of ['31.02.2020', '1.2.2020']) {
      await field.fill(typed)
      await userEvent.keyboard('{Escape}')
      await expect.element(menu).toHaveAttribute('aria-expanded', 'false')
      await expect.element(menu).toHaveFocus()
      await menu.click()
      await expect.element(field).toHaveValue('')
      await expect.element(field).toHaveAttribute('aria-invalid', 'false')
      expect(address()).toBe(listAt)
    }
  })
})
