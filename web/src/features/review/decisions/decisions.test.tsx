import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { DecisionApprovalInput, DecisionDetail } from '@paydesk/shared/cases/decisions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishIdentities } from '@paydesk/shared/messages/en/identities'
import { englishRecordHeadline } from '@paydesk/shared/messages/en/record-headline'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewDecisions } from '@paydesk/shared/messages/en/review-decisions'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { HttpHandler } from 'msw'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  buildChangedDecisionDetail,
  buildDecisionDetail,
  buildDecisionId,
  buildDecisionList,
  buildDecisionsOfEveryStatus,
  buildDecisionView,
  buildTransactionFacts,
} from '../../../../../test/support/fakes/decisions.ts'
import {
  answerMaybeRecorded,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../../test/support/fakes/fake-endpoint.ts'
import { reviewTransaction, stageEnvironment } from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import { buildFinanceReviewer, buildSupportAgent } from '../../../../../test/support/fakes/staff.ts'
import {
  buildClearValue,
  buildMaskedValue,
  buildState,
  hiddenValue,
  hoursFromNow,
} from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../../test/support/web/strokes.ts'

const {
  approval,
  close: closeTexts,
  compare,
  empty,
  facts,
  filters,
  title,
  withdraw,
} = englishReviewDecisions
const list = '/stage/decisions'
const first = buildDecisionId(1)
const at = `${list}/${first}`
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const onlyReading = fakeEndpoint(endpoints.showCurrentSession)(() =>
  buildFinanceReviewer({
    permissions: buildFinanceReviewer().permissions.filter((each) => each !== 'review.work'),
  }),
)
const open = (address: string, answers: HttpHandler[] = []) =>
  openApp(address, { answers: [...answers, signedIn] })
const grid = () => window_.getByRole('grid', { name: title })
const form = () => window_.getByRole('form', { name: approval.title })
const words = () => form().getByRole('textbox', { name: englishReview.comment.label })
const { keyboard } = userEvent
const say = 'The documents are of somebody else'

describe('decision list', () => {
  test('shows decisions waiting for the user first, and keeps the filters in the URL', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.listDecisions)(({ query }) => {
      asked.push(query)
      return query.show === 'to_approve' ? buildDecisionList([buildDecisionView(1)]) : buildDecisionList()
    })
    const { page, address } = await open(list, [answer])
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await expect.poll(() => asked).toEqual([{ show: 'to_approve' }])
    await page.getByRole('button', { name: filters.shows.all }).click()
    await expect.poll(address).toBe(`${list}?show=all`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '11')
    await page.getByRole('button', { name: filters.outcome, exact: true }).click()
    await page.getByRole('radio', { name: englishReview.followUps.opposite }).click()
    await expect.poll(address).toBe(`${list}?show=all&followUp=opposite`)
    await expect.poll(() => asked.at(-1)).toEqual({ show: 'all', followUp: 'opposite' })
    await keyboard('{Escape}')
    await expectAccessible()
  })

  test('has room for every column in German at 1440 pixels', async () => {
    const reader = {
      ...buildFinanceReviewer(),
      settings: { ...defaultPersonSettings, language: 'de' as const },
    }
    await openApp(list, { answers: [fakeEndpoint(endpoints.showCurrentSession)(() => reader)] })
    const table = window_.getByRole('grid')
    await expect.element(table).toBeVisible()
    const frame = table.element().parentElement
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
  })

  test.each([1280, 1440])('shows ranges of amounts in full at %i pixels', async (width) => {
    await window_.viewport(width, 900)
    try {
      const amount = buildMaskedValue('100000..999999', 'band')
      const decision = { ...buildDecisionView(1), facts: buildTransactionFacts({ amount }) }
      const answer = fakeEndpoint(endpoints.listDecisions)(() => buildDecisionList([decision]))
      const { page } = await openApp(list, { answers: [answer, onlyReading] })
      const range = page.getByText('100,000–999,999', { exact: true })
      await expect.element(range).toBeVisible()
      expect(range.element().scrollWidth).toBeLessThanOrEqual(range.element().clientWidth)
      const frame = grid().element().parentElement
      expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    } finally {
      await window_.viewport(1440, 900)
    }
  })

  test('shows the status of each decision, and how long the payment service took', async () => {
    await open(`${list}?show=all`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '11')
    const rows = grid().getByRole('row')
    for (const [row, says] of [
      [1, /awaiting approval.*2[23] hr left.*125\.50 EUR.*cust-00417/],
      [2, /awaiting the payment service.*you/i],
      [3, /matched after 3 h/],
      [4, /Reject.*opposite outcome after 4 h/],
      [5, /not matched within/],
      [6, /rejected by the approver/],
      [7, /returned by the approver/],
      [8, /withdrawn/],
      [9, /expired/],
      [10, /overtaken/],
    ] as const)
      await expect.element(rows.nth(row)).toMatchTextContent(says)
    const good = [...grid().element().querySelectorAll('tbody tr')].filter((row) =>
      row.querySelector('svg[class*="good"]'),
    )
    expect(good.map((row) => /matched after/.test(row.textContent ?? ''))).toEqual([true])
    await expectAccessible()
  })

  test('distinguishes an empty list, no matches, a failed request and a closed page', async () => {
    const none = fakeEndpoint(endpoints.listDecisions)(() => buildDecisionList([]))
    const { page } = await open(list, [none])
    await expect.element(page.getByText(empty.to_approve)).toBeVisible()
    await open(`${list}?followUp=opposite`, [none])
    await expect.element(page.getByText(empty.outcome).last()).toBeVisible()
    await open(list, [fakeEndpoint(endpoints.listDecisions)(answerUpstreamTimeout)])
    await expect.element(page.getByText(englishReviewDecisions.listFailed)).toBeVisible()
    await openApp(list, { answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())] })
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })

  test('offers no list of own decisions to a role that only reads', async () => {
    const asked: unknown[] = []
    const answer = fakeEndpoint(endpoints.listDecisions)(({ query }) => {
      asked.push(query.show)
      return buildDecisionList()
    })
    const { page } = await openApp(list, { answers: [answer, onlyReading] })
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => asked).toEqual(['open'])
    await expect.element(page.getByRole('button', { name: filters.shows.mine })).not.toBeInTheDocument()
  })

  test('opens list, row and page by keyboard, and returns to the same page of the list', async () => {
    const answer = fakeEndpoint(endpoints.listDecisions)(({ query }) =>
      query.after
        ? buildDecisionList([buildDecisionView(7)])
        : buildDecisionList(buildDecisionsOfEveryStatus(), { next: 'further' }),
    )
    const { address, path, goBack } = await open('/stage/review', [answer])
    await expect.element(window_.getByRole('heading', { level: 1 })).toBeVisible()
    await pressChord('gd')
    await expect.poll(path).toBe(list)
    await expect.element(grid()).toBeVisible()
    await keyboard(']')
    await expect.poll(address).toBe(`${list}?after=further`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await keyboard('j')
    await expect.poll(() => document.activeElement?.getAttribute('aria-rowindex')).toBe('2')
    await keyboard('{Enter}')
    await expect.poll(address).toBe(`${list}/${buildDecisionId(7)}?after=further`)
    goBack()
    await expect.poll(address).toBe(`${list}?after=further`)
  })

  test('updates live when a decision changes elsewhere', async () => {
    const line = createLiveStream()
    let decisions = [buildDecisionView(1)]
    const answer = fakeEndpoint(endpoints.listDecisions)(() => buildDecisionList(decisions))
    const { page } = await open(list, [line.handler, answer])
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    decisions = [buildDecisionView(2), buildDecisionView(1)]
    line.change({ kind: 'decision', environment: stageEnvironment, id: buildDecisionId(2), version: 1 })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '3')
  })
})

