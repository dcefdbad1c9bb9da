import type { HealthCheck, HealthView } from '@paydesk/shared/administration/health'
import type { IdImport } from '@paydesk/shared/administration/imports'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishHealth } from '@paydesk/shared/messages/en/health'
import { englishHealthChecks } from '@paydesk/shared/messages/en/health-checks'
import { englishImports } from '@paydesk/shared/messages/en/imports'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { englishUndocumentedValues } from '@paydesk/shared/messages/en/undocumented-values'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { buildHealthView, buildImportView, someImportId } from '../../../test/support/fakes/administration.ts'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../test/support/fakes/fake-endpoint.ts'
import { someReference, waitingTransaction } from '../../../test/support/fakes/ids.ts'
import { buildDiscrepancyList } from '../../../test/support/fakes/reconciliation.ts'
import { keepSettings } from '../../../test/support/fakes/settings.ts'
import {
  buildAdministrator,
  buildComplianceOfficer,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../test/support/web/axe.ts'
import { englishFormat } from '../../../test/support/web/english-format.ts'
import { openApp } from '../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../test/support/web/run-length.ts'
import { pressChord } from '../../../test/support/web/strokes.ts'

const admin = fakeEndpoint(endpoints.showCurrentSession)(() => buildAdministrator())
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const support = fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())
const compliance = fakeEndpoint(endpoints.showCurrentSession)(() => {
  const { permissions } = buildComplianceOfficer()
  const more = [
    'records.read',
    'review.read',
    'reconciliation.read',
    'notification_queue.read',
    'health.read',
    'audit.own',
    'records.export',
  ] as const
  const rare = [
    'document.download',
    'subject_access.export',
    'field_permissions.read',
    'break_glass.review',
  ] as const
  return buildComplianceOfficer({ permissions: [...new Set([...permissions, ...more, ...rare])] })
})
const h1 = () => window_.getByRole('heading', { level: 1 })

