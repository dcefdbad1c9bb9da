import { endpoints } from '@paydesk/shared/endpoints'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishReviewFigures } from '@paydesk/shared/messages/en/review-figures'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { HttpHandler } from 'msw'
import { afterEach, describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../../test/support/fakes/fake-endpoint.ts'
import {
  buildEmptyReviewFigures,
  buildReviewDays,
  buildReviewFigures,
} from '../../../../../test/support/fakes/review-figures.ts'
import {
  buildComplianceOfficer,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../../test/support/web/strokes.ts'

const { ages, delay, noOutcome, outcomes, perDay, sla } = englishReviewFigures
const at = '/stage/review-figures'
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const open = (address = at, answers: HttpHandler[] = []) =>
  openApp(address, { answers: [...answers, signedIn] })
const part = (name: string) => window_.getByRole('region', { name })
const { keyboard } = userEvent

describe('review figures', () => {
  afterEach(async () => {
    document.documentElement.style.colorScheme = ''
    await window_.viewport(1440, 900)
  })

  test('show the SLA rate, the time to outcomes and the share not followed', async () => {
    await open()
    await expect.element(part(sla.title)).toMatchTextContent(/on time94 % of 1,312 decided/)
    await expect.element(part(sla.title)).toMatchTextContent(/overdue now▲ 4/)
    const times = part(delay.title)
    await expect.element(times).toMatchTextContent(/half within34 min.*90 % within6 h/)
    await expect.element(part(outcomes.title)).toMatchTextContent(/not matched5 % of 1,312 outcomes/)
    const says = 'Open cases by age: 12 under 1 h, 15 1 h to 4 h, 3 4 h to 1 day, 1 over 1 day'
    await expect.element(window_.getByRole('img', { name: says })).toBeVisible()
    await expectAccessible()
  })

  longTest('offer a data table for each chart', async () => {
    await open()
    await expect.element(part(perDay.title)).toBeVisible()
    for (const { title: name } of [sla, ages, delay, outcomes, perDay]) {
      await expect.element(part(name).getByRole('img')).toBeInTheDocument()
      await expect.element(part(name).getByRole('table')).not.toBeInTheDocument()
      await part(name).getByText(englishLists.chart.table).click()
      await expect.element(part(name).getByRole('table')).toBeVisible()
    }
    const days = part(perDay.title).getByRole('row')
    await expect.poll(() => days.elements().length).toBe(31)
    await expect.element(days.nth(1)).toMatchTextContent(/30 Jun\s*6\s*1\s*3/)
    const shares = part(outcomes.title).getByRole('row')
    await expect.element(shares.nth(3)).toMatchTextContent(/opposite outcome\s*13\s*< 1 %/)
    await expectAccessible()
  })

  test('give the exact values of a day by keyboard', async () => {
    await open()
    const days = part(perDay.title).getByRole('slider', { name: englishLists.chart.day })
    await expect.element(days).toHaveAttribute('aria-valuetext', '30 Jun: New 6, Decided 1, Left 3')
    days.element().focus()
    await keyboard('{ArrowLeft}')
    await expect.element(days).toHaveAttribute('aria-valuetext', '29 Jun: New 5, Decided 0, Left 2')
    await keyboard('{Home}')
    await expect.element(days).toHaveAttribute('aria-valuetext', '1 Jun: New 2, Decided 0, Left 1')
  })

  longTest('change the period by click and by key, keep it in the URL, and refresh on request', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.showReviewFigures)(({ query }) => {
      asked.push(query.days)
      const days = Number(query.days)
      return buildReviewFigures({ days, perDay: buildReviewDays(days) })
    })
    const { page, address } = await open(at, [answer])
    await expect
      .element(page.getByRole('button', { name: /^30 days/ }))
      .toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: /^90 days/ }).click()
    await expect.poll(address).toBe(`${at}?days=90`)
    await keyboard('1')
    await expect.poll(address).toBe(`${at}?days=7`)
    await expect.element(page.getByRole('img', { name: /left in 7 days/ })).toBeVisible()
    await expect.poll(() => asked).toEqual(['30', '90', '7'])
    await keyboard('r')
    await expect.poll(() => asked).toEqual(['30', '90', '7', '7'])
  })

  test('say plainly when there is no data', async () => {
    await open(at, [fakeEndpoint(endpoints.showReviewFigures)(() => buildEmptyReviewFigures())])
    await expect.element(part(sla.title)).toMatchTextContent(sla.none)
    await expect.element(part(ages.title)).toMatchTextContent(ages.none)
    for (const name of [delay.title, outcomes.title])
      await expect.element(part(name)).toMatchTextContent(noOutcome.noDecisions)
    await expect.element(part(perDay.title)).toMatchTextContent(perDay.none)
    expect(window_.getByText('%').elements()).toEqual([])
    await expectAccessible()
  })

  longTest('distinguish nothing decided, nothing approved and no outcome yet', async () => {
    const nothing = buildEmptyReviewFigures()
    let now = { ...nothing, left: { onTime: 0, late: 0, undecided: 3 } }
    await open(at, [fakeEndpoint(endpoints.showReviewFigures)(() => now)])
    await expect.element(part(sla.title)).toMatchTextContent(/3 cases left .* none with a decision/)
    now = { ...nothing, decisions: { made: 2, confirmed: 0, waiting: 1, dropped: 1 } }
    await keyboard('r')
    await expect
      .element(part(outcomes.title))
      .toMatchTextContent(/2 decisions .* none final yet; 1 awaiting approval/)
    now = {
      ...nothing,
      decisions: { made: 1, confirmed: 1, waiting: 0, dropped: 0 },
      outcomes: { ...nothing.outcomes, waiting: 1 },
    }
    await keyboard('r')
    await expect.element(part(delay.title)).toMatchTextContent(/1 final decision .* no outcome seen yet/)
  })

  test('report a failed request, and are closed to a role without access', async () => {
    const { page } = await open(at, [fakeEndpoint(endpoints.showReviewFigures)(answerUpstreamTimeout)])
    await expect.element(page.getByText(englishReviewFigures.failed)).toBeVisible()
    await openApp(at, { answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())] })
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })

  test('tell a role with a partial queue that the figures are partial', async () => {
    const some = buildComplianceOfficer()
    const permissions = [...some.permissions, 'review.read', 'review.work'] as const
    const person = { ...some, permissions: permissions.filter((each) => each !== 'review.every') }
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => person)],
    })
    await expect.element(page.getByText(/cases that concern identity and documents/)).toBeVisible()
  })

  longTest('open from the rail, on the queue and on the decisions, and by shortcut', async () => {
    const { page, path } = await open('/stage/review')
    await page.getByRole('link', { name: englishShell.navigation.reviewFigures }).click()
    await expect.poll(path).toBe(at)
    await page.getByRole('link', { name: 'Decisions' }).click()
    await expect.poll(path).toBe('/stage/decisions')
    await page.getByRole('link', { name: englishShell.navigation.reviewFigures }).click()
    await expect.poll(path).toBe(at)
    await pressChord('gr')
    await expect.poll(path).toBe('/stage/review')
    await pressChord('gf')
    await expect.poll(path).toBe(at)
  })

  longTest('fit a narrow window in dark mode', async () => {
    await window_.viewport(390, 844)
    document.documentElement.style.colorScheme = 'dark'
    await open(`${at}?days=90`, [
      fakeEndpoint(endpoints.showReviewFigures)(() =>
        buildReviewFigures({ days: 90, perDay: buildReviewDays(90) }),
      ),
    ])
    await expect.element(part(perDay.title)).toBeVisible()
    await part(perDay.title).getByText(englishLists.chart.table).click()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  })
})
