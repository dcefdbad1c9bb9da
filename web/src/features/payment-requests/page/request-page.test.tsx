import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { PurposeCode } from '@paydesk/shared/core/purposes'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCustomers } from '@paydesk/shared/messages/en/customers'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishPaymentRequests as texts } from '@paydesk/shared/messages/en/payment-requests'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { PaymentRequest } from '@paydesk/shared/payments/payment-requests'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  reviewTransaction,
  stageEnvironment,
  waitingTransaction,
} from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import {
  buildCreatedRequest,
  buildPaymentAgent,
  buildPaymentLinkAnswer,
  buildPaymentRequest,
  buildPaymentRequestId,
  buildPaymentRequestList,
  buildRequestState,
  buildUnknownRequest,
  createRequestHandlers,
  hostedPaymentLink,
} from '../../../../../test/support/fakes/payment-requests.ts'
import {
  buildCompoundState,
  buildMaskedValue,
  hiddenValue,
  hoursFromNow,
} from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../../test/support/web/strokes.ts'
import { createApiClient } from '../../../lib/api/api-client.ts'
import { createQueryClient } from '../../../lib/api/query-client.ts'
import { paymentRequestQueries } from '../queries.ts'

const { link, list: listTexts, noLinkReasons, progress, statusPanel, unresolved } = texts
const getLink = new RegExp(link.get)
const newPayment = new RegExp(texts.newPayment)
const unresolvedOf = (count: number) => new RegExp(englishFormat.text(unresolved.count, { count }))
const countOf = (count: number) => englishFormat.text(listTexts.count, { count })

const at = `/stage/payment-requests/${buildPaymentRequestId(1)}`
const agent = fakeEndpoint(endpoints.showCurrentSession)(() => buildPaymentAgent())
const without = (...gone: StaffPermission[]) =>
  fakeEndpoint(endpoints.showCurrentSession)(() => {
    const { permissions, ...rest } = buildPaymentAgent()
    return { ...rest, permissions: permissions.filter((one) => !gone.includes(one)) }
  })

async function open(request: PaymentRequest, who = agent) {
  const opened = await openApp(at, { answers: [who, ...createRequestHandlers(() => request)] })
  await expect.element(opened.page.getByRole('list', { name: progress.label })).toBeVisible()
  return opened
}

