import { englishApiKeys } from '@paydesk/shared/messages/en/api-keys'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { people } from '../support/stack/start.ts'
import { expect, pressChord, test, waitForSections } from './fixtures.ts'

test('an administrator creates an API key by keyboard, a backend creates a payment with the key, and the key is revoked', async ({
  page,
  signInByOldSession,
  stack,
}) => {
  await signInByOldSession('admin')
  await waitForSections(page)
  await pressChord(page, 'g', 'k')
  await expect(page.getByRole('heading', { level: 1, name: englishShell.navigation.apiKeys })).toBeVisible()
  const form = page.getByRole('form', { name: englishApiKeys.form.title })
  const label = form.getByRole('textbox', { name: 'System' })
  // Re-authenticate first: nothing can be typed yet.
  await expect(page.getByRole('link', { name: englishLists.signInAgain })).toBeFocused()
  await expect(label).toBeDisabled()
  await page.keyboard.press('Enter')
  const person = page.locator(`button[value="${people.admin}"]`)
  await person.focus()
  await page.keyboard.press('Enter')
  await form.getByRole('combobox', { name: 'Merchant' }).selectOption('demo-outlet')
  await form.getByRole('combobox', { name: englishApiKeys.form.lifetime }).selectOption('90')
  await label.fill('Order desk')
  await label.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'API key of Order desk' })
  const key = (await dialog.getByRole('region', { name: englishApiKeys.created.key }).textContent()) ?? ''
  expect(key).toMatch(/^pdk_s_[0-9A-Za-z]{40}$/)
  await dialog.getByRole('button', { name: englishApiKeys.created.done }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, location.href, document.title]),
  )
  expect(kept).not.toContain(key.slice(10))

  const call = (path: string, body?: unknown) =>
    fetch(`${stack.origin}${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': 'order-e2e-1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const made = await call('/v1/payments', {
    workflow: 'DEMO_OPEN_BANKING',
    transaction: { amount: '12550', currency: 'EUR' },
    client: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@example.test' },
    account: { identifier: 'cust-of-a-system' },
  })
  expect(made.status).toBe(201)
  const { payment } = await made.json()
  const read = await call(`/v1/payments/${payment.id}`)
  expect(await read.json()).toMatchObject({
    payment: { id: payment.id, status: 'created', state: 'PENDING' },
  })

  // Wait for the last use, which appears without a reload.
  const row = page.getByRole('row', { name: /Order desk/ })
  await expect(row).toContainText(/ago|now/)
  await row.click()
  const sheet = page.getByRole('dialog', { name: 'Order desk' })
  await sheet.getByRole('button', { name: englishApiKeys.revoke.open }).click()
  await sheet.getByRole('button', { name: englishApiKeys.revoke.confirm }).click()
  await expect(row).toContainText('Revoked')
  expect((await call(`/v1/payments/${payment.id}`)).status).toBe(401)
  const { status } = await call('/v1/payments', {})
  expect(status).toBe(401)
})

test('the OpenAPI document opens by its link, and finance has no page of API keys', async ({
  page,
  signIn,
  beside,
}) => {
  await signIn('admin', '/stage/api-keys')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: englishApiKeys.openApi }).click()
  const document_ = await opened
  // The window is there before all of its document.
  await document_.waitForLoadState()
  expect(JSON.parse((await document_.textContent('body')) ?? '')).toMatchObject({ openapi: '3.1.1' })
  const other = await beside('finance', '/stage/api-keys')
  await expect(other.getByRole('grid')).toHaveCount(0)
  await expect(other.getByRole('link', { name: englishShell.navigation.apiKeys })).toHaveCount(0)
})
