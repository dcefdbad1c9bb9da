import { isFullRun } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { englishApiKeys } from '@paydesk/shared/messages/en/api-keys'
import { englishDrafts } from '@paydesk/shared/messages/en/drafts'
import { englishImports } from '@paydesk/shared/messages/en/imports'
import { englishPaymentRequests } from '@paydesk/shared/messages/en/payment-requests'
import { englishQuestions } from '@paydesk/shared/messages/en/questions'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import { englishSubjectAccess } from '@paydesk/shared/messages/en/subject-access'
import type { Page } from '@playwright/test'
import { type Person, people, type Stack } from '../support/stack/start.ts'
import { expect, test } from './fixtures.ts'
import { decideCase, inReview } from './seed-data.ts'

// One product for all of them: the forms of one person need the work of another one.
test.describe.configure({ mode: 'default' })

const env = 'stage'
const savedText = englishDrafts.saved

interface Form {
  readonly name: string
  readonly address: (stack: Stack) => Promise<string>
  /** Opens the form on its page. */
  readonly open?: (page: Page) => Promise<void>
  /** Label of the field that is typed into. */
  readonly field: string
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

async function customerPage(stack: Stack): Promise<string> {
  const support = await stack.as('support')
  const { hits } = await support.get(endpoints.searchRecords, {
    params: { env },
    body: { text: 'cust-00417' },
  })
  return `/stage/customers/${hits.flatMap((hit) => (hit.kind === 'customer' ? [hit.customer] : []))[0]}`
}

const forms: Readonly<Partial<Record<Person, readonly Form[]>>> = {
  support: [
    {
      name: 'payment form',
      address: async () => '/stage/payment-requests/new',
      field: englishPaymentRequests.fields.reference,
    },
    {
      name: 'question',
      address: customerPage,
      open: press(englishQuestions.ask),
      field: englishQuestions.question,
    },
  ],
  finance: [
    {
      name: 'note',
      address: async (stack) => `/stage/review/${await inReview(stack)}`,
      field: englishReviewCase.notes.label,
    },
    {
      name: 'snooze',
      address: async (stack) => `/stage/review/${await inReview(stack)}`,
      open: press(englishReviewCase.snooze.open),
      field: englishReviewCase.snooze.reason,
    },
  ],
  compliance: [
    {
      name: 'approval',
      address: async (stack) => `/stage/decisions/${await decideCase(stack, await inReview(stack))}`,
      field: englishReview.comment.label,
    },
    {
      name: 'subject access request',
      address: customerPage,
      open: press(englishSubjectAccess.export),
      field: englishSubjectAccess.ticket,
    },
  ],
  admin: [
    { name: 'API key', address: async () => '/stage/api-keys', field: englishApiKeys.form.label },
    { name: 'import', address: async () => '/stage/imports', field: englishImports.form.list },
  ],
}

/** Opens a form at its page. */
async function shown(page: Page, { open, field }: Form) {
  await page.locator('h1').first().waitFor()
  await open?.(page)
  const name = new RegExp(`^${field.replaceAll(/[()]/g, '.')}`)
  return page.getByRole('textbox', { name }).first()
}

// The way of one person is the way of all: the others are in the long form, and component tests open each form with its draft.
const persons = (Object.entries(forms) as [Person, readonly Form[]][]).filter(
  ([person]) => isFullRun || person === 'support',
)
for (const [person, own] of persons)
  test(`what ${person} types stays: refresh, back, second tab, step-up, sign-out`, async ({
    page,
    context,
    signIn,
    known,
  }) => {
    await signIn(person, null)
    const at = new Map<Form, string>()
    for (const form of own) {
      const address = known.origin + (await form.address(known))
      at.set(form, address)
      const text = `DRAFT-7${form.name.length}`
      const expectKept = async (where: Page) => expect(await shown(where, form), form.name).toHaveValue(text)
      await page.goto(address)
      const field = await shown(page, form)
      await field.fill(text)
      await expect(page.getByText(savedText).first()).toBeVisible()
      await page.reload()
      await expectKept(page)
      // The way of the first form is the way of all: the short form only refreshes the others.
      if (form !== own[0] && !isFullRun) continue
      await page.goto(`${known.origin}/stage/`)
      await page.goBack()
      await expectKept(page)
      const second = await context.newPage()
      await second.goto(address)
      await expectKept(second)
      await second.close()
      const back = encodeURIComponent(address.slice(known.origin.length))
      await page.goto(`${known.origin}/auth/sign-in?reauthenticate=1&return=${back}`)
      await page.locator(`button[value="${people[person]}"]`).click()
      await page.waitForURL((url) => url.origin === known.origin)
      await expectKept(page)
    }
    await page.evaluate(
      ([name, value]) =>
        fetch('/api/session/end', {
          method: 'POST',
          headers: { [name]: value, 'content-type': 'application/json' },
          body: '{}',
        }),
      [csrfHeader.name, csrfHeader.value] as const,
    )
    // Leave the page: it would reload by itself once it hears of the next session, and abort what is opened then.
    await page.goto('about:blank')
    await context.clearCookies()
    await signIn(person, null)
    for (const [form, address] of at) {
      await page.goto(address)
      await expect(await shown(page, form), form.name).toHaveValue(`DRAFT-7${form.name.length}`)
    }
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, location.href]))
    expect(stored).not.toContain('DRAFT-7')
  })
