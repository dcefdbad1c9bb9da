import { endpoints } from '@paydesk/shared/endpoints'
import type { DecisionView } from '@paydesk/shared/work/decision'
import type { OperatorAction } from '@paydesk/shared/work/operator-action'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { decisionCase, decisionNumbered, decisionView } from '../../../../../test/support/fakes/decisions.ts'
import { fake } from '../../../../../test/support/fakes/fake.ts'
import { numbered } from '../../../../../test/support/fakes/ids.ts'
import { financeReviewer } from '../../../../../test/support/fakes/people.ts'
import { heldBy, notCarriedOut, reviewItem, reviewRow } from '../../../../../test/support/fakes/review.ts'
import { inHours, stateOf } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'

const first = decisionNumbered(1)
const at = `/stage/decisions/${first}`
const signedIn = fake(endpoints.whoAmI)(() => financeReviewer())
const asks = {
  on: true,
  says: 'After confirmation Paydesk asks the service to accept the review task, once.',
}
const confirmed: Partial<DecisionView> = {
  status: 'confirmed',
  followUp: 'waiting',
  mine: true,
  by: { name: 'Farid Nasser', me: true },
  mayAnswer: false,
  whyNot: 'It waits for nobody’s answer',
  mayWithdraw: true,
  expiresAt: null,
  carriedOut: asks,
}
const action = (change: Partial<OperatorAction>): OperatorAction => ({
  kind: 'accept_task',
  status: 'answered',
  at: inHours(-0.1),
  answeredAt: inHours(-0.1),
  httpStatus: 204,
  code: null,
  whyNot: null,
  ...change,
})

function openDecision(change: Partial<DecisionView>) {
  const decision = decisionView(1, { ...confirmed, ...change })
  return openApp(at, {
    answers: [signedIn, fake(endpoints.showDecision)(() => decisionCase({ decision }))],
  })
}

