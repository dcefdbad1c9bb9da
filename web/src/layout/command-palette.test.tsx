import type { SettingsChange } from '@paydesk/shared/administration/settings'
import { staffHandleSchema } from '@paydesk/shared/cases/review-cases'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCommands } from '@paydesk/shared/messages/en/commands'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeEndpoint } from '../../../test/support/fakes/fake-endpoint.ts'
import { buildCaseList, buildCaseSummary } from '../../../test/support/fakes/review.ts'
import { keepSettings } from '../../../test/support/fakes/settings.ts'
import { buildAdministrator, buildFinanceReviewer } from '../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../test/support/web/axe.ts'
import { englishFormat } from '../../../test/support/web/english-format.ts'
import { openApp } from '../../../test/support/web/open-app.tsx'

async function openPalette({ page }: Awaited<ReturnType<typeof openApp>>) {
  await expect.element(page.getByRole('navigation', { name: englishShell.pages })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const dialog = page.getByRole('dialog', { name: englishShell.search })
  await expect.element(dialog.getByRole('option', { name: englishShell.navigation.home })).toBeVisible()
  return dialog
}

test('the palette opens pages by their words, applies settings, and offers again what was used', async () => {
  const saved: SettingsChange[] = []
  const save = keepSettings((change) => saved.push(change))
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

test('the palette finds colleagues by role and name, and opens the queue with their cases', async () => {
  const colleague = staffHandleSchema.parse(`s_${'a'.repeat(20)}`)
  const ana = {
    colleague,
    name: 'Ana Ruiz',
    me: false,
    roles: ['finance' as const],
    mayWork: true,
    person: null,
  }
  const owned = [buildCaseSummary(0)]
  const app = await openApp('/stage/', {
    answers: [
      fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
      fakeEndpoint(endpoints.listColleagues)(() => ({ colleagues: [ana] })),
      fakeEndpoint(endpoints.listCases)(({ query }) =>
        buildCaseList(query.assignee === colleague && query.snoozed === '1' ? owned : []),
      ),
    ],
  })
  const dialog = await openPalette(app)
  const cases = englishFormat.text(englishCommands.colleagueCases, { name: ana.name })
  await dialog.getByRole('combobox').fill('colleague finance')
  await expect.element(dialog.getByRole('option', { name: cases })).toBeVisible()
  await dialog.getByRole('combobox').fill('ana ru')
  await expect.element(dialog.getByRole('option', { name: cases })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  const { assignee } = englishReview.queue.filters
  await expect.element(app.page.getByRole('button', { name: `${assignee.name} ${ana.name}` })).toBeVisible()
  await expect.element(app.page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
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