describe('a payment request', () => {
  const refused = buildPaymentRequest(1, {
    status: 'refused',
    rejection: {
      httpStatus: 400,
      responseCode: 'IS0404',
      fields: ['client.mobile', 'transaction.reference'],
    },
  })
  const proved = buildCreatedRequest(1, {
    current: buildRequestState('SUCCESS', { finality: 'confirmed' }),
    link: null,
    noLinkReason: 'final',
  })
  const inReview = buildCreatedRequest(1, {
    current: buildRequestState('PENDING', {
      inReview: true,
      compound: buildCompoundState('PENDING.RISK_REVIEW'),
    }),
  })
  test.each<[string, PaymentRequest, string | RegExp, string]>(
    firstRows(2, [
      ['draft', buildPaymentRequest(1), statusPanel.draft.title, 'done ahead ahead ahead ahead ahead'],
      [
        'on its way',
        buildPaymentRequest(1, { status: 'sending' }),
        statusPanel.sending.title,
        'done now ahead ahead ahead ahead',
      ],
      [
        'not known',
        buildUnknownRequest(1),
        statusPanel.unknown.title,
        'done unsure unsure ahead ahead ahead',
      ],
      [
        'absent',
        buildPaymentRequest(1, { status: 'absent' }),
        statusPanel.absent.title,
        'done done failed ahead ahead ahead',
      ],
      [
        'not sent',
        buildPaymentRequest(1, { status: 'not_sent' }),
        statusPanel.not_sent.title,
        'done failed ahead ahead ahead ahead',
      ],
      ['refused', refused, statusPanel.refused.title, 'done done failed ahead ahead ahead'],
      ['open', buildCreatedRequest(1), statusPanel.waitsFor.customer, 'done done done now ahead ahead'],
      ['in review', inReview, statusPanel.waitsFor.operator, 'done done done now ahead ahead'],
      [
        'final by one read',
        buildCreatedRequest(1, { current: buildRequestState('SUCCESS') }),
        /^Success/,
        'done done done done done now',
      ],
      [
        'declined',
        buildCreatedRequest(1, {
          current: buildRequestState('DECLINED', { finality: 'confirmed_by_second_read' }),
        }),
        /^Declined/,
        'done done done done failed unsure',
      ],
      ['proved', proved, /^Success/, 'done done done done done done'],
    ]),
  )('that is %s says so in words and in its progress', async (_, request, head, stands) => {
    const { page } = await open(request)
    await expect.element(page.getByText(head).first()).toBeVisible()
    const steps = page.getByRole('list', { name: progress.label }).element().querySelectorAll('li')
    expect([...steps].map((step) => step.dataset.stand).join(' ')).toBe(stands)
    await expectAccessible()
  })

  const { customer, over, unsaid } = statusPanel.waitsFor
  const { waitsFor } = progress
  const openCases: [string, string | null, number | null, string, string][] = [
    ['PREFLIGHT', null, 0.4, customer, waitsFor.customer],
    ...[
      'STARTING_TRANSACTION',
      'VALIDATING_TRANSACTION',
      'VALIDATED_TRANSACTION',
      'CONTACTING_USER',
      'AWAIT_SECRET',
      'AWAIT_OTP',
      'AWAIT_PIN',
      'COLLECT_OTP_DETAILS',
      'GENERATE_OTP',
      'GENERATE_PIN_OTP',
    ].map((reason): [string, string, number, string, string] => [
      'PENDING',
      reason,
      0.4,
      customer,
      waitsFor.customer,
    ]),
    ['PENDING', 'VALIDATED_TRANSACTION', null, customer, waitsFor.customer],
    ['PENDING', 'PROCESSING_TRANSACTION', 0.4, unsaid, waitsFor.unsaid],
    ['PENDING', 'PIV_SUCCESS', 0.4, unsaid, waitsFor.unsaid],
    ['PENDING', 'SOMETHING_NEW', 0.4, unsaid, waitsFor.unsaid],
    ['PENDING', null, 0.4, unsaid, waitsFor.unsaid],
    ['PROCESSING_DOCUMENT', null, 0.4, unsaid, waitsFor.unsaid],
    ['PROCESSING_DOCUMENT', 'AWAIT_OTP', 0.4, unsaid, waitsFor.unsaid],
    ['TELEPORTED', 'VALIDATED_TRANSACTION', 0.4, unsaid, waitsFor.unsaid],
    ['PENDING', 'VALIDATED_TRANSACTION', -0.1, over, waitsFor.over],
    ['PREFLIGHT', null, -0.1, over, waitsFor.over],
  ]
  test.each(firstRows(4, openCases))(
    'that is open as %s.%s, for %s hours, names only the party that it really waits for',
    async (...one) => {
      const [state, reason, hours, head, says] = one
      const compound = reason === null ? null : buildCompoundState(`${state}.${reason}`)
      const expiresAt = hours === null ? null : hoursFromNow(hours)
      const { page } = await open(
        buildCreatedRequest(1, { current: buildRequestState(state, { compound, expiresAt }) }),
      )
      await expect.element(page.getByText(head)).toBeVisible()
      const course = page.getByRole('list', { name: progress.label })
      await expect.element(course.getByText(says, { exact: true })).toBeVisible()
      if (says !== waitsFor.customer) expect(page.getByText(customer).query()).toBeNull()
    },
  )

  const unreachable = { link: null, noLinkReason: 'answer_lost' } as const
  test.each<[string, PaymentRequest['current']]>(
    firstRows(1, [
      ['is open', buildCreatedRequest(1).current],
      ['was not read yet', null],
    ]),
  )('that %s and has no payment link says so, and offers another payment', async (_, now) => {
    const { page } = await open(buildCreatedRequest(1, { ...unreachable, current: now }))
    await expect.element(page.getByText(`${statusPanel.noLink} ${noLinkReasons.answer_lost}`)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: texts.newForCustomer }))
      .toHaveAttribute('href', `/stage/payment-requests/new?customer=${maraCustomer}`)
    expect(page.getByRole('button', { name: getLink }).query()).toBeNull()
    await expectAccessible()
  })

  test.each<[string, PaymentRequest, typeof agent]>([
    ['to a user who may make none', buildCreatedRequest(1, unreachable), without('payment_request.create')],
    [
      'as long as it may have been paid at the last moment',
      buildCreatedRequest(1, {
        ...unreachable,
        current: buildRequestState('PENDING', { expiresAt: hoursFromNow(-0.1) }),
      }),
      agent,
    ],
    [
      'while an operator decides',
      buildCreatedRequest(1, { ...unreachable, current: inReview.current }),
      agent,
    ],
  ])('without a payment link offers no other payment %s', async (_, request, who) => {
    const { page } = await open(request, who)
    await expect.element(page.getByText(statusPanel.noLink)).toBeVisible()
    expect(page.getByRole('link', { name: newPayment }).query()).toBeNull()
  })

  test.each<[string, PaymentRequest['current']]>(
    firstRows(1, [
      ['is open', buildCreatedRequest(1).current],
      ['was not read yet', null],
    ]),
  )('that %s tells a role without access who has the payment link, and offers no new one', async (_, now) => {
    const elsewhere = { link: null, isLinkHeldByOthers: true, noLinkReason: 'hidden_for_role' } as const
    const { page } = await open(
      buildCreatedRequest(1, { ...elsewhere, current: now }),
      without('payment_link.show'),
    )
    await expect.element(page.getByText(noLinkReasons.hidden_for_role)).toBeVisible()
    expect(page.getByText(statusPanel.noLink).query()).toBeNull()
    expect(page.getByRole('link', { name: newPayment }).query()).toBeNull()
    expect(page.getByRole('button', { name: getLink }).query()).toBeNull()
    await expectAccessible()
  })

  test('that is final by two reads says that it is not confirmed', async () => {
    const { page } = await open(
      buildCreatedRequest(1, {
        current: buildRequestState('SUCCESS', { finality: 'confirmed_by_second_read' }),
      }),
    )
    await expect.element(page.getByText(statusPanel.finality.confirmed_by_second_read)).toBeVisible()
    await expect.element(page.getByText(progress.secondRead)).toBeVisible()
  })

  test('with an unknown outcome offers neither another sending nor another payment', async () => {
    const { page } = await open(buildUnknownRequest(1))
    await expect.element(page.getByText(statusPanel.unknown.warning)).toBeVisible()
    // The text also covers an answer that does not say whether the payment was created.
    await expect.element(page.getByText(/no answer says if it created the payment/)).toBeVisible()
    await expect.element(page.getByText(progress.noAnswer, { exact: true })).toBeVisible()
    expect(
      page.getByRole('link', { name: new RegExp(`${texts.page.editAndResend}|${texts.newPayment}`) }).query(),
    ).toBeNull()
    expect(
      page.getByRole('button', { name: new RegExp(`${texts.review.send}|${link.get}`, 'i') }).query(),
    ).toBeNull()
  })

  test('that was refused names the fields, and offers another payment if no typed values are left', async () => {
    const { page } = await open(refused)
    await expect.element(page.getByText('client.mobile')).toBeVisible()
    await expect.element(page.getByText('transaction.reference')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: texts.newForCustomer }))
      .toHaveAttribute('href', `/stage/payment-requests/new?customer=${maraCustomer}`)
  })

  test('leads to its transaction and its customer, and its IDs can be copied', async () => {
    const { page } = await open(buildCreatedRequest(1))
    await expect
      .element(page.getByRole('link', { name: waitingTransaction }))
      .toHaveAttribute('href', `/stage/transactions/${waitingTransaction}`)
    await expect
      .element(page.getByRole('link', { name: /m•••/ }).first())
      .toHaveAttribute('href', `/stage/customers/${maraCustomer}?open=${waitingTransaction}`)
    await page.getByRole('button', { name: `Copy ${texts.page.copied.transaction}` }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe(waitingTransaction)
  })

  test('counts down the customer’s time to the second', async () => {
    const { page } = await open(
      buildCreatedRequest(1, { current: buildRequestState('PENDING', { expiresAt: hoursFromNow(0.1) }) }),
    )
    await expect.element(page.getByRole('timer')).toMatchTextContent(/expires in [56] min \d\d s/)
  })

  test('is updated live, by its own changes and by those of its transaction', async () => {
    const heard = createLiveStream()
    let now: PaymentRequest = buildPaymentRequest(1, { status: 'sending' })
    const { page } = await openApp(at, {
      answers: [agent, heard.handler, ...createRequestHandlers(() => now)],
    })
    await expect.element(page.getByText(statusPanel.sending.title)).toBeVisible()
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    now = buildCreatedRequest(1)
    heard.change({
      kind: 'payment_request',
      environment: stageEnvironment,
      id: buildPaymentRequestId(1),
      version: 3,
    })
    await expect.element(page.getByText(customer)).toBeVisible()
    now = proved
    heard.change({ kind: 'transaction', environment: stageEnvironment, id: waitingTransaction, version: 9 })
    await expect.element(page.getByText(statusPanel.finality.confirmed)).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(texts.page.stateChanged, { state: 'Success' })))
      .toBeInTheDocument()
  })

  test('is refetched for events about itself, and for no others', () => {
    const nobody = () => undefined
    const client = createApiClient({
      signedOut: nobody,
      answered: nobody,
      changedElsewhere: nobody,
      changedHere: nobody,
    })
    const one = paymentRequestQueries(client).one({
      env: stageEnvironment,
      request: buildPaymentRequestId(1),
    })
    const { meta } = createQueryClient().defaultQueryOptions(one)
    const isConcerned = (event: LiveEvent) => meta?.changedBy?.(event, buildCreatedRequest(1))
    const about = { environment: stageEnvironment, version: 3 }
    expect(isConcerned({ ...about, kind: 'payment_request', id: buildPaymentRequestId(1) })).toBe(true)
    expect(isConcerned({ ...about, kind: 'transaction', id: waitingTransaction })).toBe(true)
    expect(isConcerned({ ...about, kind: 'payment_request', id: buildPaymentRequestId(2) })).toBe(false)
    expect(isConcerned({ ...about, kind: 'transaction', id: reviewTransaction })).toBe(false)
  })

  test('shows a range if the role sees no more of the amount', async () => {
    const { page } = await open(
      buildCreatedRequest(1, {
        amount: buildMaskedValue('100 to 500', 'band'),
        currency: hiddenValue,
        link: null,
      }),
    )
    await expect.element(page.getByText(/^100 to 500/).first()).toBeVisible()
    expect(page.getByRole('button', { name: getLink }).query()).toBeNull()
  })

  test('is closed to a user who may not read requests', async () => {
    const { page } = await openApp(at, { answers: [without('payment_request.read')] })
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })
})

