import { endpoints } from '@paydesk/shared/endpoints'
import { englishHealthLastDay } from '@paydesk/shared/messages/en/health-last-day'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildHealthLastDay } from '../../../../test/support/fakes/administration.ts'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { buildAdministrator, buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const texts = englishHealthLastDay
const admin = fakeEndpoint(endpoints.showCurrentSession)(() => buildAdministrator())
const nothing = Array.from({ length: 96 }, () => 0)
const unknown = Array.from({ length: 96 }, () => null)

describe('the last 24 hours', () => {
  test('stand below the checks of each environment: totals by operation, and four charts', async () => {
    const { page } = await openApp('/health', { answers: [admin] })
    const stage = page.getByRole('region', { name: `${texts.title}, Stage` })
    const table = stage.getByRole('table', {
      name: englishFormat.text(texts.totals.table, { environment: 'Stage' }),
    })
    await expect
      .element(table.getByRole('row', { name: /^Transactions of a customer/ }))
      .toMatchTextContent(/240\s*6\s*60 ms\s*180 ms/)
    await expect.element(table.getByRole('row', { name: /^Identity/ })).toMatchTextContent(/0\s*0\s*–\s*–/)
    for (const chart of ['latency', 'failures', 'notifications', 'syncLag'] as const)
      await expect.element(stage.getByRole('heading', { name: texts[chart].title, level: 4 })).toBeVisible()
    await expect
      .element(stage.getByRole('img', { name: englishFormat.text(texts.failures.chart, { count: 6 }) }))
      .toBeVisible()
    await expect
      .element(
        stage.getByRole('img', { name: englishFormat.text(texts.latency.chart, { longest: '195 ms' }) }),
      )
      .toBeVisible()
    await expect.element(page.getByRole('region', { name: `${texts.title}, Production` })).toBeVisible()
    await expectAccessible()
  })

  test('say the values of a quarter of an hour by the keyboard, and stand in a table', async () => {
    const { page } = await openApp('/health', { answers: [admin] })
    const stage = page.getByRole('region', { name: `${texts.title}, Stage` })
    const slider = stage.getByRole('slider', { name: texts.values }).first()
    await expect.element(slider).toBeInTheDocument()
    const element = slider.element()
    if (!(element instanceof HTMLElement)) throw new Error('no slider')
    element.focus()
    await expect
      .poll(() => element.getAttribute('aria-valuetext'))
      .toMatch(/State of a transaction 195 ms, Transactions of a customer 195 ms$/)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => element.getAttribute('aria-valuetext')).toMatch(/\d\d:\d\d: .*194 ms/)
    await stage.getByText(englishLists.chart.table).first().click()
    const rows = stage.getByRole('table', { name: texts.latency.table }).getByRole('row')
    await expect.poll(() => rows.elements().length).toBe(97)
  })

  test('say that there is nothing to draw, instead of an empty chart', async () => {
    const { page } = await openApp('/health', {
      answers: [
        admin,
        fakeEndpoint(endpoints.showHealthLastDay)(() => {
          const { slots, environments } = buildHealthLastDay({
            notifications: nothing,
            syncLagMs: unknown,
          })
          return {
            slots,
            environments: environments.map((one) => ({
              ...one,
              service: one.service.map(({ operation }) => ({
                operation,
                calls: { ended: nothing, failed: nothing },
                p95Ms: unknown,
                total: { p50Ms: null, p95Ms: null },
              })),
            })),
          }
        }),
      ],
    })
    const stage = page.getByRole('region', { name: `${texts.title}, Stage` })
    await expect.element(stage.getByText(/^No call since /)).toBeVisible()
    await expect.element(stage.getByText(/^No answered call since /)).toBeVisible()
    await expect.element(stage.getByText(texts.syncLag.none)).toBeVisible()
    await expect.element(stage.getByText(texts.notifications.none)).toBeVisible()
  })

  test('leave out the counts for a person who does not see all merchants', async () => {
    const figures = buildHealthLastDay({ notifications: null })
    const environments = figures.environments.map((one) => ({
      ...one,
      service: one.service.map((operation) => ({ ...operation, calls: null })),
    }))
    const { page } = await openApp('/health', {
      answers: [admin, fakeEndpoint(endpoints.showHealthLastDay)(() => ({ ...figures, environments }))],
    })
    const stage = page.getByRole('region', { name: `${texts.title}, Stage` })
    await expect
      .element(stage.getByRole('row', { name: /^Transactions of a customer/ }).first())
      .toMatchTextContent(/Transactions of a customer\s*60 ms\s*180 ms$/)
    for (const shown of [texts.latency.title, texts.syncLag.title])
      await expect.element(stage.getByRole('heading', { name: shown })).toBeVisible()
    for (const hidden of [texts.failures.title, texts.notifications.title])
      await expect.element(stage.getByRole('heading', { name: hidden })).not.toBeInTheDocument()
    for (const hidden of [texts.totals.calls, texts.totals.failed])
      await expect
        .element(stage.getByRole('columnheader', { name: hidden, exact: true }))
        .not.toBeInTheDocument()
  })

  test('fail and load again apart from the checks, and refresh with them', async () => {
    let answer: () => ReturnType<typeof buildHealthLastDay> | Response = answerUpstreamTimeout
    let asked = 0
    const { page } = await openApp('/health', {
      answers: [
        admin,
        fakeEndpoint(endpoints.showHealthLastDay)(() => {
          asked += 1
          return answer()
        }),
      ],
    })
    const stage = page.getByRole('region', { name: `${texts.title}, Stage` })
    await expect.element(stage.getByText(texts.notLoaded)).toBeVisible()
    answer = buildHealthLastDay
    await stage.getByRole('button', { name: 'Try again' }).click()
    await expect.element(stage.getByRole('heading', { name: texts.latency.title })).toBeVisible()
    const before = asked
    await userEvent.keyboard('r')
    await expect.poll(() => asked).toBe(before + 1)
  })

  test('are not loaded for a role that sees no details', async () => {
    let asked = 0
    const { page } = await openApp('/health', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
        fakeEndpoint(endpoints.showHealthLastDay)(() => {
          asked += 1
          return buildHealthLastDay()
        }),
      ],
    })
    await expect.element(page.getByRole('heading', { name: 'Stage', level: 2 })).toBeVisible()
    await expect.element(page.getByText(texts.title)).not.toBeInTheDocument()
    expect(asked).toBe(0)
  })

  test('are on the home page of an administrator, each chart with a link to the health page', async () => {
    const { page } = await openApp('/production/', { answers: [admin] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The charts load once the person does something: the first load carries only what is read first.
    await userEvent.keyboard('{Shift}')
    for (const chart of ['latency', 'failures', 'notifications', 'syncLag'] as const) {
      const section = page.getByRole('region', { name: texts[chart].title })
      await expect.element(section.getByRole('img')).toBeVisible()
      await expect
        .element(section.getByRole('link', { name: texts.health }))
        .toHaveAttribute('href', '/health?from=production')
    }
    await expectAccessible()
  })
})
