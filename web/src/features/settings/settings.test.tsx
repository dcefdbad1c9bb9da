import { defaultPersonSettings, type PersonSettings } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import { germanSettings } from '@paydesk/shared/messages/de/settings'
import { germanShell } from '@paydesk/shared/messages/de/shell'
import { englishSettings } from '@paydesk/shared/messages/en/settings'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { describe, expect, test } from 'vitest'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { keepSettings } from '../../../../test/support/fakes/settings.ts'
import { buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const germanChoice: PersonSettings = { ...defaultPersonSettings, language: 'de' }

async function openSettings(answers: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp('/stage', answers)
  await expect.element(app.page.getByRole('combobox')).toBeVisible()
  await app.page.getByRole('combobox').fill('cust-00417, typed')
  await app.page.getByRole('button', { name: /Sam Okafor/ }).click()
  await app.page.getByRole('button', { name: englishShell.settings }).click()
  await expect.element(app.page.getByRole('dialog', { name: englishSettings.title })).toBeVisible()
  return app
}

describe('settings', () => {
  test('switch the language, and keep the page, the dialog and the typed text', async () => {
    const saved: unknown[] = []
    const save = keepSettings((change) => saved.push(change))
    const { page, path } = await openSettings({ answers: [save] })
    await page.getByLabelText(englishSettings.language).selectOptions('de')
    const dialog = page.getByRole('dialog', { name: germanSettings.title })
    await expect.element(dialog).toBeVisible()
    expect(document.documentElement.lang).toBe('de')
    expect(document.documentElement.dir).toBe('ltr')
    await expectAccessible()
    await dialog.getByRole('button', { name: germanShell.close }).click()
    await expect.element(page.getByRole('link', { name: `${germanShell.navigation.home} g h` })).toBeVisible()
    await expect.element(page.getByRole('combobox')).toHaveValue('cust-00417, typed')
    expect(path()).toBe('/stage')
    expect(saved).toEqual([{ language: 'de' }])
  })

  test('show each format by an example, and take a choice back', async () => {
    const save = keepSettings()
    const { page } = await openSettings({ answers: [save] })
    const example = () => page.getByText(/^Example/)
    await expect.element(example()).toMatchTextContent(/1,234,567\.89 EUR/)
    await page.getByLabelText(englishSettings.numbers).selectOptions('1.234,56')
    await expect.element(example()).toMatchTextContent(/1\.234\.567,89 EUR/)
    // Outside the dialog the live region would be inert, and the result not read out.
    const dialog = page.getByRole('dialog', { name: englishSettings.title })
    await expect.element(dialog.getByText(englishSettings.saved)).toBeInTheDocument()
    await page.getByLabelText(englishSettings.dates).selectOptions('iso')
    await expect.element(example()).toMatchTextContent(/Example: \d{4}-\d\d-\d\d, \d\d:\d\d · /)
    await page.getByLabelText(englishSettings.numbers).selectOptions('')
    await expect.element(example()).toMatchTextContent(/1,234,567\.89 EUR/)
  })

  test('stay as they were if they cannot be saved', async () => {
    const { page } = await openSettings({
      answers: [fakeEndpoint(endpoints.saveSettings)(answerUpstreamTimeout)],
    })
    await page.getByLabelText(englishSettings.language).selectOptions('de')
    await expect.element(page.getByText(englishSettings.notSaved)).toBeVisible()
    await expect.element(page.getByLabelText(englishSettings.language)).toHaveValue('')
    expect(document.documentElement.lang).toBe('en')
  })

  test('of the session decide the language of the first page', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent({ settings: germanChoice })),
      ],
    })
    await expect.element(page.getByRole('navigation', { name: germanShell.pages })).toBeVisible()
    expect(document.documentElement.lang).toBe('de')
  })
})
