import type { BulkDecisionRequest, BulkDecisionResult } from '@paydesk/shared/cases/review-bulk'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { buildDecisionId } from '../../../../../test/support/fakes/decisions.ts'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../../test/support/fakes/fake-endpoint.ts'
import { buildTransactionId } from '../../../../../test/support/fakes/ids.ts'
import {
  buildCaseClaim,
  buildCaseList,
  buildCaseSummaries,
} from '../../../../../test/support/fakes/review.ts'
import { buildFinanceReviewer } from '../../../../../test/support/fakes/staff.ts'
import { buildState } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../../test/support/web/run-length.ts'

const { bulk, decisionStatuses, queue } = englishReview
const at = '/stage/review'
const words = 'The bank has confirmed all of the holders'
const mark = {
  decision: buildDecisionId(4),
  verdict: 'reject',
  status: 'waiting',
  followUp: null,
  mine: true,
} as const
const open = (count = 12, answers: Parameters<typeof openApp>[1] = {}, who = buildFinanceReviewer()) =>
  openApp(at, {
    ...answers,
    answers: [
      fakeEndpoint(endpoints.showCurrentSession)(() => who),
      fakeEndpoint(endpoints.listCases)(() => buildCaseList(buildCaseSummaries(count))),
      ...(answers.answers ?? []),
    ],
  })
const grid = () => window_.getByRole('grid', { name: queue.table })
const boxAt = (nth: number) =>
  window_.getByRole('checkbox', { name: `Select cust-${String(nth).padStart(5, '0')}` })
const form = () => window_.getByRole('form', { name: /^Bulk decision \(\d+\)$/ })

/** Replies with `resultOf` for each case in request order, and records the requests. */
function answering(
  resultOf: (
    transaction: BulkDecisionRequest['cases'][number]['transaction'],
    nth: number,
  ) => BulkDecisionResult,
) {
  const sent: BulkDecisionRequest[] = []
  const handler = fakeEndpoint(endpoints.bulkDecideCases)(({ body }) => {
    sent.push(body)
    return { results: body.cases.map(({ transaction }, nth) => resultOf(transaction, nth)) }
  })
  return { sent, handler }
}

