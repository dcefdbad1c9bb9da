import type { ApiKeyInput, ApiKeyList } from '@paydesk/shared/administration/api-keys'
import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishApiKeys } from '@paydesk/shared/messages/en/api-keys'
import { englishFieldRules } from '@paydesk/shared/messages/en/field-rules'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  buildApiKeyId,
  buildApiKeyList,
  buildApiKeyView,
  buildCreateApiKeyResponse,
  someApiKey,
} from '../../../../test/support/fakes/api-keys.ts'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildAdministrator, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../test/support/web/strokes.ts'

const buildKeyManager = (change: Partial<CurrentSession> = {}) =>
  buildAdministrator({
    permissions: [...buildAdministrator().permissions, 'live.listen', 'api_key.manage'],
    ...change,
  })
const admin = fakeEndpoint(endpoints.showCurrentSession)(() => buildKeyManager())
const list = fakeEndpoint(endpoints.listApiKeys)(() => buildApiKeyList())
const answers = [admin, list]

describe('API keys page', () => {
  test('lists keys with state and last use, and shows only the first characters of a key', async () => {
    const { page } = await openApp('/stage/api-keys', { answers })
    const table = page.getByRole('grid', { name: englishApiKeys.table })
    await expect.element(table.getByRole('row', { name: /Web shop 1 Active/ })).toBeVisible()
    await expect
      .element(table.getByRole('row', { name: /Web shop 2 Active.*Read.*never.*Olu/ }))
      .toBeVisible()
    await expect.element(table.getByRole('row', { name: /Web shop 3 Expired/ })).toBeVisible()
    await expect.element(table.getByRole('row', { name: /Web shop 4 Revoked/ })).toBeVisible()
    const way = page.getByRole('link', { name: englishApiKeys.openApi })
    await expect.element(way).toHaveAttribute('href', '/v1/openapi.json')
    await expectAccessible()
  })

  test('opens with g k', async () => {
    const { page, address } = await openApp('/stage/', { answers })
    const rail = page.getByRole('navigation', { name: englishShell.pages })
    await expect
      .element(rail.getByRole('link', { name: new RegExp(`^${englishShell.navigation.apiKeys}`) }))
      .toBeVisible()
    await pressChord('gk')
    await expect.poll(address).toBe('/stage/api-keys')
    await expect
      .element(page.getByRole('heading', { level: 1, name: englishShell.navigation.apiKeys }))
      .toBeVisible()
  })

  test('is closed to a role without access', async () => {
    const own = fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())
    const { page } = await openApp('/stage/api-keys', { answers: [own] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('link', { name: new RegExp(`^${englishShell.navigation.apiKeys}`) }))
      .not.toBeInTheDocument()
  })

  test('updates rows live when keys are created or revoked elsewhere', async () => {
    const heard = createLiveStream()
    let now: ApiKeyList = buildApiKeyList({ apiKeys: [] })
    const { page } = await openApp('/stage/api-keys', {
      answers: [admin, heard.handler, fakeEndpoint(endpoints.listApiKeys)(() => now)],
    })
    await expect.element(page.getByText(englishApiKeys.none)).toBeVisible()
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    now = buildApiKeyList()
    heard.change({ kind: 'api_key', environment: stageEnvironment, id: buildApiKeyId(1), version: 1 })
    await expect.element(page.getByRole('row', { name: /Web shop 1/ })).toBeVisible()
  })

  test('reports a list that could not be loaded', async () => {
    const { page } = await openApp('/stage/api-keys', {
      answers: [admin, fakeEndpoint(endpoints.listApiKeys)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(englishApiKeys.notLoaded)).toBeVisible()
  })
})

describe('creating an API key', () => {
  const key = () => window_.getByRole('region', { name: englishApiKeys.created.key })
  const form = () => window_.getByRole('form', { name: englishApiKeys.form.title })
  const type = async (label: string) => form().getByRole('textbox', { name: 'System' }).fill(label)
  const send = () => form().getByRole('button', { name: englishApiKeys.form.create })

  function making() {
    const asked: ApiKeyInput[] = []
    const make = fakeEndpoint(endpoints.createApiKey)(({ body }) => {
      asked.push(body)
      return buildCreateApiKeyResponse({
        label: body.label,
        merchant: body.merchant,
        permissions: body.permissions,
      })
    })
    return { asked, make }
  }

  test('sends the chosen options, shows the key once, copies it and clears it', async () => {
    const { asked, make } = making()
    const { page } = await openApp('/stage/api-keys', { answers: [...answers, make] })
    await expect.element(send()).toBeDisabled()
    await type('  Order desk ')
    await form().getByRole('combobox', { name: 'Merchant' }).selectOptions('demo-outlet')
    await form()
      .getByRole('checkbox', { name: /Create payments/ })
      .click()
    await form().getByRole('combobox', { name: englishApiKeys.form.lifetime }).selectOptions('90 days')
    await expectAccessible()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(key()).toHaveTextContent(someApiKey)
    await expect
      .poll(() => asked)
      .toEqual([{ label: 'Order desk', merchant: 'demo-outlet', permissions: ['payments:read'], days: 90 }])
    await expectAccessible()
    await page.getByRole('button', { name: englishApiKeys.created.copy }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe(someApiKey)
    await page.getByRole('button', { name: englishApiKeys.created.done }).click()
    await expect.element(key()).not.toBeInTheDocument()
    expect(document.documentElement.outerHTML).not.toContain(someApiKey)
    await expect.element(form().getByRole('textbox', { name: 'System' })).toHaveValue('')
  })

  longTest('warns before the first close discards a key that was not copied', async () => {
    const { make } = making()
    const { page } = await openApp('/stage/api-keys', { answers: [...answers, make] })
    await type('Web shop')
    await send().click()
    await expect.element(key()).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByText(englishApiKeys.created.warning)).toBeVisible()
    await expect.element(key()).toHaveTextContent(someApiKey)
    await userEvent.keyboard('{Escape}')
    await expect.element(key()).not.toBeInTheDocument()
    expect(document.documentElement.outerHTML).not.toContain(someApiKey)
  })

  longTest('shows an example call for the permissions of the key, without the key itself', async () => {
    const { make } = making()
    const { page } = await openApp('/stage/api-keys', { answers: [...answers, make] })
    await type('Web shop')
    await send().click()
    const example = () => page.getByText(/^curl /).element().textContent
    await expect.element(page.getByText(/^curl /)).toBeVisible()
    expect(example()).toMatch(/\/v1\/payments \\.*Bearer \$PAYDESK_KEY.*Idempotency-Key/s)
    expect(example()).not.toContain(someApiKey)
    await page.getByRole('button', { name: englishApiKeys.created.done }).click()
    await form()
      .getByRole('checkbox', { name: /Create payments/ })
      .click()
    await type('Reports')
    await send().click()
    await expect.element(page.getByText(/^curl /)).toBeVisible()
    expect(example()).toMatch(/\/v1\/payments\/PAYMENT_ID/)
  })

  longTest('sends nothing without a valid name and at least one permission', async () => {
    const { asked, make } = making()
    await openApp('/stage/api-keys', { answers: [...answers, make] })
    for (const label of ['', ' ', 'x']) {
      await type(label)
      await expect.element(send()).toBeDisabled()
      await expect.element(form().getByText(`Required: ${englishApiKeys.form.inputs.name}.`)).toBeVisible()
    }
    await type('Web shop')
    await expect.element(form().getByText(/^Required/)).not.toBeInTheDocument()
    for (const name of [/Create payments/, /Read payments/])
      await form().getByRole('checkbox', { name }).click()
    await expect.element(send()).toBeDisabled()
    await expect
      .element(form().getByText(`Required: ${englishApiKeys.form.inputs.permission}.`))
      .toBeVisible()
    expect(asked).toEqual([])
  })

  test('asks for re-authentication before anything is typed', async () => {
    const session = fakeEndpoint(endpoints.showCurrentSession)(() => buildKeyManager({ recentUntil: null }))
    const { page } = await openApp('/stage/api-keys', { answers: [session, ...answers] })
    const way = page.getByRole('link', { name: englishLists.signInAgain })
    await expect.element(way).toHaveFocus()
    await expect
      .element(way)
      .toHaveAttribute('href', '/auth/sign-in?reauthenticate=1&return=%2Fstage%2Fapi-keys')
    await expect.element(form().getByRole('textbox', { name: 'System' })).toBeDisabled()
    await expectAccessible()
  })

  test('keeps what is typed if the time of the re-authentication runs out', async () => {
    const refuse = fakeEndpoint(endpoints.createApiKey)(() =>
      answerProblem({ id: 'reauthentication_needed', status: 403 }),
    )
    const { page } = await openApp('/stage/api-keys', { answers: [...answers, refuse] })
    await type('Zqx shop')
    await send().click()
    await expect.element(page.getByRole('link', { name: englishLists.signInAgain })).toHaveFocus()
    await expect.element(form().getByRole('textbox', { name: 'System' })).toHaveValue('Zqx shop')
  })

  test('names the rejected field and keeps the input', async () => {
    const fields = [{ name: 'label', rule: 'system_name' as const, expected: '' }]
    const refuse = fakeEndpoint(endpoints.createApiKey)(() =>
      answerProblem({ id: 'bad_request', status: 400, fields }),
    )
    const { page } = await openApp('/stage/api-keys', { answers: [...answers, refuse] })
    await type('Mara Lindqvist')
    await send().click()
    await expect.element(page.getByText(englishApiKeys.form.failed)).toBeVisible()
    await expect.element(page.getByText(englishFieldRules.rules.system_name, { exact: false })).toBeVisible()
    await expect.element(form().getByRole('textbox', { name: 'System' })).toHaveValue('Mara Lindqvist')
  })
})

describe('revoking an API key', () => {
  test('takes two steps, also by keyboard, and shows the row as revoked', async () => {
    const revoked: string[] = []
    let now = buildApiKeyList()
    const { page } = await openApp('/stage/api-keys', {
      answers: [
        admin,
        fakeEndpoint(endpoints.listApiKeys)(() => now),
        fakeEndpoint(endpoints.revokeApiKey)(({ params }) => {
          revoked.push(params.apiKey)
          const apiKey = buildApiKeyView(1, {
            state: 'revoked',
            revocation: { by: { name: 'Ada Moreau', me: true }, at: new Date().toISOString() },
          })
          now = buildApiKeyList({ apiKeys: [apiKey] })
          return { answer: 'done', apiKey }
        }),
      ],
    })
    await expect.element(page.getByRole('row', { name: /Web shop 1/ })).toBeVisible()
    await userEvent.keyboard('j{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Web shop 1' })
    await expect.element(dialog.getByText('pdk_s_AbC1')).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: englishApiKeys.revoke.open }).click()
    expect(revoked).toEqual([])
    // Focus is on the safe button and is not lost with the pressed button.
    await expect.element(dialog.getByRole('button', { name: englishApiKeys.revoke.cancel })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name: englishApiKeys.revoke.open })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(englishApiKeys.revoke.effect)).toBeVisible()
    await dialog.getByRole('button', { name: englishApiKeys.revoke.confirm }).click()
    await expect.element(page.getByRole('row', { name: /Web shop 1 Revoked/ })).toBeVisible()
    await expect.poll(() => revoked).toEqual([buildApiKeyId(1)])
    await expect.element(dialog).not.toBeInTheDocument()
  })

  longTest('offers no revoke button for an expired or revoked key', async () => {
    const { page } = await openApp('/stage/api-keys', { answers })
    for (const [n, word] of [
      [3, englishApiKeys.states.ended],
      [4, 'Revoked'],
    ] as const) {
      await page.getByRole('row', { name: new RegExp(`Web shop ${n}`) }).click()
      const dialog = page.getByRole('dialog', { name: `Web shop ${n}` })
      await expect.element(dialog.getByText(word).first()).toBeVisible()
      await expect.element(dialog.getByRole('button', { name: /Revoke/ })).not.toBeInTheDocument()
      await userEvent.keyboard('{Escape}')
    }
  })

  test.each(
    firstRows(1, [
      ['before it was asked for', false, englishApiKeys.revoke.open],
      ['once it was asked for', true, englishApiKeys.revoke.cancel],
    ]),
  )('elsewhere %s keeps the focus in the dialog', async (_, isAsked, name) => {
    const heard = createLiveStream()
    let now = buildApiKeyList()
    const { page } = await openApp('/stage/api-keys', {
      answers: [admin, heard.handler, fakeEndpoint(endpoints.listApiKeys)(() => now)],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Web shop 1/ })).toBeVisible()
    await userEvent.keyboard('j{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Web shop 1' })
    const revoke = dialog.getByRole('button', { name: englishApiKeys.revoke.open })
    await expect.element(revoke).toBeVisible()
    revoke.element().focus()
    if (isAsked) await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByRole('button', { name })).toHaveFocus()
    const by = { name: 'Olu Adeyemi', me: false }
    now = buildApiKeyList({
      apiKeys: [buildApiKeyView(1, { state: 'revoked', revocation: { by, at: new Date().toISOString() } })],
    })
    heard.change({ kind: 'api_key', environment: stageEnvironment, id: buildApiKeyId(1), version: 2 })
    await expect.element(dialog.getByText('Revoked', { exact: true }).first()).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /Revoke|Cancel/ })).not.toBeInTheDocument()
    await expect.element(dialog).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('row', { name: /Web shop 1/ })).toHaveFocus()
  })

  test('says that the key was not revoked when the request fails', async () => {
    const { page } = await openApp('/stage/api-keys', {
      answers: [...answers, fakeEndpoint(endpoints.revokeApiKey)(answerUpstreamTimeout)],
    })
    await page.getByRole('row', { name: /Web shop 1/ }).click()
    await page.getByRole('button', { name: englishApiKeys.revoke.open }).click()
    await page.getByRole('button', { name: englishApiKeys.revoke.confirm }).click()
    await expect.element(page.getByText(englishApiKeys.revoke.failed)).toBeVisible()
  })
})

describe('API keys page on a narrow screen', () => {
  test('fits 380 px without horizontal scrolling', async () => {
    await window_.viewport(380, 800)
    try {
      const { page } = await openApp('/stage/api-keys', { answers })
      await expect.element(page.getByText('Web shop 1')).toBeVisible()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(380)
      for (const head of page.getByRole('columnheader').elements()) {
        const { left, right } = head.getBoundingClientRect()
        expect([head.textContent, left >= 0, right <= 380]).toEqual([head.textContent, true, true])
      }
      await expectAccessible()
    } finally {
      await window_.viewport(1440, 900)
    }
  })
})
