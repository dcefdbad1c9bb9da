import type { DecisionDraft, decideCaseRequestSchema } from '@paydesk/shared/cases/decisions'
import type { CaseDetail, CaseSummary } from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import type { TransactionView } from '@paydesk/shared/payments/transactions'
import type { HttpHandler } from 'msw'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import type { z } from 'zod'
import { buildDecisionView } from '../../../../../test/support/fakes/decisions.ts'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../../test/support/fakes/fake-endpoint.ts'
import { buildTransactionId, stageEnvironment } from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import {
  buildCaseClaim,
  buildCaseDetail,
  buildCaseSummary,
} from '../../../../../test/support/fakes/review.ts'
import { buildFinanceReviewer } from '../../../../../test/support/fakes/staff.ts'
import { buildTransactionInReview } from '../../../../../test/support/fakes/transactions.ts'
import { buildDataFreshness, buildState } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'
import { typeInto } from '../../../../../test/support/web/strokes.ts'

const recordHashes = {
  first: '0123456789abcdef',
  second: 'fedcba9876543210',
  third: '00000000ffffffff',
} as const
const { decide, queue } = englishReviewCase
const { conflict, draft } = decide
const why = 'Both documents agree with the account'
type Sent = z.output<typeof decideCaseRequestSchema>

let items = 900

/** Fake server that stores drafts and returns the configured state of its own transaction. */
function desk(change: Partial<CaseDetail> = {}, row: Partial<CaseSummary> = {}) {
  // Use a new transaction per page: a late draft save of an earlier page must not reach this one.
  items += 1
  const id = buildTransactionId(items)
  const mine = buildCaseSummary(0, { transaction: id, claim: buildCaseClaim('Farid Nasser', true), ...row })
  const now = {
    item: buildCaseDetail(id, { row: mine, ...change }),
    recordHash: recordHashes.first as string,
    state: 'PENDING',
    reads: 0,
    drafts: [] as (DecisionDraft | null)[],
    sent: [] as Sent[],
  }
  const answers: HttpHandler[] = [
    fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
    fakeEndpoint(endpoints.showCase)(() => {
      now.reads += 1
      return { ...now.item, view: viewOf(id, now.state), recordHash: now.recordHash }
    }),
    fakeEndpoint(endpoints.saveDecisionDraft)(({ params, body }) => {
      if (params.transaction !== id) return { isSaved: true }
      now.drafts.push(body.draft)
      now.item = { ...now.item, draft: body.draft }
      return { isSaved: true }
    }),
    fakeEndpoint(endpoints.decideCase)(({ body }) => {
      now.sent.push(body)
      return body.recordHash === now.recordHash
        ? { answer: 'made', decision: buildDecisionView(1, { verdict: body.verdict }) }
        : {
            answer: 'moved',
            changed: [
              {
                name: 'steps.kyc',
                before: { kind: 'text', text: 'ON_ICE' },
                after: { kind: 'text', text: 'SUCCESS' },
              },
            ],
            recordHash: now.recordHash,
          }
    }),
  ]
  return { id, at: `/stage/review/${id}`, now, answers }
}

function viewOf(transaction: TransactionId, state: string): TransactionView {
  return {
    ...buildTransactionInReview(),
    transaction,
    state: buildState(state),
    reading: buildDataFreshness(),
  }
}

const form = () => window_.getByRole('form', { name: englishReview.verdictChoice.legend })
const words = () => form().getByRole('textbox', { name: englishReview.comment.label })
const send = () => form().getByRole('button', { name: /^(Decide|I have seen)/ })
const { keyboard } = userEvent

async function typed(text = why) {
  await expect.element(form()).toBeVisible()
  await keyboard('11')
  await expect.element(words()).toHaveFocus()
  if (text !== '') await keyboard(text)
}

/** Types one more letter synchronously, so that no typing pause saves the draft before the next step. */
function stroke(letter: string): void {
  const field = words().element()
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
  typeInto(field, letter)
}

/** Waits until everything typed is saved; later input belongs to a new save. */
const isKept = () => expect.element(form().getByText(draft.kept)).toBeVisible()