describe('the payment link', () => {
  /** Records the purposes for which the payment link was requested. */
  function asking(
    answer: () => Response | ReturnType<typeof buildPaymentLinkAnswer> = buildPaymentLinkAnswer,
  ) {
    const asked: (PurposeCode | undefined)[] = []
    const handler = fakeEndpoint(endpoints.showPaymentLink)(({ body }) => {
      asked.push(body.purpose)
      return answer()
    })
    return { asked, handler }
  }
  async function openAddress(handler = asking().handler, change: Partial<PaymentRequest> = {}) {
    const opened = await openApp(at, {
      answers: [agent, handler, ...createRequestHandlers(() => buildCreatedRequest(1, change))],
    })
    await expect.element(opened.page.getByRole('button', { name: getLink })).toBeVisible()
    return { ...opened, dialog: opened.page.getByRole('dialog', { name: link.title }) }
  }

  test('is shown by keyboard alone (a, digit, Enter) to be copied, scanned and sent, and is nowhere else', async () => {
    const { asked, handler } = asking()
    const { page, dialog, address } = await openAddress(handler)
    await userEvent.keyboard('a')
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('3{Enter}')
    await expect.element(dialog.getByText(hostedPaymentLink, { exact: true })).toBeVisible()
    await expect.poll(() => asked).toEqual(['payment_investigation'])
    await expect.element(dialog.getByRole('img', { name: link.qrCode })).toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: `Copy ${link.copied.link}` }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe(hostedPaymentLink)
    await dialog.getByRole('button', { name: 'Deutsch' }).click()
    await dialog.getByRole('button', { name: `Copy ${link.copied.message}` }).click()
    await expect.poll(() => navigator.clipboard.readText()).toMatch(/^Guten Tag.*\nhttps:/)
    expect(address() + document.title).not.toContain('zqx7')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
    // Opening the dialog again requests the link again: nothing was kept.
    await page.getByRole('button', { name: getLink }).click()
    expect(dialog.getByText(hostedPaymentLink, { exact: true }).query()).toBeNull()
    await userEvent.keyboard('3{Enter}')
    await expect.element(dialog.getByText(hostedPaymentLink, { exact: true })).toBeVisible()
    await expect.poll(() => asked).toEqual(['payment_investigation', 'payment_investigation'])
    expect(localStorage.length + sessionStorage.length).toBe(0)
  })

  test('is copied with one click, or shown with one key, by a role that creates payments', async () => {
    const { asked, handler } = asking()
    const { page, dialog } = await openAddress(handler, { link: 'plain' })
    await page.getByRole('button', { name: link.copyLink }).click()
    await expect.element(page.getByRole('button', { name: link.linkCopied })).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe(hostedPaymentLink)
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
    await navigator.clipboard.writeText('')
    await userEvent.keyboard('a')
    const copy = dialog.getByRole('button', { name: `Copy ${link.copied.link}` })
    await expect.element(copy).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => navigator.clipboard.readText()).toBe(hostedPaymentLink)
    expect(asked).toEqual([undefined, undefined])
  })

  test('is hidden when it expires by the clock, and when the window is hidden', async () => {
    const { page, dialog } = await openAddress()
    await page.getByRole('button', { name: getLink }).click()
    await userEvent.keyboard('1{Enter}')
    await expect.element(dialog.getByRole('timer')).toMatchTextContent(/hidden in [3-6]\d s/)
    const readClock = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => readClock() + 61_000)
    await expect.element(dialog.getByText(link.hiddenAgain)).toBeVisible()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
    clock.mockRestore()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(hostedPaymentLink, { exact: true })).toBeVisible()
    const mock = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(dialog.getByText(link.hiddenAgain)).toBeVisible()
    mock.mockRestore()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
  })

  test('is hidden at once if it arrives in a window that is hidden meanwhile', async () => {
    const { page, dialog } = await openAddress()
    await page.getByRole('button', { name: getLink }).click()
    const mock = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await userEvent.keyboard('1{Enter}')
    await expect.element(dialog.getByText(link.hiddenAgain)).toBeVisible()
    mock.mockRestore()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
  })

  longTest(
    'leads to the identity provider for re-authentication, and its dialog is open again afterwards',
    async () => {
      const missing = asking(() => answerProblem({ id: 'reauthentication_needed', status: 403 }))
      const { page, dialog } = await openAddress(missing.handler)
      await page.getByRole('button', { name: getLink }).click()
      await userEvent.keyboard('1{Enter}')
      const way = dialog.getByRole('link', { name: englishLists.signInAgain })
      await expect.element(way).toHaveFocus()
      const back = `${at}?show=address&purpose=customer_call`
      await expect
        .element(way)
        .toHaveAttribute('href', `/auth/sign-in?reauthenticate=1&return=${encodeURIComponent(back)}`)
      const { asked, handler } = asking()
      const again = await openApp(back, {
        answers: [agent, handler, ...createRequestHandlers(() => buildCreatedRequest(1))],
      })
      const opened = again.page.getByRole('dialog', { name: link.title }).last()
      await expect.element(opened.getByRole('button', { name: link.show })).toHaveFocus()
      // The text is true before and after re-authentication: nothing is asked of a user who is just back.
      await expect.element(opened.getByText(new RegExp(link.signInNeeded))).toBeVisible()
      // A reload must not open the dialog again.
      await expect.poll(again.address).toBe(at)
      await userEvent.keyboard('{Enter}')
      await expect.element(opened.getByText(hostedPaymentLink, { exact: true })).toBeVisible()
      await expect.poll(() => asked).toEqual(['customer_call'])
    },
  )

  test('reports that it is gone meanwhile, and the page is refreshed', async () => {
    let now = buildCreatedRequest(1)
    const gone = fakeEndpoint(endpoints.showPaymentLink)(() => {
      now = buildCreatedRequest(1, {
        current: buildRequestState('EXPIRED', { finality: 'confirmed_by_second_read' }),
        link: null,
        noLinkReason: 'expired',
      })
      return answerProblem({ id: 'payment_link_gone', status: 409, title: 'There is no address any more' })
    })
    const { page } = await openApp(at, { answers: [agent, gone, ...createRequestHandlers(() => now)] })
    await page.getByRole('button', { name: getLink }).click()
    await userEvent.keyboard('1{Enter}')
    await expect.element(page.getByText(new RegExp(link.title)).first()).toBeVisible()
    await expect.element(page.getByText(noLinkReasons.expired)).toBeInTheDocument()
  })

  const ended = buildCreatedRequest(1, {
    current: buildRequestState('SUCCESS'),
    link: null,
    noLinkReason: 'final',
  })
  test.each<[string, string, (now: () => PaymentRequest) => ReturnType<typeof createRequestHandlers>]>(
    firstRows(1, [
      ['the request’s page', at, createRequestHandlers],
      [
        'the transaction’s page',
        `/stage/transactions/${waitingTransaction}`,
        (now) => [fakeEndpoint(endpoints.showTransactionPaymentRequest)(() => ({ request: now() }))],
      ],
    ]),
  )('is removed from %s once the payment is final, and the dialog says why', async (_, where, give) => {
    const heard = createLiveStream()
    let now = buildCreatedRequest(1)
    const { page } = await openApp(where, {
      answers: [agent, heard.handler, asking().handler, ...give(() => now)],
    })
    const dialog = page.getByRole('dialog', { name: link.title })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: getLink }).click()
    await expect.element(page.getByRole('button', { name: link.show })).toBeVisible()
    await userEvent.keyboard('1{Enter}')
    await expect.element(dialog.getByText(hostedPaymentLink, { exact: true })).toBeVisible()
    now = ended
    heard.change({ kind: 'transaction', environment: stageEnvironment, id: waitingTransaction, version: 4 })
    await expect
      .element(dialog.getByText(englishFormat.text(link.gone, { reason: noLinkReasons.final })))
      .toHaveFocus()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: getLink })).not.toBeInTheDocument()
  })

  longTest('is not shown if it arrives after the end of the payment', async () => {
    const heard = createLiveStream()
    let now = buildCreatedRequest(1)
    const late = Promise.withResolvers<void>()
    const slow = fakeEndpoint(endpoints.showPaymentLink)(async () => {
      await late.promise
      return buildPaymentLinkAnswer()
    })
    const { page } = await openApp(at, {
      answers: [agent, heard.handler, slow, ...createRequestHandlers(() => now)],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: getLink }).click()
    await expect.element(page.getByRole('button', { name: link.show })).toBeVisible()
    await userEvent.keyboard('1{Enter}')
    await expect.element(page.getByRole('button', { name: link.recording })).toBeVisible()
    now = ended
    heard.change({ kind: 'transaction', environment: stageEnvironment, id: waitingTransaction, version: 4 })
    const says = page.getByText(englishFormat.text(link.gone, { reason: noLinkReasons.final }))
    await expect.element(says).toBeVisible()
    late.resolve()
    await new Promise((resolve) => setTimeout(resolve, 200))
    await expect.element(says).toBeVisible()
    expect(document.documentElement.outerHTML).not.toContain('zqx7')
  })

  test('is not shown if the request fails, and can be requested again', async () => {
    const { page, dialog } = await openAddress(
      fakeEndpoint(endpoints.showPaymentLink)(() => HttpResponse.error()),
    )
    await page.getByRole('button', { name: getLink }).click()
    await userEvent.keyboard('1{Enter}')
    await expect.element(dialog.getByText(link.notShown)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: link.show })).toBeEnabled()
  })
})

