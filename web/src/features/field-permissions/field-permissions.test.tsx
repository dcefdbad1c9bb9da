import type { FieldPermissionsView } from '@paydesk/shared/compliance/field-permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishAccessPolicy } from '@paydesk/shared/messages/en/access-policy'
import { englishFieldPermissions } from '@paydesk/shared/messages/en/field-permissions'
import { englishFieldPermissionsHome } from '@paydesk/shared/messages/en/field-permissions-home'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  buildFieldPermissionsView,
  buildMaskingProofRun,
  buildMaskingProofView,
} from '../../../../test/support/fakes/field-permissions.ts'
import { buildAdministrator, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { pressKeys } from '../../../../test/support/web/strokes.ts'

const at = '/stage/field-permissions'
const permissions = [...buildAdministrator().permissions, 'field_permissions.read' as const]
const auditor = fakeEndpoint(endpoints.showCurrentSession)(() => buildAdministrator({ permissions }))
const seen = (view: () => FieldPermissionsView | Response) =>
  fakeEndpoint(endpoints.showFieldPermissions)(view)
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [...(answers.answers ?? []), auditor] })
const { keyboard } = userEvent
const matrix = () => window_.getByRole('table', { name: englishFieldPermissions.caption })
const heads = () => [...matrix().element().querySelectorAll('thead th')].map((one) => one.textContent)
const fieldsShown = () =>
  [...matrix().element().querySelectorAll('tbody th[scope="row"] code')].map((one) => one.textContent)