describe('decision form', () => {
  test('decides with a digit, the digit of a reason, a comment and Ctrl+Enter', async () => {
    const { at, now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await typed()
    await expect.element(form().getByRole('radio', { name: 'Accept' })).toBeChecked()
    await expect.element(form().getByRole('combobox', { name: 'Reason' })).toHaveValue('documents_match')
    await keyboard('{Control>}{Enter}{/Control}')
    await expect
      .poll(() => now.sent)
      .toEqual([{ verdict: 'accept', reason: 'documents_match', text: why, recordHash: recordHashes.first }])
    await expect.element(page.getByText(`Recorded. ${decide.next.approval}`)).toBeInTheDocument()
  })

  test('says beforehand who carries out the decision, and why an approval is needed', async () => {
    const { at, answers } = desk({
      approvalReasons: { accept: ['amount'], reject: [], cancel: ['first_payment'] },
    })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(englishReview.request.off).first()).toBeVisible()
    await expect
      .element(form().getByText(new RegExp(englishReview.verdictChoice.approvalForSome)))
      .toBeVisible()
    await keyboard('d')
    await keyboard('1')
    await expect.element(form().getByText(new RegExp(englishReview.verdictChoice.approval))).toBeVisible()
    await expect.element(form().getByText(englishReview.approvalRules.amount)).toBeVisible()
    await expect.element(form().getByText(englishReview.approvalRules.first_payment)).not.toBeInTheDocument()
    await keyboard('{Escape}2')
    await expect.element(form().getByText(englishReview.verdictChoice.noApproval)).toBeVisible()
    await expect.element(form().getByRole('combobox', { name: 'Reason' })).toHaveValue('')
    await expect.element(send()).toHaveAccessibleDescription(new RegExp(englishReview.missing.reason))
    await expectAccessible()
  })

  test('names missing input, counts a short comment, and only warns about personal data', async () => {
    const { at, now, answers } = desk()
    await openApp(at, { answers })
    await typed('too short')
    await expect.element(form().getByText('Minimum 15 characters')).toBeVisible()
    await expect.element(form().getByText(englishReview.missing.comment)).toBeVisible()
    await expect.element(send()).toBeDisabled()
    await keyboard('{Control>}{Enter}{/Control}')
    const personal =
      'IBAN DE89370400440532013000, mara@example.test, card 4111111111111111, passport C01X00T47'
    await words().fill(personal)
    await expect
      .element(form().getByText(/looks like an IBAN, an e-mail address, a card number, a document/))
      .toBeVisible()
    await form().getByLabelText('Ticket').fill('T 1')
    await expect.element(form().getByText(englishReview.ticket.characters)).toBeVisible()
    await expect.element(send()).toBeDisabled()
    await form().getByLabelText('Ticket').fill('DE89370400440532013000')
    await expect.element(form().getByText(/The ticket looks like an IBAN/)).toBeVisible()
    await expect.element(send()).toBeDisabled()
    await form().getByLabelText('Ticket').fill('T-5512')
    await expectAccessible()
    await send().click()
    await expect
      .poll(() => now.sent.map(({ text, ticket }) => [text, ticket]))
      .toEqual([[personal, 'T-5512']])
  })

  longTest(
    'treats digits as text while typing, and asks for another reason with another decision',
    async () => {
      const { at, answers } = desk()
      await openApp(at, { answers })
      await expect.element(form()).toBeVisible()
      await keyboard('2')
      await expect.element(form().getByRole('radio', { name: 'Reject' })).toBeChecked()
      await keyboard('1')
      await expect.element(form().getByRole('combobox', { name: 'Reason' })).toHaveValue('documents_differ')
      await keyboard('{Escape}')
      await typed('case 2 of 3, checked twice')
      await expect.element(words()).toHaveValue('case 2 of 3, checked twice')
      await expect.element(form().getByRole('radio', { name: 'Accept' })).toBeChecked()
    },
  )
})

