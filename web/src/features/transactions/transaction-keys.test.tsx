import { endpoints } from '@paydesk/shared/endpoints'
import { englishTransactions as texts } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import { keepSettings } from '../../../../test/support/fakes/settings.ts'
import { buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { buildTransaction } from '../../../../test/support/fakes/transactions.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'
import { pressChord, pressKeys } from '../../../../test/support/web/strokes.ts'

const at = `/stage/transactions/${waitingTransaction}`

describe('shortcuts of the transaction page', () => {
  test('copy the sentence in the selected language with y', async () => {
    const { page } = await openApp(at)
    await page.getByRole('button', { name: /Deutsch/ }).click()
    // Start waiting before the key press, because the label changes only for a moment.
    const said = expect
      .element(page.getByRole('button', { name: new RegExp(texts.safeText.copied) }))
      .toBeVisible()
    await userEvent.keyboard('y')
    await said
    await expect.poll(() => navigator.clipboard.readText()).toMatch(/^Ihre Zahlung wartet/)
  })

  test('refresh from the payment service with r', async () => {
    const asked: (string | undefined)[] = []
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(({ query }) => {
          asked.push(query.fresh)
          return buildTransaction()
        }),
      ],
    })
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    await userEvent.keyboard('r')
    await expect.poll(() => asked).toEqual([undefined, '1'])
  })

  test.each(
    firstRows(1, [
      ['n', 'notifications'],
      ['i', 'identity-summary'],
      ['p', 'providers'],
    ]),
  )('focus the section of %s', async (key, id) => {
    const { page } = await openApp(at)
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    await userEvent.keyboard(key)
    await expect.poll(() => document.activeElement?.id).toBe(id)
  })

  test('open the home page with g h', async () => {
    const { page, path } = await openApp(at)
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    await pressChord('gh')
    await expect.poll(path).toBe('/stage/')
  })

  test('do nothing while typing in a field', async () => {
    const { page, path } = await openApp('/stage')
    await page.getByRole('combobox').fill('')
    await userEvent.keyboard('gh?')
    await expect.element(page.getByRole('combobox')).toHaveValue('gh?')
    expect(path()).toBe('/stage')
  })

  test('are listed with ?, and can be switched off', async () => {
    const save = keepSettings()
    const { page, path } = await openApp(at, { answers: [save] })
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    await userEvent.keyboard('?')
    const help = page.getByRole('dialog', { name: 'Help' })
    await expect.element(help.getByText(texts.safeText.copyShortcut)).toBeVisible()
    await expectAccessible()
    await help.getByRole('checkbox').click()
    await userEvent.keyboard('{Escape}')
    await expect.element(help).not.toBeInTheDocument()
    expect(pressKeys('gh')).toBe(false)
    expect(path()).toBe(at)
  })

  longTest('show the source of a word on focus, and hide it with Escape', async () => {
    const { page } = await openApp(at)
    const word = page.getByText(texts.explanation.sentences.step_sca)
    await expect.element(word).toBeVisible()
    word.element().focus()
    const tip = page.getByText('from state, workflow_state.sca')
    await expect.element(tip).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(tip).not.toBeVisible()
  })

  longTest('load the record only when it is opened', async () => {
    let asked = 0
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransactionRecord)(({ params }) => {
          asked += 1
          return {
            reading: { at: new Date().toISOString(), from: 'service' },
            record: { id: params.transaction, empty: [], on: true },
          }
        }),
      ],
    })
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    expect(asked).toBe(0)
    await page.getByText(englishUi.rawData.title).click()
    await expect
      .element(page.getByRole('region', { name: englishUi.rawData.title }))
      .toMatchTextContent('"on": true')
    await expect.poll(() => asked).toBe(1)
    await expectAccessible()
  })

  test('offer no record to a role without permission', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() =>
          buildSupportAgent({ permissions: ['transaction.read'] }),
        ),
      ],
    })
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    await expect.element(page.getByText(englishUi.rawData.title)).not.toBeInTheDocument()
    await expect.element(page.getByText(texts.notifications.title)).not.toBeInTheDocument()
  })
})