describe('field permissions page', () => {
  test('shows each field for each role, with a masked made-up value', async () => {
    await open()
    await expect.element(matrix()).toBeVisible()
    await expect
      .poll(heads)
      .toEqual(['Field', 'Support', 'Finance', 'Compliance', 'Auditor', 'Administrator'])
    await expect.poll(fieldsShown).toHaveLength(6)
    const row = matrix().getByRole('row', { name: /Account holder IBAN/ })
    await expect.element(row).toMatchTextContent(/IBAN, cutDE•••••••••••••••3000/)
    await expect.element(row).toMatchTextContent(/Strong personal/)
    expect(document.title).toBe('Field permissions · Stage · Paydesk')
    await expectAccessible()
  })

  test('has one Tab stop, moves by arrow keys and opens the details of a cell with Enter', async () => {
    const { page } = await open()
    await expect.element(matrix()).toBeVisible()
    const stops = matrix().element().querySelectorAll('button[tabindex="0"]')
    expect(stops).toHaveLength(1)
    const [first] = stops
    if (first instanceof HTMLElement) first.focus()
    await keyboard('{ArrowDown}{ArrowRight}{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Account holder IBAN, for Finance' })
    await expect.element(dialog).toBeVisible()
    await expect.element(dialog).toMatchTextContent(/R:iban/)
    await expect.element(dialog).toMatchTextContent(new RegExp(englishAccessPolicy.reasons['holder.iban']))
    await expect
      .element(dialog)
      .toMatchTextContent(/212 pairs that must look the same, 60 changes of this cell caught/)
    await expect.element(dialog).toMatchTextContent(/Places, not for this cell/)
    await expect.element(dialog).toMatchTextContent(/Searched: Pages, CSV/)
    await expectAccessible()
    await keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowLeft}{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Transaction secret, for Support' })).toBeVisible()
  })

  longTest('summarises the field access of one role', async () => {
    const { page, address } = await open()
    await page.getByRole('button', { name: englishFieldPermissions.filters.role }).click()
    await page.getByRole('radio', { name: 'Support' }).click()
    await expect.poll(address).toBe(`${at}?role=support`)
    await keyboard('{Escape}')
    await expect.poll(heads).toEqual(['Field', 'Support'])
    await expect
      .element(page.getByText(/only presence, names/))
      .toMatchTextContent(
        /Support sees 1 field in full and 1 field in part, only .* of 2 fields, and nothing of 2 fields\./,
      )
    await page.getByRole('checkbox', { name: englishFieldPermissions.filters.visible }).click()
    await expect.poll(address).toBe(`${at}?role=support&sees=1`)
    await expect.poll(() => fieldsShown().length).toBe(4)
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await expect.poll(address).toBe(at)
  })

  test('shows only the fields where two roles differ', async () => {
    const { page } = await open(`${at}?role=support&with=finance`)
    await expect.element(page.getByText(/see differently/)).toBeVisible()
    await expect.poll(heads).toEqual(['Field', 'Support', 'Finance'])
    await expect.poll(fieldsShown).toEqual(['member.of.holder.iban', 'member.of.documents.count'])
  })

  test('filters by class and by text, and keeps the text out of the URL', async () => {
    const { page, address } = await open(`${at}?class=P3`)
    await expect.element(matrix()).toBeVisible()
    await expect.poll(fieldsShown).toHaveLength(2)
    window_.getByRole('heading', { level: 1 }).element().focus()
    await keyboard('/')
    await expect.element(page.getByRole('searchbox', { name: 'Field' })).toHaveFocus()
    await keyboard('birth')
    await expect.poll(fieldsShown).toEqual(['member.of.profile.dob'])
    expect(address()).toBe(`${at}?class=P3`)
    await keyboard(' zzz')
    await expect.element(page.getByText(englishFieldPermissions.noMatch)).toBeVisible()
    await page.getByRole('button', { name: englishFieldPermissions.showAll }).click()
    await expect.poll(() => fieldsShown().length).toBe(6)
  })

  test('ignores invalid URL parameters', async () => {
    await open(`${at}?class=P3,nonsense&role=clerk&sees=2`)
    await expect.element(matrix()).toBeVisible()
    await expect.poll(fieldsShown).toHaveLength(6)
    await expect.poll(heads).toHaveLength(6)
  })

  longTest('lists local changes first, looser cells before stricter cells', async () => {
    const changes = [
      { field: 'holder.iban', role: 'finance', from: 'R:iban', to: 'F', isLooser: true },
      { field: 'documents.count', role: 'support', from: 'S', to: '-', isLooser: false },
    ] as const
    const { page } = await open(at, {
      answers: [seen(() => buildFieldPermissionsView({ changes: [...changes] }))],
    })
    const part = page.getByRole('region', { name: englishFieldPermissions.changes.label })
    await expect.element(part).toMatchTextContent(/2 cells changed, 1 shows more than the default/)
    const items = part.getByRole('listitem')
    await expect.element(items.nth(0)).toMatchTextContent(/▲ Shows more.*holder\.iban.*IBAN, cut → Full/)
    await expect
      .element(items.nth(1))
      .toMatchTextContent(/▽ Shows less.*documents\.count.*Yes or no → Hidden/)
    await expect.element(matrix()).toMatchTextContent(/▲ more/)
    await page.getByRole('checkbox', { name: englishFieldPermissions.filters.changed }).click()
    await expect.poll(() => fieldsShown().length).toBe(2)
    await items.nth(0).getByRole('button').click()
    await expect
      .element(page.getByRole('dialog', { name: 'Account holder IBAN, for Finance' }))
      .toMatchTextContent(/Shows more than the default: IBAN, cut → Full/)
    await expectAccessible()
  })
})