describe('decision draft', () => {
  test('is saved on the server after typing stops, never in the browser, and is restored', async () => {
    const { at, now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await typed('')
    await isKept()
    const before = now.drafts.length
    for (const letter of why) {
      stroke(letter)
      await Promise.resolve()
    }
    expect(now.drafts.length).toBe(before)
    await expect
      .poll(() => now.drafts.at(-1))
      .toEqual({
        verdict: 'accept',
        reason: 'documents_match',
        text: why,
        ticket: '',
      })
    expect(now.drafts.length).toBe(before + 1)
    await isKept()
    expect(localStorage.length + sessionStorage.length).toBe(0)
    expect(location.href).not.toContain('documents')
    await page.getByRole('link', { name: queue.label }).click()
    await expect.element(form()).not.toBeInTheDocument()
    await openApp(at, { answers })
    await expect.element(words()).toHaveValue(why)
  })

  test('is saved at once when the page is left', async () => {
    const { at, now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await typed()
    await page.getByRole('link', { name: queue.label }).click()
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(why)
  })

  longTest.each([
    ['loaded again', () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))],
    [
      'hidden',
      () => {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
        document.dispatchEvent(new Event('visibilitychange'))
      },
    ],
  ])('is saved at once when the page is %s, by a request that outlives the page', async (_, go) => {
    const { at, now, answers } = desk()
    await openApp(at, { answers })
    await typed()
    await isKept()
    const sent = vi.spyOn(window, 'fetch')
    stroke('!')
    await Promise.resolve()
    go()
    // Check within this task, before a pause would save the draft anyway.
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
    expect(sent.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true])
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(`${why}!`)
  })

  longTest('does not wait for an earlier save when the page goes away', async () => {
    const { id, at, now, answers } = desk()
    const slow = fakeEndpoint(endpoints.saveDecisionDraft)(({ params, body }) => {
      if (params.transaction !== id) return { isSaved: true }
      now.drafts.push(body.draft)
      return body.draft?.text === why ? answerNever() : { isSaved: true }
    })
    await openApp(at, { answers: [slow, ...answers] })
    await typed()
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(why)
    await keyboard(' today')
    // Blur queues this save behind the save without an answer.
    words().element().blur()
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(`${why} today`)
    await expect.element(form().getByText(draft.kept)).toBeVisible()
  })

  longTest('stays the newest draft when earlier saves end later', async () => {
    const { id, at, now, answers } = desk()
    const held = Promise.withResolvers<void>()
    const slow = fakeEndpoint(endpoints.saveDecisionDraft)(async ({ params, body }) => {
      if (params.transaction !== id) return { isSaved: true }
      now.drafts.push(body.draft)
      if (body.draft?.text === why) await held.promise
      return { isSaved: true }
    })
    await openApp(at, { answers: [slow, ...answers] })
    await typed()
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(why)
    const earlier = now.drafts.length
    await keyboard(' today')
    words().element().blur()
    words().element().focus()
    await keyboard(' or so')
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    await expect.poll(() => now.drafts.length).toBe(earlier + 1)
    held.resolve()
    await isKept()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(now.drafts.slice(earlier - 1).map((draft) => draft?.text)).toEqual([why, `${why} today or so`])
  })

  longTest('stays the saved draft when an earlier save fails later', async () => {
    const { id, at, now, answers } = desk()
    const held = Promise.withResolvers<void>()
    const failing = fakeEndpoint(endpoints.saveDecisionDraft)(async ({ params, body }) => {
      if (params.transaction !== id) return { isSaved: true }
      now.drafts.push(body.draft)
      if (body.draft?.text !== why) return { isSaved: true }
      await held.promise
      return answerUpstreamTimeout()
    })
    const { page } = await openApp(at, { answers: [failing, ...answers] })
    await typed()
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(why)
    const earlier = now.drafts.length
    await keyboard(' today')
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    await expect.poll(() => now.drafts.length).toBe(earlier + 1)
    held.resolve()
    await isKept()
    await new Promise((resolve) => setTimeout(resolve, 300))
    // Leaving the page saves at once anything left to save.
    await page.getByRole('link', { name: queue.label }).click()
    await expect.element(form()).not.toBeInTheDocument()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(now.drafts.slice(earlier - 1).map((draft) => draft?.text)).toEqual([why, `${why} today`])
  })

  longTest('is saved every few seconds during continuous typing', async () => {
    const { at, now, answers } = desk()
    await openApp(at, { answers })
    await typed('')
    await isKept()
    const before = now.drafts.length
    const typing = setInterval(() => stroke('b'), 100)
    // Saved during typing: the draft holds only a part of the text.
    await expect.poll(() => now.drafts[before]?.text).toMatch(/^b{5,}$/)
    clearInterval(typing)
    stroke('c')
    await expect.poll(() => now.drafts.at(-1)?.text).toMatch(/^b{6,}c$/)
  })

  longTest('reports a failed save, and is saved with the next keystroke', async () => {
    const { id, at, now, answers } = desk()
    let isDown = true
    const failing = fakeEndpoint(endpoints.saveDecisionDraft)(({ params, body }) => {
      if (params.transaction !== id) return { isSaved: true }
      if (isDown) return answerUpstreamTimeout()
      now.drafts.push(body.draft)
      return { isSaved: true }
    })
    await openApp(at, { answers: [failing, ...answers] })
    await typed()
    await expect.element(form().getByText(draft.failed)).toBeVisible()
    isDown = false
    await keyboard('!')
    await expect.poll(() => now.drafts.at(-1)?.text).toBe(`${why}!`)
    await expect.element(form().getByText(draft.kept)).toBeVisible()
  })

  longTest('is not saved after the decision', async () => {
    const { at, now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await typed()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => now.sent.length).toBe(1)
    // Typing on a busy machine may include a pause that saves the draft.
    const before = now.drafts.length
    // Leaving the page saves at once anything left to save.
    await page.getByRole('link', { name: queue.label }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Review$/)
    await expect.element(form()).not.toBeInTheDocument()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(now.drafts.length).toBe(before)
  })
})

