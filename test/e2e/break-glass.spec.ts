import { join } from 'node:path'
import { englishBreakGlass } from '@paydesk/shared/messages/en/break-glass'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { type Stack, startStack } from '../support/stack/start.ts'
import { expect, test, waitForSections } from './fixtures.ts'

const text = 'Payments of a customer are stuck at night'
const report = 'Looked at the identity of the customer to tell the bank whose payment it was; nothing else.'

/**
 * Duration (ms) of emergency access. Shorter than the idle timeout of a session, so that the page's clock
 * ends the emergency access and not the session.
 */
const glassMs = 300_000

function startOwn(): Promise<Stack> {
  const pages = join(import.meta.dirname, '../../web/dist')
  return startStack({ pages, config: { PAYDESK_BREAK_GLASS_MS: String(glassMs) } })
}

/** Separate product, in which emergency access lasts `glassMs`. */
const shortly = test.extend({
  stack: [
    async ({ products }, give) => give(await products.own(startOwn)),
    { scope: 'test', timeout: 120_000 },
  ],
})

/** Expires all emergency access, as the server's clock would. */
async function passGlassTime({ deps }: Stack): Promise<void> {
  const until = Date.now()
  const { db } = deps.store
  await db.updateTable('break_glass_grants').set({ until }).where('until', '>', until).execute()
  const wide = await db
    .selectFrom('sessions')
    .select('id_hash')
    .where('break_glass_until', '>', until)
    .execute()
  for (const { id_hash } of wide) await deps.sessions.grantBreakGlass(id_hash, until)
}

shortly(
  'emergency access shows support the same as compliance until it expires, and compliance reads the report',
  async ({ page, signIn, beside, stack }) => {
    await page.clock.install()
    const officer = await beside('compliance')
    await expect(officer.getByText('Live updates', { exact: true })).toBeVisible()
    await officer.getByRole('main').getByRole('combobox').fill('_a41c7e2_18f2b3c4d50__3b1f')
    await officer.keyboard.press('Enter')
    await officer.waitForURL(/\/identities\//)
    await waitForSections(officer)
    const address = new URL(officer.url()).pathname
    const seen = () => ({
      officer: officer.getByRole('main').locator('dd').allInnerTexts(),
      support: page.getByRole('main').locator('dd').allInnerTexts(),
    })
    await signIn('support', address)
    await expect(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
    const other = await officer.context().newPage()
    await other.goto(new URL('/stage/', officer.url()).href)
    await expect(other.getByText('Live updates', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: /Ana Ruiz/ }).click()
    await page.getByRole('button', { name: englishShell.startBreakGlass }).click()
    await page.getByLabel(englishBreakGlass.form.reason).selectOption('incident')
    await page.getByLabel('Ticket').fill('INC-4417')
    await page.getByLabel(englishBreakGlass.form.comment).fill(text)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: englishBreakGlass.bar.on })).toBeVisible()
    await expect(page).toHaveTitle(/EMERGENCY ACCESS/)
    await waitForSections(page)
    await expect(page.getByText(englishUi.forbiddenPage.title)).toHaveCount(0)
    await expect
      .poll(async () => JSON.stringify(await seen().support))
      .toBe(JSON.stringify(await seen().officer))

    const card = other.getByRole('list', { name: englishBreakGlass.title })
    await expect(card.getByText('Ana Ruiz has emergency access')).toBeVisible()
    await expect(card.getByText(text)).toBeVisible()
    await card.getByRole('button', { name: /^Acknowledge/ }).click()
    await expect(card).toHaveCount(0)

    // Expire without any call: the clock ends the emergency access, and the page masks again by itself.
    await passGlassTime(stack)
    await page.clock.fastForward(glassMs)
    await expect(page.getByRole('region', { name: englishBreakGlass.owed.title })).toBeVisible()
    await expect(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
    await expect(page).not.toHaveTitle(/EMERGENCY/)
    await page.getByRole('button', { name: englishBreakGlass.owed.write }).click()
    await page.getByLabel(englishBreakGlass.report.text).fill(report)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: englishBreakGlass.owed.title })).toHaveCount(0)

    await other.goto(new URL('/break-glass', officer.url()).href)
    await expect(other.getByText(report)).toBeVisible()
    await other.getByRole('button', { name: englishBreakGlass.showRecords }).click()
    await expect(
      other
        .getByRole('list', { name: englishBreakGlass.entries })
        .getByText(/identity record$/)
        .first(),
    ).toBeVisible()
  },
)
