import type { StoredDraft } from '@paydesk/shared/administration/drafts'
import type { AnswerQuestionRequest, AskQuestionRequest } from '@paydesk/shared/cases/questions'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishDrafts } from '@paydesk/shared/messages/en/drafts'
import { englishHome } from '@paydesk/shared/messages/en/home'
import { englishQuestions } from '@paydesk/shared/messages/en/questions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildTransactionFacts } from '../../../../test/support/fakes/decisions.ts'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  maraCustomer,
  maraIdentity,
  otherMaraCustomer,
  reviewTransaction,
  stageEnvironment,
} from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import {
  buildQuestionId,
  buildQuestionList,
  buildQuestionView,
} from '../../../../test/support/fakes/questions.ts'
import { buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import { absentValue, buildClearValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'
import { shortenMiddle } from '../../ui/text/middle-ellipsis.tsx'

/** Name of the button with its shortcut. */
const askButton = englishQuestions.ask
const question = 'Is the identity of this customer complete by now?'
const as = (...more: StaffPermission[]) =>
  fakeEndpoint(endpoints.showCurrentSession)(() =>
    buildSupportAgent({ permissions: [...buildSupportAgent().permissions, 'question.ask', ...more] }),
  )

/** Records the questions that are sent. */
function asking(answer: 'asked' | 'open_already' = 'asked') {
  const sent: AskQuestionRequest[] = []
  const handler = fakeEndpoint(endpoints.askQuestion)(({ body }) => {
    sent.push(body)
    return { answer, question: buildQuestionView(1, { to: body.to }) }
  })
  return { sent, handler }
}

describe('asking a question', () => {
  test.each(
    firstRows(1, [
      [`/stage/transactions/${reviewTransaction}`, { kind: 'transaction', transaction: reviewTransaction }],
      [`/stage/customers/${maraCustomer}`, { kind: 'customer', customer: maraCustomer }],
      [`/stage/identities/${maraIdentity}`, { kind: 'identity', identity: maraIdentity }],
      [`/stage/review/${reviewTransaction}`, { kind: 'transaction', transaction: reviewTransaction }],
    ]),
  )('sends a question by keyboard alone on %s: h, digit, text, Ctrl+Enter', async (at, about) => {
    const { sent, handler } = asking()
    const { page } = await openApp(at, { answers: [as(), handler] })
    await expect.element(page.getByRole('button', { name: askButton })).toBeVisible()
    await userEvent.keyboard('h')
    await expect.element(page.getByRole('dialog', { name: englishQuestions.ask })).toBeVisible()
    await userEvent.keyboard('2')
    await expect.element(page.getByRole('textbox', { name: englishQuestions.question })).toHaveFocus()
    await userEvent.keyboard(`${question}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(/^Question sent to Compliance\./).first()).toBeVisible()
    await expect.poll(() => sent).toEqual([{ about, to: 'compliance', question }])
  })

  test('drops a draft about one customer when another customer opens', async () => {
    const { page, goTo } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [as()] })
    await page.getByRole('button', { name: askButton }).click()
    await page.getByRole('textbox', { name: englishQuestions.question }).fill(question)
    goTo(`/stage/customers/${otherMaraCustomer}`)
    await expect
      .element(page.getByRole('textbox', { name: englishQuestions.question }))
      .not.toBeInTheDocument()
  })

  test('opens with the draft, and offers a newer draft of another window', async () => {
    const stored = (form: string, text: string): StoredDraft => ({
      version: `${form.repeat(12)}.1`,
      savedAt: hoursFromNow(-1),
      content: { to: null, text },
    })
    const answers = [
      as(),
      fakeEndpoint(endpoints.showFormDraft)(() => ({ draft: stored('a', question) })),
      fakeEndpoint(endpoints.saveFormDraft)(({ body }) =>
        body.replaces?.startsWith('b')
          ? { answer: 'saved' }
          : { answer: 'newer', draft: stored('b', 'Theirs') },
      ),
    ]
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers })
    await page.getByRole('button', { name: askButton }).click()
    const field = page.getByRole('textbox', { name: englishQuestions.question })
    await expect.element(field).toHaveValue(question)
    await userEvent.keyboard(' Please')
    await expect.element(field).toHaveValue(`${question} Please`)
    await expect.element(page.getByRole('button', { name: englishDrafts.useNewer })).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: englishDrafts.keepThis }).click()
    await expect.element(page.getByText(englishDrafts.saved)).toBeVisible()
    await expect.element(field).toHaveValue(`${question} Please`)
  })

  longTest('warns about personal data, and sends nothing without a role and a long enough text', async () => {
    const { sent, handler } = asking()
    const { page } = await openApp(`/stage/transactions/${reviewTransaction}`, { answers: [as(), handler] })
    await page.getByRole('button', { name: askButton }).click()
    const field = page.getByRole('textbox', { name: englishQuestions.question })
    await field.fill('Does mara@example.test pay herself?')
    await expect.element(page.getByText(/looks like an e-mail address: leave it out/)).toBeVisible()
    const ask = page.getByRole('button', { name: englishQuestions.send })
    await expect.element(ask).toBeDisabled()
    await page.getByRole('radio', { name: 'Finance' }).click()
    await expect.element(ask).toBeEnabled()
    await field.fill('Too short')
    await expect.element(ask).toBeDisabled()
    await expectAccessible()
    expect(sent).toEqual([])
  })

  longTest('reports that another question is already open', async () => {
    const { handler } = asking('open_already')
    const { page } = await openApp(`/stage/transactions/${reviewTransaction}`, { answers: [as(), handler] })
    await page.getByRole('button', { name: askButton }).click()
    await userEvent.keyboard(`1${question}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(/^Not sent: you already have/).first()).toBeVisible()
  })

  longTest('keeps the text when sending fails', async () => {
    const failing = [as(), fakeEndpoint(endpoints.askQuestion)(answerUpstreamTimeout)]
    const { page } = await openApp(`/stage/transactions/${reviewTransaction}`, { answers: failing })
    await page.getByRole('button', { name: askButton }).click()
    await userEvent.keyboard(`1${question}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(englishQuestions.notAsked)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: englishQuestions.question })).toHaveValue(question)
  })

  longTest('is not offered to a role without permission', async () => {
    const { page } = await openApp(`/stage/transactions/${reviewTransaction}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('button', { name: askButton }).query()).toBeNull()
    await openApp('/stage/questions')
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })
})

describe('questions', () => {
  const answered = buildQuestionView(2, {
    by: { name: 'Sam Okafor', me: true },
    answer: {
      answer: 'text',
      text: buildClearValue('Two letters are missing'),
      by: { name: 'Clara Weiss', me: false },
      at: hoursFromNow(-1),
      isNew: true,
    },
  })

  test('shows own questions with their answers, and updates live', async () => {
    const heard = createLiveStream()
    let page1 = buildQuestionList([buildQuestionView(1, { by: { name: 'Sam Okafor', me: true } })])
    const list = fakeEndpoint(endpoints.listQuestions)(() => page1)
    const { page } = await openApp('/stage/questions', { answers: [as(), heard.handler, list] })
    await expect.element(page.getByRole('heading', { name: englishQuestions.waiting })).toBeVisible()
    expect(page.getByRole('heading', { name: englishQuestions.toAnswer }).query()).toBeNull()
    page1 = buildQuestionList([answered])
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    heard.change({ kind: 'question', environment: stageEnvironment, id: buildQuestionId(2), version: 2 })
    await expect.element(page.getByText(/Two letters are missing/)).toMatchTextContent(/^New: Answer/)
    await expect.element(page.getByRole('heading', { name: englishQuestions.answeredOwn })).toBeVisible()
    expect(page.getByRole('heading', { name: englishQuestions.waiting }).query()).toBeNull()
    await expectAccessible()
  })

  test('name customer, amount and state before the words, as far as the role may see them', async () => {
    const masked = { visibility: 'masked', text: 'c•••7', mask: 'ref6' } as const
    const list = fakeEndpoint(endpoints.listQuestions)(() =>
      buildQuestionList([
        { ...buildQuestionView(1), facts: buildTransactionFacts({ rid: masked }) },
        { ...buildQuestionView(2), facts: buildTransactionFacts({ amount: absentValue }) },
        { ...buildQuestionView(3), facts: null },
        buildQuestionView(4, { about: { kind: 'customer', customer: maraCustomer } }),
      ]),
    )
    const { page } = await openApp('/stage/questions', { answers: [as(), list] })
    const rows = page.getByRole('region', { name: englishQuestions.waiting }).getByRole('listitem')
    const short = `Transaction ${shortenMiddle(reviewTransaction)}`
    await expect.element(rows.nth(0)).toMatchTextContent(/^c•••7.*125\.50 EUR.*in review.*Is the identity/i)
    await expect
      .element(rows.nth(0).getByRole('link', { name: short }))
      .toHaveAttribute('href', `/stage/transactions/${reviewTransaction}`)
    await expect.element(rows.nth(1)).toMatchTextContent(englishQuestions.noAmount)
    expect(rows.nth(2).element().textContent).toMatch(new RegExp(`^${short}Is the identity`))
    await expect
      .element(rows.nth(3))
      .toMatchTextContent(/^cust-00417.*demo-merchant.*CustomerIs the identity/)
    await expectAccessible()
  })

  test.each(
    firstRows(1, [
      ['1', '', { answer: 'yes' }],
      ['2', 'Not before Friday', { answer: 'no', text: 'Not before Friday' }],
      ['3', 'Ask the branch', { answer: 'text', text: 'Ask the branch' }],
    ]),
  )('answers a waiting question with a digit, text and Ctrl+Enter: %s', async (digit, text, expected) => {
    const sent: AnswerQuestionRequest[] = []
    let open = [buildQuestionView(1, { mayAnswer: true })]
    const answers = [
      as('question.answer'),
      fakeEndpoint(endpoints.listQuestions)(({ query }) =>
        buildQuestionList(query.show === 'to_answer' ? open : []),
      ),
      fakeEndpoint(endpoints.answerQuestion)(({ body }) => {
        sent.push(body)
        open = []
        return { answer: 'done', question: buildQuestionView(1) }
      }),
    ]
    const { page } = await openApp('/stage/questions', { answers })
    await page.getByRole('radio', { name: englishQuestions.answers.yes }).click()
    await userEvent.keyboard(digit)
    await expect.element(page.getByRole('textbox', { name: englishQuestions.comment })).toHaveFocus()
    await userEvent.keyboard(`${text}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(englishQuestions.noneToAnswer)).toBeVisible()
    await expect.poll(() => sent).toEqual([expected])
  })

  longTest('loads older questions on request, and shows each question once', async () => {
    const asked: unknown[] = []
    const list = fakeEndpoint(endpoints.listQuestions)(({ query }) => {
      asked.push(query)
      if (query.after !== undefined) return buildQuestionList([buildQuestionView(2), buildQuestionView(3)])
      return buildQuestionList([buildQuestionView(1), buildQuestionView(2)], { next: 'further' })
    })
    const { page } = await openApp('/stage/questions', { answers: [as(), list] })
    await page.getByRole('button', { name: englishQuestions.older }).click()
    const waiting = page.getByRole('region', { name: englishQuestions.waiting })
    await expect.poll(() => waiting.getByRole('listitem').elements().length).toBe(3)
    await expect.poll(() => asked.at(-1)).toEqual({ show: 'asked', after: 'further' })
    await expect.element(page.getByRole('button', { name: englishQuestions.older })).not.toBeInTheDocument()
    await expectAccessible()
  })

  longTest('does not send a text answer without text', async () => {
    const open = buildQuestionList([buildQuestionView(1, { mayAnswer: true })])
    const answers = [as('question.answer'), fakeEndpoint(endpoints.listQuestions)(() => open)]
    const { page } = await openApp('/stage/questions', { answers })
    await page.getByRole('radio', { name: englishQuestions.answers.text }).click()
    await expect.element(page.getByRole('button', { name: englishQuestions.send })).toBeDisabled()
  })

  test('shows the number of new answers on the home page', async () => {
    const counts = fakeEndpoint(endpoints.listQuestions)(() =>
      buildQuestionList([], { waiting: 2, newAnswers: 1 }),
    )
    const { page } = await openApp('/stage/', { answers: [as(), counts] })
    await expect.element(page.getByText(/1 new answer to your questions/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: englishHome.openAnswers, exact: true }))
      .toHaveAttribute('href', '/stage/questions')
  })

  test('opens one form at a time, then the next, and never takes the focus from a text', async () => {
    const heard = createLiveStream()
    let open = [4, 5, 6].map((n) => buildQuestionView(n, { mayAnswer: true }))
    const answers = [
      as('question.answer'),
      heard.handler,
      fakeEndpoint(endpoints.listQuestions)(({ query }) =>
        buildQuestionList(query.show === 'to_answer' ? open : []),
      ),
      fakeEndpoint(endpoints.answerQuestion)(({ params }) => {
        open = open.filter(({ id }) => id !== params.question)
        return { answer: 'done', question: buildQuestionView(4) }
      }),
    ]
    const { page } = await openApp('/stage/questions', { answers })
    const groups = page.getByRole('group', { name: englishQuestions.answer })
    const others = page.getByRole('button', { name: englishQuestions.answer, exact: true })
    await expect.poll(() => others.elements().length).toBe(2)
    await expect.element(groups).toHaveFocus()
    await userEvent.keyboard('1{Control>}{Enter}{/Control}')
    await expect.poll(() => others.elements().length).toBe(1)
    await expect.element(groups).toHaveFocus()
    await others.click()
    await expect.element(groups).toHaveFocus()
    const comment = page.getByRole('textbox', { name: englishQuestions.comment })
    await comment.click()
    open = [buildQuestionView(3, { mayAnswer: true }), ...open]
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    heard.change({ kind: 'question', environment: stageEnvironment, id: buildQuestionId(3), version: 1 })
    await expect.poll(() => others.elements().length).toBe(2)
    await expect.element(comment).toHaveFocus()
    const [, , used] = open
    open = open.filter((one) => one !== used)
    heard.change({ kind: 'question', environment: stageEnvironment, id: buildQuestionId(6), version: 2 })
    await expect.element(groups).not.toBeInTheDocument()
    expect(others.elements()).toHaveLength(2)
  })

  test('lists the questions about one customer, and leads back to all', async () => {
    const asked: (string | undefined)[] = []
    const list = fakeEndpoint(endpoints.listQuestions)(({ query }) => {
      if (query.show === 'asked') asked.push(query.customer)
      return buildQuestionList()
    })
    const { page, address } = await openApp(`/stage/questions?customer=${maraCustomer}`, {
      answers: [as(), list],
    })
    await expect.element(page.getByText(new RegExp(englishQuestions.oneCustomer))).toBeVisible()
    await expect.poll(() => asked).toEqual([maraCustomer])
    await page.getByRole('link', { name: englishQuestions.allCustomers }).click()
    await expect.poll(address).toBe('/stage/questions')
    await expect.poll(() => asked).toEqual([maraCustomer, undefined])
    await expect.element(page.getByText(new RegExp(englishQuestions.oneCustomer))).not.toBeInTheDocument()
  })

  test('shows no text for a plain yes', async () => {
    const { answer } = answered
    if (answer === null) throw new Error('it was answered')
    const bare = buildQuestionView(3, {
      answer: { ...answer, answer: 'yes', text: absentValue, isNew: false },
    })
    const list = fakeEndpoint(endpoints.listQuestions)(() => buildQuestionList([bare]))
    const { page } = await openApp('/stage/questions', { answers: [as(), list] })
    await expect.element(page.getByText(englishQuestions.answers.yes, { exact: true })).toBeVisible()
  })
})