/** Fake server that accepts answers of the approver for one decision and its current record. */
function office(opened: DecisionDetail = buildDecisionDetail()) {
  const now = { data: opened, reads: 0, sent: [] as DecisionApprovalInput[] }
  const answers: HttpHandler[] = [
    fakeEndpoint(endpoints.showDecision)(() => {
      now.reads += 1
      return now.data
    }),
    fakeEndpoint(endpoints.decideApproval)(({ body }) => {
      now.sent.push(body)
      if (body.recordHash !== now.data.recordHash && now.data.recordHash !== null)
        return {
          answer: 'moved',
          changed: [
            {
              name: 'steps.kyc',
              before: { kind: 'text', text: 'ON_ICE' },
              after: { kind: 'text', text: 'SUCCESS' },
            },
          ],
          recordHash: now.data.recordHash,
        }
      const status =
        body.answer === 'confirm' ? 'confirmed' : body.answer === 'refuse' ? 'refused' : 'sent_back'
      const decision = { ...now.data.decision, status, mayAnswer: false } as const
      now.data = { ...now.data, decision }
      return { answer: 'done', decision }
    }),
  ]
  return { now, answers }
}

describe('approver', () => {
  test('sees the record of the first person beside the current record, with changes marked', async () => {
    const { answers } = office(buildChangedDecisionDetail())
    const { page } = await open(at, answers)
    await expect.element(page.getByText(/2 fields changed since the decision/)).toBeVisible()
    const compared = page.getByRole('table', { name: compare.allFields })
    await expect
      .element(compared.getByRole('row', { name: /State/ }).first())
      .toMatchTextContent(/State ▲ changed.*Pending.*In manual review/)
    await expect
      .element(compared.getByRole('row', { name: /Response code/ }))
      .toMatchTextContent(/▲ changed.*IS0101.*IS0102/)
    await expect
      .element(compared.getByRole('row', { name: /^Lifetime amount/ }))
      .toMatchTextContent(/1,825\.50 EUR.*1,825\.50 EUR/)
    const marked = [...compared.element().querySelectorAll('tr[data-changed]')]
    expect(marked.length).toBe(2)
    await expect
      .element(page.getByRole('region', { name: compare.past, exact: true }))
      .toMatchTextContent(/Pending/)
    await expect
      .element(page.getByRole('region', { name: compare.now }))
      .toMatchTextContent(/In manual review/)
    await expect
      .element(page.getByText('The account holder is the customer, both documents agree'))
      .toBeVisible()
    await expect.element(page.getByText(englishReview.approvalRules.amount)).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: englishRecordHeadline.label }))
      .toMatchTextContent(/125\.50 EUR.*Pending.*cust-00417.*demo-merchant/)
    await expect
      .element(page.getByRole('region', { name: englishIdentities.status.label }))
      .toMatchTextContent(new RegExp(englishIdentities.status.titles.not_verified))
    await expect.element(page.getByText(englishIdentities.documents)).toBeVisible()
    expect(document.title).toBe('Decision · Stage · Paydesk')
    await expectAccessible()
  })

  test('approves with Enter, 1 and Ctrl+Enter from the list, and opens the next waiting one with x', async () => {
    const { now, answers } = office()
    const waiting = fakeEndpoint(endpoints.listDecisions)(() =>
      buildDecisionList([buildDecisionView(1), buildDecisionView(2)]),
    )
    const { page, path } = await open(list, [waiting, ...answers])
    await expect.element(grid()).toBeVisible()
    await keyboard('{Enter}')
    await expect.element(form()).toBeVisible()
    expect(path()).toBe(at)
    await keyboard('1')
    await expect.element(form().getByRole('radio', { name: approval.answers.confirm })).toHaveFocus()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => now.sent).toEqual([{ answer: 'confirm', recordHash: '0123456789abcdef' }])
    await expect.element(page.getByText(new RegExp(approval.recorded)).first()).toBeVisible()
    await expect.element(form()).not.toBeInTheDocument()
    await expectAccessible()
    await expect.element(page.getByRole('button', { name: /1 other awaiting your approval/ })).toBeVisible()
    await keyboard('x')
    await expect.poll(path).toBe(`${list}/${buildDecisionId(2)}`)
  })

  test.each(
    firstRows(1, [
      ['2', 'refuse', approval.answers.refuse],
      ['3', 'send_back', approval.answers.send_back],
    ] as const),
  )('presses %s for the answer %s, which needs a comment', async (key, answer, word) => {
    const { now, answers } = office()
    await open(at, answers)
    await expect.element(form()).toBeVisible()
    await keyboard(key)
    await expect.element(words()).toHaveFocus()
    const go = form().getByRole('button', { name: word })
    await expect.element(go).toBeDisabled()
    await keyboard('too short')
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText('Minimum 15 characters')).toBeVisible()
    await words().fill(`${say}, ask mara@example.test`)
    await expect.element(form().getByText(/looks like an e-mail address/)).toBeVisible()
    await words().fill(say)
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => now.sent).toEqual([{ answer, text: say, recordHash: '0123456789abcdef' }])
  })

  test('is stopped when the record changed, and keeps the input', async () => {
    const { now, answers } = office()
    await open(at, answers)
    await expect.element(form()).toBeVisible()
    await keyboard('2')
    await expect.element(words()).toHaveFocus()
    await keyboard(say)
    now.data = buildChangedDecisionDetail()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(window_.getByText(new RegExp(approval.movedTitle))).toBeVisible()
    await expect.element(window_.getByRole('row', { name: /Step KYC ON_ICE SUCCESS/ })).toBeVisible()
    await expect.poll(() => now.reads).toBe(2)
    await expect.element(form().getByText(new RegExp(approval.choiceOutdated))).toBeVisible()
    await expect.element(words()).toHaveValue(say)
    await form().getByRole('radio', { name: approval.answers.refuse }).click()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect
      .poll(() => now.sent.map(({ recordHash }) => recordHash))
      .toEqual(['0123456789abcdef', 'fedcba9876543210'])
  })

  longTest('must choose again when the page refreshed after the choice', async () => {
    const line = createLiveStream()
    const { now, answers } = office()
    const { page } = await open(at, [line.handler, ...answers])
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(form()).toBeVisible()
    await keyboard('1')
    now.data = buildChangedDecisionDetail()
    line.change({ kind: 'transaction', environment: stageEnvironment, id: reviewTransaction, version: 2 })
    await expect.element(form().getByText(new RegExp(approval.choiceOutdated))).toBeVisible()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByRole('button', { name: approval.send })).toBeDisabled()
    expect(now.sent).toEqual([])
  })

  test('is told that the decision is no longer open', async () => {
    const over = buildDecisionView(1, { status: 'withdrawn', mayAnswer: false })
    const late = fakeEndpoint(endpoints.decideApproval)(() => ({ answer: 'too_late', decision: over }))
    await open(at, [late, ...office().answers])
    await expect.element(form()).toBeVisible()
    await keyboard('1{Control>}{Enter}{/Control}')
    await expect.element(window_.getByText(approval.tooLate).first()).toBeVisible()
    await expect.element(form()).not.toBeInTheDocument()
  })

  test('is told that the outcome is unknown when no answer came', async () => {
    const lost = fakeEndpoint(endpoints.decideApproval)(() => HttpResponse.error())
    const { now, answers } = office()
    await open(at, [lost, ...answers])
    await expect.element(form()).toBeVisible()
    await keyboard('1{Control>}{Enter}{/Control}')
    await expect.element(window_.getByText(approval.unknown)).toBeVisible()
    await expect.poll(() => now.reads).toBe(2)
  })

  test('cannot be the first person, and cannot answer a record that could not be read', async () => {
    const own = buildDecisionView(1, {
      mine: true,
      mayAnswer: false,
      disabledReason: 'own_decision',
      by: { name: 'Farid Nasser', me: true },
      mayWithdraw: true,
    })
    const { page } = await open(at, office(buildDecisionDetail({ decision: own })).answers)
    await expect
      .element(page.getByText('This is your own decision: another person must approve it.'))
      .toBeVisible()
    await expect.element(form()).not.toBeInTheDocument()
    await keyboard('1{Control>}{Enter}{/Control}')
    const blind = office(buildDecisionDetail({ current: null, currentReading: null, recordHash: null }))
    await open(at, blind.answers)
    await expect.element(page.getByText(new RegExp(approval.notLoaded))).toBeVisible()
    await keyboard('1{Control>}{Enter}{/Control}')
    expect(blind.now.sent).toEqual([])
  })

  test('sees both records masked for the role, and is told when the snapshot expired', async () => {
    const seen = buildDecisionDetail().snapshot
    if (!seen) throw new Error('a case has a snapshot')
    const veiled = { ...seen, reference: buildMaskedValue('••••00417', 'ref6'), mode: hiddenValue }
    const data = buildDecisionDetail({
      snapshot: veiled,
      current: { ...veiled, state: buildState('SUCCESS') },
    })
    const { page } = await open(at, office(data).answers)
    const compared = page.getByRole('table', { name: compare.allFields })
    await expect
      .element(compared.getByRole('row', { name: /^Reference/ }))
      .toMatchTextContent(/••••00417.*••••00417/)
    await expect.element(page.getByText('1 field hidden for your role')).toBeVisible()
    await expect.element(page.getByText(compare.discrepanciesThen)).toBeVisible()
    await open(at, office(buildDecisionDetail({ hasStoredDiscrepancies: false })).answers)
    await expect.element(page.getByText(compare.discrepanciesNow)).toBeVisible()
    await open(at, office(buildDecisionDetail({ snapshot: null })).answers)
    await expect.element(page.getByText(compare.expired)).toBeVisible()
  })
})

