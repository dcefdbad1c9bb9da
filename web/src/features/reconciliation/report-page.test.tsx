import { endpoints } from '@paydesk/shared/endpoints'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishReconciliation } from '@paydesk/shared/messages/en/reconciliation'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { someReference } from '../../../../test/support/fakes/ids.ts'
import { buildDaySeries, buildReconciliationReport } from '../../../../test/support/fakes/reconciliation.ts'
import {
  buildComplianceOfficer,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = '/stage/reconciliation-report'
const { kinds: labels, rangesNotSummed, report: texts, title } = englishReconciliation
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [...(answers.answers ?? []), finance] })
const part = (name: string) => window_.getByRole('region', { name })
const { keyboard } = userEvent

describe('the daily report', () => {
  test('counts what was open, opened, explained, closed and still open, and the sum balances', async () => {
    const { page } = await open()
    const kinds = part(texts.byKind.title)
    await expect.element(kinds).toMatchTextContent(/9 at start \+ 5 opened − 2 closed = 12 still open/)
    const rows = kinds.getByRole('row')
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(new RegExp(`${labels.end_not_announced}\\s*6\\s*4\\s*2\\s*2\\s*8$`))
    await expect
      .element(rows.nth(2))
      .toMatchTextContent(new RegExp(`${labels.manual_reconciliation}\\s*3\\s*1\\s*1\\s*0\\s*4$`))
    await expect.element(rows.nth(3)).toMatchTextContent(/2 types\s*9\s*5\s*3\s*2\s*12$/)
    await expect
      .element(page.getByText(/Tuesday,? 30 Jun 2026 \(Europe\/Berlin\), today so far, updated/))
      .toBeVisible()
    expect(document.title).toBe(`${texts.title} · Stage · Paydesk`)
    await expectAccessible()
  })

  test('sums amounts per currency, and never across currencies', async () => {
    await open()
    const rows = part(texts.amounts.title).getByRole('row')
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(
        new RegExp(`${labels.end_not_announced}\\s*EUR\\s*1,000\\.00\\s*250\\.00\\s*50\\.00\\s*1,200\\.00$`),
      )
    await expect
      .element(rows.nth(4))
      .toMatchTextContent(/All\s*EUR\s*1,400\.00\s*350\.00\s*50\.00\s*1,700\.00$/)
    await expect.element(rows.nth(5)).toMatchTextContent(/All\s*USD\s*0\.00\s*9\.90\s*0\.00\s*9\.90$/)
  })

  longTest('draws 14 or 30 days, with the numbers in a table', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.showReconciliationReport)(({ query }) => {
      asked.push(query)
      return buildReconciliationReport({ series: buildDaySeries(Number(query.days ?? '14')) })
    })
    const { page, address } = await open(at, { answers: [answer] })
    const days = part(texts.trend.title)
    await expect
      .element(days.getByRole('img', { name: /opened and .* closed in 14 days, at most 4 a day/ }))
      .toBeVisible()
    await expect
      .element(days.getByRole('img', { name: /still open at the end of the last day, at most 16/ }))
      .toBeVisible()
    await days.getByText(englishLists.chart.table).first().click()
    const rows = days.getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(15)
    await expect.element(rows.nth(1)).toMatchTextContent(/30 Jun\s*3\s*1\s*1$/)
    await page.getByRole('button', { name: englishFormat.text(texts.dayCount, { count: 30 }) }).click()
    await expect.poll(address).toBe(`${at}?days=30`)
    await expect.poll(() => days.getByRole('row').elements().length).toBe(31)
    await expect.poll(() => asked).toEqual([{}, { days: '30' }])
    await expectAccessible()
  })

  longTest(
    'selects the day by date and by keys, keeps it in the address, and allows no future day',
    async () => {
      const asked: unknown[] = []
      const answer = fakeEndpoint(endpoints.showReconciliationReport)(({ query }) => {
        asked.push(query.day)
        return buildReconciliationReport({ day: query.day ?? '2026-06-30' })
      })
      const { page, address } = await open(at, { answers: [answer] })
      const field = page.getByLabelText(texts.day, { exact: true })
      await expect.element(field).toHaveValue('30 Jun 2026')
      await expect.element(page.getByRole('button', { name: texts.nextDay })).toBeDisabled()
      // Two key presses without a render between them.
      for (const _ of [1, 2]) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '[', bubbles: true }))
        await Promise.resolve()
      }
      await expect.poll(address).toBe(`${at}?day=2026-06-28`)
      await field.fill('1.7.2026')
      await keyboard('{Enter}')
      await expect
        .element(page.getByText(englishFormat.text(englishLists.days.tooLate, { day: '30 Jun 2026' })))
        .toBeVisible()
      await field.fill('2026-03-01')
      await keyboard('{Enter}')
      await expect.poll(address).toBe(`${at}?day=2026-03-01`)
      page.getByRole('heading', { level: 1 }).element().focus()
      await keyboard('[[')
      await expect.poll(address).toBe(`${at}?day=2026-02-28`)
      await keyboard('.')
      await expect.poll(address).toBe(at)
      await keyboard(']')
      expect(address()).toBe(at)
      expect(asked.at(-1)).not.toBe('2026-07-01')
    },
  )

  longTest('keeps the focus in the date, and takes a day when it is entered', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.showReconciliationReport)(({ query }) => {
      asked.push(query.day)
      return buildReconciliationReport({ day: query.day ?? '2026-06-30' })
    })
    const { page, address } = await open(at, { answers: [answer] })
    const field = page.getByLabelText(texts.day, { exact: true })
    await expect.element(field).toHaveValue('30 Jun 2026')
    await field.fill('20/6/26')
    await keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?day=2026-06-20`)
    await expect.element(page.getByText(/Saturday,? 20 Jun 2026/)).toBeVisible()
    await expect.element(field).toHaveValue('20 Jun 2026')
    await expect.element(field).toHaveFocus()
    await keyboard('{ArrowDown}{Enter}')
    await expect.poll(address).toBe(`${at}?day=2026-06-19`)
    await expect.element(field).toHaveFocus()
    await expect.poll(() => asked).toEqual([undefined, '2026-06-20', '2026-06-19'])
    page.getByRole('heading', { level: 1 }).element().focus()
    await keyboard('[[')
    await expect.element(field).toHaveValue('18 Jun 2026')
  })

  test('says so for a day without discrepancies', async () => {
    const none = { atStart: 0, opened: 0, explained: 0, closed: 0, atEnd: 0 }
    const quiet = buildDaySeries(14).map(({ day }) => ({ day, opened: 0, explained: 0, closed: 0, atEnd: 0 }))
    const { page } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.showReconciliationReport)(() =>
          buildReconciliationReport({ total: none, kinds: [], series: quiet }),
        ),
      ],
    })
    await expect.element(part(texts.byKind.title)).toMatchTextContent(new RegExp(texts.byKind.none))
    await expect.element(part(texts.trend.title)).toMatchTextContent(new RegExp(texts.trend.none))
    await expect.element(page.getByRole('region', { name: texts.amounts.title })).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('sums no amounts that are ranges, and says so to a role that sees only a part', async () => {
    const { kinds } = buildReconciliationReport()
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer()),
        fakeEndpoint(endpoints.showReconciliationReport)(() =>
          buildReconciliationReport({ kinds: kinds.map((each) => ({ ...each, amounts: null })) }),
        ),
      ],
    })
    await expect.element(part(texts.amounts.title)).toMatchTextContent(new RegExp(rangesNotSummed))
    await expect.element(part(texts.amounts.title).getByRole('table')).not.toBeInTheDocument()
    await expect.element(page.getByText(new RegExp(texts.identityOnly))).toBeVisible()
  })

  test('reports a failed read and a missing permission as such', async () => {
    const { page } = await open(at, {
      answers: [fakeEndpoint(endpoints.showReconciliationReport)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    await openApp(at, { answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())] })
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })

  test('exports the shown day as CSV, and reports a refusal', async () => {
    const asked: unknown[] = []
    const { page } = await open(`${at}?day=2026-06-12`, {
      answers: [
        fakeEndpoint(endpoints.showReconciliationReport)(({ query }) =>
          buildReconciliationReport({ day: query.day ?? '' }),
        ),
        fakeEndpoint(endpoints.exportReconciliationReport)(({ query }) => {
          asked.push(query)
          if (asked.length === 1)
            return answerProblem({ id: 'too_many_requests', status: 429, title: 'Too many' })
          return new HttpResponse('Item,Kind\r\nitem,kind\r\n1,a\r\n2,b\r\n3,c\r\n', {
            headers: { 'content-type': 'text/csv; charset=utf-8' },
          })
        }),
      ],
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByText(texts.notExported)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(/3 rows exported, masked for your role/)).toBeVisible()
    await expect.poll(() => asked).toEqual([{ day: '2026-06-12' }, { day: '2026-06-12' }])
  })

  longTest('is reached from the list by a link and by s, and leads back to the list', async () => {
    const { page, path } = await open('/stage/reconciliation')
    await page.getByRole('link', { name: texts.title }).click()
    await expect.poll(path).toBe(at)
    await page.getByRole('main').getByRole('link', { name: title }).click()
    await expect.poll(path).toBe('/stage/reconciliation')
    await keyboard('s')
    await expect.poll(path).toBe(at)
  })
})

longTest.each(['light', 'dark'] as const)(
  'at 390 px in %s the sheet fits and stays accessible',
  async (scheme) => {
    await window_.viewport(390, 844)
    document.documentElement.style.colorScheme = scheme
    try {
      await open()
      await expect.element(part(texts.trend.title)).toBeVisible()
      await part(texts.trend.title).getByText(englishLists.chart.table).first().click()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
    } finally {
      document.documentElement.style.colorScheme = ''
      await window_.viewport(1440, 900)
    }
  },
)
