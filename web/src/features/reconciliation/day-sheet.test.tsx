import { endpoints } from '@paydesk/shared/endpoints'
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
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = '/stage/drift-sheet'
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [...(answers.answers ?? []), finance] })
const part = (name: string) => window_.getByRole('region', { name })
const { keyboard } = userEvent

describe('the day sheet', () => {
  test('counts what was open, opened, explained, closed and still open, and the sum balances', async () => {
    const { page } = await open()
    const kinds = part('By kind')
    await expect
      .element(kinds)
      .toMatchTextContent(/9 open at the start \+ 5 opened − 2 closed by the facts = 12 still open/)
    const rows = kinds.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/End not announced\s*6\s*4\s*2\s*2\s*8$/)
    await expect
      .element(rows.nth(2))
      .toMatchTextContent(/Manual reconciliation asked for\s*3\s*1\s*1\s*0\s*4$/)
    await expect.element(rows.nth(3)).toMatchTextContent(/2 kinds\s*9\s*5\s*3\s*2\s*12$/)
    await expect
      .element(page.getByText(/Tuesday,? 30 Jun 2026, day of Europe\/Berlin, counted .*: it is not over/))
      .toBeVisible()
    expect(document.title).toBe('Day sheet · Stage · Paydesk')
    await expectAccessible()
  })

  test('sums amounts per currency, and never across currencies', async () => {
    await open()
    const rows = part('Amounts').getByRole('row')
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(/End not announced\s*EUR\s*1,000\.00\s*250\.00\s*50\.00\s*1,200\.00$/)
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
    const days = part('Day by day')
    await expect
      .element(days.getByRole('img', { name: /opened and .* closed in 14 days, at most 4 a day/ }))
      .toBeVisible()
    await expect
      .element(days.getByRole('img', { name: /still open at the end of the last day, at most 16/ }))
      .toBeVisible()
    await days.getByText('As a table').click()
    const rows = days.getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(15)
    await expect.element(rows.nth(1)).toMatchTextContent(/30 Jun\s*3\s*1\s*1\s*16$/)
    await page.getByRole('button', { name: '30 days' }).click()
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
      const field = page.getByLabelText('Day', { exact: true })
      await expect.element(field).toHaveValue('2026-06-30')
      await expect.element(field).toHaveAttribute('max', '2026-06-30')
      await expect.element(page.getByRole('button', { name: 'The next day' })).toBeDisabled()
      // Two key presses without a render between them.
      for (const _ of [1, 2]) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '[', bubbles: true }))
        await Promise.resolve()
      }
      await expect.poll(address).toBe(`${at}?day=2026-06-28`)
      await field.fill('2026-03-01')
      await expect.poll(address).toBe(`${at}?day=2026-03-01`)
      page.getByRole('heading', { level: 1 }).element().focus()
      await keyboard('[[')
      await expect.poll(address).toBe(`${at}?day=2026-02-28`)
      await keyboard('t')
      await expect.poll(address).toBe(at)
      await keyboard(']')
      expect(address()).toBe(at)
      expect(asked.at(-1)).not.toBe('2026-07-01')
    },
  )

  longTest('keeps the focus in the date while it is typed, and takes no half-typed year', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.showReconciliationReport)(({ query }) => {
      asked.push(query.day)
      return buildReconciliationReport({ day: query.day ?? '2026-06-30' })
    })
    const { page, address } = await open(at, { answers: [answer] })
    const field = page.getByLabelText('Day', { exact: true })
    await expect.element(field).toHaveValue('2026-06-30')
    await field.fill('2026-06-20')
    await expect.poll(address).toBe(`${at}?day=2026-06-20`)
    await expect.element(page.getByText(/Saturday,? 20 Jun 2026/)).toBeVisible()
    await expect.element(field).toHaveFocus()
    await field.fill('0202-06-20')
    await field.fill('2026-06-19')
    await expect.poll(address).toBe(`${at}?day=2026-06-19`)
    await expect.element(field).toHaveFocus()
    await expect.poll(() => asked).toEqual([undefined, '2026-06-20', '2026-06-19'])
    page.getByRole('heading', { level: 1 }).element().focus()
    await keyboard('[[')
    await expect.element(field).toHaveValue('2026-06-18')
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
    await expect.element(part('By kind')).toMatchTextContent(/Nothing differed on this day/)
    await expect.element(part('Day by day')).toMatchTextContent(/Nothing differed in these days/)
    await expect.element(page.getByRole('region', { name: 'Amounts' })).not.toBeInTheDocument()
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
    await expect
      .element(part('Amounts'))
      .toMatchTextContent(/sees amounts as ranges, so they are not added up/)
    await expect.element(part('Amounts').getByRole('table')).not.toBeInTheDocument()
    await expect.element(page.getByText(/of what concerns identity and documents/)).toBeVisible()
  })

  test('reports a failed read and a missing permission as such', async () => {
    const { page } = await open(at, {
      answers: [fakeEndpoint(endpoints.showReconciliationReport)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText('The day could not be counted')).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    await openApp(at, { answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())] })
    await expect.element(page.getByText(/not open to your role/)).toBeVisible()
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
          return new HttpResponse('item,kind\r\n1,a\r\n2,b\r\n3,c\r\n', {
            headers: { 'content-type': 'text/csv; charset=utf-8' },
          })
        }),
      ],
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByText('The day sheet was not exported')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(/Exported 3 rows, with the masks of your role/)).toBeVisible()
    await expect.poll(() => asked).toEqual([{ day: '2026-06-12' }, { day: '2026-06-12' }])
  })

  longTest('is reached from the list by a link and by s, and leads back to the list', async () => {
    const { page, path } = await open('/stage/drift')
    await page.getByRole('link', { name: 'Day sheet' }).click()
    await expect.poll(path).toBe(at)
    await page.getByRole('main').getByRole('link', { name: 'Reconcile' }).click()
    await expect.poll(path).toBe('/stage/drift')
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
      await expect.element(part('Day by day')).toBeVisible()
      await part('Day by day').getByText('As a table').click()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
    } finally {
      document.documentElement.style.colorScheme = ''
      await window_.viewport(1440, 900)
    }
  },
)