describe('withdrawing a decision', () => {
  const own = buildDecisionView(1, {
    mine: true,
    mayAnswer: false,
    disabledReason: 'own_decision',
    by: { name: 'Farid Nasser', me: true },
    mayWithdraw: true,
  })

  test('asks twice, and keeps the decision on record', async () => {
    const asked: string[] = []
    const answer = fakeEndpoint(endpoints.withdrawDecision)(({ params }) => {
      asked.push(params.decision)
      return { ...own, status: 'withdrawn', withdrawnAt: new Date().toISOString(), mayWithdraw: false }
    })
    const { page } = await open(at, [answer, ...office(buildDecisionDetail({ decision: own })).answers])
    await page.getByRole('button', { name: withdraw.start }).click()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: withdraw.confirm }).click()
    await expect.poll(() => asked).toEqual([first])
    await expect.element(page.getByRole('button', { name: /withdraw/i })).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Decision Accept')
    await expect.element(page.getByText(facts.comment, { exact: true })).toBeVisible()
    await expectAccessible()
  })

  longTest('reports a failed request', async () => {
    const failing = fakeEndpoint(endpoints.withdrawDecision)(answerUpstreamTimeout)
    const { page } = await open(at, [failing, ...office(buildDecisionDetail({ decision: own })).answers])
    await page.getByRole('button', { name: withdraw.start }).click()
    await page.getByRole('button', { name: withdraw.confirm }).click()
    await expect.element(page.getByText(withdraw.failed)).toBeVisible()
  })

  test.each(
    firstRows(1, [
      ['no answer came', () => HttpResponse.error()],
      ['the database’s answer was lost', answerMaybeRecorded],
    ]),
  )('reports an unknown outcome when %s', async (_, lost) => {
    const failing = fakeEndpoint(endpoints.withdrawDecision)(lost)
    const { page } = await open(at, [failing, ...office(buildDecisionDetail({ decision: own })).answers])
    await page.getByRole('button', { name: withdraw.start }).click()
    await page.getByRole('button', { name: withdraw.confirm }).click()
    await expect.element(page.getByText(withdraw.unknown)).toBeVisible()
    await expect.element(page.getByText(withdraw.failed)).not.toBeInTheDocument()
  })
})

