import type { InvalidField } from '@paydesk/shared/core/problem'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCustomers } from '@paydesk/shared/messages/en/customers'
import { englishFieldRules } from '@paydesk/shared/messages/en/field-rules'
import { englishPaymentRequests as texts } from '@paydesk/shared/messages/en/payment-requests'
import { englishSignIn } from '@paydesk/shared/messages/en/sign-in'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { PaymentRequestDraft, PaymentRequestInput } from '@paydesk/shared/payments/payment-requests'
import { type HttpHandler, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, stageEnvironment } from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import {
  buildCreatedRequest,
  buildPaymentAgent,
  buildPaymentRequest,
  buildPaymentRequestDraft,
  buildPaymentRequestId,
  buildRequestFormOptions,
  buildUnknownRequest,
  createRequestHandlers,
  someRequestFormId,
} from '../../../../../test/support/fakes/payment-requests.ts'
import { hoursFromNow } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'

const { fields, form, review: reviewTexts } = texts
const { rules } = englishFieldRules
const newPayment = new RegExp(texts.newPayment)
const faults = (count: number) => englishFormat.text(form.faults, { count })
const previewOf = (minor: string, major: string) => englishFormat.text(form.amountPreview, { minor, major })
const viaSimilar = new RegExp(
  `min ago ${englishFormat.text(texts.by, { name: englishUi.people.you.object })}`,
)

const at = `/stage/payment-requests/new?form=${someRequestFormId}&customer=${maraCustomer}`
const requestAt = `/stage/payment-requests/${buildPaymentRequestId(1)}`
const agent = fakeEndpoint(endpoints.showCurrentSession)(() => buildPaymentAgent())

/** Records the drafts and how often the form was sent. */
function making(draft: Partial<PaymentRequestDraft> = {}) {
  const drafted: PaymentRequestInput[] = []
  const sent: string[] = []
  const handlers: HttpHandler[] = [
    fakeEndpoint(endpoints.draftPaymentRequest)(({ body }) => {
      drafted.push(body)
      return { answer: 'draft', draft: buildPaymentRequestDraft(draft) }
    }),
    fakeEndpoint(endpoints.sendPaymentRequest)(({ body }) => {
      sent.push(body.reviewed)
      return { answer: 'sent', request: buildCreatedRequest(1) }
    }),
  ]
  return { drafted, sent, handlers }
}

async function open(answers: readonly HttpHandler[] = making().handlers, where = at) {
  const opened = await openApp(where, { answers: [agent, ...answers] })
  await expect.element(opened.page.getByRole('form', { name: texts.newPayment })).toBeVisible()
  const field = (name: string) => opened.page.getByRole('textbox', { name, exact: true })
  return { ...opened, field, check: opened.page.getByRole('button', { name: new RegExp(form.continue) }) }
}

/** Controls the clock that times the review; `pass` advances it by milliseconds. */
function heldClock() {
  let now = performance.now()
  let behind = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => now - behind)
  return {
    pass(ms: number) {
      now += ms
    },
    /** Delays all later events by `ms`, as on a busy machine. */
    hearLate(ms: number) {
      behind = ms
    },
  }
}

/** Opens the review with the required entries. */
async function review(answers?: readonly HttpHandler[]) {
  const opened = await open(answers)
  await opened.field(fields.amount).fill('125.50')
  await opened.check.click()
  await expect.element(opened.page.getByRole('heading', { name: form.review, level: 1 })).toBeVisible()
  return { ...opened, send: opened.page.getByRole('button', { name: new RegExp(`^${reviewTexts.send}`) }) }
}

const refuse = (...invalid: InvalidField[]) => {
  const fields = invalid.map((field) => ({ ...field, expected: '' }))
  return answerProblem({ id: 'bad_request', status: 400, fields })
}
const refusing = (...invalid: InvalidField[]) =>
  fakeEndpoint(endpoints.draftPaymentRequest)(() => refuse(...invalid))