describe('the answer to a decision', () => {
  test('does not move a user who has opened another page before', async () => {
    const { at, now, answers } = desk()
    const held = Promise.withResolvers<void>()
    const late = fakeEndpoint(endpoints.decideCase)(async ({ body }) => {
      now.sent.push(body)
      await held.promise
      return { answer: 'made', decision: buildDecisionView(1) }
    })
    const { page, path, countPending } = await openApp(at, { answers: [late, ...answers] })
    await typed()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => now.sent.length).toBe(1)
    await page.getByRole('link', { name: queue.label }).click()
    await expect.poll(path).toBe('/stage/review')
    held.resolve()
    await expect.element(page.getByText(/^Recorded\. /).first()).toBeVisible()
    await expect.poll(countPending).toBe(0)
    expect(path()).toBe('/stage/review')
    await page.getByRole('link', { name: englishReviewCase.decide.openDecision }).click()
    await expect.poll(path).toBe(`/stage/decisions/${buildDecisionView(1).decision}`)
  })
})

describe('a record that changes while the form is open', () => {
  test('stops the decision, shows the changes, and is sent again with the new hash', async () => {
    const { at, now, answers } = desk()
    await openApp(at, { answers })
    await typed()
    // A slow page load reads twice.
    const { reads } = now
    now.recordHash = recordHashes.second
    now.state = 'MANUAL_REVIEW'
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(new RegExp(conflict.stopped))).toBeVisible()
    const change = form().getByRole('row', { name: /Step KYC/ })
    await expect.element(change).toMatchTextContent(/ON_ICE.*SUCCESS/)
    await expect.element(words()).toHaveValue(why)
    await expect.poll(() => now.reads).toBeGreaterThan(reads)
    await expect.element(send()).toBeEnabled()
    await expectAccessible()
    await words().click()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect
      .poll(() => now.sent.map(({ recordHash }) => recordHash))
      .toEqual([recordHashes.first, recordHashes.second])
  })

  longTest('shows the changes when the server already knows a newer read', async () => {
    const { at, now, answers } = desk()
    const moved = fakeEndpoint(endpoints.decideCase)(() => ({
      answer: 'moved',
      changed: [],
      recordHash: now.recordHash,
    }))
    await openApp(at, { answers: [moved, ...answers] })
    await typed()
    now.recordHash = recordHashes.second
    now.state = 'MANUAL_REVIEW'
    await keyboard('{Control>}{Enter}{/Control}')
    await expect
      .element(form().getByRole('row', { name: /State/ }))
      .toMatchTextContent(/Pending.*In manual review/)
    await expect.element(form().getByText(englishReview.changes.none)).not.toBeInTheDocument()
    await expect.element(send()).toBeEnabled()
  })

  longTest('needs a confirmed look at the changes before the decision is sent', async () => {
    const line = createLiveStream()
    const { id, at, now, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await typed()
    now.recordHash = recordHashes.second
    now.state = 'MANUAL_REVIEW'
    line.change({ kind: 'transaction', environment: stageEnvironment, id, version: 2 })
    await expect.element(form().getByText(new RegExp(conflict.changed))).toBeVisible()
    await expect
      .element(form().getByRole('row', { name: /State/ }))
      .toMatchTextContent(/Pending.*In manual review/)
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByRole('button', { name: 'Decide: Accept' })).toBeVisible()
    expect(now.sent).toEqual([])
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => now.sent.map(({ recordHash }) => recordHash)).toEqual([recordHashes.second])
  })

  longTest('is used without a warning when nothing was typed yet', async () => {
    const line = createLiveStream()
    const { id, at, now, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(form()).toBeVisible()
    now.recordHash = recordHashes.third
    line.change({ kind: 'transaction', environment: stageEnvironment, id, version: 2 })
    // Wait until the new record is on screen.
    await expect
      .element(page.getByText(new RegExp(englishReviewCase.changed.announced)).first())
      .toBeVisible()
    await typed()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => now.sent.map(({ recordHash }) => recordHash)).toEqual([recordHashes.third])
  })

  longTest('blocks the decision until it can be read again', async () => {
    const { id, at, now, answers } = desk()
    let isDown = false
    const reading = fakeEndpoint(endpoints.showCase)(() => {
      if (isDown) return answerUpstreamTimeout()
      now.reads += 1
      return { ...now.item, view: viewOf(id, now.state), recordHash: now.recordHash }
    })
    await openApp(at, { answers: [reading, ...answers] })
    await typed()
    now.recordHash = recordHashes.second
    isDown = true
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(new RegExp(conflict.awaitsRefresh))).toBeVisible()
    await expect.element(send()).toBeDisabled()
    await expect.element(words()).toHaveValue(why)
    isDown = false
    await form().getByRole('button', { name: conflict.refresh }).click()
    await expect.element(send()).toBeEnabled()
  })
})

