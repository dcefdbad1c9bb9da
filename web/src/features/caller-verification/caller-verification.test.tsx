import type { CallerVerificationResult, VerifyCallerRequest } from '@paydesk/shared/compliance/caller'
import { endpoints } from '@paydesk/shared/endpoints'
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

const iban = 'DE89 3704 0044 0532 0130 00'
const at = `/stage/c/${maraCustomer}`
const support = fakeEndpoint(endpoints.showCurrentSession)(() =>
  buildSupportAgent({ permissions: [...buildSupportAgent().permissions, 'caller.check'] }),
)

/** Keeps what was sent, and answers it so. */
function checking(answer: CallerVerificationResult = 'match') {
  const sent: (VerifyCallerRequest & { readonly customer: string })[] = []
  const handler = fakeEndpoint(endpoints.verifyCaller)(({ body, params }) => {
    sent.push({ ...body, customer: params.customer })
    return { answer }
  })
  return { sent, handler }
}

/** Opens the form by the button and waits until it can be typed in. */
async function opened(answers: HttpHandler[]) {
  const { page } = await openApp(at, { answers: [support, ...answers] })
  await page.getByRole('button', { name: /Verify the caller/ }).click()
  const field = page.getByRole('textbox', { name: 'What the caller says' })
  await expect.element(field).toHaveFocus()
  return { page, field }
}

describe('verifying a caller', () => {
  test.each(firstRows(1, [at, `/stage/t/${waitingTransaction}`]))(
    'on %s: v, what they say, Enter',
    async (address) => {
      const { sent, handler } = checking()
      const { page } = await openApp(address, { answers: [support, handler] })
      await expect.element(page.getByRole('button', { name: /Verify the caller/ })).toBeVisible()
      await userEvent.keyboard('v')
      const field = page.getByRole('textbox', { name: 'What the caller says' })
      await expect.element(field).toHaveFocus()
      await userEvent.keyboard(`${iban}{Enter}`)
      await expect.element(page.getByText('A payment of this customer came from this account.')).toBeVisible()
      await expect.poll(() => sent).toEqual([{ kind: 'iban', said: iban, customer: maraCustomer }])
      // What was typed is gone, and the next one can be typed at once.
      await expect.element(field).toHaveValue('')
      await expect.element(field).toHaveFocus()
      expect(document.body.textContent).not.toContain('3704')
    },
  )

  test.each(
    firstRows(1, [
      ['match', 'Yes, it matches'],
      ['other', 'No, it does not match'],
      ['empty', 'Nothing to compare with'],
    ] as const),
  )('%s is said in words and a mark', async (answer, words) => {
    const { handler } = checking(answer)
    const { page } = await opened([handler])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect.element(page.getByText(words).first()).toBeVisible()
    await expectAccessible()
    // The next word takes the answer away: nobody reads it as that of the new one.
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
  )('%s is taken for %s while it is typed', async (text, kind) => {
    const { page } = await opened([])
    await userEvent.keyboard(text)
    await expect.element(page.getByRole('radio', { name: kind })).toBeChecked()
  })

  longTest('a choice goes before the guess', async () => {
    const { sent, handler } = checking()
    const { page } = await opened([handler])
    await userEvent.keyboard('1988-04-17')
    await page.getByRole('radio', { name: 'Postal code' }).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Yes, it matches').first()).toBeVisible()
    await expect.poll(() => sent).toMatchObject([{ kind: 'postal_code' }])
  })

  test.each(
    firstRows(1, [
      ['04/05/1988', /the month as a word/],
      ['DE88 3704 0044 0532 0130 00', /check digits/],
      ['Mara', /choose one of the four/],
    ]),
  )('%s is not sent: what is expected stands at the field', async (text, words) => {
    const { sent, handler } = checking()
    const { page, field } = await opened([handler])
    await userEvent.keyboard(`${text}{Enter}`)
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible()
    expect(sent).toEqual([])
  })

  test('a limit that is reached is told apart from a no, with how long to wait', async () => {
    const limited = fakeEndpoint(endpoints.verifyCaller)(() =>
      answerProblem({ id: 'too_many_requests', status: 429, title: 'Too many requests', retryAfter: 60 }),
    )
    const { page, field } = await opened([limited])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect.element(page.getByText('Nothing was compared')).toBeVisible()
    await expect.element(page.getByText(/Too many requests/)).toBeVisible()
    await expect.element(page.getByText(/does not match/)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: /^Try again in \d+ s$/ })).toBeDisabled()
    await expect.element(field).toHaveValue('17.04.1988')
    await expectAccessible()
  })

  test.each(
    firstRows(1, [
      ['a failure', answerUpstreamTimeout],
      ['no answer', () => HttpResponse.error()],
    ]),
  )('%s is told apart from a no; what was typed is there to be sent again', async (_, failed) => {
    const { sent, handler } = checking()
    const first = fakeEndpoint(endpoints.verifyCaller)(failed)
    const { page, field } = await opened([first])
    await userEvent.keyboard('1988-04-17')
    await page.getByRole('radio', { name: 'Postal code' }).click()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Nothing was compared')).toBeVisible()
    await expect.element(field).toHaveValue('1988-04-17')
    await expect.element(field).toHaveFocus()
    server.use(handler)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Yes, it matches').first()).toBeVisible()
    await expect
      .poll(() => sent)
      .toEqual([{ kind: 'postal_code', said: '1988-04-17', customer: maraCustomer }])
    await expect.element(field).toHaveValue('')
  })

  longTest('what is typed after a failed one was sent is not overwritten by it', async () => {
    let fail = () => {}
    const failed = fakeEndpoint(endpoints.verifyCaller)(
      () =>
        new Promise<Response>((resolve) => {
          fail = () => resolve(answerUpstreamTimeout())
        }),
    )
    const { page, field } = await opened([failed])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect.element(page.getByRole('button', { name: 'Comparing…' })).toBeVisible()
    await userEvent.keyboard('mara@example.test')
    fail()
    await expect.element(page.getByText('Nothing was compared')).toBeVisible()
    await expect.element(field).toHaveValue('mara@example.test')
  })

  test('while it is compared nothing is said, and nothing is sent twice', async () => {
    const { page } = await opened([fakeEndpoint(endpoints.verifyCaller)(answerNever)])
    await userEvent.keyboard('17.04.1988{Enter}')
    await expect.element(page.getByRole('button', { name: 'Comparing…' })).toBeDisabled()
  })

  test('is offered to nobody who may not check', async () => {
    const { page } = await openApp(at)
    await expect.element(page.getByText('KYC state').first()).toBeVisible()
    expect(page.getByRole('button', { name: /Verify the caller/ }).query()).toBeNull()
  })
})