describe('the form of a payment', () => {
  test('sums up zero in the format of the person until an amount is typed', async () => {
    const { page, field } = await open()
    const summary = page.getByRole('complementary', { name: form.summary })
    await expect.element(summary).toMatchTextContent(/^0\.00 EUR/)
    await field(fields.amount).fill('125.50')
    await expect.element(summary).toMatchTextContent(/^125\.50 EUR/)
  })

  longTest(
    'has its ID in the address before anything is typed, and keeps that ID after a reload',
    async () => {
      const first = await openApp(`/stage/payment-requests/new?customer=${maraCustomer}`, {
        answers: [agent],
      })
      await expect.element(first.page.getByRole('form', { name: texts.newPayment })).toBeVisible()
      await expect.poll(first.address).toMatch(/[?&]form=[0-9a-z]{24}(&|$)/)
      const address = first.address()
      await cleanup()
      const { handlers, drafted } = making()
      const second = await open(handlers, address)
      expect(second.address()).toBe(address)
      await second.check.click()
      await expect.poll(() => drafted.length).toBe(1)
      expect(address).toContain(drafted[0]?.form)
      await cleanup()
      const third = await openApp(`/stage/payment-requests/new?customer=${maraCustomer}`, {
        answers: [agent],
      })
      await expect.element(third.page.getByRole('form', { name: texts.newPayment })).toBeVisible()
      expect(third.address()).not.toBe(address)
    },
  )

  test('opens by N on the customer’s page, and closes by one step back', async () => {
    const { page, path, goBack } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [agent] })
    await expect.element(page.getByRole('link', { name: newPayment })).toBeVisible()
    await userEvent.keyboard('N')
    await expect.element(page.getByRole('form', { name: texts.newPayment })).toBeVisible()
    await expect.poll(path).toBe('/stage/payment-requests/new')
    goBack()
    await expect.poll(path).toBe(`/stage/customers/${maraCustomer}`)
  })

  test('can be filled in by keyboard alone, previews what will be sent, and sends exactly that', async () => {
    const { handlers, drafted, sent } = making()
    const { page, field, path } = await open(handlers)
    await expect.element(field(fields.amount)).toHaveFocus()
    await userEvent.keyboard('125.5')
    await expect.element(page.getByText(previewOf('12550', '125.50 EUR'))).toBeVisible()
    await expectAccessible()
    // Currency, reference, workflow, then the fields about the customer.
    await userEvent.keyboard('{Tab}{Tab}{Tab}ORDER-7{Tab}{Tab}Mara{Tab}Lindqvist{Tab}mara@example.test')
    const clock = heldClock()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('heading', { name: reviewTexts.body })).toBeVisible()
    await expect
      .poll(() => drafted)
      .toEqual([
        {
          form: someRequestFormId,
          merchant: 'demo-merchant',
          customer: { kind: 'known', customer: maraCustomer },
          workflow: 'DEMO_OPEN_BANKING',
          amount: '125.5',
          currency: 'EUR',
          reference: 'ORDER-7',
          client: { first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@example.test' },
          accountHolder: null,
        },
      ])
    // A double press sends nothing: the review has not been read yet. While sending there is no way back.
    clock.pass(599)
    await userEvent.keyboard('{Control>}{Enter}{/Control}c')
    await expect.element(field(fields.amount)).toHaveValue('125.5')
    expect(sent).toEqual([])
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('heading', { name: reviewTexts.body })).toBeVisible()
    clock.pass(600)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(path).toBe(requestAt)
    expect(sent).toHaveLength(1)
  })

  const example = '125.50'
  const wrongFormat = englishFormat.text(form.amountFaults.format, { example })
  const leadingZero = englishFormat.text(form.amountFaults.leadingZero, { example })
  test.each(
    firstRows(4, [
      ['0', form.amountFaults.zero],
      ['12.345', englishFormat.text(form.amountFaults.digits, { currency: 'EUR', digits: 2, example })],
      ['1,5', wrongFormat],
      ['1e3', wrongFormat],
      ['-5', wrongFormat],
      ['05', leadingZero],
      ['007.50', leadingZero],
      ['00', leadingZero],
      ['100000.01', englishFormat.text(form.amountFaults.max, { amount: '100,000.00 EUR' })],
      ['100000', previewOf('10000000', '100,000.00 EUR')],
      ['1,50', previewOf('150', '1.50 EUR')],
      ['0.01', previewOf('1', '0.01 EUR')],
    ]),
  )('explains %j: %s', async (amount, says) => {
    const { page, field } = await open()
    await field(fields.amount).fill(amount)
    await expect.element(page.getByText(says)).toBeVisible()
  })

  longTest('takes another RID, and another currency that has no account to debit', async () => {
    const { handlers, drafted } = making()
    const { page, field, check } = await open(handlers)
    await page.getByText(new RegExp(`^${form.holder}`)).click()
    await field(fields.iban).fill('SE4550000000058398257466')
    await page.getByRole('button', { name: form.changeCustomer }).click()
    await field(fields.rid).fill('cust-00977')
    await page.getByRole('button', { name: 'GBP' }).click()
    await expect.element(page.getByText(new RegExp(`^${form.holder}`))).not.toBeInTheDocument()
    await check.click()
    await expect.poll(() => drafted.length).toBe(1)
    await expect
      .poll(() => drafted[0])
      .toMatchObject({
        customer: { kind: 'typed', rid: 'cust-00977' },
        currency: 'GBP',
        accountHolder: null,
      })
  })

  longTest('sends the account to debit as typed', async () => {
    const { handlers, drafted } = making()
    const { page, field, check } = await open(handlers)
    await page.getByText(new RegExp(`^${form.holder}`)).click()
    await field(fields.iban).fill('SE45 5000 0000 0583 9825 7466')
    await page.getByRole('combobox', { name: fields.holderType }).selectOptions('BUSINESS')
    await check.click()
    await expect.poll(() => drafted.length).toBe(1)
    await expect
      .poll(() => drafted[0]?.accountHolder)
      .toEqual({
        iban: 'SE45 5000 0000 0583 9825 7466',
        name: '',
        type: 'BUSINESS',
        bic: '',
      })
  })

  test.each(
    firstRows(1, [
      ['amount', fields.amount],
      ['reference', `${fields.reference} ${form.optional}`],
      ['client.email', 'E-mail'],
      // Both groups are folded until one of their fields is wrong.
      ['client.dob', 'Date of birth'],
      ['accountHolder.iban', fields.iban],
    ]),
  )('shows the expected value at %s, focuses it, and keeps the typed values', async (name, label) => {
    const { page, field, check, address } = await open([refusing({ name, rule: 'bic' })])
    await field(fields.amount).fill('77.07')
    await field('First name').fill('Mara')
    const before = address()
    await check.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(`${faults(1)}. ${form.nothingSent}`)
    await expect.element(field(label)).toHaveFocus()
    await expect.element(field(label)).toHaveAccessibleDescription(new RegExp(rules.bic))
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field(fields.amount)).toHaveValue('77.07')
    await expect.element(field('First name')).toHaveValue('Mara')
    expect(address()).toBe(before)
    await expectAccessible()
    // A changed field is no longer marked wrong.
    await field(label).fill('8')
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'false')
  })

  longTest('drops the errors of fields that left the form with the currency', async () => {
    const { page, field, check } = await open([
      refusing(
        { name: 'accountHolder.iban', rule: 'iban' },
        { name: 'accountHolder.bic', rule: 'bic' },
        { name: 'reference', rule: 'unique_reference' },
      ),
    ])
    await page.getByText(new RegExp(`^${form.holder}`)).click()
    await field(fields.iban).fill('SE123')
    await check.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(faults(3))
    await page.getByRole('button', { name: 'GBP' }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(faults(1))
    await expect.element(page.getByRole('link', { name: fields.reference, exact: true })).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toMatchTextContent(/IBAN/)
    await page.getByRole('button', { name: 'EUR' }).click()
    await expect.element(field(fields.iban)).toHaveValue('SE123')
    await expect.element(field(fields.iban)).toHaveAttribute('aria-invalid', 'false')
  })

  longTest('drops the error of a merchant that left the form with the RID', async () => {
    const several = fakeEndpoint(endpoints.showPaymentRequestOptions)(() =>
      buildRequestFormOptions({
        merchants: buildRequestFormOptions().merchants.concat('other-merchant' as never),
      }),
    )
    const { page, check } = await open([
      several,
      refusing({ name: 'merchant', rule: 'own_merchant' }, { name: 'amount', rule: 'amount' }),
    ])
    await page.getByRole('button', { name: form.changeCustomer }).click()
    await page.getByRole('combobox', { name: fields.merchant }).selectOptions('other-merchant')
    await check.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(`Merchant: ${rules.own_merchant}`)
    await page.getByRole('button', { name: form.sameCustomer }).click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(faults(1))
    await expect.element(page.getByRole('link', { name: fields.amount })).toBeVisible()
  })

  longTest('moves the focus to the first wrong field, and again after a second refusal', async () => {
    const { page, field, check } = await open([
      refusing({ name: 'accountHolder.iban', rule: 'iban' }, { name: 'amount', rule: 'amount' }),
    ])
    await check.click()
    await expect.element(field(fields.amount)).toHaveFocus()
    await page.getByRole('link', { name: fields.iban }).click()
    await expect.element(field(fields.iban)).toHaveFocus()
    await check.click()
    await expect.element(field(fields.amount)).toHaveFocus()
  })

  test('names a wrong field that is not on screen without a link', async () => {
    const { page, check } = await open([
      refusing({ name: 'merchant', rule: 'own_merchant' }, { name: 'amount', rule: 'amount' }),
    ])
    await check.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(`Merchant: ${rules.own_merchant}`)
    await expect.element(page.getByRole('link', { name: fields.amount })).toBeVisible()
    expect(page.getByRole('link', { name: fields.merchant, exact: true }).query()).toBeNull()
  })

  test('keeps the typed values when the server cannot be reached, and when the user leaves and comes back', async () => {
    const { page, field, check, goBack, path } = await open([
      fakeEndpoint(endpoints.draftPaymentRequest)(() => HttpResponse.error()),
    ])
    await field(fields.amount).fill('42')
    await check.click()
    await expect.element(page.getByText(form.notChecked)).toBeVisible()
    await expect.element(field(fields.amount)).toHaveValue('42')
    await page.getByRole('link', { name: /^Home/ }).click()
    await expect.poll(path).toBe('/stage/')
    goBack()
    await expect.element(field(fields.amount)).toHaveValue('42')
  })

  longTest('does not move a user who has opened another page before the answer', async () => {
    const late = Promise.withResolvers<void>()
    let isAnswered = false
    const { page, field, check, path } = await open([
      fakeEndpoint(endpoints.draftPaymentRequest)(async () => {
        await late.promise
        isAnswered = true
        return { answer: 'draft', draft: buildPaymentRequestDraft() }
      }),
    ])
    await field(fields.amount).fill('42')
    await check.click()
    await page.getByRole('link', { name: /^Home/ }).click()
    await expect.poll(path).toBe('/stage/')
    late.resolve()
    await expect.poll(() => isAnswered).toBe(true)
    await new Promise((later) => setTimeout(later, 300))
    expect(path()).toBe('/stage/')
  })

  longTest('keeps the typed values when the session is renewed meanwhile', async () => {
    let asked = 0
    const ending = fakeEndpoint(endpoints.showCurrentSession)(() => {
      asked += 1
      return { ...buildPaymentAgent(), idleExpiresAt: hoursFromNow(asked === 1 ? 0.25 : 1) }
    })
    const { page } = await openApp(at, { answers: [ending] })
    const amount = page.getByRole('textbox', { name: fields.amount, exact: true })
    await amount.fill('63.36')
    // Half a minute before the end, by the clock.
    const now = Date.now.bind(Date)
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 14.5 * 60_000)
    const warning = page.getByRole('dialog', { name: englishSignIn.expiry.idleTitle })
    await expect.element(warning).toBeVisible()
    await warning.getByRole('button', { name: englishSignIn.expiry.stay }).click()
    await expect.element(warning).not.toBeInTheDocument()
    await expect.poll(() => asked).toBe(2)
    await expect.element(amount).toHaveValue('63.36')
  })

  test('says why if there are no payment requests', async () => {
    const off = fakeEndpoint(endpoints.showPaymentRequestOptions)(() =>
      buildRequestFormOptions({ isOn: false }),
    )
    const { page } = await openApp(at, { answers: [agent, off] })
    await expect.element(page.getByText(form.off)).toBeVisible()
    expect(page.getByRole('form', { name: texts.newPayment }).query()).toBeNull()
  })

  longTest('asks for the merchant if there are several, and for nothing that leaves no choice', async () => {
    const [one] = buildRequestFormOptions().currencies
    const narrow = fakeEndpoint(endpoints.showPaymentRequestOptions)(() =>
      buildRequestFormOptions({
        customer: null,
        merchants: buildRequestFormOptions().merchants.concat('other-merchant' as never),
        workflows: ['ONLY'],
        currencies: one ? [one] : [],
      }),
    )
    const { handlers, drafted } = making()
    const { page, field, check } = await open(
      [...handlers, narrow],
      `/stage/payment-requests/new?form=${someRequestFormId}`,
    )
    expect(page.getByRole('combobox', { name: fields.workflow }).query()).toBeNull()
    expect(page.getByRole('group', { name: fields.currency }).query()).toBeNull()
    await field(fields.rid).fill('cust-1')
    await check.click()
    await expect.element(page.getByRole('combobox', { name: fields.merchant })).toHaveFocus()
    expect(drafted).toEqual([])
    await page.getByRole('combobox', { name: fields.merchant }).selectOptions('other-merchant')
    await check.click()
    await expect.poll(() => drafted.length).toBe(1)
    await expect
      .poll(() => drafted[0])
      .toMatchObject({ merchant: 'other-merchant', workflow: 'ONLY', currency: 'EUR' })
  })

  test('leads to the payment if the form was sent before', async () => {
    const before = fakeEndpoint(endpoints.draftPaymentRequest)(() => ({
      answer: 'sent',
      request: buildCreatedRequest(1),
    }))
    const { page, check, path } = await open([before])
    await check.click()
    await expect.poll(path).toBe(requestAt)
    await expect.element(page.getByText(texts.page.sentBefore)).toBeVisible()
  })

  test('is closed to a user who may not make payments', async () => {
    const reader = fakeEndpoint(endpoints.showCurrentSession)(() => ({
      ...buildPaymentAgent(),
      permissions: buildPaymentAgent().permissions.filter((one) => one !== 'payment_request.create'),
    }))
    const { page } = await openApp(at, { answers: [reader] })
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
    const customer = await openApp(`/stage/customers/${maraCustomer}`, { answers: [reader] })
    await expect
      .element(customer.page.getByRole('link', { name: englishCustomers.paymentRequests, exact: true }))
      .toBeVisible()
    expect(customer.page.getByRole('link', { name: newPayment }).query()).toBeNull()
  })
})

