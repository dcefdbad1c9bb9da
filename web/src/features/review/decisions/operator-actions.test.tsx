import type { DecisionView } from '@paydesk/shared/cases/decisions'
import type { OperatorAction } from '@paydesk/shared/cases/operator-actions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import { englishReviewDecisions } from '@paydesk/shared/messages/en/review-decisions'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  buildDecisionDetail,
  buildDecisionId,
  buildDecisionView,
} from '../../../../../test/support/fakes/decisions.ts'
import { fakeEndpoint } from '../../../../../test/support/fakes/fake-endpoint.ts'
import { buildTransactionId } from '../../../../../test/support/fakes/ids.ts'
import {
  buildCaseClaim,
  buildCaseDetail,
  buildCaseSummary,
  operatorActionsOff,
} from '../../../../../test/support/fakes/review.ts'
import { buildFinanceReviewer } from '../../../../../test/support/fakes/staff.ts'
import { buildState, hoursFromNow } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'

const { facts, withdraw } = englishReviewDecisions
const first = buildDecisionId(1)
const at = `/stage/decisions/${first}`
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const asks = {
  isOn: true,
  reason: null,
}
const confirmed: Partial<DecisionView> = {
  status: 'confirmed',
  followUp: 'waiting',
  mine: true,
  by: { name: 'Farid Nasser', me: true },
  mayAnswer: false,
  disabledReason: 'not_waiting',
  mayWithdraw: true,
  expiresAt: null,
  actionAvailability: asks,
}
const action = (change: Partial<OperatorAction>): OperatorAction => ({
  kind: 'accept_task',
  status: 'answered',
  at: hoursFromNow(-0.1),
  answeredAt: hoursFromNow(-0.1),
  httpStatus: 204,
  code: null,
  reason: null,
  ...change,
})

function openDecision(change: Partial<DecisionView>) {
  const decision = buildDecisionView(1, { ...confirmed, ...change })
  return openApp(at, {
    answers: [signedIn, fakeEndpoint(endpoints.showDecision)(() => buildDecisionDetail({ decision }))],
  })
}