describe('masking proof', () => {
  const part = () => window_.getByRole('region', { name: englishFieldPermissions.proof.title })

  test('shows its figures, and the outputs by role in the details', async () => {
    await open()
    await expect.element(part()).toMatchTextContent(new RegExp(englishFieldPermissionsHome.statuses.passed))
    await expect.element(part()).toMatchTextContent(/Planted faults caught36,123 of 36,123/)
    await expect.element(part()).toMatchTextContent(/Routes called60 of 60/)
    await part().getByText(englishFieldPermissions.proof.details).click()
    await expect.element(part().getByRole('row', { name: /^CSV/ })).toBeVisible()
    await expect.element(part()).toMatchTextContent(/commit 0123456789/)
  })

  test('reports the faults of a failed proof prominently', async () => {
    const facts = buildMaskingProofRun({ passed: false, faults: ['route not walked: GET /api/:env/new'] })
    const figures = { ...facts.figures, routesWalked: 59 }
    const proof = buildMaskingProofView({
      status: 'failed',
      proof: { ...facts, figures },
    })
    await open(at, { answers: [seen(() => buildFieldPermissionsView({ proof }))] })
    await expect.element(part().getByText('route not walked: GET /api/:env/new')).toBeVisible()
    await expect.element(part()).toMatchTextContent(/Routes called▲ 59 of 60/)
    await expectAccessible()
  })

  test('names the command when no proof has run, and marks no cell as covered', async () => {
    const proof = buildMaskingProofView({
      status: 'never',
      proof: null,
    })
    const fields = buildFieldPermissionsView().fields.map((row) => ({ ...row, coverage: null }))
    const { page } = await open(at, { answers: [seen(() => buildFieldPermissionsView({ proof, fields }))] })
    await expect.element(part()).toMatchTextContent(new RegExp(englishFieldPermissionsHome.statuses.never))
    await expect.element(part()).toMatchTextContent(/pnpm prove:masking --to/)
    await matrix()
      .getByRole('button', { name: /IBAN, cut/ })
      .first()
      .click()
    await expect
      .element(page.getByRole('dialog'))
      .toMatchTextContent(new RegExp(englishFieldPermissionsHome.statuses.never))
  })

  test('appears on the home page with its date', async () => {
    const { page, path } = await open('/stage/')
    const row = page.getByText('36,123 of 36,123 planted faults caught')
    await expect.element(row).toBeVisible()
    await expect.element(page.getByText('26 hr ago')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: englishFieldPermissions.title }).click()
    await expect.poll(path).toBe(at)
  })
})

describe('export of field permissions', () => {
  test('downloads CSV and JSON', async () => {
    const asked: string[] = []
    const csv = fakeEndpoint(endpoints.exportFieldPermissions)(() => {
      asked.push('csv')
      return HttpResponse.text('Field,Role\r\nfield,role\r\nrid,support\r\n', {
        headers: { 'content-type': 'text/csv' },
      })
    })
    const json = fakeEndpoint(endpoints.exportFieldPermissionsJson)(() => {
      asked.push('json')
      return {
        createdAt: new Date().toISOString(),
        fingerprint: 'a'.repeat(64),
        proof: buildMaskingProofView(),
        rows: [],
      }
    })
    const { page } = await open(at, { answers: [csv, json] })
    await expect.element(matrix()).toBeVisible()
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.element(page.getByText(/^1 row exported, masked/)).toBeVisible()
    await page.getByRole('button', { name: englishFieldPermissions.exportJson }).click()
    await expect.poll(() => asked).toEqual(['csv', 'json'])
  })

  test('reports a failed export', async () => {
    const { page } = await open(at, {
      answers: [fakeEndpoint(endpoints.exportFieldPermissionsJson)(() => answerUpstreamTimeout())],
    })
    await page.getByRole('button', { name: englishFieldPermissions.exportJson }).click()
    await expect.element(page.getByText(englishFieldPermissions.notExported)).toBeVisible()
  })
})

test('retries after a failed request', async () => {
  let answer: () => FieldPermissionsView | Response = answerUpstreamTimeout
  const { page } = await open(at, { answers: [seen(() => answer())] })
  await expect.element(page.getByText(englishFieldPermissions.notLoaded)).toBeVisible()
  answer = buildFieldPermissionsView
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(matrix()).toBeVisible()
})

test('is closed to a role without access, and has no shortcut there', async () => {
  const { page, path } = await openApp(at, {
    answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())],
  })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent(englishUi.forbiddenPage.title)
  await page.getByRole('link', { name: englishUi.goHome }).click()
  await expect.poll(path).toBe('/stage/')
  await expect.element(page.getByRole('main').getByRole('combobox')).toHaveFocus()
  window_.getByRole('heading', { level: 1 }).element().focus()
  expect(pressKeys('gw')).toBe(false)
  expect(path()).toBe('/stage/')
})

longTest('fits 390 px without horizontal scrolling, and keeps the first column visible', async () => {
  await window_.viewport(390, 844)
  try {
    await open()
    await expect.element(matrix()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    const scroller = matrix().element().parentElement
    scroller?.scrollTo({ left: 300 })
    const head = matrix().element().querySelector('tbody th[scope="row"]')
    await expect.poll(() => Math.round(head?.getBoundingClientRect().left ?? 0)).toBeLessThan(60)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})