describe('the review', () => {
  test('shows every field that will be sent by its name, and the amount in both units', async () => {
    const { page } = await review()
    const { fields } = buildPaymentRequestDraft()
    for (const { member, value } of fields) {
      await expect.element(page.getByText(member, { exact: true })).toBeVisible()
      if (value.visibility === 'clear') await expect.element(page.getByText(value.text).first()).toBeVisible()
    }
    await expect.element(page.getByText('125.50 EUR', { exact: true })).toBeVisible()
    await expect
      .element(
        page.getByText(englishFormat.text(reviewTexts.minorUnits, { minor: '12550', currency: 'EUR' })),
      )
      .toBeVisible()
    await expectAccessible()
  })

  test('warns of a payment of the same amount, with a link to that payment', async () => {
    const ana = { kind: 'person', person: { name: 'Ana Ruiz', me: false } } as const
    const { page } = await review(making({ similar: [buildCreatedRequest(2, { by: ana })] }).handlers)
    await expect
      .element(page.getByRole('heading', { name: englishFormat.text(reviewTexts.similar, { count: 1 }) }))
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: /min ago by Ana Ruiz/ }))
      .toHaveAttribute('href', `/stage/payment-requests/${buildPaymentRequestId(2)}`)
    await expectAccessible()
  })

  test('sends a payment once, however often the button is pressed', async () => {
    const { handlers, sent } = making()
    const { send, path } = await review(handlers)
    const button = send.element()
    if (!(button instanceof HTMLElement)) throw new Error('no button')
    button.click()
    button.click()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(path).toBe(requestAt)
    await expect.poll(() => sent).toEqual([buildPaymentRequestDraft().reviewed])
  })

  test('is not sent by a key that is still held from the form', async () => {
    const { handlers, sent } = making()
    const clock = heldClock()
    const { field } = await review(handlers)
    clock.pass(60_000)
    for (let times = 0; times < 3; times += 1)
      window.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, repeat: true, bubbles: true }),
      )
    // There is no way back while the form is sent.
    await userEvent.keyboard('c')
    await expect.element(field(fields.amount)).toHaveValue('125.50')
    expect(sent).toEqual([])
  })

  test('is not sent by a key pressed before the review was visible, even if handled late', async () => {
    const { handlers, sent } = making()
    const clock = heldClock()
    const { field, path } = await review(handlers)
    const before = path()
    clock.pass(60_000)
    clock.hearLate(59_500)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    // There is no way back while the form is sent.
    await userEvent.keyboard('c')
    await expect.element(field(fields.amount)).toHaveValue('125.50')
    expect([sent, path()]).toEqual([[], before])
  })

  longTest(
    'goes back to the form with the typed values: by key, by button and by the browser’s back button',
    async () => {
      const { handlers, drafted } = making()
      const { page, field, check, goBack, address } = await review(handlers)
      await userEvent.keyboard('c')
      await expect.element(field(fields.amount)).toHaveValue('125.50')
      expect(address()).not.toContain('step')
      await check.click()
      await page.getByRole('button', { name: new RegExp(`^${reviewTexts.edit}`) }).click()
      await expect.element(field(fields.amount)).toHaveValue('125.50')
      await check.click()
      await expect.element(page.getByRole('heading', { name: reviewTexts.body })).toBeVisible()
      goBack()
      await expect.element(field(fields.amount)).toHaveValue('125.50')
      expect(new Set(drafted.map(({ form }) => form))).toEqual(new Set([someRequestFormId]))
    },
  )

  longTest(
    'is shown again on the way back from a similar payment, as long as nothing was changed',
    async () => {
      const similar = buildCreatedRequest(2)
      const { handlers, drafted, sent } = making({ similar: [similar] })
      const { page, field, check, send, goBack, goForward, path, address } = await review([
        ...handlers,
        ...createRequestHandlers(() => similar),
      ])
      const looked = page.getByRole('heading', { name: reviewTexts.body })
      const away = async () => {
        await page.getByRole('link', { name: viaSimilar }).click()
        await expect.poll(path).toBe(`/stage/payment-requests/${buildPaymentRequestId(2)}`)
        await expect.element(looked).not.toBeInTheDocument()
        goBack()
      }
      await away()
      await expect.element(looked).toBeVisible()
      await expect.poll(address).toContain('step=review')
      await expectAccessible()
      await page.getByRole('button', { name: new RegExp(`^${reviewTexts.edit}`) }).click()
      await expect.element(field(fields.amount)).toHaveValue('125.50')
      await expect.poll(address).toBe(at)
      // A changed form is another payment and is checked before the review.
      await field(fields.amount).fill('126')
      goForward()
      await expect.poll(address).toBe(at)
      await expect.element(field(fields.amount)).toHaveValue('126')
      await check.click()
      await expect.element(looked).toBeVisible()
      await away()
      await expect.element(looked).toBeVisible()
      expect(drafted.map(({ amount }) => amount)).toEqual(['125.50', '126'])
      expect(localStorage.length + sessionStorage.length).toBe(0)
      await send.click()
      await expect.poll(path).toBe(requestAt)
      expect(sent).toHaveLength(1)
    },
  )

  longTest(
    'is not shown to a user who comes back during sending: the form leads to the payment',
    async () => {
      const similar = buildCreatedRequest(2)
      const late = Promise.withResolvers<void>()
      let isSent = false
      const { page, send, goBack, path, address, check } = await review([
        fakeEndpoint(endpoints.draftPaymentRequest)(() =>
          isSent
            ? { answer: 'sent', request: buildCreatedRequest(1) }
            : { answer: 'draft', draft: buildPaymentRequestDraft({ similar: [similar] }) },
        ),
        fakeEndpoint(endpoints.sendPaymentRequest)(async () => {
          isSent = true
          await late.promise
          return { answer: 'sent', request: buildCreatedRequest(1) }
        }),
        ...createRequestHandlers(() => similar),
      ])
      await send.click()
      await page.getByRole('link', { name: viaSimilar }).click()
      await expect.poll(path).toBe(`/stage/payment-requests/${buildPaymentRequestId(2)}`)
      goBack()
      await expect.poll(address).toBe(at)
      await check.click()
      await expect.poll(path).toBe(requestAt)
      late.resolve()
    },
  )

  test('gives way to the form after a reload', async () => {
    const { page, address } = await open(making().handlers, `${at}&step=review`)
    await expect.element(page.getByRole('heading', { name: 'New payment', level: 1 })).toBeVisible()
    await expect.poll(address).toBe(at)
  })

  test('leads to the payment if another window was quicker, and says that nothing was sent again', async () => {
    const { send, page, path } = await review([
      ...making().handlers.slice(0, 1),
      fakeEndpoint(endpoints.sendPaymentRequest)(() => ({
        answer: 'sent_before',
        request: buildCreatedRequest(1),
      })),
    ])
    await send.click()
    await expect.poll(path).toBe(requestAt)
    await expect.element(page.getByText(texts.page.sentBefore)).toBeVisible()
  })

  test('is shown again with a reason if the payment to send has changed meanwhile', async () => {
    let lines = buildPaymentRequestDraft().fields
    const sent: string[] = []
    const { send, page, path } = await review([
      fakeEndpoint(endpoints.draftPaymentRequest)(() => ({
        answer: 'draft',
        draft: buildPaymentRequestDraft({
          fields: lines,
          reviewed: (lines.length > 2 ? 'a' : 'b').repeat(43),
        }),
      })),
      fakeEndpoint(endpoints.sendPaymentRequest)(({ body }) => {
        sent.push(body.reviewed)
        lines = lines.slice(0, 2)
        return body.reviewed.startsWith('a')
          ? { answer: 'changed', request: buildPaymentRequest(1) }
          : { answer: 'sent', request: buildCreatedRequest(1) }
      }),
    ])
    await send.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(reviewTexts.changed)
    expect(path()).toBe('/stage/payment-requests/new')
    await expect.element(page.getByText('client.email', { exact: true })).not.toBeInTheDocument()
    await send.click()
    await expect.poll(path).toBe(requestAt)
    await expect.poll(() => sent).toEqual(['a'.repeat(43), 'b'.repeat(43)])
  })

  test.each(
    firstRows(1, [
      ['no answer comes back', () => HttpResponse.error()],
      ['the answer is malformed', () => HttpResponse.text('<html>', { status: 502 })],
      ['the server fails', () => answerProblem({ id: 'internal', status: 500 })],
    ]),
  )('leads to the payment when %s, and offers no second sending', async (_, lost) => {
    const sent: unknown[] = []
    const { send, page, path, goBack } = await review([
      ...making().handlers.slice(0, 1),
      fakeEndpoint(endpoints.sendPaymentRequest)(({ body }) => {
        sent.push(body)
        return lost()
      }),
      ...createRequestHandlers(() => buildUnknownRequest(1)),
    ])
    await send.click()
    await expect.poll(path).toBe(requestAt)
    await expect.element(page.getByText(new RegExp(texts.page.answerLost))).toBeVisible()
    await expect.element(page.getByText(texts.statusPanel.unknown.warning)).toBeVisible()
    expect(page.getByRole('button', { name: new RegExp(reviewTexts.send, 'i') }).query()).toBeNull()
    expect(
      page.getByRole('link', { name: new RegExp(`${texts.page.editAndResend}|${texts.newPayment}`) }).query(),
    ).toBeNull()
    goBack()
    await expect.element(page.getByText(form.wasSent)).toBeVisible()
    expect(page.getByRole('button', { name: new RegExp(form.continue) }).query()).toBeNull()
    expect(sent).toHaveLength(1)
  })

  longTest(
    'stays when the server refuses to send, says so, and is shown again when the user comes back',
    async () => {
      const similar = buildCreatedRequest(2)
      const { send, page, path, goBack } = await review([
        ...making({ similar: [similar] }).handlers.slice(0, 1),
        fakeEndpoint(endpoints.sendPaymentRequest)(() =>
          answerProblem({ id: 'too_many_requests', status: 429 }),
        ),
        ...createRequestHandlers(() => similar),
      ])
      await send.click()
      await expect.element(page.getByText(reviewTexts.notSent, { exact: true })).toBeVisible()
      expect(path()).toBe('/stage/payment-requests/new')
      await expect.element(send).toBeEnabled()
      await page.getByRole('link', { name: viaSimilar }).click()
      await expect.poll(path).toBe(`/stage/payment-requests/${buildPaymentRequestId(2)}`)
      goBack()
      await expect.element(page.getByRole('heading', { name: reviewTexts.body })).toBeVisible()
    },
  )

  longTest(
    'leads back to the form, with the focus on the field that the server refused when sending',
    async () => {
      let refusals = 0
      const { send, page, field, path, address } = await review([
        ...making().handlers.slice(0, 1),
        fakeEndpoint(endpoints.sendPaymentRequest)(() => {
          refusals += 1
          return refuse({ name: 'reference', rule: 'unique_reference' })
        }),
      ])
      await send.click()
      await expect.element(page.getByRole('alert')).toMatchTextContent(`${faults(1)}. ${form.nothingSent}`)
      const reference = field(`${fields.reference} ${form.optional}`)
      await expect.element(reference).toHaveFocus()
      await expect.element(reference).toHaveAccessibleDescription(new RegExp(rules.unique_reference))
      await expect.element(field(fields.amount)).toHaveValue('125.50')
      expect(path()).toBe('/stage/payment-requests/new')
      expect(address()).not.toContain('step')
      expect(refusals).toBe(1)
      await expectAccessible()
    },
  )

  longTest('no longer shows a failure of sending in the next review', async () => {
    const { send, page, check, field } = await review([
      ...making().handlers.slice(0, 1),
      fakeEndpoint(endpoints.sendPaymentRequest)(() =>
        answerProblem({ id: 'too_many_requests', status: 429 }),
      ),
    ])
    await send.click()
    await expect.element(page.getByText(reviewTexts.notSent, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${reviewTexts.edit}`) }).click()
    await expect.element(field(fields.amount)).toHaveValue('125.50')
    expect(page.getByText(form.notChecked).query()).toBeNull()
    await check.click()
    await expect.element(send).toBeEnabled()
    expect(page.getByText(reviewTexts.notSent, { exact: true }).query()).toBeNull()
  })

  longTest('leads from a refused payment back to the same form with the typed values', async () => {
    const refused = buildPaymentRequest(1, {
      status: 'refused',
      rejection: { httpStatus: 400, responseCode: null, fields: ['client.mobile'] },
    })
    const { handlers, drafted } = making()
    const { send, page, field, address, check } = await review([
      ...handlers.slice(0, 1),
      fakeEndpoint(endpoints.sendPaymentRequest)(() => ({ answer: 'sent', request: refused })),
      ...createRequestHandlers(() => refused),
    ])
    await send.click()
    await expect.element(page.getByText('client.mobile')).toBeVisible()
    await page.getByRole('link', { name: texts.page.editAndResend }).click()
    await expect.element(field(fields.amount)).toHaveValue('125.50')
    await expect.poll(address).toBe(at)
    await check.click()
    await expect.poll(() => drafted.length).toBe(2)
    expect(drafted[1]).toEqual(drafted[0])
  })

  longTest('leads back to the same form if the request is lost before it reaches the server', async () => {
    let now = buildPaymentRequest(1)
    const heard = createLiveStream()
    const { send, page, field } = await review([
      heard.handler,
      ...making().handlers.slice(0, 1),
      fakeEndpoint(endpoints.sendPaymentRequest)(() => HttpResponse.error()),
      ...createRequestHandlers(() => now),
    ])
    await send.click()
    await page.getByRole('link', { name: texts.page.backToForm }).click()
    await expect.element(field(fields.amount)).toHaveValue('125.50')
    now = buildCreatedRequest(1)
    heard.change({
      kind: 'payment_request',
      environment: stageEnvironment,
      id: buildPaymentRequestId(1),
      version: 3,
    })
  })

  test('leaves no typed values in an address, and nothing in the browser’s storage', async () => {
    const { field, send, address, path } = await open().then(async (opened) => {
      await opened.field('First name').fill('Zqxsven')
      await opened.field(fields.amount).fill('125.50')
      await opened.check.click()
      await expect
        .element(opened.page.getByRole('button', { name: new RegExp(`^${reviewTexts.send}`) }))
        .toBeVisible()
      return {
        ...opened,
        send: opened.page.getByRole('button', { name: new RegExp(`^${reviewTexts.send}`) }),
      }
    })
    expect(address()).not.toContain('Zqxsven')
    expect(field('First name').query()).toBeNull()
    await send.click()
    await expect.poll(path).toBe(requestAt)
    expect(localStorage.length + sessionStorage.length).toBe(0)
    expect(document.documentElement.outerHTML).not.toContain('Zqxsven')
  })
})

test('a failure to read the options of the form is shown with a retry', async () => {
  const { page } = await openApp(at, {
    answers: [agent, fakeEndpoint(endpoints.showPaymentRequestOptions)(answerUpstreamTimeout)],
  })
  await expect.element(page.getByText(form.notLoaded)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
