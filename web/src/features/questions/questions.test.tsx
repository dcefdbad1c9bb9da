import type { Permission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import type { AskRequest, HandoverAnswer } from '@paydesk/shared/work/handover'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fake, upstreamDown } from '../../../../test/support/fakes/fake.ts'
import { handoverNumbered, handoverPage, handoverView } from '../../../../test/support/fakes/handovers.ts'
import { mara, maraIdentity, otherMara, reviewed, stage } from '../../../../test/support/fakes/ids.ts'
import { liveLine } from '../../../../test/support/fakes/live-line.ts'
import { supportAgent } from '../../../../test/support/fakes/people.ts'
import { absent, clear, inHours } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'

const question = 'Is the identity of this customer complete by now?'
const as = (...more: Permission[]) =>
  fake(endpoints.whoAmI)(() =>
    supportAgent({ permissions: [...supportAgent().permissions, 'handover.ask', ...more] }),
  )

/** Keeps what was asked. */
function asking(answer: 'asked' | 'open_already' = 'asked') {
  const sent: AskRequest[] = []
  const handler = fake(endpoints.askHandover)(({ body }) => {
    sent.push(body)
    return { answer, handover: handoverView(1, { to: body.to }) }
  })
  return { sent, handler }
}

describe('a question to another role', () => {
  test.each(
    firstRows(1, [
      [`/stage/t/${reviewed}`, { kind: 'transaction', transaction: reviewed }],
      [`/stage/c/${mara}`, { kind: 'customer', customer: mara }],
      [`/stage/i/${maraIdentity}`, { kind: 'identity', identity: maraIdentity }],
      [`/stage/review/${reviewed}`, { kind: 'transaction', transaction: reviewed }],
    ]),
  )('is asked by keyboard alone on %s: h, digit, text, Ctrl+Enter', async (at, about) => {
    const { sent, handler } = asking()
    const { page } = await openApp(at, { answers: [as(), handler] })
    await expect.element(page.getByRole('button', { name: /Hand over a question/ })).toBeVisible()
    await userEvent.keyboard('h')
    await expect.element(page.getByRole('dialog', { name: 'Hand over a question' })).toBeVisible()
    await userEvent.keyboard('2')
    await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveFocus()
    await userEvent.keyboard(`${question}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText('Compliance was asked.').first()).toBeVisible()
    await expect.poll(() => sent).toEqual([{ about, to: 'compliance', question }])
  })

  test('that was begun about one customer is not asked about another one', async () => {
    const { page, goTo } = await openApp(`/stage/c/${mara}`, { answers: [as()] })
    await page.getByRole('button', { name: /Hand over a question/ }).click()
    await page.getByRole('textbox', { name: 'Question' }).fill(question)
    goTo(`/stage/c/${otherMara}`)
    await expect.element(page.getByRole('textbox', { name: 'Question' })).not.toBeInTheDocument()
  })

  longTest('warns of personal data, and sends neither without a choice nor with too few words', async () => {
    const { sent, handler } = asking()
    const { page } = await openApp(`/stage/t/${reviewed}`, { answers: [as(), handler] })
    await page.getByRole('button', { name: /Hand over a question/ }).click()
    const field = page.getByRole('textbox', { name: 'Question' })
    await field.fill('Does mara@example.test pay herself?')
    await expect.element(page.getByText(/looks like an e-mail address: leave it out/)).toBeVisible()
    const ask = page.getByRole('button', { name: 'Ask', exact: true })
    await expect.element(ask).toBeDisabled()
    await page.getByRole('radio', { name: 'Finance' }).click()
    await expect.element(ask).toBeEnabled()
    await field.fill('Too short')
    await expect.element(ask).toBeDisabled()
    await expectAccessible()
    expect(sent).toEqual([])
  })

  longTest('says where another one is open already', async () => {
    const { handler } = asking('open_already')
    const { page } = await openApp(`/stage/t/${reviewed}`, { answers: [as(), handler] })
    await page.getByRole('button', { name: /Hand over a question/ }).click()
    await userEvent.keyboard(`1${question}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(/^Nothing was sent: another question/).first()).toBeVisible()
  })

  longTest('keeps what was typed where it could not be sent', async () => {
    const failing = [as(), fake(endpoints.askHandover)(upstreamDown)]
    const { page } = await openApp(`/stage/t/${reviewed}`, { answers: failing })
    await page.getByRole('button', { name: /Hand over a question/ }).click()
    await userEvent.keyboard(`1${question}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(/Nothing was asked/)).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveValue(question)
  })

  longTest('is offered to nobody who may not ask', async () => {
    const { page } = await openApp(`/stage/t/${reviewed}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('button', { name: /Hand over a question/ }).query()).toBeNull()
    await openApp('/stage/handovers')
    await expect.element(page.getByText('This page is not open to your role')).toBeVisible()
  })
})

