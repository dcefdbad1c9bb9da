import type { PersonSettings } from '@paydesk/shared/administration/settings'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCommands } from '@paydesk/shared/messages/en/commands'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeEndpoint } from '../../../test/support/fakes/fake-endpoint.ts'
import { buildAdministrator, buildFinanceReviewer } from '../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../test/support/web/axe.ts'
import { openApp } from '../../../test/support/web/open-app.tsx'

async function openPalette({ page }: Awaited<ReturnType<typeof openApp>>) {
  await expect.element(page.getByRole('navigation', { name: englishShell.pages })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const dialog = page.getByRole('dialog', { name: englishShell.search })
  await expect.element(dialog.getByRole('option', { name: englishShell.navigation.home })).toBeVisible()
  return dialog
}

test('the palette opens pages by their words, applies settings, and offers again what was used', async () => {
  const saved: PersonSettings[] = []
  const save = fakeEndpoint(endpoints.saveSettings)(({ body }) => {
    saved.push(body)
    return body
  })
  const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
  const app = await openApp('/stage/', { answers: [finance, save] })
  const dialog = await openPalette(app)
  await expectAccessible()
  await dialog.getByRole('combobox').fill('fig rev')
  await expect
    .element(dialog.getByRole('option', { name: englishShell.navigation.reviewFigures }))
    .toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.poll(app.path).toBe('/stage/review-figures')
  await openPalette(app)
  const recent = dialog.getByRole('group', { name: englishCommands.groups.recent })
  await expect
    .element(recent.getByRole('option', { name: englishShell.navigation.reviewFigures }))
    .toBeVisible()
  await dialog.getByRole('combobox').fill('theme dark')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
  await expect.poll(() => saved.map(({ theme }) => theme)).toEqual(['dark'])
})

test('the palette of a role that may not search finds pages, and sends no text', async () => {
  const admin = fakeEndpoint(endpoints.showCurrentSession)(() => buildAdministrator())
  const app = await openApp('/stage/', { answers: [admin] })
  const dialog = await openPalette(app)
  await dialog.getByRole('combobox').fill('cust-00417')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('combobox').fill('health')
  await userEvent.keyboard('{Enter}')
  await expect.poll(app.path).toBe('/health')
})
