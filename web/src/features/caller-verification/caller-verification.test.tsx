import type {
  CallerVerificationResult,
  VerifyCallerRequest,
} from '@paydesk/shared/compliance/caller-verification'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCallerVerification } from '@paydesk/shared/messages/en/caller-verification'
import type { HttpHandler } from 'msw'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  answerNever,
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import { buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'
import { server } from '../../../../test/support/web/server.ts'

/** Name of the button with its shortcut. */
const verifyButton = englishCallerVerification.verify
const iban = 'DE89 3704 0044 0532 0130 00'
const at = `/stage/customers/${maraCustomer}`
const support = fakeEndpoint(endpoints.showCurrentSession)(() =>
  buildSupportAgent({ permissions: [...buildSupportAgent().permissions, 'caller.check'] }),
)

/** Records requests, and replies with the given result. */
function checking(answer: CallerVerificationResult = 'match') {
  const sent: (VerifyCallerRequest & { readonly customer: string })[] = []
  const handler = fakeEndpoint(endpoints.verifyCaller)(({ body, params }) => {
    sent.push({ ...body, customer: params.customer })
    return { answer }
  })
  return { sent, handler }
}

/** Opens the form with the button and waits for its input field. */
async function opened(answers: HttpHandler[]) {
  const { page } = await openApp(at, { answers: [support, ...answers] })
  await page.getByRole('button', { name: verifyButton }).click()
  const field = page.getByRole('textbox', { name: englishCallerVerification.claim })
  await expect.element(field).toHaveFocus()
  return { page, field }
}

describe('caller verification', () => {
  test.each(firstRows(1, [at, `/stage/transactions/${waitingTransaction}`]))(
    'compares the statement of a caller by keyboard alone on %s',
    async (address) => {
      const { sent, handler } = checking()
      const { page } = await openApp(address, { answers: [support, handler] })
      await expect.element(page.getByRole('button', { name: verifyButton })).toBeVisible()
      await userEvent.keyboard('v')
      const field = page.getByRole('textbox', { name: englishCallerVerification.claim })
      await expect.element(field).toHaveFocus()
      await userEvent.keyboard(`${iban}{Enter}`)
      await expect.element(page.getByText(englishCallerVerification.match.iban)).toBeVisible()
      await expect.poll(() => sent).toEqual([{ kind: 'iban', claim: iban, customer: maraCustomer }])
      // Field is cleared and keeps the focus, ready for the next value.
      await expect.element(field).toHaveValue('')
      await expect.element(field).toHaveFocus()
      expect(document.body.textContent).not.toContain('3704')
    },
  )

  test.each(
    firstRows(1, [
      ['match', englishCallerVerification.match.dob],
      ['other', englishCallerVerification.mismatch.dob],
      ['empty', englishCallerVerification.noValue],
    ] as const),
  )('shows the answer %s with a text and an icon', async (answer, words) => {
    const { handler } = checking(answer)
    const { page } = await opened([handler])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect.element(page.getByText(words).first()).toBeVisible()
    await expectAccessible()
    // Typing clears the answer, so that nobody takes the old answer for the new value.
    await userEvent.keyboard('7')
    await expect.element(page.getByText(words).last()).not.toBeInTheDocument()
  })

  test.each(
    firstRows(1, [
      ['mara@example.test', 'E-mail'],
      ['17 April 1988', 'Date of birth'],
      ['SE45 5000', 'IBAN'],
      ['753 10', 'Postal code'],
    ]),
  )('recognises %s as %s while it is typed', async (text, kind) => {
    const { page } = await opened([])
    await userEvent.keyboard(text)
    await expect.element(page.getByRole('radio', { name: kind })).toBeChecked()
  })

  longTest('uses the selected kind instead of the guessed kind', async () => {
    const { sent, handler } = checking()
    const { page } = await opened([handler])
    await userEvent.keyboard('1988-04-17')
    await page.getByRole('radio', { name: 'Postal code' }).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(englishCallerVerification.match.postal_code).first()).toBeVisible()
    await expect.poll(() => sent).toMatchObject([{ kind: 'postal_code' }])
  })

  test.each(
    firstRows(1, [
      ['04/05/1988', /the month as a word/],
      ['DE88 3704 0044 0532 0130 00', /matching check digits/],
      ['Mara', /one of the four kinds/],
    ]),
  )('does not send %s, and says what is expected', async (text, words) => {
    const { sent, handler } = checking()
    const { page, field } = await opened([handler])
    await userEvent.keyboard(`${text}{Enter}`)
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible()
    expect(sent).toEqual([])
  })

  test('distinguishes a rate limit from a mismatch, and says how long to wait', async () => {
    const limited = fakeEndpoint(endpoints.verifyCaller)(() =>
      answerProblem({ id: 'too_many_requests', status: 429, title: 'Too many requests', retryAfter: 60 }),
    )
    const { page, field } = await opened([limited])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect.element(page.getByText(englishCallerVerification.notCompared)).toBeVisible()
    await expect.element(page.getByText(/Too many requests/)).toBeVisible()
    await expect
      .element(page.getByText(englishCallerVerification.results.other, { exact: true }))
      .not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Try again in \d+ s$/ })).toBeDisabled()
    await expect.element(field).toHaveValue('17.04.1988')
    await expectAccessible()
  })

  test.each(
    firstRows(1, [
      ['a failure', answerUpstreamTimeout],
      ['no answer', () => HttpResponse.error()],
    ]),
  )('distinguishes %s from a mismatch, and keeps the input for a retry', async (_, failed) => {
    const { sent, handler } = checking()
    const first = fakeEndpoint(endpoints.verifyCaller)(failed)
    const { page, field } = await opened([first])
    await userEvent.keyboard('1988-04-17')
    await page.getByRole('radio', { name: 'Postal code' }).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(englishCallerVerification.notCompared)).toBeVisible()
    await expect.element(field).toHaveValue('1988-04-17')
    await expect.element(field).toHaveFocus()
    server.use(handler)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(englishCallerVerification.match.postal_code).first()).toBeVisible()
    await expect
      .poll(() => sent)
      .toEqual([{ kind: 'postal_code', claim: '1988-04-17', customer: maraCustomer }])
    await expect.element(field).toHaveValue('')
  })

  longTest('does not overwrite new input when an earlier request fails', async () => {
    let fail = () => {}
    const failed = fakeEndpoint(endpoints.verifyCaller)(
      () =>
        new Promise<Response>((resolve) => {
          fail = () => resolve(answerUpstreamTimeout())
        }),
    )
    const { page, field } = await opened([failed])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect
      .element(page.getByRole('button', { name: englishCallerVerification.comparing }))
      .toBeVisible()
    await userEvent.keyboard('mara@example.test')
    fail()
    await expect.element(page.getByText(englishCallerVerification.notCompared)).toBeVisible()
    await expect.element(field).toHaveValue('mara@example.test')
  })

  test('shows no answer and blocks a second request while comparing', async () => {
    const { page } = await opened([fakeEndpoint(endpoints.verifyCaller)(answerNever)])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect
      .element(page.getByRole('button', { name: englishCallerVerification.comparing }))
      .toBeDisabled()
  })

  test('is not offered to a role without permission', async () => {
    const { page } = await openApp(at)
    await expect.element(page.getByText('KYC state').first()).toBeVisible()
    expect(page.getByRole('button', { name: verifyButton }).query()).toBeNull()
  })
})
