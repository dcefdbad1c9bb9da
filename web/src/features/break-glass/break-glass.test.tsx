import type { ActivateBreakGlassRequest, OwnBreakGlassStatus } from '@paydesk/shared/compliance/break-glass'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishBreakGlass } from '@paydesk/shared/messages/en/break-glass'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishProblems } from '@paydesk/shared/messages/en/problems'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  buildBreakGlassActivation,
  buildBreakGlassActivityLog,
  buildBreakGlassFigures,
  buildBreakGlassHandle,
  buildBreakGlassList,
} from '../../../../test/support/fakes/break-glass.ts'
import { answerProblem, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildComplianceOfficer, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { buildClearValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../test/support/web/strokes.ts'

const text = 'Payments of a customer are stuck at night'
const report = 'Looked at the identity of the customer to tell the bank whose payment it was.'

/** Session of a user who may activate break-glass; `glass` supplies the current status. */
function breaker(glass: () => OwnBreakGlassStatus | undefined) {
  return fakeEndpoint(endpoints.showCurrentSession)(() => {
    const now = glass()
    const wider: StaffPermission[] = now?.until ? ['identity.read', 'identity.record'] : []
    return buildSupportAgent({
      permissions: [...buildSupportAgent().permissions, 'session.own', 'break_glass.start', ...wider],
      ...(now && { breakGlass: now }),
    })
  })
}

const officer = (...more: StaffPermission[]) =>
  fakeEndpoint(endpoints.showCurrentSession)(() =>
    buildComplianceOfficer({
      permissions: [
        ...buildComplianceOfficer().permissions,
        'live.listen',
        'break_glass.review',
        'break_glass.count',
        ...more,
      ],
    }),
  )

describe('emergency access', () => {
  test('asks for purpose, ticket and comment, then shows a countdown bar on every page', async () => {
    const sent: ActivateBreakGlassRequest[] = []
    let own: OwnBreakGlassStatus | undefined
    const answers = [
      breaker(() => own),
      fakeEndpoint(endpoints.startBreakGlass)(({ body }) => {
        sent.push(body)
        own = { until: hoursFromNow(0.25), reportDueFor: null }
        return own
      }),
    ]
    const { page } = await openApp('/stage/', { answers })
    await page.getByRole('button', { name: /Sam Okafor/ }).click()
    await page.getByRole('button', { name: englishShell.startBreakGlass }).click()
    const dialog = page.getByRole('dialog', { name: englishBreakGlass.form.title })
    const go = dialog.getByRole('button', { name: englishBreakGlass.form.start })
    await expect.element(go).toBeDisabled()
    await expect.element(dialog.getByRole('combobox')).toHaveValue('')
    await expect.element(go).toHaveAccessibleDescription(new RegExp(englishLists.missing.reason))
    await dialog.getByRole('combobox').selectOptions('incident')
    await dialog.getByLabelText('Ticket').fill('INC-4417')
    await dialog.getByLabelText(englishBreakGlass.form.comment).fill('mara@example.test wrote to us')
    await expect.element(dialog.getByText(/looks like an e-mail address: leave it out/)).toBeVisible()
    await expectAccessible()
    await dialog.getByLabelText(englishBreakGlass.form.comment).fill(text)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const bar = page.getByRole('region', { name: englishBreakGlass.bar.on })
    await expect.element(bar).toBeVisible()
    await expect.poll(() => sent).toEqual([{ purpose: 'incident', ticket: 'INC-4417', text }])
    await expect.element(bar.getByRole('timer')).toMatchTextContent(/^1[45]:\d\d$/)
    await expect.poll(() => document.title).toMatch(/^▲ EMERGENCY ACCESS · /)
    await expectAccessible()
    await pressChord('ge')
    await expect.element(page.getByRole('heading', { name: 'Health' })).toBeVisible()
    await expect.element(bar).toBeVisible()
    await expect.poll(() => document.title).toBe('▲ EMERGENCY ACCESS · Health · Paydesk')
  })

  longTest('is refused while a report is owed, and keeps the input', async () => {
    const refusal = () =>
      answerProblem({ id: 'break_glass_report_due', status: 409, title: 'A report is owed first' })
    const answers = [breaker(() => undefined), fakeEndpoint(endpoints.startBreakGlass)(refusal)]
    const { page } = await openApp('/stage/', { answers })
    await page.getByRole('button', { name: /Sam Okafor/ }).click()
    await page.getByRole('button', { name: englishShell.startBreakGlass }).click()
    await page.getByRole('dialog').getByRole('combobox').selectOptions('incident')
    await page.getByLabelText('Ticket').fill('INC-4417')
    await page.getByLabelText(englishBreakGlass.form.comment).fill(text)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText(englishBreakGlass.form.notStarted)).toBeVisible()
    await expect
      .element(page.getByText(englishProblems.break_glass_report_due.title, { exact: false }))
      .toBeVisible()
    await expect.element(page.getByLabelText(englishBreakGlass.form.comment)).toHaveValue(text)
  })

  test('is not offered to a role without permission', async () => {
    const { page } = await openApp('/stage/')
    await page.getByRole('button', { name: /Sam Okafor/ }).click()
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(page.getByRole('button', { name: englishShell.startBreakGlass }).query()).toBeNull()
  })

  longTest('ends with the button, and asks for the report on every page until it is written', async () => {
    const written: string[] = []
    let own: OwnBreakGlassStatus | undefined = { until: hoursFromNow(0.2), reportDueFor: null }
    const answers = [
      breaker(() => own),
      fakeEndpoint(endpoints.endBreakGlass)(() => {
        own = { until: null, reportDueFor: buildBreakGlassHandle(1) }
        return own
      }),
      fakeEndpoint(endpoints.reportBreakGlass)(({ body }) => {
        written.push(body.text)
        own = undefined
        return { until: null, reportDueFor: null }
      }),
    ]
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers })
    await page.getByRole('button', { name: englishBreakGlass.bar.end }).click()
    const owed = page.getByRole('region', { name: englishBreakGlass.owed.title })
    await expect.element(owed).toBeVisible()
    await expect.poll(() => document.title).not.toContain('EMERGENCY')
    await expectAccessible()
    await owed.getByRole('button', { name: englishBreakGlass.owed.write }).click()
    const field = page.getByLabelText(englishBreakGlass.report.text)
    await field.fill('Too short')
    await expect.element(page.getByRole('button', { name: englishBreakGlass.report.submit })).toBeDisabled()
    await field.fill(report)
    await expectAccessible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(owed).not.toBeInTheDocument()
    await expect.poll(() => written).toEqual([report])
  })

  test('asks the server when the countdown ends, and removes the bar', async () => {
    let asked = 0
    const answers = [
      breaker(() => {
        asked += 1
        return asked === 1
          ? { until: hoursFromNow(0.1), reportDueFor: null }
          : { until: null, reportDueFor: buildBreakGlassHandle(1) }
      }),
    ]
    const { page } = await openApp('/stage/', { answers })
    await expect.element(page.getByRole('region', { name: englishBreakGlass.bar.on })).toBeVisible()
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 6.5 * 60_000)
    await expect.element(page.getByRole('region', { name: englishBreakGlass.owed.title })).toBeVisible()
  })
})

