import { resolvePermissions } from '@paydesk/bff/platform/access/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { germanShell } from '@paydesk/shared/messages/de/shell'
import { germanSignInPage } from '@paydesk/shared/messages/de/sign-in-page'
import { germanUi } from '@paydesk/shared/messages/de/ui'
import { englishCustomerTimeline } from '@paydesk/shared/messages/en/customer-timeline'
import { englishCustomers } from '@paydesk/shared/messages/en/customers'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewDecisions } from '@paydesk/shared/messages/en/review-decisions'
import { englishSavedViews } from '@paydesk/shared/messages/en/saved-views'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishSignIn } from '@paydesk/shared/messages/en/sign-in'
import { englishTransactionList } from '@paydesk/shared/messages/en/transaction-list'
import type { Page } from '@playwright/test'
import { expect, registerInLongForm, test, waitForSections } from './fixtures.ts'
import { decideCase, inReview } from './seed-data.ts'

const longTest = registerInLongForm(test)

test.describe('the URL holds the state of the screen', () => {
  longTest(
    'a customer page is the same after back, refresh and by a shared URL',
    async ({ page, context, openRecord }) => {
      await openRecord('finance', 'cust-forty')
      await waitForSections(page)
      const all = await page.getByRole('row').count()
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Expired/ })
        .click()
      await expect(page).toHaveURL(/state=/)
      const shared = page.url()
      // Ages change while the test runs.
      const rows = async () =>
        (await page.getByRole('row').allTextContents()).map((text) => text.replaceAll(/\d+ \w+ ago/g, 'ago'))
      // Wait for the filtered rows: the URL changes before them.
      await expect.poll(async () => (await rows()).length).toBeLessThan(all)
      const filtered = await rows()
      await page.reload()
      await waitForSections(page)
      expect(page.url()).toBe(shared)
      await expect.poll(rows).toEqual(filtered)
      await page.getByRole('link', { name: 'Home' }).click()
      await expect(page).toHaveURL(/\/stage\/?$/)
      await page.goBack()
      await waitForSections(page)
      expect(page.url()).toBe(shared)
      const other = await context.newPage()
      await other.goto(shared)
      await expect(other.getByRole('row')).toHaveCount(filtered.length)
    },
  )

  test('a list opens with the default view, also as a whole new page, and all rows have an address', async ({
    page,
    signIn,
  }) => {
    await signIn('finance2', '/stage/transactions?open=1')
    await page.getByRole('button', { name: englishSavedViews.saveAs }).click()
    await page.getByLabel(englishSavedViews.name).fill('Open ones')
    await page.keyboard.press('Enter')
    const menu = page.getByRole('button', { name: englishSavedViews.menu.replace('{name}', 'Open ones') })
    await menu.click()
    const toggleDefault = async () => {
      const saved = page.waitForResponse((response) => response.url().endsWith(endpoints.saveSettings.path))
      await page.getByRole('checkbox', { name: englishSavedViews.openByDefault }).click()
      await saved
    }
    await toggleDefault()
    await page.goto(new URL('/stage/transactions', page.url()).href)
    await expect(page).toHaveURL(/\/stage\/transactions\?open=1$/)
    await page.getByRole('link', { name: englishTransactionList.views.all, exact: true }).click()
    await expect(page).toHaveURL(/\/stage\/transactions\?all=1$/)
    await page.reload()
    await waitForSections(page)
    await expect(page).toHaveURL(/\/stage\/transactions\?all=1$/)
    // Other flows of this person begin without a default view.
    await menu.click()
    await toggleDefault()
    await page.getByRole('button', { name: englishSavedViews.remove }).click()
    await expect(menu).toHaveCount(0)
  })

  longTest(
    'the timeline of a customer is the same after back, refresh and by a shared URL',
    async ({ page, context, openRecord }) => {
      await openRecord('finance', 'cust-00417')
      await waitForSections(page)
      await page.getByRole('link', { name: englishCustomers.views.timeline }).click()
      const { kinds, title } = englishCustomerTimeline
      const rowsOf = (one: Page) => one.getByRole('region', { name: title }).getByRole('listitem')
      await expect(rowsOf(page).first()).toBeVisible()
      await page.getByRole('button', { name: kinds.transactions, exact: true }).click()
      await expect(page).toHaveURL(/view=timeline.*events=/)
      const shared = page.url()
      await expect(rowsOf(page).filter({ hasNotText: kinds.transactions })).toHaveCount(0)
      await page.reload()
      expect(page.url()).toBe(shared)
      await expect(rowsOf(page).first()).toBeVisible()
      await expect(rowsOf(page).filter({ hasNotText: kinds.transactions })).toHaveCount(0)
      await rowsOf(page).first().getByRole('link').click()
      await expect(page).toHaveURL(/\/transactions\//)
      await page.goBack()
      await expect(rowsOf(page).first()).toBeVisible()
      expect(page.url()).toBe(shared)
      const other = await context.newPage()
      await other.goto(shared)
      await expect(rowsOf(other).first()).toBeVisible()
      await expect(rowsOf(other).filter({ hasNotText: kinds.transactions })).toHaveCount(0)
    },
  )

  test('the filtered transaction list is the same after back, refresh and by a shared URL', async ({
    page,
    context,
    signIn,
    known,
  }) => {
    await signIn('finance', null)
    await page.goto(`${known.origin}/stage/transactions`)
    await waitForSections(page)
    await page.getByRole('button', { name: 'State', exact: true }).click()
    await page.getByRole('checkbox', { name: /^Pending/ }).click()
    await expect(page).toHaveURL(/\?state=PENDING$/)
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'First seen' }).getByRole('button').click()
    await expect(page).toHaveURL(/\?state=PENDING&order=asc$/)
    await expect(page.getByRole('columnheader', { name: 'First seen' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await waitForSections(page)
    const shared = page.url()
    // Compare only the transactions and their order, because ages change while the test runs.
    const rows = (one: Page) => one.getByRole('row').locator('a[href*="/transactions/"]').allTextContents()
    const filtered = await rows(page)
    expect(filtered.length).toBeGreaterThan(3)
    await page.reload()
    await waitForSections(page)
    await expect.poll(() => rows(page)).toEqual(filtered)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/stage\/transactions\//)
    await page.goBack()
    await waitForSections(page)
    await expect.poll(() => rows(page)).toEqual(filtered)
    await expect(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '4')
    const other = await context.newPage()
    await other.goto(shared)
    await expect.poll(() => rows(other)).toEqual(filtered)
  })

  longTest(
    'the filtered review queue is the same after a case, back, refresh and by a shared URL',
    async ({ page, context, signIn, known }) => {
      for (const row of ['manual-review', 'piv-review', 'manual-review']) await inReview(known, row)
      await signIn('finance', null)
      await page.goto(`${known.origin}/stage/review`)
      await waitForSections(page)
      await page.getByRole('button', { name: englishReview.queue.filters.kind, exact: true }).click()
      await page.getByRole('checkbox', { name: /^Manual review/ }).click()
      await expect(page).toHaveURL(/\?kind=manual$/)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: englishLists.filter.clear }).first()).toBeVisible()
      await waitForSections(page)
      const shared = page.url()
      const rows = (one: Page) =>
        one
          .locator('tbody tr[aria-rowindex] a[href*="/review/"]')
          .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))])
      const filtered = await rows(page)
      expect(filtered.length).toBeGreaterThan(1)
      await page.reload()
      await waitForSections(page)
      await expect.poll(() => rows(page)).toEqual(filtered)
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${known.origin}${filtered[1]}`)
      const item = page.url()
      await page.reload()
      await waitForSections(page)
      expect(page.url()).toBe(item)
      await page.goBack()
      await waitForSections(page)
      await expect.poll(() => rows(page)).toEqual(filtered)
      await expect(page.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '3')
      const other = await context.newPage()
      await other.goto(shared)
      await expect.poll(() => rows(other)).toEqual(filtered)
    },
  )

  longTest(
    'the filtered decision list is the same after a decision, back, refresh and by a shared URL',
    async ({ page, context, signIn, known }) => {
      const decision = await decideCase(known, await inReview(known))
      await signIn('compliance', null)
      await page.goto(`${known.origin}/stage/decisions`)
      await waitForSections(page)
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await expect(page).toHaveURL(/\?show=open$/)
      await expect(page.getByRole('button', { name: 'Open', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await waitForSections(page)
      const shared = page.url()
      const rows = (one: Page) =>
        one
          .locator('tbody tr[aria-rowindex] a[href*="/decisions/"]')
          .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))])
      const filtered = await rows(page)
      expect(filtered.length).toBeGreaterThan(0)
      await page.reload()
      await waitForSections(page)
      await expect.poll(() => rows(page)).toEqual(filtered)
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/stage\/decisions\/[^?]+\?show=open$/)
      await waitForSections(page)
      await page.goBack()
      await waitForSections(page)
      await expect.poll(() => rows(page)).toEqual(filtered)
      const other = await context.newPage()
      await other.goto(shared)
      await expect.poll(() => rows(other)).toEqual(filtered)
      await other.goto(`${known.origin}/stage/decisions/${decision}`)
      await waitForSections(other)
      await expect(
        other.getByRole('region', { name: englishReviewDecisions.compare.past, exact: true }),
      ).toBeVisible()
    },
  )

  test('the URL names the open notification, and back closes it', async ({ page, signIn, known }) => {
    await signIn('finance', null)
    await page.goto(`${known.origin}/stage/notifications?kind=transaction`)
    await waitForSections(page)
    await page.locator('tbody tr[aria-rowindex]').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(/\?kind=transaction&open=\d+$/)
    await page.reload()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/\?kind=transaction$/)
  })

  longTest('lists over our records ignore invalid values in the URL', async ({ page, signIn, known }) => {
    await signIn('finance')
    for (const address of [
      'transactions?open=yes&sort=rid&after=',
      'notifications?status=lost&before=-1',
      'review?kind=lost&claim=%00&sort=rid&after=',
    ]) {
      await page.goto(`${known.origin}/stage/${address}`)
      await waitForSections(page)
      await expect(page.getByRole('row').nth(3)).toBeVisible()
    }
  })

  longTest('a customer page ignores an invalid list state in the URL', async ({ page, openRecord }) => {
    await openRecord('finance', 'cust-forty')
    await page.goto(`${page.url().split('?')[0]}?sort=nonsense&state=%00&cols=x&open=..%2f`)
    await waitForSections(page)
    await expect(page.getByRole('row').nth(3)).toBeVisible()
  })

  test('signing in after a lost session returns to the same page', async ({ page, context, openRecord }) => {
    await openRecord('support', 'cust-00417')
    await waitForSections(page)
    const place = page.url()
    await context.clearCookies({ name: 'paydesk_session' })
    await page.reload()
    await page
      .getByRole('button', { name: /sign in/i })
      .or(page.getByRole('link', { name: /sign in/i }))
      .first()
      .click()
    await expect(page).toHaveURL(place)
  })

  longTest('the environment is in the URL and on the screen', async ({ page, signIn }) => {
    await signIn('support')
    await page.getByRole('link', { name: 'Production' }).click()
    await expect(page).toHaveURL(/\/production\/?$/)
    await expect(page).toHaveTitle(/Production/)
    await page.getByRole('main').getByRole('combobox').fill('cust-00417')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/No customer with this ID/)).toBeVisible()
  })

  test('an unknown URL shows an error page', async ({ page, signIn, stack }) => {
    await signIn('support', null)
    await page.goto(`${stack.origin}/stage/nowhere/at/all`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/not|no such/i)
    await page.goto(`${stack.origin}/elsewhere/`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/not|no /i)
  })
})

test.describe('a page before any script', () => {
  const pages = [
    ['/stage/review', 'review.read'],
    ['/stage/transactions', 'records.read'],
    ['/stage/imports', 'import.run'],
    ['/stage/subject-access', 'subject_access.export'],
    ['/stage/field-permissions', 'field_permissions.read'],
  ] as const

  test('holds the pages of the role under a strict policy, and nothing of a record', async ({ stack }) => {
    for (const role of ['support', 'finance', 'compliance', 'auditor', 'admin'] as const) {
      const visitor = await stack.as(role)
      const { headers, text } = await visitor.send('GET', '/stage/', { headers: { accept: 'text/html' } })
      const may = resolvePermissions(role, false)
      for (const [path, permission] of pages)
        expect(text.includes(`href="${path}"`), `${role} ${path}`).toBe(may.has(permission))
      expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1]).toBe(englishShell.navigation.home)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toMatch(
        /script-src 'self';style-src 'self' 'sha256-[\w+/]{43}=';/,
      )
      expect(text).not.toMatch(/ style=| on\w+="|<script>/)
    }
    const visitor = await stack.as('compliance')
    const { hits } = await visitor.get(endpoints.searchRecords, {
      params: { env: 'stage' },
      body: { text: 'cust-00417' },
    })
    const [customer] = hits.flatMap((hit) => (hit.kind === 'customer' ? [hit.customer] : []))
    const { text } = await visitor.send('GET', `/stage/customers/${customer}`, {
      headers: { accept: 'text/html' },
    })
    expect(text).toContain(englishCustomers.customer)
    expect(text).not.toContain('cust-00417')
  })

  test('is read and followed without scripts, in the language of the browser', async ({
    browser,
    page,
    signIn,
    stack,
  }) => {
    await signIn('finance')
    const storageState = await page.context().storageState()
    const quiet = await browser.newContext({ javaScriptEnabled: false, storageState, locale: 'de-DE' })
    const still = await quiet.newPage()
    const heading = still.getByRole('heading', { level: 1 })
    await still.goto(`${stack.origin}/stage/`)
    await expect(heading).toHaveText(germanShell.navigation.home)
    await still.getByRole('link', { name: germanShell.navigation.transactions }).click()
    await expect(still).toHaveURL(/\/stage\/transactions$/)
    await expect(heading).toHaveText(germanShell.navigation.transactions)
    await still.goto(`${stack.origin}/stage/imports`)
    await expect(heading).toHaveText(germanUi.forbiddenPage.title)
    await still.goto(`${stack.origin}/stage/nowhere`)
    await expect(heading).toHaveText(germanUi.notFoundPage.title)
    await quiet.clearCookies()
    await still.goto(`${stack.origin}/stage/`)
    await expect(heading).toHaveText(germanSignInPage.reasons.not_signed_in.title)
    await expect(still.getByRole('link', { name: germanSignInPage.signIn })).toHaveAttribute(
      'href',
      /^\/auth\//,
    )
    await quiet.close()
  })

  test('keeps the account menu open that a person opened before the application started', async ({
    browser,
    page,
    signIn,
    stack,
  }) => {
    await signIn('twoRoles')
    const context = await browser.newContext({ storageState: await page.context().storageState() })
    const slow = await context.newPage()
    let startApplication = () => {}
    const started = new Promise<void>((resolve) => {
      startApplication = resolve
    })
    await slow.route('**/assets/*.js', async (route) => {
      await started
      await route.continue()
    })
    await slow.goto(`${stack.origin}/stage/`, { waitUntil: 'commit' })
    const account = slow.getByRole('button', { name: /Toni Reyes/ })
    const leave = slow.getByRole('button', { name: englishSignIn.person.signOut, exact: true })
    const role = slow.getByRole('radio', { name: englishSignIn.roles.compliance.label })
    // The menu opens without a script; what needs one takes no click.
    await account.click()
    await expect(leave).toBeVisible()
    await expect(leave).toBeDisabled()
    await expect(role).toBeDisabled()
    startApplication()
    await expect(leave).toBeEnabled()
    await expect(role).toBeEnabled()
    await expect(leave).toBeVisible()
    await leave.click()
    await expect(slow.getByRole('navigation')).toHaveCount(0)
    await context.close()
  })
})