describe('action status on the decision page', () => {
  const console_ = englishReview.request.console
  test.each<[string, Partial<DecisionView>, RegExp]>(
    firstRows(3, [
      [
        'off',
        { actionAvailability: operatorActionsOff },
        new RegExp(`^${englishReview.request.off.replaceAll('.', '\\.')}`),
      ],
      [
        'on, unconfirmed',
        { status: 'waiting', followUp: null },
        /^After approval Paydesk asks the payment service to accept/,
      ],
      ['planned', { action: action({ status: 'planned', at: null }) }, /Nothing has been sent yet\.$/],
      [
        'sending',
        { action: action({ status: 'sending' }) },
        /^Sent at .+; the payment service has not answered yet\.$/,
      ],
      [
        'answered',
        { action: action({}) },
        /^The payment service accepted the request at \d.+ \(204\)\. The state shows no outcome yet\.$/,
      ],
      [
        'refused',
        { action: action({ status: 'refused', httpStatus: 400, code: 'VALIDATION_ERROR' }) },
        /^The payment service refused the request at .+ \(400, VALIDATION_ERROR\)\. It is not sent again\. Carry this decision out/,
      ],
      [
        'unknown',
        { action: action({ status: 'unknown', httpStatus: null }) },
        /^Sent at .+, no answer\. The payment service may have carried it out\. It is not sent again; the state tells\.$/,
      ],
      [
        'unknown with a status',
        { action: action({ status: 'unknown', httpStatus: 500 }) },
        /unclear answer \(500\)\. The payment service may have carried it out/,
      ],
      [
        'not sent',
        {
          action: action({
            status: 'not_sent',
            at: null,
            reason: 'no_task',
          }),
        },
        new RegExp(`^Nothing was sent\\. The newest notification names no review task\\. ${console_}$`),
      ],
    ]),
  )('%s', async (_, change, says) => {
    const { page } = await openDecision(change)
    await expect.element(page.getByText(facts.request, { exact: true })).toBeVisible()
    const row = page.getByText(facts.request, { exact: true }).element().nextElementSibling
    expect(row?.textContent).toMatch(says)
    // Reject any claim of success before the state of the payment service says so.
    for (const said of [/\bdone\b/i, /^matched/i, /carried out by/i])
      expect(row?.textContent).not.toMatch(said)
    await expect.element(page.getByText(/^matched /)).not.toBeInTheDocument()
  })

  longTest('reports that the payment service followed only when the state says so', async () => {
    const outcome = { from: hoursFromNow(-0.05), to: hoursFromNow(-0.04), state: buildState('SUCCESS') }
    const lost = action({ status: 'unknown', httpStatus: null })
    const { page } = await openDecision({ action: lost, followUp: 'followed', outcome, mayWithdraw: false })
    await expect.element(page.getByText(/The transaction ended as decided/).first()).toBeVisible()
    await expect.element(page.getByText(/no answer\./)).toBeVisible()
    await expectAccessible()
  })

  test('says before and after a withdrawal that a sent request is not recalled', async () => {
    const sent = action({ status: 'sending', answeredAt: null, httpStatus: null })
    const own = buildDecisionView(1, { ...confirmed, action: sent })
    const after = {
      status: 'withdrawn',
      followUp: null,
      withdrawnAt: hoursFromNow(0),
      mayWithdraw: false,
    } as const
    const { page } = await openApp(at, {
      answers: [
        signedIn,
        fakeEndpoint(endpoints.withdrawDecision)(() => ({ ...own, ...after })),
        fakeEndpoint(endpoints.showDecision)(() => buildDecisionDetail({ decision: own })),
      ],
    })
    await expect.element(page.getByText(new RegExp(englishReview.request.notRecalled))).toBeVisible()
    await page.getByRole('button', { name: withdraw.start }).click()
    await page.getByRole('button', { name: withdraw.confirm }).click()
    await expect
      .element(page.getByText(/The request was sent before the decision was withdrawn/))
      .toBeVisible()
  })

  longTest('does not report a withdrawal that came after the request was sent', async () => {
    const own = buildDecisionView(1, { ...confirmed, action: action({ status: 'planned', at: null }) })
    const moved = { ...own, action: action({ status: 'sending', answeredAt: null, httpStatus: null }) }
    const { page } = await openApp(at, {
      answers: [
        signedIn,
        fakeEndpoint(endpoints.withdrawDecision)(() => moved),
        fakeEndpoint(endpoints.showDecision)(() => buildDecisionDetail({ decision: own })),
      ],
    })
    await expect.element(page.getByText(new RegExp(englishReview.request.notSentThen))).toBeVisible()
    await page.getByRole('button', { name: withdraw.start }).click()
    await page.getByRole('button', { name: withdraw.confirm }).click()
    await expect.element(page.getByText(withdraw.moved)).toBeInTheDocument()
    await expect.element(page.getByText(/the payment service has not answered yet/)).toBeVisible()
  })
})

describe('action preview in the decision form', () => {
  test('shows below the choice what Paydesk does after the approval', async () => {
    const id = buildTransactionId(990)
    const not = { isOn: false, reason: 'no_card' } as const
    const item = buildCaseDetail(id, {
      row: buildCaseSummary(0, { transaction: id, claim: buildCaseClaim('Farid Nasser', true) }),
      actionAvailability: { accept: asks, reject: asks, cancel: not },
    })
    const { page } = await openApp(`/stage/review/${id}`, {
      answers: [signedIn, fakeEndpoint(endpoints.showCase)(() => item)],
    })
    const form = window_.getByRole('form', { name: 'Decision' })
    await expect.element(page.getByText(englishReviewCase.decide.whoActs)).toBeVisible()
    await expect.element(form).toBeVisible()
    await userEvent.keyboard('d1')
    await expect.element(form.getByText(/^After approval Paydesk asks .* to accept/)).toBeVisible()
    await userEvent.keyboard('{Escape}3')
    await expect
      .element(form.getByText(new RegExp(englishReview.request.notSentReasons.no_card)))
      .toBeVisible()
    await expect.element(form.getByText(/^After approval Paydesk asks .* to accept/)).not.toBeInTheDocument()
    await expectAccessible()
  })
})