describe('emergency access oversight', () => {
  test('shows a new activation on the home page live, and acknowledges it', async () => {
    const heard = createLiveStream()
    const done: string[] = []
    let waiting = buildBreakGlassList()
    const answers = [
      officer(),
      heard.handler,
      fakeEndpoint(endpoints.listBreakGlass)(() => waiting),
      fakeEndpoint(endpoints.showBreakGlassFigures)(() => buildBreakGlassFigures()),
      fakeEndpoint(endpoints.acknowledgeBreakGlass)(({ params }) => {
        done.push(params.breakGlass)
        waiting = buildBreakGlassList()
        return { answer: 'acknowledged', activation: buildBreakGlassActivation() }
      }),
    ]
    const { page } = await openApp('/stage/', { answers })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    waiting = buildBreakGlassList([buildBreakGlassActivation()])
    heard.change({
      kind: 'break_glass',
      environment: stageEnvironment,
      id: buildBreakGlassHandle(1),
      version: 1,
    })
    const card = page.getByRole('list', { name: englishBreakGlass.title })
    await expect.element(card.getByText(/Ana Ruiz has emergency access/).first()).toBeVisible()
    // Just before midnight it ends on another day, which is named then.
    const until = /Urgent incident, INC-4417, until (\d+ \w+ (\d+ )?)?\d\d:\d\d/
    await expect.element(card.getByText(until)).toBeVisible()
    await expect.element(card.getByText(text)).toBeVisible()
    await expectAccessible()
    await card.getByRole('button', { name: /^Acknowledge/ }).click()
    await expect.element(card).not.toBeInTheDocument()
    await expect.poll(() => done).toEqual([buildBreakGlassHandle(1)])
  })

  test('offers no acknowledge button for own activations, and reports a missing report', async () => {
    const own = buildBreakGlassActivation(1, {
      by: { name: 'Cara Lindholm', me: true },
      mayAcknowledge: false,
    })
    const old = buildBreakGlassActivation(2, {
      isOver: true,
      mayAcknowledge: false,
      isReportMissing: true,
      acknowledgement: { by: { name: 'Clara Weiss', me: false }, at: hoursFromNow(-30) },
    })
    const list = fakeEndpoint(endpoints.listBreakGlass)(() => buildBreakGlassList([own, old]))
    const figures = fakeEndpoint(endpoints.showBreakGlassFigures)(() =>
      buildBreakGlassFigures({ waiting: 1, missing: 1 }),
    )
    const { page } = await openApp('/stage/', { answers: [officer(), list, figures] })
    await expect.element(page.getByText(/You have emergency access/).first()).toBeVisible()
    await expect.element(page.getByText(englishBreakGlass.reportMissing)).toBeVisible()
    expect(page.getByRole('button', { name: /^Acknowledge/ }).query()).toBeNull()
    // The charts of home come when they are near, and in print.
    window.dispatchEvent(new Event('beforeprint'))
    await expect.element(page.getByText(/1 not acknowledged, 1 report missing/)).toBeVisible()
  })

  test('shows reports and accessed records on the emergency access page', async () => {
    const over = buildBreakGlassActivation(1, {
      isOver: true,
      mayAcknowledge: false,
      acknowledgement: { by: { name: 'Clara Weiss', me: false }, at: hoursFromNow(-1) },
      report: { text: buildClearValue(report), at: hoursFromNow(-1) },
    })
    const answers = [
      officer(),
      fakeEndpoint(endpoints.listBreakGlass)(() => buildBreakGlassList([over])),
      fakeEndpoint(endpoints.showBreakGlass)(() => buildBreakGlassActivityLog(over)),
      fakeEndpoint(endpoints.showBreakGlassFigures)(() =>
        buildBreakGlassFigures({ thisWeek: 2, people: [{ name: 'Ana Ruiz', thisWeek: 2, count: 3 }] }),
      ),
    ]
    const { page } = await openApp('/break-glass', { answers })
    await expect.element(page.getByRole('heading', { name: /Ana Ruiz used emergency access/ })).toBeVisible()
    await expect.element(page.getByText(report)).toBeVisible()
    await expect.element(page.getByText(/^this week 2, last 12 weeks 0/)).toBeVisible()
    await page.getByRole('button', { name: englishBreakGlass.showRecords }).click()
    await expect.element(page.getByText('opened an identity record 2 ×, opened a customer 1 ×')).toBeVisible()
    await expect.element(page.getByText('…efghij')).toBeVisible()
    await expectAccessible()
  })

  test('is closed to a role that does not oversee emergency access', async () => {
    const { page } = await openApp('/break-glass')
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })
})