describe('the list of payment requests', () => {
  const rows = [buildUnknownRequest(3), buildCreatedRequest(2), buildPaymentRequest(1, { status: 'refused' })]

  test('shows the user’s own requests first, has links to the others, and counts unknown outcomes', async () => {
    const asked: unknown[] = []
    const list = fakeEndpoint(endpoints.listPaymentRequests)(({ query }) => {
      asked.push(query)
      return buildPaymentRequestList(query.show === 'unknown' ? rows.slice(0, 1) : rows, { unknown: 1 })
    })
    const { page, address } = await openApp('/stage/payment-requests', { answers: [agent, list] })
    await expect.element(page.getByRole('row', { name: new RegExp(texts.status.unknown) })).toBeVisible()
    await expect.element(page.getByText(countOf(3))).toBeVisible()
    await expectAccessible()
    await page.getByRole('link', { name: new RegExp(`^${listTexts.filters.unknown}`) }).click()
    await expect.element(page.getByText(countOf(1), { exact: true })).toBeVisible()
    await expect.poll(address).toBe('/stage/payment-requests?show=unknown')
    await expect.poll(() => asked).toEqual([{ show: 'own' }, { show: 'unknown' }])
  })

  test('says for each request when it expires, that it has ended, or that no time is known', async () => {
    const over = { link: null, noLinkReason: 'final' } as const
    const list = fakeEndpoint(endpoints.listPaymentRequests)(() =>
      buildPaymentRequestList([
        buildCreatedRequest(4),
        buildCreatedRequest(3, { ...over, current: buildRequestState('SUCCESS') }),
        buildCreatedRequest(2, { ...over, current: buildRequestState('EXPIRED', { expiresAt: null }) }),
        buildUnknownRequest(1),
      ]),
    )
    const { page } = await openApp('/stage/payment-requests', { answers: [agent, list] })
    const ends = (n: number) => page.getByRole('row', { name: new RegExp(`INV-0000${n}`) })
    await expect.element(ends(4)).toMatchTextContent(/in \d+ min/)
    for (const n of [3, 2]) {
      await expect.element(ends(n).getByTitle(listTexts.noLongerOpen)).toBeVisible()
      expect(ends(n).getByTitle(listTexts.noExpiry).query()).toBeNull()
    }
    await expect.element(ends(1).getByTitle(listTexts.noExpiry)).toBeVisible()
  })

  test('is navigated and opened by keyboard, and reached by g q', async () => {
    const list = fakeEndpoint(endpoints.listPaymentRequests)(() => buildPaymentRequestList(rows))
    const { page, path } = await openApp('/stage/health', { answers: [agent, list] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await pressChord('gq')
    await expect.element(page.getByRole('row', { name: /INV-00002/ })).toBeVisible()
    await userEvent.keyboard('jj{Enter}')
    await expect.poll(path).toBe(`/stage/payment-requests/${buildPaymentRequestId(2)}`)
  })

  longTest('reads older requests on demand, each once, and is updated live', async () => {
    const heard = createLiveStream()
    let newest = buildCreatedRequest(2)
    const list = fakeEndpoint(endpoints.listPaymentRequests)(({ query }) =>
      query.after === undefined
        ? buildPaymentRequestList([newest], { next: 'further' })
        : buildPaymentRequestList([newest, buildPaymentRequest(1, { status: 'refused' })]),
    )
    const { page } = await openApp('/stage/payment-requests', { answers: [agent, heard.handler, list] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: listTexts.showOlder }).click()
    await expect.element(page.getByText(countOf(2))).toBeVisible()
    await expect.element(page.getByRole('row', { name: new RegExp(texts.status.refused) })).toBeVisible()
    newest = buildCreatedRequest(2, { current: buildRequestState('SUCCESS', { finality: 'confirmed' }) })
    heard.change({ kind: 'transaction', environment: stageEnvironment, id: waitingTransaction, version: 4 })
    await expect
      .element(page.getByRole('row', { name: new RegExp(`Success.*${listTexts.finality.confirmed}`) }))
      .toBeVisible()
  })

  longTest('says below the rows that older requests could not be read, with a retry', async () => {
    let isDown = true
    const list = fakeEndpoint(endpoints.listPaymentRequests)(({ query }) => {
      if (query.after === undefined)
        return buildPaymentRequestList([buildCreatedRequest(2)], { next: 'further' })
      return isDown
        ? answerUpstreamTimeout()
        : buildPaymentRequestList([buildPaymentRequest(1, { status: 'refused' })])
    })
    const { page } = await openApp('/stage/payment-requests', { answers: [agent, list] })
    await page.getByRole('button', { name: listTexts.showOlder }).click()
    await expect.element(page.getByText(listTexts.olderNotLoaded)).toBeVisible()
    expect(page.getByText(englishUi.notRefreshed).query()).toBeNull()
    await expect.element(page.getByRole('row', { name: /INV-00002/ })).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(countOf(2))).toBeVisible()
    await expect.element(page.getByText(listTexts.olderNotLoaded)).not.toBeInTheDocument()
  })

  test.each(firstRows(1, Object.entries(listTexts.empty)))(
    'filtered by %s says why it is empty',
    async (show, words) => {
      const { page } = await openApp(`/stage/payment-requests?show=${show}`, { answers: [agent] })
      await expect.element(page.getByText(words)).toBeVisible()
      await expectAccessible()
    },
  )

  longTest('for one customer is reached from the customer’s page', async () => {
    const asked: unknown[] = []
    const list = fakeEndpoint(endpoints.listPaymentRequests)(({ query }) => {
      // The navigation counts the unknown outcomes by itself, at any time.
      if (query.show !== 'unknown') asked.push(query)
      return buildPaymentRequestList(rows)
    })
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [agent, list] })
    await page.getByRole('link', { name: englishCustomers.paymentRequests, exact: true }).click()
    await expect.element(page.getByText(new RegExp(listTexts.oneCustomer))).toBeVisible()
    await expect.poll(() => asked).toEqual([{ show: 'all', customer: maraCustomer }])
    await expect
      .element(page.getByRole('link', { name: newPayment }))
      .toHaveAttribute('href', `/stage/payment-requests/new?customer=${maraCustomer}`)
  })

  test('shows everybody’s requests to a user who may not make payments, without a link to the form', async () => {
    const asked: unknown[] = []
    const list = fakeEndpoint(endpoints.listPaymentRequests)(({ query }) => {
      asked.push(query)
      return buildPaymentRequestList(rows)
    })
    const { page } = await openApp('/stage/payment-requests', {
      answers: [without('payment_request.create'), list],
    })
    await expect.element(page.getByRole('row', { name: /INV-00002/ })).toBeVisible()
    await expect.poll(() => asked).toEqual([{ show: 'all' }])
    expect(page.getByRole('link', { name: newPayment }).query()).toBeNull()
  })

  test('is neither in the rail nor open for a user who may not read requests', async () => {
    const { page } = await openApp('/stage/payment-requests', {
      answers: [without('payment_request.read', 'payment_request.create', 'payment_link.show')],
    })
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
    expect(
      page.getByRole('link', { name: new RegExp(`^${englishShell.navigation.paymentRequests}`) }).query(),
    ).toBeNull()
  })
})

