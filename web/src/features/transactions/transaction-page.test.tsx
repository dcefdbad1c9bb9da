import type { TransactionHistory } from '@paydesk/shared/core/observations'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishDiscrepancies } from '@paydesk/shared/messages/en/discrepancies'
import { englishNotificationEvents } from '@paydesk/shared/messages/en/notification-events'
import { englishProblems } from '@paydesk/shared/messages/en/problems'
import { englishRecordHeadline as headline } from '@paydesk/shared/messages/en/record-headline'
import { englishTransactions as texts } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildTransactionSentNotifications } from '../../../../test/support/fakes/customers-and-identities.ts'
import {
  answerNever,
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  reviewTransaction,
  someReference,
  waitingTransaction,
} from '../../../../test/support/fakes/ids.ts'
import { buildDiscrepancyId } from '../../../../test/support/fakes/reconciliation.ts'
import { buildComplianceOfficer, buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import {
  buildFinalHistory,
  buildTransactionReceivedNotifications,
} from '../../../../test/support/fakes/transaction-history.ts'
import { buildTransaction, buildTransactionInReview } from '../../../../test/support/fakes/transactions.ts'
import {
  buildClearValue,
  buildCompoundState,
  buildMaskedValue,
  buildState,
  hiddenValue,
  hoursFromNow,
} from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const { finality, notifications } = texts
const at = `/stage/transactions/${waitingTransaction}`

describe('transaction page', () => {
  test('shows the heading and a loading state while pending', async () => {
    const { page } = await openApp(at, { answers: [fakeEndpoint(endpoints.showTransaction)(answerNever)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(waitingTransaction)
    await expect.element(page.getByText('Loading…').first()).toBeInTheDocument()
  })

  test('shows the sentence, who must act and the state, without a claim of finality', async () => {
    const { page } = await openApp(at)
    await expect.element(page.getByText(texts.explanation.sentences.step_sca).first()).toBeVisible()
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    await expect.element(page.getByText('in 41 hr').first()).toBeVisible()
    await expect.element(page.getByText(finality.notFinal)).toBeVisible()
    await expect.poll(() => document.title).toBe(`${texts.transaction} · Stage · Paydesk`)
    await expectAccessible()
  })

  test('shows the key facts at the top, and says which of them are unknown', async () => {
    const { page } = await openApp(at)
    const facts = page.getByRole('article').getByLabelText(headline.label)
    await expect
      .element(facts)
      .toMatchTextContent(/125\.50 EUR.*Pending.*cust-00417.*demo-merchant.*first seen/)
    await expect
      .element(facts.getByRole('link', { name: 'cust-00417' }))
      .toHaveAttribute('href', expect.stringContaining(maraCustomer))
    await expect.element(facts.getByRole('button', { name: `Copy ${headline.copied.amount}` })).toBeVisible()
    const unknown = buildTransaction({ recorded: null, customer: null })
    await openApp(at, { answers: [fakeEndpoint(endpoints.showTransaction)(() => unknown)] })
    for (const words of [
      headline.missing.amount.notProvided,
      headline.missing.customer.notProvided,
      headline.missing.date,
    ])
      await expect.element(page.getByText(words)).toBeVisible()
  })

  test('shows the sentence in the chosen language from right to left, and English if it is not released', async () => {
    const arabic = 'تبقّت خطوة واحدة لإتمام عملية الدفع.'
    const { page, address } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() => {
          const view = buildTransaction()
          const text = { language: 'ar' as const, say: arabic, doNotSay: 'لا تطلب رقم البطاقة أبدًا.' }
          return { ...view, safeTexts: [...view.safeTexts, text] }
        }),
      ],
    })
    await page.getByRole('button', { name: /العربية/ }).click()
    await expect.element(page.getByText(arabic)).toHaveAttribute('dir', 'rtl')
    await expect.element(page.getByText(arabic)).toHaveAttribute('lang', 'ar')
    expect(address()).toBe(`${at}?say=ar`)
    await expectAccessible()
    const { languages } = texts.safeText
    await page.getByRole('button', { name: `Français ${languages.unreleased}` }).click()
    const note = englishFormat.text(languages.fallback, { chosen: 'French', shown: 'English' })
    await expect.element(page.getByText(note)).toBeVisible()
    await expect.element(page.getByText(/^Your payment is waiting/)).toHaveAttribute('lang', 'en')
    await page.getByRole('button', { name: /English/ }).click()
    await expect.poll(address).toBe(at)
  })

  test('names first the discrepancy whose row opened it, with both currencies and the way to explain it', async () => {
    const kind = 'other_currency'
    const { page, address } = await openApp(
      `/stage/transactions/${reviewTransaction}?discrepancy=${buildDiscrepancyId(3)}&kind=${kind}`,
      {
        answers: [
          fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
          fakeEndpoint(endpoints.showTransaction)(() => {
            const { recorded, ...view } = buildTransactionInReview()
            return { ...view, recorded: recorded && { ...recorded, currency: buildClearValue('GBP') } }
          }),
        ],
      },
    )
    const found = page.getByRole('list', { name: texts.discrepancies.title }).getByRole('listitem').first()
    await expect.element(found).toMatchTextContent(new RegExp(englishDiscrepancies.kinds[kind].says))
    const both = englishFormat.text(texts.discrepancies.currencies, { provider: 'EUR', announced: 'GBP' })
    await expect.element(found).toMatchTextContent(new RegExp(both))
    await found.getByRole('link', { name: texts.discrepancies.explain }).click()
    await expect.poll(address).toBe(`/stage/reconciliation?kind=${kind}&open=${buildDiscrepancyId(3)}`)
  })

  test('shows all irregular values as received, and stays accessible', async () => {
    const { page } = await openApp(`/stage/transactions/${reviewTransaction}`)
    await expect.element(page.getByText('Pending, in review')).toBeVisible()
    await expect.element(page.getByText('ON_ICE')).toBeVisible()
    const { says, means, todo, closes } = englishDiscrepancies.kinds.provider_success_but_open
    await expect.element(page.getByText(says)).toBeVisible()
    await expect.element(page.getByText(new RegExp(todo))).toBeVisible()
    await expect.element(page.getByText(closes)).not.toBeVisible()
    await page.getByText(texts.discrepancies.details, { exact: true }).first().click()
    await expect.element(page.getByText(closes)).toBeVisible()
    await expect.element(page.getByText(means)).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(englishUi.unclassified, { count: 2 }), { exact: false }))
      .toBeVisible()
    await expect.element(page.getByText(texts.explanation.test)).toBeVisible()
    await page.getByText(englishFormat.text(texts.steps.notRequired, { count: 4 })).click()
    await expect.element(page.getByText(/3-D Secure/)).toBeVisible()
    await expectAccessible()
  })

  describe('finality of a state', () => {
    const view = buildTransaction({
      state: buildState('SUCCESS'),
      compound: buildCompoundState('SUCCESS.COMPLETE'),
    })
    const openWith = (history: TransactionHistory | Response) =>
      openApp(at, {
        answers: [
          fakeEndpoint(endpoints.showTransaction)(() => view),
          fakeEndpoint(endpoints.showTransactionHistory)(() => history),
        ],
      })

    test('shows the evidence of a confirmed state', async () => {
      const { page } = await openWith(buildFinalHistory())
      await expect.element(page.getByText(new RegExp(`^${finality.confirmed}`)).first()).toBeVisible()
      await expect
        .element(
          page.getByText(/notification received .*, checksum valid · state refreshed .* · both SUCCESS/),
        )
        .toBeVisible()
      await expectAccessible()
    })

    test('shows the missing part of an unconfirmed state', async () => {
      const missing = { evidence: 'notification', isSingleRead: true } as const
      const { page } = await openWith(
        buildFinalHistory({ finality: 'unconfirmed', notification: null, read: null, missing }),
      )
      await expect
        .element(page.getByText(englishFormat.text(finality.awaiting, { state: 'Success' })))
        .toBeVisible()
      await expect
        .element(page.getByText(`${finality.evidence.notification} ${finality.singleRead}`))
        .toBeVisible()
    })

    test('grades a confirmation by second read lower, and shows later events separately', async () => {
      const { page } = await openWith(
        buildFinalHistory({
          finality: 'confirmed_by_second_read',
          notification: null,
          missing: { evidence: 'notification', isSingleRead: false },
          after: [{ event: 'chargeback_flagged', receivedAt: hoursFromNow(-0.1) }],
        }),
      )
      await expect.element(page.getByText(finality.secondRead)).toBeVisible()
      await expect
        .element(page.getByRole('list', { name: finality.laterEvents }))
        .toMatchTextContent(/Chargeback flagged chargeback_flagged/)
    })

    test('does not confirm a state that differs from the record just read', async () => {
      const { page } = await openWith(buildFinalHistory({ state: buildState('EXPIRED') }))
      await expect.element(page.getByText(finality.notConfirmed)).toBeVisible()
      expect(page.getByText(new RegExp(finality.confirmed)).query()).toBeNull()
    })

    longTest('claims no more than the record when the history cannot be loaded', async () => {
      const { page } = await openWith(answerUpstreamTimeout())
      await expect.element(page.getByText(new RegExp(finality.proofNotLoaded))).toBeVisible()
    })
  })

  test('shows an undocumented state as received, and not final', async () => {
    const view = buildTransaction({ state: buildState('ON_THE_MOON'), compound: null })
    const { page } = await openApp(at, { answers: [fakeEndpoint(endpoints.showTransaction)(() => view)] })
    await expect.element(page.getByText(englishUi.undocumented, { exact: false }).first()).toBeVisible()
    await expect.element(page.getByText(finality.undocumented)).toBeVisible()
  })

  test('reports a failed request, retries, and still shows the notifications', async () => {
    let fails = true
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() => (fails ? answerUpstreamTimeout() : buildTransaction())),
      ],
    })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect
      .element(page.getByText(new RegExp(`^${englishNotificationEvents.labels.payment_success}`)).first())
      .toBeVisible()
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
  })

  test('keeps the last record when a refresh fails, and says so', async () => {
    let fails = false
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(({ query }) =>
          fails && query.fresh ? answerUpstreamTimeout() : buildTransaction(),
        ),
      ],
    })
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
    fails = true
    await userEvent.keyboard('r')
    await expect.element(page.getByText(englishUi.notRefreshed)).toBeVisible()
    await expect.element(page.getByText(texts.explanation.actors.customer, { exact: true })).toBeVisible()
  })

  test('reports a transaction that was not found', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() =>
          answerProblem({ id: 'not_found', status: 404, title: 'The service knows no such transaction' }),
        ),
        fakeEndpoint(endpoints.listSentNotifications)(() =>
          answerProblem({ id: 'not_found', status: 404, title: 'Not known' }),
        ),
        fakeEndpoint(endpoints.listReceivedNotifications)(() =>
          buildTransactionReceivedNotifications({ entries: [] }),
        ),
      ],
    })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    await expect.element(page.getByText(englishProblems.not_found.detail, { exact: false })).toBeVisible()
    // One statement, and no second try that finds nothing either.
    await expect
      .element(page.getByRole('heading', { name: texts.notifications.title }))
      .not.toBeInTheDocument()
    expect(page.getByRole('button', { name: englishUi.problem.retry }).query()).toBeNull()
  })

  test('shows what was received about a transaction that the payment service does not know', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() => answerProblem({ id: 'not_found', status: 404 })),
        fakeEndpoint(endpoints.listSentNotifications)(() => answerProblem({ id: 'not_found', status: 404 })),
      ],
    })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    await expect.element(page.getByRole('region', { name: texts.notifications.received })).toBeVisible()
    expect(page.getByRole('region', { name: texts.notifications.sent }).query()).toBeNull()
  })

  test('says why the page is closed, and offers other roles', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() =>
          buildComplianceOfficer({ permissions: ['search.use'] }),
        ),
      ],
    })
    await expect.element(page.getByRole('heading', { name: englishUi.forbiddenPage.title })).toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Auditor' })).toBeVisible()
    await expectAccessible()
  })

  test('says that the payment service lists no notification', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listSentNotifications)(() =>
          buildTransactionSentNotifications({ entries: [] }),
        ),
      ],
    })
    await expect.element(page.getByText(notifications.noneSent)).toBeVisible()
  })

  test('distinguishes an unknown list format from an empty list', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listSentNotifications)(() =>
          buildTransactionSentNotifications({ entries: [], shapeKnown: false }),
        ),
      ],
    })
    await expect.element(page.getByText(notifications.unknownFormat)).toBeVisible()
  })

  test('distinguishes a failed notification request from an empty list', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listSentNotifications)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(notifications.notLoaded)).toBeVisible()
  })

  test('shows a group hidden for the role as one line', async () => {
    const none = {
      identity: null,
      id: hiddenValue,
      kycState: hiddenValue,
      createdAt: hiddenValue,
      ledgerLifetimeAmount: hiddenValue,
      ledgerLifetimeCurrency: hiddenValue,
      creditLedgerLifetimeAmount: hiddenValue,
      creditLedgerLifetimeCurrency: hiddenValue,
    }
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showTransaction)(() => buildTransaction({ identity: none }))],
    })
    await expect.element(page.getByText(texts.identity.hidden)).toBeVisible()
  })

  test('does not guess the unit of an amount without a currency', async () => {
    const view = buildTransaction()
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() =>
          buildTransaction({
            identity: {
              ...view.identity,
              ledgerLifetimeAmount: buildClearValue('182550'),
              ledgerLifetimeCurrency: { visibility: 'absent' },
            },
          }),
        ),
      ],
    })
    await expect.element(page.getByText(`182550 ${englishUi.money.noCurrency}`)).toBeVisible()
  })

  test('names a currency hidden for the role, and offers no copy of a fully masked value', async () => {
    const view = buildTransaction()
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransaction)(() =>
          buildTransaction({
            reference: buildMaskedValue('••••••••', 'dots'),
            identity: {
              ...view.identity,
              ledgerLifetimeAmount: buildMaskedValue('1,000–5,000', 'band'),
              ledgerLifetimeCurrency: buildMaskedValue('••••••••', 'dots'),
            },
          }),
        ),
      ],
    })
    await expect.element(page.getByText(englishUi.money.hiddenCurrency, { exact: false })).toBeVisible()
    await expect
      .element(page.getByRole('button', { name: `Copy ${texts.details.referenceName}` }))
      .not.toBeInTheDocument()
  })

  longTest('explains a missing state and missing steps in words', async () => {
    const view = buildTransaction({ state: buildState(''), compound: buildCompoundState(''), steps: [] })
    const { page } = await openApp(at, { answers: [fakeEndpoint(endpoints.showTransaction)(() => view)] })
    await expect.element(page.getByText(englishUi.value.notProvided).first()).toBeVisible()
    await expect.element(page.getByText(finality.noState)).toBeVisible()
    await expect.element(page.getByText(texts.steps.none)).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(texts.steps.count, { count: 0 })))
      .not.toBeInTheDocument()
    await expectAccessible()
  })
})
