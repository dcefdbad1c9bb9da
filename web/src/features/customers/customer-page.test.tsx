import { endpoints } from '@paydesk/shared/endpoints'
import { englishCustomers as texts } from '@paydesk/shared/messages/en/customers'
import { englishIdentities } from '@paydesk/shared/messages/en/identities'
import { englishNotificationEvents } from '@paydesk/shared/messages/en/notification-events'
import { englishTransactions } from '@paydesk/shared/messages/en/transactions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  buildCustomer,
  buildCustomerTransaction,
  buildCustomerTransactionList,
  buildIdentity,
  buildTransactionSentNotifications,
} from '../../../../test/support/fakes/customers-and-identities.ts'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  reviewTransaction,
  someReference,
  stageEnvironment,
  succeededTransaction,
} from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildQuestionId } from '../../../../test/support/fakes/questions.ts'
import { buildComplianceOfficer, buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { buildMaskedValue } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const { history, open } = texts
const at = `/stage/customers/${maraCustomer}`

/** Text above the panel for one of three open transactions. */
const openAt = (position: number) => englishFormat.text(open.position, { position, count: 3 })

describe('customer page', () => {
  test('shows a loading state for each section while requests are pending', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCustomer)(answerNever),
        fakeEndpoint(endpoints.listCustomerTransactions)(answerNever),
        fakeEndpoint(endpoints.showCustomerIdentity)(answerNever),
      ],
    })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(texts.customer)
    await expect.element(page.getByText('Loading…').first()).toBeInTheDocument()
  })

  test('shows header, history, identity and the explanation of the first open transaction', async () => {
    const { page } = await openApp(at)
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('cust-00417')
    await expect
      .element(page.getByRole('grid', { name: texts.transactions }))
      .toHaveAttribute('aria-rowcount', '7')
    await expect
      .element(page.getByText(englishTransactions.explanation.actors.customer, { exact: true }))
      .toBeVisible()
    await expect
      .element(page.getByText(`${englishFormat.text(history.total, { count: 6 })} ${history.serviceOrder}`))
      .toBeVisible()
    await expect.element(page.getByText(openAt(1))).toBeVisible()
    await expect.poll(() => document.title).toBe(`${texts.customer} · Stage · Paydesk`)
    await expectAccessible()
  })

  test('names the customer, masked, and the status of the identity at the top of both views', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCustomerIdentity)(() => ({ identity: buildIdentity() }))],
    })
    const main = page.getByRole('main')
    const { headline, titles } = englishIdentities.status
    const status = main.getByText(englishFormat.text(headline, { status: titles.not_verified }))
    await expect.element(status).toBeVisible()
    await page.getByRole('link', { name: texts.views.timeline }).click()
    // The section of the identity, which has the name as well, belongs to the overview.
    await expect
      .element(page.getByRole('region', { name: englishIdentities.status.label }))
      .not.toBeInTheDocument()
    await expect.element(status).toBeVisible()
    await expect.element(main).toMatchTextContent(/M\. L\./)
  })

  test('links what is open to its rows, and leaves out what is not open or not for the role', async () => {
    const { openWork } = texts
    const { page, address } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCustomer)(() =>
          buildCustomer({ openWork: { discrepancies: 2, paymentRequests: 1, questions: 0 } }),
        ),
      ],
    })
    const work = page.getByRole('list', { name: openWork.title })
    const linkOf = (template: (typeof openWork)['discrepancies'], count: number) =>
      work.getByRole('link', { name: englishFormat.text(template, { count }) })
    await expect
      .element(linkOf(openWork.discrepancies, 2))
      .toHaveAttribute('href', `/stage/reconciliation?customer=${maraCustomer}`)
    await expect
      .element(linkOf(openWork.paymentRequests, 1))
      .toHaveAttribute('href', `/stage/payment-requests?customer=${maraCustomer}&show=open`)
    await linkOf(openWork.inReview, 1).click()
    await expect.poll(address).toBe(`${at}?review=1`)
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
    expect(work.getByRole('link').elements()).toHaveLength(3)
    await page.getByRole('button', { name: `${history.inReview} 1` }).click()
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '7')
    await expectAccessible()
  })

  test('counts the open work again after a live event', async () => {
    const stream = createLiveStream()
    let questions = 1
    const { page } = await openApp(at, {
      answers: [
        stream.handler,
        fakeEndpoint(endpoints.showCustomer)(() =>
          buildCustomer({ openWork: { discrepancies: null, paymentRequests: 0, questions } }),
        ),
      ],
    })
    const nameCount = (count: number) => englishFormat.text(texts.openWork.questions, { count })
    await expect.element(page.getByText(nameCount(1))).toBeVisible()
    questions = 2
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    stream.change({ kind: 'question', environment: stageEnvironment, id: buildQuestionId(1), version: 1 })
    await expect.element(page.getByText(nameCount(2))).toBeVisible()
  })

  test('shows and copies a RID that looks like an e-mail address only in masked form', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCustomer)(() =>
          buildCustomer({ rid: buildMaskedValue('m•••••@•••••.test', 'email'), ridForm: 'email' }),
        ),
      ],
    })
    await expect.element(page.getByText(texts.ridForms.email.label)).toBeVisible()
    await page.getByRole('button', { name: `Copy ${texts.rid}, masked` }).click()
    await expect.poll(() => navigator.clipboard.readText()).toBe('m•••••@•••••.test')
  })

  test('reports a list that failed to load, and still shows the other sections', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listCustomerTransactions)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(`${texts.transactions} not loaded`)).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: englishIdentities.status.label }))
      .toMatchTextContent(new RegExp(englishIdentities.status.titles.not_verified))
    await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('says that the customer has no transactions', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.listCustomerTransactions)(() => buildCustomerTransactionList([]))],
    })
    await expect.element(page.getByText(history.none)).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(history.total, { count: 0 }), { exact: true }))
      .toBeVisible()
    await expect.element(page.getByText(open.none, { exact: true })).toBeVisible()
  })

  longTest('says that no transaction matches the filter', async () => {
    const { page } = await openApp(at)
    await page.getByRole('searchbox').fill('zzzz')
    await expect.element(page.getByText(englishFormat.text(history.noMatch, { count: 6 }))).toBeVisible()
    await page.getByRole('button', { name: history.clearFilter }).last().click()
    await expect.element(page.getByRole('grid')).toBeVisible()
  })

  test('says that the page is closed to the role', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent({ permissions: [] }))],
    })
    await expect.element(page.getByRole('heading', { name: englishUi.forbiddenPage.title })).toBeVisible()
  })

  longTest('says that the customer has no identity', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCustomerIdentity)(() => ({ identity: null }))],
    })
    await expect.element(page.getByText(englishIdentities.none)).toBeVisible()
  })

  longTest('counts entries without an id', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList(undefined, { unreadable: 2 }),
        ),
      ],
    })
    await expect
      .element(page.getByText(new RegExp(englishFormat.text(history.unreadable, { count: 2 }))))
      .toBeVisible()
  })

  longTest('distinguishes a list without readable entries from an empty list', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList([], { unreadable: 2 }),
        ),
      ],
    })
    await expect.element(page.getByText(englishFormat.text(history.noneUsable, { count: 2 }))).toBeVisible()
    await expect
      .element(page.getByText(new RegExp(englishFormat.text(history.unreadable, { count: 2 }))))
      .toBeVisible()
    await expect.element(page.getByText(open.allFinal)).not.toBeInTheDocument()
    await expect.element(page.getByText(history.none)).not.toBeInTheDocument()
  })

  longTest('says only of readable entries that none is open', async () => {
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerTransactions)(() =>
          buildCustomerTransactionList([buildCustomerTransaction(succeededTransaction, 'SUCCESS', 'OK')], {
            unreadable: 1,
          }),
        ),
      ],
    })
    await expect.element(page.getByText(englishFormat.text(open.readableNone, { count: 1 }))).toBeVisible()
  })

  longTest('steps to the next and the previous open transaction with the buttons', async () => {
    const { page, address } = await openApp(at)
    await page.getByRole('button', { name: open.nextOpen }).click()
    await expect.element(page.getByText(openAt(2))).toBeVisible()
    await expect.poll(address).toBe(`${at}?open=${reviewTransaction}`)
    await page.getByRole('button', { name: open.previousOpen }).click()
    await expect.element(page.getByText(openAt(1))).toBeVisible()
  })

  test('binds every read of the opened transaction to this customer', async () => {
    const asked: (string | undefined)[] = []
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showTransactionRecord)(({ query }) => {
          asked.push(query.customer)
          return { reading: { at: new Date().toISOString(), from: 'service' }, record: {} }
        }),
        fakeEndpoint(endpoints.listSentNotifications)(({ query }) => {
          asked.push(query.customer)
          return buildTransactionSentNotifications()
        }),
      ],
    })
    await expect
      .element(page.getByText(new RegExp(`^${englishNotificationEvents.labels.payment_success}`)).first())
      .toBeVisible()
    await page.getByText(englishUi.rawData.title).click()
    await expect.poll(() => asked).toEqual([maraCustomer, maraCustomer])
  })

  test('cycles through open transactions with j and k, with a URL for each', async () => {
    const { page, address, goBack } = await openApp(at)
    await expect.element(page.getByText(openAt(1))).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(page.getByText(openAt(2))).toBeVisible()
    await expect.poll(address).toBe(`${at}?open=${reviewTransaction}`)
    await userEvent.keyboard('kk')
    await expect.element(page.getByText(openAt(3))).toBeVisible()
    goBack()
    await expect.element(page.getByText(openAt(1))).toBeVisible()
  })

  longTest('moves focus to the next heading when j or k is pressed inside the panel', async () => {
    const { page } = await openApp(at)
    const folded = page.getByText(/^\d+ not required$/)
    await expect.element(folded).toBeVisible()
    folded.element().focus()
    await userEvent.keyboard('j')
    await expect.element(page.getByText(openAt(2))).toBeVisible()
    const heading = page.getByRole('heading', { level: 2, name: `${texts.transaction} ${reviewTransaction}` })
    await expect.element(heading).toHaveFocus()
    await userEvent.keyboard('k')
    await expect.element(page.getByText(openAt(1))).toBeVisible()
    await expect
      .element(page.getByRole('heading', { level: 2, name: new RegExp(`^${texts.transaction} `) }))
      .toHaveFocus()
    // Focus outside the panel stays unchanged.
    const next = page.getByRole('button', { name: open.nextOpen })
    await next.click()
    await expect.element(heading).toBeVisible()
    await expect.element(next).toHaveFocus()
  })

  test('opens the identity for a role with permission', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())],
    })
    await page.getByRole('link', { name: 'Open identity' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Identity')
  })
})
