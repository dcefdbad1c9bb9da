import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishAuditEvents } from '@paydesk/shared/messages/en/audit-events'
import { englishAuditLog } from '@paydesk/shared/messages/en/audit-log'
import { englishAuditLogHome } from '@paydesk/shared/messages/en/audit-log-home'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishProblems } from '@paydesk/shared/messages/en/problems'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  buildAuditActorHandle,
  buildAuditEntry,
  buildAuditEntryList,
  buildAuditLogFigures,
  buildAuditLogVerification,
  buildOwnAuditEntry,
  buildRecordAccessReport,
} from '../../../../test/support/fakes/audit-log.ts'
import { answerProblem, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  maraIdentity,
  someReference,
  waitingTransaction,
} from '../../../../test/support/fakes/ids.ts'
import {
  buildAuditor,
  buildComplianceOfficer,
  buildSupportAgent,
} from '../../../../test/support/fakes/staff.ts'
import { hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'

const at = '/stage/audit-log'
const audits = fakeEndpoint(endpoints.showCurrentSession)(() => buildAuditor())
const open = (address = at, answers: NonNullable<Parameters<typeof openApp>[1]>['answers'] = []) =>
  openApp(address, { answers: [...answers, audits] })
const { keyboard } = userEvent
const daysMenu = new RegExp(`^${englishAuditLog.filters.days}`)

describe('audit log page', () => {
  test('shows each entry as one sentence with its outcome', async () => {
    const { page } = await open()
    const rows = page.getByRole('grid', { name: englishAuditLog.entries }).getByRole('row')
    await expect
      .element(rows.nth(1))
      .toMatchTextContent(
        new RegExp(
          `Ana Ruiz \\(Support\\) revealed a value of customer ••••ghij, value: Date of birth, reason: ${englishLists.purposes.customer_call}, ticket 5512\\s*refused: ${englishProblems.not_allowed.title}`,
        ),
      )
    await expect.element(rows.nth(2)).toMatchTextContent(/Ana Ruiz \(Support\) opened customer ••••ghij/)
    await expect.element(page.getByText(/Covers 12,100 entries of Stage since/)).toBeVisible()
    expect(document.title).toBe('Audit log · Stage · Paydesk')
    await expectAccessible()
  })

  test('leaves room for the outcome and truncates a long outcome with an ellipsis', async () => {
    const outcome = `${englishProblems.upstream_bad_response.title}, ${englishAuditEvents.outcomes.wrong_answers}`
    const parts = [{ code: 'upstream_bad_response' }, { code: 'wrong_answers' }]
    const { page } = await open(at, [
      fakeEndpoint(endpoints.listAuditEntries)(() =>
        buildAuditEntryList({ entries: [buildAuditEntry(1, { outcome: parts, result: 'refused' })] }),
      ),
    ])
    const words = page.getByRole('grid', { name: englishAuditLog.entries }).getByText(`refused: ${outcome}`)
    await expect.element(words).toBeVisible()
    const box = words.element()
    expect(box.clientWidth).toBeGreaterThan(240)
    expect(box.scrollWidth).toBeGreaterThan(box.clientWidth)
    // Reject a flex container, where text-overflow has no effect.
    expect(getComputedStyle(box)).toMatchObject({
      overflowX: 'hidden',
      textOverflow: 'ellipsis',
      display: 'block',
    })
  })

  test('opens an entry by keyboard, shows its position in the chain and closes it', async () => {
    const { page, address } = await open()
    await expect.element(page.getByRole('grid', { name: englishAuditLog.entries })).toBeVisible()
    await keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?open=stage-4117`)
    const panel = page.getByRole('article')
    await expect.element(panel).toMatchTextContent(`— refused: ${englishProblems.not_allowed.title}`)
    await expect.element(panel.getByText('Entry 4,117 of stage')).toBeVisible()
    await expect.element(panel.getByText('0123456789ab…')).toBeVisible()
    await expect.element(panel.getByText(someReference)).toBeVisible()
    await expect.element(panel.getByText('41 s before')).toBeVisible()
    await expectAccessible()
    await keyboard('{Escape}')
    await expect.poll(address).toBe(at)
    await keyboard('jj{Enter}')
    await expect.poll(address).toMatch(/open=stage-411[56]$/)
  })

  test('reveals the record id for a reason, and hides the id when another entry opens', async () => {
    const sent: unknown[] = []
    const id = { visibility: 'masked', text: '••••ghij', mask: 'last4', reveal: 'plain' } as const
    const answers = [
      fakeEndpoint(endpoints.showCurrentSession)(() =>
        buildAuditor({ permissions: [...buildAuditor().permissions, 'reveal.use'] }),
      ),
      fakeEndpoint(endpoints.listAuditEntries)(() =>
        buildAuditEntryList({
          entries: [0, 1].map((n) => buildAuditEntry(n, { about: { kind: 'customer', id, link: null } })),
        }),
      ),
      fakeEndpoint(endpoints.revealField)(({ body }) => {
        sent.push(body)
        return { value: maraCustomer, until: hoursFromNow(1 / 60), durationMs: 60_000, revealsLeft: 29 }
      }),
    ]
    const { page, address } = await open(`${at}?open=stage-4117`, answers)
    const panel = page.getByRole('article')
    const show = panel.getByRole('button', { name: 'Reveal ID of the customer' })
    await expect.element(show).toBeVisible()
    await show.click()
    await keyboard('4CASE-5512{Enter}')
    await expect.element(panel.getByText(maraCustomer, { exact: true })).toBeVisible()
    await expect
      .poll(() => sent)
      .toEqual([
        {
          record: { kind: 'audit_entry', entry: 'stage-4117' },
          ...{ path: ['about', 'id'], purpose: purposeCodeSchema.options[3], caseRef: 'CASE-5512' },
        },
      ])
    await expectAccessible()
    expect(address() + document.title).not.toContain(maraCustomer)
    // First Escape masks the value, second Escape closes the entry.
    await keyboard('{Escape}')
    await expect.element(show).toHaveFocus()
    expect(document.body.textContent).not.toContain(maraCustomer)
    expect(address()).toBe(`${at}?open=stage-4117`)
    await show.click()
    await keyboard('4{Enter}')
    await expect.element(panel.getByText(maraCustomer, { exact: true })).toBeVisible()
    await page.getByRole('grid', { name: englishAuditLog.entries }).getByRole('row').nth(2).click()
    await expect.poll(address).toBe(`${at}?open=stage-4116`)
    await expect.element(show).toBeVisible()
    expect(document.body.textContent).not.toContain(maraCustomer)
  })

  test('keeps filters in the URL and the request, and tells references from tickets', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.listAuditEntries)(({ query }) => {
      asked.push(query)
      return buildAuditEntryList()
    })
    const { page, address } = await open(`${at}?result=refused&group=nonsense`, [answer])
    await expect.element(page.getByRole('grid', { name: englishAuditLog.entries })).toBeVisible()
    await expect.poll(() => asked).toEqual([{ result: 'refused', view: 'activity' }])
    const field = page.getByRole('textbox', { name: englishAuditLog.filters.search })
    await field.fill('Mara Lindqvist')
    await page.getByRole('button', { name: englishAuditLog.filters.find }).click()
    await expect.element(page.getByText(englishAuditLog.filters.wrong)).toBeVisible()
    expect(address()).not.toContain('Mara')
    await field.fill(someReference.toLowerCase())
    await page.getByRole('button', { name: englishAuditLog.filters.find }).click()
    await expect.poll(address).toBe(`${at}?result=refused&reference=${someReference}`)
    await field.fill('T-5512')
    await keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?result=refused&ticket=T-5512`)
    const { ticket } = englishAuditLog.filters
    await expect.element(page.getByRole('button', { name: `${ticket} T-5512` })).toBeVisible()
    await page.getByRole('button', { name: englishLists.filter.remove.replace('{name}', ticket) }).click()
    await expect.poll(address).toBe(`${at}?result=refused`)
    // The reason is among the other filters until it is chosen.
    const reason = page.getByRole('button', { name: englishAuditLog.filters.reason })
    await expect.element(reason).not.toBeInTheDocument()
    await page.getByRole('button', { name: englishLists.filter.more }).click()
    await expect.element(reason).toBeVisible()
    await keyboard('{Escape}')
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await expect.poll(address).toBe(at)
    await page.getByRole('button', { name: englishAuditLog.views.all }).click()
    await expect.poll(address).toBe(`${at}?view=all`)
    await expect.poll(() => asked.at(-1)).toEqual({ view: 'all' })
    await page.getByRole('button', { name: daysMenu }).click()
    await page.getByRole('radio', { name: englishLists.days.presets.yesterday }).click()
    await expect
      .element(page.getByRole('button', { name: daysMenu }))
      .toMatchTextContent(englishLists.days.presets.yesterday)
    await expect.poll(address).toMatch(/\?view=all&from=(\S+)&to=\1$/)
    const day = address().slice(-'2026-11-27'.length)
    await expect.poll(() => asked.at(-1)).toEqual({ view: 'all', from: day, to: day })
    await page.getByLabelText(englishLists.days.to, { exact: true }).fill('')
    await keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?view=all&from=${day}`)
    await page.getByRole('radio', { name: englishLists.days.any }).click()
    await expect.poll(address).toBe(`${at}?view=all`)
  })

  test('links each entry to its record, or to its list if the ID is masked', async () => {
    const about = {
      kind: 'decision',
      id: { visibility: 'masked', text: '••••ghij', mask: 'last4' },
      link: null,
    }
    const repeated = { times: 5, since: hoursFromNow(-1) }
    const { page } = await open(at, [
      fakeEndpoint(endpoints.listAuditEntries)(() =>
        buildAuditEntryList({
          entries: [buildAuditEntry(0, { action: 'decision.viewed', about, repeated } as never)],
        }),
      ),
    ])
    const row = page.getByRole('grid', { name: englishAuditLog.entries }).getByRole('row').nth(1)
    await expect.element(row.getByRole('link')).toHaveAttribute('href', '/stage/decisions')
    await expect.element(row).toMatchTextContent(/5 times since/)
  })

  longTest('looks further back for rare entries on request', async () => {
    const answer = fakeEndpoint(endpoints.listAuditEntries)(({ query }) =>
      query.after === undefined
        ? buildAuditEntryList({
            entries: [buildAuditEntry(0)],
            next: 'further',
            lookedBackTo: hoursFromNow(-800),
          })
        : buildAuditEntryList({ entries: [buildAuditEntry(900)] }),
    )
    const { page, address } = await open(at, [answer])
    await expect.element(page.getByText(/searched back to .*there may be older matches/)).toBeVisible()
    await page.getByRole('button', { name: englishAuditLog.pages.further }).click()
    await expect.poll(address).toBe(`${at}?after=further`)
    await expect.element(page.getByText('1 entry on this page')).toBeVisible()
    await keyboard('[[')
    await expect.poll(address).toBe(at)
  })

  test('verifies the audit log with one key and reports the exact result', async () => {
    let result: ReturnType<typeof buildAuditLogVerification> = buildAuditLogVerification()
    const { page } = await open(at, [fakeEndpoint(endpoints.startAuditLogVerification)(() => result)])
    await expect.element(page.getByText(englishAuditLog.verification.never)).toBeVisible()
    const verdict = page.getByRole('status').filter({ hasText: / in [\d.]+ s/ })
    await keyboard('v')
    await expect.element(verdict).toMatchTextContent(/12,412 entries verified, signed up to/)
    await page.getByText(englishAuditLog.verification.details).click()
    await expect.element(page.getByText('bbbbbbbbbbbb')).toBeVisible()
    await expectAccessible()
    result = buildAuditLogVerification({
      isIntact: false,
      findings: [{ chain: 'stage', kind: 'changed', from: 4_117, to: null }],
    })
    await page.getByRole('button', { name: englishAuditLog.verification.verify }).click()
    await expect.element(verdict).toMatchTextContent(/Invalid: stage: entry changed \(entry 4,117\)\./)
    await expectAccessible()
  })

  test('follows a long verification to its end', async () => {
    let isOver = false
    const running = { state: 'running', startedAt: hoursFromNow(0), done: 400_000, total: 1_000_000 } as const
    const { page } = await open(at, [
      fakeEndpoint(endpoints.startAuditLogVerification)(() => running),
      fakeEndpoint(endpoints.showAuditLogVerification)(() =>
        isOver ? buildAuditLogVerification({ entries: 1_000_000 }) : running,
      ),
    ])
    await page.getByRole('button', { name: englishAuditLog.verification.verify }).click()
    await expect.element(page.getByText('400,000 of 1,000,000 entries')).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: englishAuditLog.verification.verifying }))
      .toBeDisabled()
    isOver = true
    await expect.element(page.getByText(/1,000,000 entries verified/).first()).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: englishAuditLog.verification.verify }))
      .toBeEnabled()
  })

  test('reports a verification that could not start', async () => {
    const down = fakeEndpoint(endpoints.startAuditLogVerification)(() =>
      answerProblem({ id: 'record_unavailable', status: 503, title: 'It could not be recorded' }),
    )
    const { page } = await open(at, [down])
    await page.getByRole('button', { name: englishAuditLog.verification.verify }).click()
    await expect
      .element(page.getByText(englishProblems.record_unavailable.title, { exact: false }))
      .toBeVisible()
  })

  test('exports JSON Lines for the filtered days', async () => {
    const asked: unknown[] = []
    const lines = '{"paydesk_audit_export":1}\n{"end":{"entries":0}}\n'
    const stream = fakeEndpoint(endpoints.exportAuditLog)(({ query }) => {
      asked.push(query)
      return new HttpResponse(lines, { headers: { 'content-type': 'application/jsonl' } })
    })
    const { page } = await open(`${at}?from=2026-06-01`, [stream])
    await page.getByText(englishAuditLog.export.summary).click()
    await page.getByRole('button', { name: englishAuditLog.export.start }).click()
    await expect.element(page.getByText(/2 rows exported\. The export is in the audit log\./)).toBeVisible()
    await expect.poll(() => asked).toEqual([{ from: '2026-06-01' }])
  })

  test('shows staff without audit permissions only their own events, with links', async () => {
    const own = buildSupportAgent({ permissions: [...buildSupportAgent().permissions, 'audit.own'] })
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listAuditEntries)(() =>
          buildAuditEntryList({ entries: [buildOwnAuditEntry(0)], visibility: 'own' }),
        ),
        fakeEndpoint(endpoints.showAuditLogFigures)(() =>
          buildAuditLogFigures({
            visibility: 'own',
            lastVerification: null,
            people: [],
            coverage: [{ chain: 'own', entries: 1, since: null }],
          }),
        ),
        fakeEndpoint(endpoints.showCurrentSession)(() => own),
      ],
    })
    const row = page.getByRole('grid', { name: englishAuditLog.entries }).getByRole('row').nth(1)
    await expect.element(row).toMatchTextContent(/You \(Support\) opened customer …efghij/)
    await expect.element(row.getByRole('link')).toHaveAttribute('href', `/stage/customers/${maraCustomer}`)
    await expect.element(page.getByText('Covers 1 entry of your own.')).toBeVisible()
    expect(page.getByRole('button', { name: /Verify/ }).elements()).toHaveLength(0)
    expect(page.getByText(englishAuditLog.export.summary).elements()).toHaveLength(0)
    await expect
      .element(
        page
          .getByRole('navigation')
          .getByRole('link', { name: new RegExp(`^${englishShell.navigation.auditLog}`) }),
      )
      .toBeVisible()
    await expectAccessible()
  })
})

describe('staff activity page', () => {
  test('shows the activity of one person by day and record', async () => {
    const { page, path, address } = await open()
    await page.getByText(/By person/).click()
    await page.getByRole('link', { name: 'Ana Ruiz' }).click()
    await expect.poll(path).toBe(`${at}/people/${buildAuditActorHandle(1)}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Activity of Ana Ruiz')
    const day = window_.getByRole('region', { name: '30 Jun 2026' })
    await expect
      .element(day)
      .toMatchTextContent(
        /customer ••••ghij \(masked\)\s*3 times, last .*opened a customer.*Other activity\s*6 times.*listed transactions\s*6 ×/,
      )
    await expectAccessible()
    await page.getByRole('button', { name: daysMenu }).click()
    await expect.element(page.getByText(new RegExp(englishAuditLog.activity.limit))).toBeVisible()
    await expectAccessible()
    await page.getByLabelText(englishLists.days.from, { exact: true }).fill('20 Jun 2026')
    await keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}/people/${buildAuditActorHandle(1)}?from=2026-06-20&to=2026-06-30`)
  })

  test('is closed to a role without access', async () => {
    const { page } = await openApp(`${at}/people/${buildAuditActorHandle(1)}`, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())],
    })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(englishUi.forbiddenPage.title)
  })
})

describe('record access dialog', () => {
  const officer = buildComplianceOfficer()
  const compliance = fakeEndpoint(endpoints.showCurrentSession)(() => ({
    ...officer,
    permissions: [...officer.permissions, 'audit.own' as const, 'audit.record_access' as const],
  }))

  test.for(
    firstRows(1, [
      [englishAuditLogHome.access.titles.customer, `/stage/customers/${maraCustomer}`, maraCustomer],
      [
        englishAuditLogHome.access.titles.transaction,
        `/stage/transactions/${waitingTransaction}`,
        waitingTransaction,
      ],
      [englishAuditLogHome.access.titles.identity, `/stage/identities/${maraIdentity}`, maraIdentity],
    ] as const),
  )('answers "%s" only after the shortcut is pressed', async ([title, place, subject]) => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.showRecordAccess)(({ body }) => {
      asked.push(body)
      return buildRecordAccessReport()
    })
    const { page } = await openApp(place, { answers: [answer, compliance] })
    await expect.element(page.getByRole('button', { name: englishAuditLogHome.access.button })).toBeVisible()
    expect(asked).toEqual([])
    await keyboard('a')
    const dialog = page.getByRole('dialog', { name: title })
    await expect.element(dialog).toMatchTextContent(/1 person in 7 entries, of this .* and 11 records/)
    await expect.element(dialog).toMatchTextContent(/Ana Ruiz \(Support\)/)
    await expect
      .element(dialog)
      .toMatchTextContent(
        `revealed a value of a customer, value: Date of birth, reason: ${englishLists.purposes.customer_call}`,
      )
    await expect.poll(() => asked).toEqual([{ subject }])
    await expectAccessible()
  })

  test('is not offered to a role without access', async () => {
    const { page } = await openApp(`/stage/customers/${maraCustomer}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Customer')
    expect(page.getByRole('button', { name: englishAuditLogHome.access.button }).elements()).toHaveLength(0)
  })
})