describe('imports', () => {
  const at = '/stage/imports'
  const { form } = englishImports

  test('sends a pasted list once, and shows the progress until it is done', async () => {
    const asked: unknown[] = []
    let view: IdImport = buildImportView({ status: 'running', done: 40, endedAt: null, refusedLines: [] })
    const { page, address } = await openApp(at, {
      answers: [
        admin,
        fakeEndpoint(endpoints.startImport)(({ body }) => {
          asked.push(body)
          return view
        }),
        fakeEndpoint(endpoints.showImport)(() => view),
      ],
    })
    await expect.element(page.getByRole('button', { name: form.start })).toBeDisabled()
    await page.getByLabelText(form.merchant).fill('demo-merchant')
    await page.getByLabelText(form.list).fill('rid\ncust-1\ncust-2\n')
    await expect.element(page.getByText(/^3 lines\./)).toBeVisible()
    await page.getByRole('button', { name: form.start }).click()
    await expect.poll(address).toBe(`${at}?open=${someImportId}`)
    await expect.element(page.getByRole('progressbar')).toBeVisible()
    await expect.element(page.getByRole('region', { name: englishImports.report })).toHaveFocus()
    await expect
      .poll(() => asked)
      .toEqual([{ kind: 'rid', merchant: 'demo-merchant', text: 'rid\ncust-1\ncust-2\n' }])
    await expect.element(page.getByLabelText(form.list)).toHaveValue('')
    view = buildImportView()
    await expect.element(page.getByText(englishImports.refusals.twice.replace('{count}', '3'))).toBeVisible()
    await expect.element(page.getByText('lines 7–9')).toBeVisible()
    await expect.element(page.getByText(englishImports.details.unknown.replace('{count}', '1'))).toBeVisible()
    await expectAccessible()
  })

  longTest('does not move a user who has opened another page before the import is answered', async () => {
    const late = Promise.withResolvers<void>()
    let imports = 0
    const { page, path, goTo, countPending } = await openApp(at, {
      answers: [
        admin,
        fakeEndpoint(endpoints.startImport)(async () => {
          imports += 1
          await late.promise
          return buildImportView()
        }),
      ],
    })
    await page.getByLabelText(form.list).fill('rid\ncust-1\n')
    await page.getByRole('button', { name: form.start }).click()
    await expect.poll(() => imports).toBe(1)
    goTo('/stage/health')
    await expect.poll(path).toBe('/stage/health')
    late.resolve()
    await expect.poll(countPending).toBe(0)
    expect(path()).toBe('/stage/health')
  })

  test('reads a file in the browser, and rejects an invalid merchant ID', async () => {
    const { page } = await openApp(at, { answers: [admin] })
    await page.getByLabelText(form.file).upload(new File(['a\nb\n'], 'ids.csv', { type: 'text/csv' }))
    await expect.element(page.getByText(/^2 lines\./)).toBeVisible()
    await page.getByLabelText(form.merchant).fill('not a merchant')
    await expect.element(page.getByRole('button', { name: form.start })).toBeDisabled()
    await page.getByRole('radio', { name: englishImports.types.transaction }).click()
    await expect.element(page.getByLabelText(form.merchant)).not.toBeInTheDocument()
  })

  test('reads no column before a person has chosen it, if the heading is not known', async () => {
    const asked: unknown[] = []
    const { page } = await openApp(at, {
      answers: [
        admin,
        fakeEndpoint(endpoints.startImport)(({ body }) => {
          asked.push(body)
          return buildImportView()
        }),
      ],
    })
    const text = 'Name;Kundennummer\r\nMara;cust-one\r\n'
    const bytes = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])])
    await page.getByLabelText(form.file).upload(new File([bytes], 'german.csv', { type: 'text/csv' }))
    await expect.element(page.getByText(form.columnUncertain)).toBeVisible()
    await expect.element(page.getByText('Column 1: Name · Mara')).toBeVisible()
    await expect.element(page.getByRole('button', { name: form.start })).toBeDisabled()
    await page.getByText('Column 2: Kundennummer · cust-one').click()
    await expect.element(page.getByRole('checkbox', { name: form.heading })).toBeChecked()
    await expectAccessible()
    await page.getByRole('button', { name: form.start }).click()
    await expect.poll(() => asked).toMatchObject([{ kind: 'rid', column: { at: 1, heading: true } }])
  })

  test('shows how much is read, and stops an import once that is confirmed', async () => {
    let view = buildImportView({ status: 'running', lines: 120, done: 40, refused: 6, endedAt: null })
    const { page } = await openApp(`${at}?open=${someImportId}`, {
      answers: [
        admin,
        fakeEndpoint(endpoints.showImport)(() => view),
        fakeEndpoint(endpoints.stopImport)(() => {
          view = { ...view, status: 'stopped', endedAt: view.startedAt }
          return view
        }),
        fakeEndpoint(endpoints.exportRefusedImportLines)(
          () => new HttpResponse('Line\r\nline\r\n3\r\n', { headers: { 'content-type': 'text/csv' } }),
        ),
      ],
    })
    const { details, stop } = englishImports
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '46')
    await page.getByRole('button', { name: stop.button }).click()
    const dialog = page.getByRole('dialog', { name: stop.title })
    await expect.element(dialog.getByText(stop.effect)).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: stop.confirm }).click()
    const left = englishFormat.text(details.stoppedAt, { count: 74 })
    await expect.element(page.getByText(left)).toBeVisible()
    await expect.element(page.getByText(stop.stopped)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    const { button, done } = englishLists.export
    await page
      .getByRole('region', { name: englishImports.report })
      .getByRole('button', { name: button })
      .click()
    const file = new RegExp(`^${englishFormat.text(done, { count: 1 })}\\.`)
    await expect.element(page.getByText(file)).toBeVisible()
  })

  test('shows a failed and an empty list', async () => {
    let answer: () => { imports: IdImport[] } | Response | Promise<Response> = answerUpstreamTimeout
    const { page } = await openApp(at, {
      answers: [admin, fakeEndpoint(endpoints.listImports)(() => answer())],
    })
    await expect.element(page.getByText(englishImports.notLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    answer = () => ({ imports: [] })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(englishImports.none)).toBeVisible()
  })

  test('says that a refused import was not started', async () => {
    const { page } = await openApp(at, {
      answers: [
        admin,
        fakeEndpoint(endpoints.startImport)(answerUpstreamTimeout),
        fakeEndpoint(endpoints.listImports)(answerNever),
      ],
    })
    await page.getByLabelText(form.list).fill('cust-1')
    await page.getByRole('button', { name: form.start }).click()
    await expect.element(page.getByText(form.notStarted)).toBeVisible()
    await expect.element(page.getByLabelText(form.list)).toHaveValue('cust-1')
  })

  test('opens an earlier import from the list', async () => {
    const { page, address } = await openApp(at, { answers: [admin] })
    await expect.element(page.getByRole('grid', { name: englishImports.label })).toBeVisible()
    await userEvent.keyboard('j')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('2')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${at}?open=${someImportId}`)
    await expect
      .element(page.getByText(englishImports.refusals.card_number.replace('{count}', '1')))
      .toBeVisible()
  })

  test('tells other roles that the page is closed to them', async () => {
    await openApp(at, { answers: [finance] })
    await expect.element(h1()).toMatchTextContent(englishUi.forbiddenPage.title)
  })
})

describe('health', () => {
  test('shows one line to everybody, and only the sections that the answer contains', async () => {
    const { page } = await openApp('/health', {
      answers: [
        support,
        fakeEndpoint(endpoints.showHealth)(() => buildHealthView({ environments: null, installation: null })),
      ],
    })
    await expect.element(page.getByText('Payment service degraded (Stage)')).toBeVisible()
    await expect.element(page.getByText(englishHealth.statuses.attention, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
  })

  test('shows each check with a word, a sentence and a time, and stresses a missing proof of origin', async () => {
    const view = buildHealthView()
    const [first] = view.environments ?? []
    if (!first) throw new Error('no environment in the fake')
    const originProof = {
      check: 'origin_proof',
      status: 'bad',
      facts: [{ code: 'no_origin_proof' }],
      checkedAt: null,
    } satisfies HealthCheck
    const { page } = await openApp('/health', {
      answers: [
        admin,
        fakeEndpoint(endpoints.showHealth)(() =>
          buildHealthView({ environments: [{ ...first, originProof, credentials: null }] }),
        ),
      ],
    })
    await expect.element(page.getByRole('heading', { name: 'Stage', level: 2 })).toBeVisible()
    await expect.element(page.getByText(/13 % of the last calls failed/)).toBeVisible()
    await expect.element(page.getByText(`▲ ${englishHealthChecks.facts.no_origin_proof}`)).toBeVisible()
    await expect.element(page.getByText(englishHealth.neverChecked).first()).toBeVisible()
    await expect.element(page.getByText(englishHealth.credentials)).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { name: englishHealth.paydesk.title })).toBeVisible()
    await expectAccessible()
  })

  test('says in the headline how many checks need attention while the payment service responds', async () => {
    const [first] = buildHealthView().environments ?? []
    if (!first) throw new Error('no environment in the fake')
    const summary: HealthView['summary'] = { status: 'good', environments: [], checkedAt: null }
    const sync: HealthCheck = { ...first.sync, status: 'attention' }
    const quiet: HealthCheck = { ...first.missingNotifications, status: 'good' }
    const environment = { ...first, missingNotifications: quiet, service: [] }
    let environments = [{ ...environment, sync }]
    const { page } = await openApp('/health', {
      answers: [
        admin,
        fakeEndpoint(endpoints.showHealth)(() =>
          buildHealthView({ summary, environments, installation: [] }),
        ),
      ],
    })
    await expect
      .element(page.getByText(englishFormat.text(englishHealth.warnings, { count: 1 }), { exact: true }))
      .toBeVisible()
    const names = page.getByText(
      englishFormat.text(englishHealth.checkIn, { check: 'Sync', environment: 'Stage' }),
      { exact: true },
    )
    await expect.element(names).toBeVisible()
    const stage = page.getByRole('region', { name: 'Stage', exact: true })
    await expect
      .element(stage.getByText(englishFormat.text(englishHealth.attentionCount, { count: 1 })))
      .toBeVisible()
    environments = [environment]
    await page.getByRole('button', { name: englishHealth.refresh }).click()
    await expect.element(page.getByText(englishHealth.line.good, { exact: true })).toBeVisible()
    await expect.element(names).not.toBeInTheDocument()
    await expect.element(stage).not.toMatchTextContent(new RegExp(englishHealth.statuses.attention))
  })

  test('has no empty section for a role that may not see the operation of the payment service', async () => {
    const environments = (buildHealthView().environments ?? []).map((one) => ({
      ...one,
      service: [],
      credentials: null,
    }))
    const { page } = await openApp('/health', {
      answers: [
        finance,
        fakeEndpoint(endpoints.showHealth)(() => buildHealthView({ environments, installation: null })),
      ],
    })
    await expect.element(page.getByRole('heading', { name: 'Stage', level: 2 })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: englishHealth.services }).first()).toBeVisible()
    await expect.element(page.getByText(englishHealth.paymentService)).not.toBeInTheDocument()
    expect(page.getByRole('list', { name: /^Operations of the payment service/ }).query()).toBeNull()
  })

  test('shows an error, and the data after a retry', async () => {
    let answer: () => ReturnType<typeof buildHealthView> | Response = answerUpstreamTimeout
    const { page } = await openApp('/health', {
      answers: [admin, fakeEndpoint(endpoints.showHealth)(() => answer())],
    })
    await expect.element(page.getByText(englishHealth.notLoaded)).toBeVisible()
    answer = buildHealthView
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Payment service degraded (Stage)')).toBeVisible()
  })

  test('leads back to the environment it was opened from', async () => {
    const { page, address } = await openApp('/production/', { answers: [admin] })
    // The row of the home page links to the same page, once it has loaded.
    const nav = page.getByRole('navigation', { name: englishShell.pages })
    await nav.getByRole('link', { name: /^Health/ }).click()
    await expect.poll(address).toBe('/health?from=production')
    await nav.getByRole('link', { name: /^Home/ }).click()
    await expect.poll(address).toBe('/production/')
  })
})

describe('undocumented values', () => {
  const at = '/stage/undocumented-values'

  longTest('are shown raw, with a link to the first transaction, sorted as the address says', async () => {
    const { page, address } = await openApp(`${at}?sort=-times`, { answers: [finance] })
    await expect.element(page.getByText('QUARANTINED')).toBeVisible()
    await expect
      .element(page.getByRole('columnheader', { name: englishUndocumentedValues.columns.times }))
      .toHaveAttribute('aria-sort', 'descending')
    await page
      .getByRole('columnheader', { name: englishUndocumentedValues.columns.place })
      .getByRole('button')
      .click()
    await expect.poll(address).toBe(`${at}?sort=place`)
    await expectAccessible()
    await page.getByTitle(waitingTransaction).click()
    await expect.poll(address).toBe(`/stage/transactions/${waitingTransaction}`)
  })

  test('show an error, and an empty list after a retry', async () => {
    let answer: () => { values: []; more: false } | Response = answerUpstreamTimeout
    const { page } = await openApp(at, {
      answers: [finance, fakeEndpoint(endpoints.listUndocumentedValues)(() => answer())],
    })
    await expect.element(page.getByText(englishUndocumentedValues.notLoaded)).toBeVisible()
    answer = () => ({ values: [], more: false })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(englishUndocumentedValues.none)).toBeVisible()
  })

  test('tells other roles that the page is closed to them', async () => {
    await openApp(at, { answers: [support] })
    await expect.element(h1()).toMatchTextContent(englishUi.forbiddenPage.title)
  })
})

const names = englishShell.navigation

test.each([
  [
    'support',
    support,
    [
      ['Work', names.home],
      ['Administration', names.health],
    ],
  ],
  [
    'finance',
    finance,
    [
      [
        'Work',
        names.home,
        names.review,
        names.decisions,
        names.reviewFigures,
        names.reconciliation,
        names.dailyReport,
      ],
      ['Customers and payments', names.transactions, names.notifications, names.undocumentedValues],
      ['Compliance', names.exportRequests],
      ['Administration', names.health],
    ],
  ],
  [
    'admin',
    admin,
    [
      ['Work', names.home],
      ['Administration', names.imports, names.health],
    ],
  ],
] as const)('the rail of %s has every page of the role in named groups', async (_, who, groups) => {
  const { page, path } = await openApp('/stage/', { answers: [who] })
  const nav = page.getByRole('navigation', { name: englishShell.pages })
  await expect.element(nav).toBeVisible()
  const shown = () =>
    [...nav.element().querySelectorAll('div')].map((group) => [
      group.querySelector('p')?.textContent,
      ...[...group.querySelectorAll('a')].map((link) => link.querySelector('span')?.textContent),
    ])
  await expect.poll(shown).toEqual(groups)
  await pressChord('ge', () => h1().element())
  await expect.poll(path).toBe('/health')
})

test('the rail counts what waits on a page, and stays narrow for a person who wants icons only', async () => {
  const saved: unknown[] = []
  const save = keepSettings(({ rail }) => saved.push(rail))
  const { page } = await openApp('/stage/', { answers: [finance, save] })
  const nav = page.getByRole('navigation', { name: englishShell.pages })
  const item = () => nav.getByRole('listitem').filter({ hasText: names.reconciliation })
  const { open } = buildDiscrepancyList().figures
  const says = englishFormat.text(englishShell.waiting, { count: open })
  await expect.element(item().getByText(says)).toBeInTheDocument()
  const width = () => Math.round(nav.element().getBoundingClientRect().width)
  const wide = width()
  await page.getByRole('button', { name: englishShell.narrow }).click()
  await expect.poll(width).toBeLessThan(wide / 3)
  await expect.poll(() => saved).toEqual(['narrow'])
  await expect.element(nav.getByRole('link', { name: /^Reconciliation/ })).toBeVisible()
  await expectAccessible()
})

test.each(
  firstRows(1, [
    ['/stage/audit-log', names.auditLog],
    ['/stage/document-downloads', names.downloads],
    ['/stage/subject-access', names.subjectAccess],
    ['/stage/export-requests', names.exportRequests],
    ['/stage/field-permissions', names.fieldPermissions],
    ['/break-glass?from=stage', names.breakGlass],
    ['/stage/review', names.review],
  ] as const),
)('the rail marks %s as %s', async (address, label) => {
  const { page, path } = await openApp(address, { answers: [compliance] })
  const nav = page.getByRole('navigation', { name: englishShell.pages })
  const current = () => [...nav.element().querySelectorAll('[aria-current="page"]')]
  await expect.element(nav).toBeVisible()
  await expect.poll(() => current().map((link) => link.querySelector('span')?.textContent)).toEqual([label])
  const [link] = current()
  const others = [...nav.element().querySelectorAll('a:not([aria-current])')]
  const shade = (one: Element | undefined) => one && getComputedStyle(one).backgroundColor
  expect(others.map(shade)).not.toContain(shade(link))
  await nav.getByRole('link', { name: /^Home/ }).click()
  await expect.poll(path).toBe('/stage/')
  await expect
    .poll(() => current().map((each) => each.querySelector('span')?.textContent))
    .toEqual([names.home])
})

longTest.each([
  ['/stage/imports', admin],
  ['/health', admin],
  ['/stage/undocumented-values', finance],
] as const)('%s: fits 390 px without sideways scrolling, and stays accessible', async (address, who) => {
  await window_.viewport(390, 844)
  try {
    await openApp(address, { answers: [who] })
    await expect.element(h1()).toBeVisible()
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).toBeNull()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})