describe('the questions', () => {
  const answered = handoverView(2, {
    by: { name: 'Sam Okafor', me: true },
    answer: {
      answer: 'text',
      text: clear('Two letters are missing'),
      by: { name: 'Clara Weiss', me: false },
      at: inHours(-1),
      isNew: true,
    },
  })

  test('of one’s own stand with their answers, and change as they are answered', async () => {
    const heard = liveLine()
    let page1 = handoverPage([handoverView(1, { by: { name: 'Sam Okafor', me: true } })])
    const list = fake(endpoints.listHandovers)(() => page1)
    const { page } = await openApp('/stage/handovers', { answers: [as(), heard.handler, list] })
    await expect.element(page.getByText('Waits for an answer.')).toBeVisible()
    expect(page.getByRole('heading', { name: 'Waiting for your answer' }).query()).toBeNull()
    page1 = handoverPage([answered])
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    heard.change({ kind: 'handover', environment: stage, id: handoverNumbered(2), version: 2 })
    await expect.element(page.getByText(/Two letters are missing/)).toMatchTextContent(/^New: In words/)
    await expectAccessible()
  })

  test.each(
    firstRows(1, [
      ['1', '', { answer: 'yes' }],
      ['2', 'Not before Friday', { answer: 'no', text: 'Not before Friday' }],
      ['3', 'Ask the branch', { answer: 'text', text: 'Ask the branch' }],
    ]),
  )('that wait are answered by a digit, words and Ctrl+Enter: %s', async (digit, words, expected) => {
    const sent: HandoverAnswer[] = []
    let open = [handoverView(1, { mayAnswer: true })]
    const answers = [
      as('handover.answer'),
      fake(endpoints.listHandovers)(({ query }) => handoverPage(query.show === 'to_answer' ? open : [])),
      fake(endpoints.answerHandover)(({ body }) => {
        sent.push(body)
        open = []
        return { answer: 'done', handover: handoverView(1) }
      }),
    ]
    const { page } = await openApp('/stage/handovers', { answers })
    await page.getByRole('radio', { name: 'Yes' }).click()
    await userEvent.keyboard(digit)
    await expect.element(page.getByRole('textbox', { name: 'Words' })).toHaveFocus()
    await userEvent.keyboard(`${words}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText('No question waits for you.')).toBeVisible()
    await expect.poll(() => sent).toEqual([expected])
  })

  longTest('older ones are read when they are asked for, and each stands once', async () => {
    const asked: unknown[] = []
    const list = fake(endpoints.listHandovers)(({ query }) => {
      asked.push(query)
      if (query.after !== undefined) return handoverPage([handoverView(2), handoverView(3)])
      return handoverPage([handoverView(1), handoverView(2)], { next: 'further' })
    })
    const { page } = await openApp('/stage/handovers', { answers: [as(), list] })
    await page.getByRole('button', { name: 'Show older ones' }).click()
    await expect.poll(() => page.getByText('Waits for an answer.').elements().length).toBe(3)
    await expect.poll(() => asked.at(-1)).toEqual({ show: 'asked', after: 'further' })
    await expect.element(page.getByRole('button', { name: 'Show older ones' })).not.toBeInTheDocument()
    await expectAccessible()
  })

  longTest('in words are not sent without them', async () => {
    const open = handoverPage([handoverView(1, { mayAnswer: true })])
    const answers = [as('handover.answer'), fake(endpoints.listHandovers)(() => open)]
    const { page } = await openApp('/stage/handovers', { answers })
    await page.getByRole('radio', { name: 'In words' }).click()
    await expect.element(page.getByRole('button', { name: 'Answer', exact: true })).toBeDisabled()
  })

  test('are counted at home: what waits and what came', async () => {
    const counts = fake(endpoints.listHandovers)(() => handoverPage([], { waiting: 2, came: 1 }))
    const { page } = await openApp('/stage/', { answers: [as(), counts] })
    await expect.element(page.getByText(/2 questions wait for you, 1 answer came/)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Look at the questions' }))
      .toHaveAttribute('href', '/stage/handovers')
  })

  test('with a bare yes show no words', async () => {
    const { answer } = answered
    if (answer === null) throw new Error('it was answered')
    const bare = handoverView(3, { answer: { ...answer, answer: 'yes', text: absent, isNew: false } })
    const list = fake(endpoints.listHandovers)(() => handoverPage([bare]))
    const { page } = await openApp('/stage/handovers', { answers: [as(), list] })
    await expect.element(page.getByText('Yes', { exact: true })).toBeVisible()
  })
})