describe('a decision’s page', () => {
  const console_ = 'Do it at the operator’s console; we watch for the outcome.'
  test.each<[string, Partial<DecisionView>, RegExp]>(
    firstRows(3, [
      ['off', { carriedOut: notCarriedOut }, /^Paydesk does not carry decisions out: do it at the operator/],
      [
        'on, unconfirmed',
        { status: 'waiting', followUp: null },
        /^After confirmation Paydesk asks the service to accept/,
      ],
      ['planned', { action: action({ status: 'planned', at: null }) }, /Nothing has been sent yet\.$/],
      [
        'sending',
        { action: action({ status: 'sending' }) },
        /^Sent at .+; the service has not answered yet\.$/,
      ],
      [
        'answered',
        { action: action({}) },
        /^The service took the request at \d.+ \(204\)\. Whether it followed, its state says: not yet\.$/,
      ],
      [
        'refused',
        { action: action({ status: 'refused', httpStatus: 400, code: 'VALIDATION_ERROR' }) },
        /^The service refused the request at .+ \(400, VALIDATION_ERROR\)\. It is not sent again\. Do it at/,
      ],
      [
        'unknown',
        { action: action({ status: 'unknown', httpStatus: null }) },
        /^Sent at .+, no answer came\. It is not known whether the service carried it out\. It is not sent again; the state decides\.$/,
      ],
      [
        'unknown with a status',
        { action: action({ status: 'unknown', httpStatus: 500 }) },
        /and the answer \(500\) does not settle it\. It is not known/,
      ],
      [
        'not sent',
        {
          action: action({
            status: 'not_sent',
            at: null,
            whyNot: 'The newest notification names no review task',
          }),
        },
        new RegExp(`^Nothing was sent\\. The newest notification names no review task\\. ${console_}$`),
      ],
    ]),
  )('%s', async (_, change, says) => {
    const { page } = await openDecision(change)
    await expect.element(page.getByText('At the service', { exact: true })).toBeVisible()
    const row = page.getByText('At the service', { exact: true }).element().nextElementSibling
    expect(row?.textContent).toMatch(says)
    // Without the state nobody says that it was done.
    for (const said of [/\bdone\b/i, /^followed/i, /carried out by/i])
      expect(row?.textContent).not.toMatch(said)
    await expect.element(page.getByText(/^followed /)).not.toBeInTheDocument()
  })

  longTest('where its state says so, and only then, it says that the service followed', async () => {
    const outcome = { from: inHours(-0.05), to: inHours(-0.04), state: stateOf('SUCCESS') }
    const lost = action({ status: 'unknown', httpStatus: null })
    const { page } = await openDecision({ action: lost, followUp: 'followed', outcome, mayWithdraw: false })
    await expect.element(page.getByText(/The service ended it as decided/).first()).toBeVisible()
    await expect.element(page.getByText(/no answer came\./)).toBeVisible()
    await expectAccessible()
  })

  test('withdrawing says before and after that what was sent is not called back', async () => {
    const sent = action({ status: 'sending', answeredAt: null, httpStatus: null })
    const own = decisionView(1, { ...confirmed, action: sent })
    const after = {
      status: 'withdrawn',
      followUp: null,
      withdrawnAt: inHours(0),
      mayWithdraw: false,
    } as const
    const { page } = await openApp(at, {
      answers: [
        signedIn,
        fake(endpoints.withdrawDecision)(() => ({ ...own, ...after })),
        fake(endpoints.showDecision)(() => decisionCase({ decision: own })),
      ],
    })
    await expect.element(page.getByText(/was sent: withdrawing does not call it back/)).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw the decision' }).click()
    await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect.element(page.getByText(/It was sent before the decision was withdrawn/)).toBeVisible()
  })

  longTest('a withdrawal that came after the sending is not called one', async () => {
    const own = decisionView(1, { ...confirmed, action: action({ status: 'planned', at: null }) })
    const moved = { ...own, action: action({ status: 'sending', answeredAt: null, httpStatus: null }) }
    const { page } = await openApp(at, {
      answers: [
        signedIn,
        fake(endpoints.withdrawDecision)(() => moved),
        fake(endpoints.showDecision)(() => decisionCase({ decision: own })),
      ],
    })
    await expect.element(page.getByText(/The request to the service is not sent then\./)).toBeVisible()
    await page.getByRole('button', { name: 'Withdraw the decision' }).click()
    await page.getByRole('button', { name: 'Yes, withdraw it' }).click()
    await expect.element(page.getByText(/^Not withdrawn: it has moved on meanwhile/)).toBeInTheDocument()
    await expect.element(page.getByText(/the service has not answered yet/)).toBeVisible()
  })
})

describe('the decide form', () => {
  test('says under the choice what Paydesk would do after the confirmation', async () => {
    const id = numbered(990)
    const not = { on: false, says: 'Paydesk cannot cancel the transaction. Nothing tells of a card here.' }
    const item = reviewItem(id, {
      row: reviewRow(0, { transaction: id, owner: heldBy('Farid Nasser', true) }),
      carriedOut: { accept: asks, reject: { ...asks, says: 'It would be rejected, once.' }, cancel: not },
    })
    const { page } = await openApp(`/stage/review/${id}`, {
      answers: [signedIn, fake(endpoints.showReviewItem)(() => item)],
    })
    const form = window_.getByRole('form', { name: 'Decision' })
    await expect
      .element(page.getByText(/^Paydesk carries a confirmed decision out itself, once/))
      .toBeVisible()
    await expect.element(form).toBeVisible()
    await userEvent.keyboard('d1')
    await expect.element(form.getByText(asks.says)).toBeVisible()
    await userEvent.keyboard('{Escape}3')
    await expect.element(form.getByText(not.says)).toBeVisible()
    await expect.element(form.getByText(asks.says)).not.toBeInTheDocument()
    await expectAccessible()
  })
})