describe('obstacles to a decision', () => {
  const stopped = (answer: HttpHandler, change: Partial<CaseDetail> = {}) => {
    const { at, now, answers } = desk(change)
    return { at, now, answers: [answer, ...answers] }
  }

  test('reports an expired claim', async () => {
    const { at, answers } = stopped(fakeEndpoint(endpoints.decideCase)(() => ({ answer: 'not_yours' })))
    await openApp(at, { answers })
    await typed()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(decide.claimLost)).toBeVisible()
    await expect.element(words()).toHaveValue(why)
  })

  longTest('shows the decision of a colleague', async () => {
    const decision = buildDecisionView(4, { verdict: 'reject' })
    const { at, answers } = stopped(
      fakeEndpoint(endpoints.decideCase)(() => ({ answer: 'decided', decision })),
    )
    await openApp(at, { answers })
    await typed()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(decide.exists)).toBeVisible()
    await expect
      .element(form().getByRole('link', { name: 'Reject' }))
      .toHaveAttribute('href', `/stage/decisions/${decision.decision}`)
    await expect.element(words()).toHaveValue(why)
  })

  test('reports a lost answer as unknown', async () => {
    const { at, now, answers } = stopped(fakeEndpoint(endpoints.decideCase)(() => HttpResponse.error()))
    await openApp(at, { answers })
    await typed()
    const { reads } = now
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(decide.unknown)).toBeVisible()
    await expect.poll(() => now.reads).toBeGreaterThan(reads)
    await expect.element(words()).toHaveValue(why)
  })

  longTest('reports a request that failed', async () => {
    const { at, answers } = stopped(fakeEndpoint(endpoints.decideCase)(answerUpstreamTimeout))
    await openApp(at, { answers })
    await typed()
    await keyboard('{Control>}{Enter}{/Control}')
    await expect.element(form().getByText(decide.failed, { exact: true })).toBeVisible()
  })

  test.each(
    firstRows(1, [
      ['nobody has it', null, new RegExp(decide.closed.unassigned)],
      ['a colleague has it', buildCaseClaim('Lena Brandt'), /Lena Brandt has claimed the case/],
    ]),
  )('shows no form when %s, but keeps an earlier draft', async (_, claim, says) => {
    const kept: DecisionDraft = { verdict: 'accept', reason: 'known_customer', text: why, ticket: '' }
    const empty = desk({}, { claim })
    const { page } = await openApp(empty.at, { answers: empty.answers })
    await expect.element(page.getByText(says)).toBeVisible()
    await expect.element(form()).not.toBeInTheDocument()
    const begun = desk({ draft: kept }, { claim })
    await openApp(begun.at, { answers: begun.answers })
    await expect.element(words()).toHaveValue(why)
    await expect.element(form().getByRole('combobox', { name: 'Reason' })).toHaveValue('known_customer')
    await expect.element(send()).toBeDisabled()
  })

  longTest('shows the current decision with its status', async () => {
    const decision = buildDecisionView(2)
    const { decision: id, verdict, status, followUp, mine } = decision
    const { at, answers } = desk(
      { decisions: [decision] },
      { decision: { decision: id, verdict, status, followUp, mine } },
    )
    const { page } = await openApp(at, { answers })
    const section = page.getByRole('region', { name: englishReview.verdictChoice.legend, exact: true })
    await expect.element(section).toMatchTextContent(/Accept by Farid Nasser: .*awaiting approval/)
    await expect.element(form()).not.toBeInTheDocument()
    await expectAccessible()
  })
})

longTest('fits 390 px without horizontal scrolling', async () => {
  await window_.viewport(390, 844)
  try {
    const { at, answers } = desk()
    await openApp(at, { answers })
    await typed()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})