describe('a decision that the payment service does not follow', () => {
  const standing = { status: 'confirmed', followUp: 'waiting', mayAnswer: false, expiresAt: null } as const
  const of = (staleAt: string) => buildDecisionView(1, { ...standing, staleAt, mayClose: true })

  longTest('shows who may close the decision and when, before that time', async () => {
    const { page } = await open(at, office(buildDecisionDetail({ decision: of(hoursFromNow(3)) })).answers)
    await expect
      .element(page.getByRole('region', { name: closeTexts.title }))
      .toMatchTextContent(/Without an outcome by .* (UTC|Europe.*), you and every colleague/)
    await expect.element(page.getByRole('form', { name: closeTexts.send })).not.toBeInTheDocument()
    const own = buildDecisionView(1, { ...standing, mine: true, mayWithdraw: true, staleAt: hoursFromNow(3) })
    await open(at, office(buildDecisionDetail({ decision: own })).answers)
    await expect
      .element(page.getByRole('region', { name: withdraw.title }))
      .toMatchTextContent(/, colleagues can close it too, with a comment/)
  })

  test('is closed with a comment after that time, and names the person and the reason', async () => {
    const sent: unknown[] = []
    const answer = fakeEndpoint(endpoints.withdrawDecision)(({ body }) => {
      sent.push(body)
      return {
        ...of(hoursFromNow(-1)),
        ...{ status: 'withdrawn', followUp: null, staleAt: null, mayClose: false },
        withdrawnAt: hoursFromNow(0),
        withdrawnBy: { name: 'Fiona Brandt', me: true },
        withdrawnText: buildClearValue(body.text ?? ''),
      }
    })
    const { page } = await open(at, [
      answer,
      ...office(buildDecisionDetail({ decision: of(hoursFromNow(-1)) })).answers,
    ])
    const close = page.getByRole('form', { name: closeTexts.send })
    await close.getByRole('textbox').fill('too short')
    await expect.element(close.getByRole('button', { name: closeTexts.send })).toBeDisabled()
    await expectAccessible()
    await close.getByRole('textbox').fill(say)
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => sent).toEqual([{ text: say }])
    await expect.element(close).not.toBeInTheDocument()
    await expect.element(page.getByText(say)).toBeVisible()
    await expect.element(page.getByText(/^you, /).first()).toBeVisible()
  })

  longTest('keeps the comment when closing fails', async () => {
    const failing = fakeEndpoint(endpoints.withdrawDecision)(answerUpstreamTimeout)
    const { page } = await open(at, [
      failing,
      ...office(buildDecisionDetail({ decision: of(hoursFromNow(-1)) })).answers,
    ])
    const close = page.getByRole('form', { name: closeTexts.send })
    await close.getByRole('textbox').fill(say)
    await close.getByRole('button', { name: closeTexts.send }).click()
    await expect.element(page.getByText(closeTexts.failed)).toBeVisible()
    await expect.element(close.getByRole('textbox')).toHaveValue(say)
  })

  longTest(
    'is not reported as closed when it changed meanwhile, nor as failed when the answer was lost',
    async () => {
      const answers = [() => of(hoursFromNow(-1)), answerMaybeRecorded]
      const next = fakeEndpoint(endpoints.withdrawDecision)(
        () => answers.shift()?.() ?? answerMaybeRecorded(),
      )
      const { page } = await open(at, [
        next,
        ...office(buildDecisionDetail({ decision: of(hoursFromNow(-1)) })).answers,
      ])
      const close = page.getByRole('form', { name: closeTexts.send })
      await close.getByRole('textbox').fill(say)
      await close.getByRole('button', { name: closeTexts.send }).click()
      await expect.element(page.getByText(closeTexts.moved)).toBeInTheDocument()
      await close.getByRole('button', { name: closeTexts.send }).click()
      await expect.element(page.getByText(closeTexts.unknown)).toBeVisible()
      await expect.element(close.getByRole('textbox')).toHaveValue(say)
    },
  )
})

