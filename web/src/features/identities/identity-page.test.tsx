import type { AddressComparisonRow } from '@paydesk/shared/compliance/identities'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishIdentities } from '@paydesk/shared/messages/en/identities'
import { englishIdentityChecks } from '@paydesk/shared/messages/en/identity-checks'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  buildIdentity,
  buildIdentityCheckReport,
} from '../../../../test/support/fakes/customers-and-identities.ts'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  maraIdentity,
  otherMaraCustomer,
  someReference,
} from '../../../../test/support/fakes/ids.ts'
import { buildComplianceOfficer, buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { absentValue, buildClearValue, hiddenValue } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = `/stage/identities/${maraIdentity}`
const compliance = fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())

describe('identity page', () => {
  test('shows the record, the profile in groups with the age, and both addresses side by side', async () => {
    const { page } = await openApp(at, { answers: [compliance] })
    await expect.element(page.getByText('37 years')).toBeVisible()
    for (const name of ['record', 'checks', 'person', 'contact', 'addresses'] as const)
      await expect
        .element(page.getByRole('heading', { name: englishIdentities[name], level: 2 }))
        .toBeVisible()
    await expect.element(page.getByText('1,825.50 EUR')).toBeVisible()
    await expect.element(page.getByText(/years? .*ago$/)).toBeVisible()
    const row = page.getByRole('row', { name: /^Postal code/ })
    await expect
      .element(row)
      .toMatchTextContent(new RegExp(`75•••.*75•••.*${englishIdentities.comparisons.differs}`))
    await expect
      .element(page.getByRole('row', { name: /^Country/ }))
      .toMatchTextContent(
        new RegExp(`Sweden \\(SE\\).*Sweden \\(SE\\).*${englishIdentities.comparisons.equal}`),
      )
    await expectAccessible()
  })

  test('shows an unknown country as received', async () => {
    const profile = buildIdentity().profile.map((field) =>
      field.field === 'billing_address_country' ? { ...field, value: buildClearValue('Sverige') } : field,
    )
    const answers = [compliance, fakeEndpoint(endpoints.showIdentity)(() => buildIdentity({ profile }))]
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByRole('cell', { name: 'Sverige' })).toBeVisible()
  })

  test('shows icon, text and instruction for each check, and calls no unknown result good', async () => {
    const { page } = await openApp(at, { answers: [compliance] })
    const checks = page.getByRole('list', { name: englishIdentities.checks })
    await expect.element(checks.getByText('Missing: Gender.')).toBeVisible()
    await expect.element(checks.getByText(englishIdentityChecks.advice.no_kyc_review)).toBeVisible()
    const { results } = englishIdentities
    const words = () =>
      checks
        .getByRole('listitem')
        .elements()
        .flatMap((one) => (one.hasAttribute('data-result') ? [one.firstElementChild?.textContent] : []))
    await expect.poll(words).toEqual([results.attention, results.ok, results.unknown, results.attention])
    await expect
      .element(page.getByRole('link', { name: 'Customer cust-00999' }))
      .toHaveAttribute('href', `/stage/customers/${otherMaraCustomer}`)
  })

  test('shows observed KYC states with intervals and sources', async () => {
    const { page } = await openApp(at, { answers: [compliance] })
    const seen = page.getByRole('list', { name: englishIdentities.history })
    await expect.element(seen.getByText(/^Changed between .* and .*, last seen/)).toBeVisible()
    await expect.element(seen.getByText(/^First seen .*, last seen/)).toBeVisible()
    await expect.element(page.getByText(englishIdentities.historyNote)).toBeVisible()
  })

  test('still shows the record when the checks fail', async () => {
    const { page } = await openApp(at, {
      answers: [compliance, fakeEndpoint(endpoints.checkIdentity)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(englishIdentities.checksNotLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect.element(page.getByText('37 years')).toBeVisible()
    await expectAccessible()
  })

  longTest('still shows the checks when the record fails', async () => {
    const { page } = await openApp(at, {
      answers: [compliance, fakeEndpoint(endpoints.showIdentity)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(englishIdentities.notLoaded)).toBeVisible()
    await expect.element(page.getByText(englishIdentityChecks.findings.rid_matches)).toBeVisible()
    await expectAccessible()
  })

  test('shows no results while loading', async () => {
    const answers = [
      compliance,
      fakeEndpoint(endpoints.checkIdentity)(answerNever),
      fakeEndpoint(endpoints.showIdentity)(answerNever),
    ]
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByText('Loading…').first()).toBeInTheDocument()
    expect(page.getByRole('list', { name: englishIdentities.checks }).query()).toBeNull()
  })

  test('lists the fields hidden for the role, without the comparison', async () => {
    const part = (compared: AddressComparisonRow['compared']) =>
      buildIdentity().addresses.map((one) => ({ ...one, compared: one.compared && compared }))
    const answers = [
      finance,
      fakeEndpoint(endpoints.showIdentity)(() =>
        buildIdentity({
          age: hiddenValue,
          addresses: part(hiddenValue),
          profile: buildIdentity().profile.map((field) =>
            field.field.endsWith('country') || field.group === 'person'
              ? field
              : { ...field, value: hiddenValue },
          ),
        }),
      ),
      fakeEndpoint(endpoints.checkIdentity)(() =>
        buildIdentityCheckReport({ others: hiddenValue, otherCustomers: [], kyc: [] }),
      ),
    ]
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Hidden for your role: Street, Number, Postal code')).toBeVisible()
    await expect
      .element(page.getByRole('columnheader', { name: englishIdentities.comparison }))
      .not.toBeInTheDocument()
    await expect.element(page.getByText(englishIdentities.noHistory)).toBeVisible()
    await expectAccessible()
  })

  longTest('calls an address part missing on both sides neither equal nor different', async () => {
    const addresses = buildIdentity().addresses.map((one) => ({
      ...one,
      compared: one.compared && absentValue,
    }))
    const answers = [compliance, fakeEndpoint(endpoints.showIdentity)(() => buildIdentity({ addresses }))]
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByRole('row', { name: /^Country/ })).toMatchTextContent(/both missing$/)
  })

  longTest('focuses sections by shortcut and refreshes all of them with r', async () => {
    let read = 0
    const answers = [
      compliance,
      fakeEndpoint(endpoints.checkIdentity)(() => {
        read += 1
        return buildIdentityCheckReport()
      }),
    ]
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Missing: Gender.')).toBeVisible()
    await expect.element(page.getByText('37 years')).toBeVisible()
    for (const [key, id] of [
      ['K', 'checks'],
      ['f', 'profile'],
      ['o', 'observed'],
    ] as const) {
      await userEvent.keyboard(key)
      await expect.poll(() => document.activeElement?.id).toBe(id)
    }
    const before = read
    await userEvent.keyboard('r')
    await expect.poll(() => read).toBeGreaterThan(before)
  })

  test('opens from the customer page with i', async () => {
    const { page, path } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance] })
    await expect.element(page.getByText(englishIdentities.kycState).first()).toBeVisible()
    await userEvent.keyboard('i')
    await expect.poll(path).toBe(at)
  })

  longTest('focuses the identity section on i when the role cannot open the identity page', async () => {
    const { page, path } = await openApp(`/stage/customers/${maraCustomer}`)
    await expect.element(page.getByText(englishIdentities.kycState).first()).toBeVisible()
    await userEvent.keyboard('i')
    await expect.poll(() => document.activeElement?.id).toBe('identity')
    expect(path()).toBe(`/stage/customers/${maraCustomer}`)
  })
})