describe('deciding several cases together', () => {
  test('selects and decides by keyboard, and shows each result', async () => {
    const { sent, handler } = answering((transaction, nth) => {
      const all: BulkDecisionResult[] = [
        { transaction, answer: 'made', decision: mark },
        { transaction, answer: 'held', claim: buildCaseClaim('Mina Holt') },
        { transaction, answer: 'moved', state: buildState('SUCCESS'), compound: null },
        { transaction, answer: 'failed', problem: 'upstream_timeout' },
        { transaction, answer: 'not_tried' },
      ]
      return all[nth] ?? { transaction, answer: 'gone' }
    })
    await open(12, { answers: [handler] })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('j')
    for (let nth = 0; nth < 6; nth += 1) await userEvent.keyboard(nth === 0 ? ' ' : 'j ')
    await expect.element(window_.getByText('6 selected', { exact: true }).first()).toBeVisible()
    await expect.element(boxAt(5)).toBeChecked()
    await userEvent.keyboard('b')
    await expect.element(form()).toBeVisible()
    await expect.element(form().getByText(new RegExp(englishReview.verdictChoice.approval))).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('21')
    await userEvent.keyboard(words)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const results = window_.getByRole('list', { name: bulk.resultList })
    await expect.element(results).toBeVisible()
    await expect.element(window_.getByRole('region', { name: bulk.results })).toHaveFocus()
    await expect
      .poll(() => sent)
      .toEqual([
        {
          cases: buildCaseSummaries(6).map(({ transaction, state, compound }) => ({
            transaction,
            state: state.raw,
            compound: compound?.raw,
          })),
          verdict: 'reject',
          reason: 'documents_differ',
          text: words,
        },
      ])
    for (const said of [
      new RegExp(`cust-00000.*Reject: ${decisionStatuses.waiting}`),
      /cust-00001.*not decided: claimed by Mina Holt/,
      /cust-00002.*not decided: the state is now Success/,
      /cust-00003.*not decided: .*upstream_timeout/,
      /cust-00004.*not tried/,
      new RegExp(`cust-00005.*${bulk.gone}`),
    ])
      await expect.element(results).toMatchTextContent(said)
    await expect
      .element(results.getByRole('link', { name: /cust-00001/ }))
      .toHaveAttribute('href', expect.stringContaining(buildTransactionId(1)))
    // Undecided cases stay selected.
    await expect.element(window_.getByText('4 selected', { exact: true }).first()).toBeVisible()
    await expect.element(boxAt(0)).not.toBeChecked()
    await expect.element(boxAt(1)).toBeChecked()
    await expectAccessible()
  })

  longTest('does not report an unknown outcome as undecided, and reports a rate limit', async () => {
    const { handler } = answering((transaction, nth) => ({
      ...{ transaction, answer: 'failed' },
      problem: nth === 0 ? 'maybe_recorded' : 'too_many_requests',
    }))
    await open(12, { answers: [handler] })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('j j b')
    await expect.element(form()).toBeVisible()
    await userEvent.keyboard('21')
    await userEvent.keyboard(words)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const result = window_.getByRole('list', { name: bulk.resultList }).getByRole('listitem')
    await expect.element(result.nth(0)).toMatchTextContent(bulk.unknownResult)
    await expect.element(result.nth(0)).not.toMatchTextContent(/not decided/)
    await expect.element(result.nth(1)).toMatchTextContent(bulk.causes.tooMany)
  })

  longTest('selects by click and by Shift range, up to 25 rows, and clears the selection', async () => {
    await open(40)
    await boxAt(2).click()
    await expect.element(window_.getByText('1 selected', { exact: true }).first()).toBeVisible()
    await boxAt(5).click({ modifiers: ['Shift'] })
    await expect.element(window_.getByText('4 selected', { exact: true }).first()).toBeVisible()
    await boxAt(4).click()
    await expect.element(window_.getByText('3 selected', { exact: true }).first()).toBeVisible()
    await boxAt(0).click()
    await userEvent.keyboard('j')
    for (let row = 0; row < 35; row += 1) await userEvent.keyboard('j')
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect
      .element(window_.getByText('25 selected: the maximum for a bulk decision').first())
      .toBeVisible()
    await window_.getByRole('button', { name: bulk.clear }).click()
    await userEvent.keyboard('b')
    await expect.element(form()).not.toBeInTheDocument()
  })

  longTest('sends nothing without a comment, and keeps the input when the request fails', async () => {
    await open(3, { answers: [fakeEndpoint(endpoints.bulkDecideCases)(answerUpstreamTimeout)] })
    await boxAt(1).click()
    await window_.getByRole('button', { name: /^Bulk decision/ }).click()
    const send = form().getByRole('button', { name: 'Bulk decision (1)' })
    await expect.element(send).toBeDisabled()
    // Verdict, then its reason: the focus is in the comment.
    await userEvent.keyboard('11')
    await userEvent.keyboard('too short')
    await expect.element(send).toBeDisabled()
    await userEvent.keyboard(' no more')
    await send.click()
    await expect.element(form().getByText(bulk.incomplete)).toBeVisible()
    await expect
      .element(form().getByRole('textbox', { name: englishReview.comment.label }))
      .toHaveValue('too short no more')
  })

  test('offers no selection to a role that only reads', async () => {
    const { permissions, ...reviewer } = buildFinanceReviewer()
    await open(3, {}, { ...reviewer, permissions: permissions.filter((one) => one !== 'review.work') })
    await expect.element(grid()).toBeVisible()
    await expect.element(window_.getByRole('checkbox', { name: /^Select/ })).not.toBeInTheDocument()
  })
})