longTest('shows times in the configured zone, and collapses steps that are not applicable', async () => {
  const view = buildDecisionDetail().snapshot
  if (!view) throw new Error('a case has a snapshot')
  const then = '2026-03-09T23:30:00.000Z'
  const snapshot = { ...view, expiresAt: { raw: then, at: then } }
  const changed: DecisionDetail['changed'] = [
    { name: 'expiresAt', before: { kind: 'text', text: then }, after: { kind: 'none' } },
  ]
  const data = buildDecisionDetail({ snapshot, current: { ...snapshot, expiresAt: null }, changed })
  const berlin = fakeEndpoint(endpoints.showCurrentSession)(() =>
    buildFinanceReviewer({ zone: 'Europe/Berlin' }),
  )
  const { page } = await openApp(at, { answers: [...office(data).answers, berlin] })
  const compared = page.getByRole('table', { name: compare.allFields })
  await expect
    .element(compared.getByRole('row', { name: /^Expires/ }))
    .toMatchTextContent(/10 Mar 2026, 00:30 Europe\/Berlin/)
  const said = [...document.querySelectorAll(`time[datetime="${then}"]`)].map((time) => time.textContent)
  expect(said).toEqual(['10 Mar 2026, 00:30 Europe/Berlin', '10 Mar 2026, 00:30 Europe/Berlin'])
  const na = view.steps.filter(({ value }) => value === 'NA').length
  expect(na).toBeGreaterThan(0)
  await expect.element(page.getByText(`${na} steps not required`)).toBeVisible()
  const nodeListOf = compared.element().querySelectorAll('th[scope="row"][title^="steps."]')
  expect(nodeListOf.length).toBe(view.steps.length - na)
  const folded = page.getByRole('table', { name: compare.stepsNotRequired })
  await expect.element(folded).not.toBeInTheDocument()
  await page.getByText(`${na} steps not required`).click()
  await expect.poll(() => folded.getByRole('row').elements().length).toBe(na + 1)
  await expectAccessible()
})

longTest('list and case fit 390 px without horizontal scrolling', async () => {
  await window_.viewport(390, 844)
  try {
    await open(`${list}?show=all`)
    await expect.element(grid()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
    await open(
      at,
      office(
        buildChangedDecisionDetail({
          decision: buildDecisionView(1, { text: buildClearValue(say.repeat(9)) }),
        }),
      ).answers,
    )
    await expect.element(form()).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  } finally {
    await window_.viewport(1440, 900)
  }
})