describe('search by a full ID', () => {
  test('asks for the reason and the ticket before anything is searched', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.showRecordAccess)(({ body }) => {
      asked.push(body)
      return buildRecordAccessReport()
    })
    const { page } = await open('/stage/audit-log', [answer])
    const { access } = englishAuditLog
    await page.getByRole('button', { name: access.searchById }).click()
    const dialog = page.getByRole('dialog', { name: access.searchTitle })
    const search = dialog.getByRole('button', { name: access.form.search, exact: true })
    await dialog.getByRole('textbox', { name: access.form.id }).fill(`${maraCustomer} `)
    await expect.element(search).toBeDisabled()
    await dialog.getByRole('radio').nth(1).click()
    await dialog.getByRole('textbox', { name: access.form.ticket }).fill('CASE-5512')
    await expectAccessible()
    expect(asked).toEqual([])
    await search.click()
    await expect.element(dialog).toMatchTextContent(/1 person in 7 entries/)
    expect(asked).toEqual([
      { subject: maraCustomer, purpose: purposeCodeSchema.options[1], caseRef: 'CASE-5512' },
    ])
  })
})

describe('audit summary on the home page', () => {
  longTest('shows the refusals of today and the last verification result', async () => {
    const figures = fakeEndpoint(endpoints.showAuditLogFigures)(() =>
      buildAuditLogFigures({ lastVerification: buildAuditLogVerification() }),
    )
    const { page } = await open('/stage', [figures])
    await expect.element(page.getByRole('link', { name: '3 refused requests today' })).toBeVisible()
    await expect.element(page.getByText(/^valid, verified/)).toBeVisible()
  })
})