describe('the home page', () => {
  const unknown = (count: number) =>
    fakeEndpoint(endpoints.listPaymentRequests)(() => buildPaymentRequestList([], { unknown: count }))

  longTest(
    'counts the payments whose outcome is unknown, links to them, and is updated by live events',
    async () => {
      const heard = createLiveStream()
      let count = 2
      const list = fakeEndpoint(endpoints.listPaymentRequests)(() =>
        buildPaymentRequestList([], { unknown: count }),
      )
      const { page } = await openApp('/stage/', { answers: [agent, heard.handler, list] })
      await expect.element(page.getByText(unresolvedOf(2))).toBeVisible()
      await expect
        .element(page.getByRole('link', { name: unresolved.view }))
        .toHaveAttribute('href', '/stage/payment-requests?show=unknown')
      await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
      count = 0
      heard.change({
        kind: 'payment_request',
        environment: stageEnvironment,
        id: buildPaymentRequestId(1),
        version: 3,
      })
      await expect.element(page.getByText(/unknown status/)).not.toBeInTheDocument()
    },
  )

  test('shows no count to a user who may not make payments', async () => {
    const { page } = await openApp('/stage/', { answers: [without('payment_request.create'), unknown(2)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible()
    expect(page.getByText(/unknown status/).query()).toBeNull()
  })

  test('uses the singular for one payment', async () => {
    const { page } = await openApp('/stage/', { answers: [agent, unknown(1)] })
    await expect.element(page.getByText(unresolvedOf(1))).toBeVisible()
  })

  test('says that the payment requests could not be read', async () => {
    const { page } = await openApp('/stage/', {
      answers: [agent, fakeEndpoint(endpoints.listPaymentRequests)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(unresolved.notLoaded)).toBeVisible()
    await expectAccessible()
  })
})

describe('the page of a transaction', () => {
  longTest(
    'shows who requested the payment, offers the link while it is open, and is updated live',
    async () => {
      const heard = createLiveStream()
      let now = buildCreatedRequest(1)
      const { page } = await openApp(`/stage/transactions/${waitingTransaction}`, {
        answers: [
          agent,
          heard.handler,
          fakeEndpoint(endpoints.showTransactionPaymentRequest)(() => ({ request: now })),
        ],
      })
      const part = page.getByRole('region', { name: texts.request })
      await expect.element(part.getByText('125.50 EUR')).toBeVisible()
      await expect.element(part.getByText(/^You, /)).toBeVisible()
      await expect.element(part.getByRole('link', { name: texts.view })).toHaveAttribute('href', at)
      await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
      await expectAccessible()
      await userEvent.keyboard('a1{Enter}')
      await expect.element(page.getByText(hostedPaymentLink, { exact: true })).toBeVisible()
      await userEvent.keyboard('{Escape}')
      now = buildCreatedRequest(1, {
        current: buildRequestState('SUCCESS'),
        link: null,
        noLinkReason: 'final',
      })
      heard.change({ kind: 'transaction', environment: stageEnvironment, id: waitingTransaction, version: 4 })
      await expect.element(part.getByText(noLinkReasons.final)).toBeVisible()
      expect(part.getByRole('button', { name: getLink }).query()).toBeNull()
    },
  )

  longTest(
    'shows no request if Paydesk did not make one, and requests nothing without the permission',
    async () => {
      let asked = 0
      const handler = fakeEndpoint(endpoints.showTransactionPaymentRequest)(() => {
        asked += 1
        return { request: null }
      })
      const first = await openApp(`/stage/transactions/${waitingTransaction}`, { answers: [agent, handler] })
      await expect.poll(() => asked).toBe(1)
      expect(first.page.getByRole('heading', { name: texts.request }).query()).toBeNull()
      await cleanup()
      // The code that sends the request is loaded from now on.
      const second = await openApp(`/stage/transactions/${waitingTransaction}`, {
        answers: [without('payment_request.read'), handler],
      })
      await expect
        .element(second.page.getByRole('heading', { name: englishTransactions.details.title }))
        .toBeVisible()
      await expectAccessible()
      expect(asked).toBe(1)
    },
  )

  test('says that the payment requests could not be read', async () => {
    const { page } = await openApp(`/stage/transactions/${waitingTransaction}`, {
      answers: [agent, fakeEndpoint(endpoints.showTransactionPaymentRequest)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(texts.origin.notLoaded)).toBeVisible()
  })
})
