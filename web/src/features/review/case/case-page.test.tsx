import { type CaseDetail, type CaseSummary, claimCaseRequestSchema } from '@paydesk/shared/cases/review-cases'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { backgroundRefreshHeader, endpoints } from '@paydesk/shared/endpoints'
import { englishDiscrepancies } from '@paydesk/shared/messages/en/discrepancies'
import { englishRecordHeadline } from '@paydesk/shared/messages/en/record-headline'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import fc from 'fast-check'
import type { HttpHandler } from 'msw'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  buildDecisionId,
  buildDecisionsOfEveryStatus,
  buildDecisionView,
} from '../../../../../test/support/fakes/decisions.ts'
import {
  answerMaybeRecorded,
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../../test/support/fakes/fake-endpoint.ts'
import {
  buildTransactionId,
  reviewTransaction,
  stageEnvironment,
} from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import {
  buildCaseClaim,
  buildCaseDetail,
  buildCaseList,
  buildCaseSummaries,
  buildCaseSummary,
} from '../../../../../test/support/fakes/review.ts'
import { buildFinanceReviewer, buildSupportAgent } from '../../../../../test/support/fakes/staff.ts'
import { buildTransactionInReview } from '../../../../../test/support/fakes/transactions.ts'
import {
  buildClearValue,
  buildCompoundState,
  buildState,
  hoursFromNow,
} from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'
import { findReviewQueueNeighbour } from './use-queue-navigation.ts'

const at = `/stage/review/${reviewTransaction}`
const {
  changed,
  claim,
  decide: decideTexts,
  timeline,
  facts,
  left: leftTexts,
  notes,
  queue: queueTexts,
  snooze: snoozeTexts,
} = englishReviewCase
/** Label of the refresh button, which names the case. */
const refreshCase = new RegExp(englishReviewCase.noun)
const claimedByMe = /^Claimed by you until/
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())

/** Stateful fake server with one case: actions change later reads. */
function desk(change: Partial<CaseDetail> = {}) {
  const first = buildCaseDetail(reviewTransaction, change)
  const now = { item: first, version: 1, reads: 0, claims: [] as object[] }
  function becomes(part: Partial<CaseSummary>): CaseSummary {
    now.version += 1
    const row = {
      ...(now.item.row ?? buildCaseSummary(0, { transaction: reviewTransaction })),
      ...part,
      version: now.version,
    }
    now.item = { ...now.item, row }
    return row
  }
  const watch = http.post(endpoints.claimCase.path, async ({ request }) => {
    const body = claimCaseRequestSchema.parse(await request.clone().json())
    now.claims.push({ unasked: request.headers.has(backgroundRefreshHeader.name), ...body })
  })
  const answers: HttpHandler[] = [
    signedIn,
    watch,
    fakeEndpoint(endpoints.showCase)(({ params }) => {
      if (params.transaction !== reviewTransaction) return buildCaseDetail(params.transaction)
      now.reads += 1
      return now.item
    }),
    fakeEndpoint(endpoints.claimCase)(({ body }) => {
      const { row } = now.item
      if (row?.claim && !row.claim.by.me && body.takeOver === undefined) return { answer: 'held', row }
      const until = new Date(Date.now() + now.item.claimMs).toISOString()
      return { answer: 'taken', row: becomes({ claim: { by: { name: 'Farid Nasser', me: true }, until } }) }
    }),
    fakeEndpoint(endpoints.releaseCase)(() => becomes({ claim: null })),
    fakeEndpoint(endpoints.addCaseNote)(({ body }) => {
      const seq = now.item.notes.length + 1
      const note = { seq, at: new Date().toISOString(), by: { name: 'Farid Nasser', me: true } }
      now.item = {
        ...now.item,
        notes: [...now.item.notes, { ...note, kind: 'note', text: buildClearValue(body.text), mentions: [] }],
      }
      return becomes({ lastNote: { at: note.at, by: note.by, text: buildClearValue(body.text) } })
    }),
  ]
  return { now, becomes, answers }
}

/** Collects every text that a part of the page shows from now on, also those of a single moment. */
function recordTexts(part: Element): string[] {
  const texts: string[] = []
  new MutationObserver(() => texts.push(part.textContent)).observe(part, {
    subtree: true,
    childList: true,
    characterData: true,
  })
  return texts
}

describe('case page', () => {
  test('shows everything needed for a decision', async () => {
    const { answers } = desk({
      notes: [
        {
          seq: 1,
          at: new Date().toISOString(),
          by: { name: 'Lena Brandt', me: false },
          kind: 'take_over',
          text: buildClearValue('You are on holiday'),
          mentions: [],
        },
      ],
      claims: [
        { claim: 2, kind: 'expired', at: hoursFromNow(-0.1), by: { name: 'Lena Brandt', me: false } },
        { claim: 1, kind: 'claimed', at: hoursFromNow(-0.2), by: { name: 'Finn Falk', me: true } },
      ],
    })
    const { page } = await openApp(at, { answers })
    const item = page.getByLabelText(facts.label)
    await expect.element(item).toMatchTextContent(/Instrument/)
    await expect.element(item).toMatchTextContent(/required: the amount is over the limit \(Accept\)/)
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await expect
      .element(page.getByText(englishDiscrepancies.kinds.provider_success_but_open.says))
      .toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Provider responses' })).toBeInTheDocument()
    await expect.element(page.getByText('Lifetime amount')).toBeInTheDocument()
    await expect.element(page.getByRole('grid', { name: 'Transactions' })).toBeInTheDocument()
    await expect
      .element(page.getByRole('list', { name: timeline.title }))
      .toMatchTextContent(
        /Lena Brandt took over.*You are on holiday.*The claim of Lena Brandt expired.*You claimed the case/,
      )
    for (const name of [decideTexts.shortcut, claim.claim, snoozeTexts.title, queueTexts.nextCase]) {
      await userEvent.keyboard('?')
      // The glossary of the help names a claim as well.
      await expect.element(page.getByRole('dialog').getByText(name, { exact: true }).first()).toBeVisible()
      await userEvent.keyboard('{Escape}')
    }
    expect(document.title).toBe('Review · Stage · Paydesk')
    await expectAccessible()
  })

  test('a toast tells of a claim, takes it back, and goes on Escape', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, { answers })
    await page.getByRole('button', { name: claim.claim }).click()
    const toasts = page.getByRole('region', { name: englishUi.toasts.label })
    await expect.element(toasts.getByText(claim.claimed)).toBeVisible()
    await expectAccessible()
    await toasts.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.element(toasts.getByText(claim.released)).toBeVisible()
    await expect.element(toasts.getByText(claim.claimed)).not.toBeInTheDocument()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(toasts).not.toBeInTheDocument()
  })

  longTest('lists earlier decisions with author, reason, outcome and a link', async () => {
    const { answers } = desk({ decisions: buildDecisionsOfEveryStatus() })
    const { page } = await openApp(at, { answers })
    const list = page.getByRole('list', { name: timeline.title })
    // Newest first: the rejection of an hour ago.
    await expect.element(list.getByRole('listitem').first()).toMatchTextContent(/Fiona Brandt rejected/)
    const waiting = list.getByRole('listitem').filter({ hasText: /awaiting approval/ })
    await expect.element(list).toMatchTextContent(/Fiona Brandt approved Accept/)
    expect(list.getByRole('listitem').elements().length).toBeGreaterThan(buildDecisionsOfEveryStatus().length)
    await expect
      .element(waiting.getByRole('link'))
      .toHaveAttribute('href', `/stage/decisions/${buildDecisionId(1)}`)
    await expectAccessible()
  })

  test('reports a case that could not be loaded, and keeps the navigation', async () => {
    const { page } = await openApp(at, {
      answers: [signedIn, fakeEndpoint(endpoints.showCase)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText(englishReviewCase.failed)).toBeVisible()
    await expect.element(page.getByRole('link', { name: queueTexts.label })).toBeVisible()
  })

  test('shows the case without actions to a role that only reads', async () => {
    const { answers } = desk({ mayWork: false })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: claim.claim }).query()).toBeNull()
    expect(page.getByLabelText(notes.label).query()).toBeNull()
    expect(page.getByRole('heading', { name: snoozeTexts.title }).query()).toBeNull()
    await expectAccessible()
  })

  test('is closed to a role without access, and loads nothing', async () => {
    const { now, answers } = desk()
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent()), ...answers.slice(1)],
    })
    await expect.element(page.getByRole('heading', { name: englishUi.forbiddenPage.title })).toBeVisible()
    expect(now.reads).toBe(0)
  })

  longTest('reloads the case when the user comes back', async () => {
    const { now, answers } = desk()
    const { page, path, goBack } = await openApp(at, { answers })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: refreshCase })).toBeEnabled()
    const [before, readAt] = [now.reads, Date.now()]
    await userEvent.keyboard('x')
    await expect.poll(path).not.toBe(at)
    // Wait until the cached read is stale; a younger read counts as the same opening.
    await expect.poll(() => Date.now() - readAt).toBeGreaterThan(2_100)
    goBack()
    await expect.poll(() => now.reads).toBe(before + 1)
  })

  test('warns when the record changed since the case was opened', async () => {
    const line = createLiveStream()
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    now.item = { ...now.item, recordHash: 'fedcba9876543210' }
    line.change({ kind: 'transaction', environment: stageEnvironment, id: reviewTransaction, version: 9 })
    await expect.element(page.getByText(changed.announced).first()).toBeVisible()
  })

  test.each(
    firstRows(1, [
      ['nothing was decided', [], leftTexts.noDecision],
      [
        'with the decision',
        buildDecisionsOfEveryStatus().slice(2, 3),
        /^Accept, decided by Farid Nasser: matched after/,
      ],
    ]),
  )('shows the outcome of a case that left review: %s', async (_, decisions, words) => {
    const view = buildTransactionInReview()
    const { answers } = desk({
      row: null,
      view: { ...view, state: buildState('SUCCESS'), compound: buildCompoundState('OK'), inReview: false },
      decisions,
    })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(leftTexts.title)).toBeVisible()
    await expect.element(page.getByText(/State: /).first()).toMatchTextContent(/Success/)
    await expect.element(page.getByText(words)).toBeVisible()
    expect(page.getByRole('button', { name: claim.claim }).query()).toBeNull()
    expect(page.getByLabelText(notes.label).query()).toBeNull()
    await expectAccessible()
  })
})

describe('claim', () => {
  test('takes the case with one key, and shows the answer without reloading the case', async () => {
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    // Wait for the second read that follows a slow page load.
    await expect.element(page.getByRole('button', { name: refreshCase })).toBeEnabled()
    const { reads } = now
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    await expect.poll(() => now.claims).toEqual([{ unasked: false }])
    const told = recordTexts(page.getByLabelText(claim.label, { exact: true }).element())
    await page.getByRole('button', { name: claim.release }).click()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    expect(told.join()).not.toContain(claim.expired)
    expect(now.reads).toBe(reads)
  })

  test('says nothing of an expired claim when the message that reports the claim undoes it', async () => {
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    const told = recordTexts(page.getByLabelText(claim.label, { exact: true }).element())
    await page.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: claim.claim })).toBeVisible()
    expect(now.claims).toEqual([{ unasked: false }])
    expect(told.join()).not.toContain(claim.expired)
  })

  test('shows the name of the colleague who claimed the case first', async () => {
    const { becomes, answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    becomes({ claim: buildCaseClaim('Lena Brandt') })
    await userEvent.keyboard('c')
    await expect
      .element(page.getByLabelText(claim.label, { exact: true }))
      .toMatchTextContent(/^Claimed by Lena Brandt until/)
  })

  test('requires a note to take over a case', async () => {
    const { now, answers } = desk({
      row: buildCaseSummary(0, { transaction: reviewTransaction, claim: buildCaseClaim('Lena Brandt') }),
    })
    const { page } = await openApp(at, { answers })
    await expect
      .element(page.getByLabelText(claim.label, { exact: true }))
      .toMatchTextContent(/^Claimed by Lena Brandt until/)
    await userEvent.keyboard('c')
    const why = page.getByLabelText(claim.takeOverReason)
    await expect.element(why).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('you are away today')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    await expect.poll(() => now.claims).toEqual([{ unasked: false, takeOver: 'you are away today' }])
  })

  /** Sets the page clock this many milliseconds ahead, and triggers an immediate check. */
  function setAhead(ms: number): void {
    vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + ms)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('is renewed in the background while the page is used, and expires when it is not', async () => {
    const claimMs = 300_000
    const { now, answers } = desk({ claimMs })
    const { page } = await openApp(at, { answers })
    const note = page.getByLabelText(notes.label)
    await expect.element(note).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    await note.fill('half a thought')
    const bar = page.getByLabelText(claim.label, { exact: true })
    const shownExpiry = () => Date.parse(bar.element().querySelector('time')?.dateTime ?? '')
    const firstExpiry = shownExpiry()
    setAhead(0.6 * claimMs)
    await expect.poll(() => now.claims).toEqual([{ unasked: false }, { unasked: true }])
    // Wait for the answer as well: the server derives the expiry from a clock that the next line moves.
    await expect.poll(shownExpiry).toBeGreaterThan(firstExpiry)
    setAhead(1.2 * claimMs)
    expect(now.claims.length).toBe(2)
    setAhead(1.8 * claimMs)
    await expect
      .element(page.getByText(new RegExp(claim.expired)))
      .toMatchTextContent(new RegExp(englishReviewCase.inputKept))
    expect(now.claims.length).toBe(2)
    await expect.element(note).toHaveValue('half a thought')
    await page.getByRole('button', { name: claim.claimAgain }).click()
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
  })

  test('is not renewed for a hidden page', async () => {
    const claimMs = 300_000
    const { now, answers } = desk({ claimMs })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await userEvent.keyboard('{Shift}')
    setAhead(0.6 * claimMs)
    setAhead(1.2 * claimMs)
    await expect.element(page.getByText(new RegExp(claim.expired))).toBeVisible()
    expect(now.claims).toEqual([{ unasked: false }])
  })

  test('names the colleague who took over the case, and keeps the input', async () => {
    const line = createLiveStream()
    const { becomes, answers } = desk({
      row: buildCaseSummary(0, {
        transaction: reviewTransaction,
        claim: buildCaseClaim('Farid Nasser', true),
      }),
    })
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    const note = page.getByLabelText(notes.label)
    await note.fill('half a thought')
    const { version } = becomes({ claim: buildCaseClaim('Lena Brandt') })
    line.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version })
    await expect.element(page.getByText(/Lena Brandt has taken over the case/)).toBeVisible()
    await expect.element(note).toHaveValue('half a thought')
  })

  longTest('does not reload for a live event about an action of this window', async () => {
    const line = createLiveStream()
    const { now, becomes, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    // Wait for the second read that follows a slow page load.
    await expect.element(page.getByRole('button', { name: refreshCase })).toBeEnabled()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    const { reads } = now
    line.change({
      kind: 'review',
      environment: stageEnvironment,
      id: reviewTransaction,
      version: now.version,
    })
    line.cut()
    // Reconnected stream proves that the event was delivered.
    await expect.poll(() => line.opened.length).toBe(2)
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    expect(now.reads).toBe(reads)
    const { version } = becomes({ snoozedUntil: null })
    line.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version })
    await expect.poll(() => now.reads).toBe(reads + 1)
  })

  longTest('stays visible when a read that started earlier ends later', async () => {
    const line = createLiveStream()
    const { now, answers } = desk()
    const slow = { isHeld: false, begun: 0, end: () => {} }
    const read = fakeEndpoint(endpoints.showCase)(async () => {
      const { item } = now
      if (slow.isHeld) {
        slow.isHeld = false
        slow.begun += 1
        await new Promise<void>((end) => Object.assign(slow, { end }))
      }
      return item
    })
    const { page } = await openApp(at, { answers: [line.handler, read, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: refreshCase })).toBeEnabled()
    slow.isHeld = true
    line.change({ kind: 'transaction', environment: stageEnvironment, id: reviewTransaction, version: 2 })
    await expect.poll(() => slow.begun).toBe(1)
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    slow.end()
    await expect.element(page.getByRole('button', { name: refreshCase })).toBeEnabled()
    await expect.element(page.getByRole('form', { name: englishReview.verdictChoice.legend })).toBeVisible()
  })

  longTest('keeps a note when the case leaves review, and disables sending', async () => {
    const line = createLiveStream()
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    const note = page.getByLabelText(notes.label)
    await note.fill('half a thought')
    now.item = { ...now.item, row: null }
    line.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version: 7 })
    await expect.element(page.getByText(new RegExp(notes.closed))).toBeVisible()
    await expect.element(note).toHaveValue('half a thought')
    await expect.element(page.getByRole('button', { name: notes.save })).toBeDisabled()
  })

  longTest('shows the outcome when the case leaves review during the claim', async () => {
    const { now, answers } = desk()
    const gone = fakeEndpoint(endpoints.claimCase)(() => {
      const { view } = now.item
      now.item = { ...now.item, row: null, view: { ...view, state: buildState('EXPIRED'), inReview: false } }
      return { answer: 'gone' as const }
    })
    const { page } = await openApp(at, { answers: [gone, ...answers] })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByText(/State: /).first()).toMatchTextContent(/Expired/)
    expect(page.getByText(changed.announced).query()).toBeNull()
  })
})

describe('notes and snoozing', () => {
  test('saves a note, shows it and clears the field', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByLabelText(notes.label)).toBeVisible()
    await userEvent.keyboard('m')
    await userEvent.keyboard('the bank calls back')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect
      .element(page.getByRole('list', { name: timeline.title }))
      .toMatchTextContent(/You.*the bank calls back/)
    await expect.element(page.getByLabelText(notes.label)).toHaveValue('')
  })

  longTest('keeps a note that could not be saved, and warns about personal data', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.addCaseNote)(answerUpstreamTimeout), ...answers],
    })
    const field = page.getByLabelText(notes.label)
    await field.fill('account DE89370400440532013000')
    await expect.element(page.getByText(/This looks like an IBAN/)).toBeVisible()
    await page.getByRole('button', { name: notes.save }).click()
    await expect.element(page.getByText(notes.notSaved)).toBeVisible()
    await expect.element(field).toHaveValue('account DE89370400440532013000')
  })

  test('does not report a note as lost when the outcome is unknown', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.addCaseNote)(answerMaybeRecorded), ...answers],
    })
    const field = page.getByLabelText(notes.label)
    await field.fill('the bank calls back')
    await page.getByRole('button', { name: notes.save }).click()
    await expect.element(page.getByText(/No answer\. Check the notes/)).toBeVisible()
    await expect.element(page.getByText(notes.notSaved)).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('the bank calls back')
  })

  longTest('reports a rate limit, and keeps the input', async () => {
    const tooMany = () =>
      answerProblem({
        id: 'too_many_requests',
        status: 429,
        title: 'Too many requests',
        detail: 'Wait a moment, then try again.',
        retryAfter: 10,
      })
    const heldBack = [
      fakeEndpoint(endpoints.addCaseNote)(tooMany),
      fakeEndpoint(endpoints.saveDecisionDraft)(tooMany),
    ]
    const owner = buildCaseClaim('Farid Nasser', true)
    const { answers } = desk({ row: buildCaseSummary(0, { transaction: reviewTransaction, claim: owner }) })
    const { page } = await openApp(at, { answers: [...heldBack, ...answers] })
    const field = page.getByLabelText(notes.label)
    await field.fill('asked the branch')
    await page.getByRole('button', { name: notes.save }).click()
    await expect.element(page.getByText(/Too many requests\. Wait a moment, then try again\./)).toBeVisible()
    await expect.element(field).toHaveValue('asked the branch')
    await userEvent.keyboard('{Escape}')
    const why = page.getByRole('textbox', { name: 'Comment', exact: true })
    await why.fill('the documents agree')
    await field.click()
    await expect.element(page.getByText(decideTexts.draft.failed)).toBeVisible()
    await expect.element(why).toHaveValue('the documents agree')
  })

  longTest('keeps an unsent note while the user looks at the next case', async () => {
    const { answers } = desk()
    const { page, path, goBack } = await openApp(at, { answers })
    const field = page.getByLabelText(notes.label)
    await field.fill('half a thought')
    await page.getByRole('button', { name: queueTexts.next }).click()
    await expect.poll(path).not.toBe(at)
    await expect.element(field).toHaveValue('')
    goBack()
    await expect.poll(path).toBe(at)
    await expect.element(field).toHaveValue('half a thought')
  })

  test('warns with a bar at the top if the record names another customer than our records', async () => {
    const { answers } = desk()
    const view = { ...buildTransactionInReview(), transaction: reviewTransaction }
    const found = fakeEndpoint(endpoints.showCase)(() =>
      buildCaseDetail(reviewTransaction, { view: { ...view, contradictions: [{ id: 'other_customer' }] } }),
    )
    const { page } = await openApp(at, { answers: [found, ...answers] })
    const bar = page.getByRole('alert').filter({ hasText: englishRecordHeadline.otherCustomer.title })
    await expect.element(bar).toBeVisible()
    await expect.element(bar).toMatchTextContent(englishRecordHeadline.otherCustomer.todo)
    await expectAccessible()
  })

  test('snoozes the case for a duration, with a reason, until it is undone', async () => {
    const { becomes, answers } = desk()
    const asked: unknown[] = []
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const snooze = fakeEndpoint(endpoints.snoozeCase)(({ body }) => {
      asked.push(body)
      return becomes({ snoozedUntil: until })
    })
    const end = fakeEndpoint(endpoints.endCaseSnooze)(({ body }) => {
      asked.push(body)
      return becomes({ snoozedUntil: null })
    })
    const { page } = await openApp(at, { answers: [snooze, end, ...answers] })
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('z')
    await page.getByRole('radio', { name: snoozeTexts.spans['1d'] }).click()
    await page.getByLabelText(snoozeTexts.reason).fill('the bank answers tomorrow')
    await expectAccessible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const section = page.getByRole('region', { name: snoozeTexts.title })
    await expect.element(section).toMatchTextContent(/until /)
    await expect.poll(() => asked).toEqual([{ duration: '1d', text: 'the bank answers tomorrow' }])
    expect(page.getByLabelText(snoozeTexts.reason).query()).toBeNull()
    await page.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.element(section).toMatchTextContent(new RegExp(snoozeTexts.none))
    expect(asked.at(-1)).toEqual({ until })
  })
})

describe('next case', () => {
  /** Fake queue: a first page with these rows, and a second page with one case. */
  function queue(rows: readonly CaseSummary[], next: string | null = null) {
    const shown = { rows }
    const handler = fakeEndpoint(endpoints.listCases)(({ query }) => {
      if (query.after !== undefined) return buildCaseList([buildCaseSummary(30)])
      return buildCaseList(shown.rows, { next, count: shown.rows.length + (next === null ? 0 : 1) })
    })
    return { shown, handler }
  }
  const here = buildCaseSummary(20, { transaction: reviewTransaction })
  const rows = [buildCaseSummary(1), here, buildCaseSummary(2), buildCaseSummary(3)]

  test('is the following case of the same filter, and goes back to the same position', async () => {
    // Lists no next case under any other filter.
    const handler = fakeEndpoint(endpoints.listCases)(({ query }) =>
      buildCaseList(query.kind === 'risk' && query.sort === 'expiry' ? rows : [here]),
    )
    const { answers } = desk()
    const { page, path, address } = await openApp(`${at}?kind=risk&sort=expiry`, {
      answers: [handler, ...answers],
    })
    await expect.element(page.getByText('2 of 4', { exact: true })).toBeVisible()
    await userEvent.keyboard('x')
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(2)}`)
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(2)}?kind=risk&sort=expiry`)
    await expect.element(page.getByText('3 of 4', { exact: true })).toBeVisible()
    await userEvent.keyboard('X')
    await expect.poll(path).toBe(at)
    await expect.element(page.getByText('2 of 4', { exact: true })).toBeVisible()
  })

  test('opens after a decision, and shows what was recorded', async () => {
    const { handler } = queue(rows)
    const { answers } = desk()
    const sent: unknown[] = []
    const decide = fakeEndpoint(endpoints.decideCase)(({ body }) => {
      sent.push(body.verdict)
      return { answer: 'made', decision: buildDecisionView(1) }
    })
    const { page, address } = await openApp(`${at}?kind=risk`, { answers: [handler, decide, ...answers] })
    await expect.element(page.getByText('2 of 4', { exact: true })).toBeVisible()
    // Wait for the case as well: queue and case arrive in either order.
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    await userEvent.keyboard('d11')
    await userEvent.keyboard('the documents agree with the account')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(2)}?kind=risk`)
    await expect.poll(() => sent).toEqual(['accept'])
    await expect.element(page.getByText(/^Accept recorded for /)).toBeVisible()
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Comment' })).not.toBeInTheDocument()
  })

  /** Decides the case on screen by keyboard. */
  async function decideHere(page: Awaited<ReturnType<typeof openApp>>['page']) {
    await expect.element(page.getByText(claim.unassigned, { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText(claim.label, { exact: true })).toMatchTextContent(claimedByMe)
    await userEvent.keyboard('d11')
    await userEvent.keyboard('the documents agree with the account')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
  }
  const made = fakeEndpoint(endpoints.decideCase)(() => ({ answer: 'made', decision: buildDecisionView(1) }))
  const mark = {
    decision: buildDecisionId(7),
    verdict: 'accept',
    status: 'waiting',
    followUp: null,
    mine: false,
  } as const
  const done = [
    buildCaseSummary(2, { decision: mark }),
    buildCaseSummary(3, { claim: buildCaseClaim('Mina Holt') }),
    buildCaseSummary(4, { snoozedUntil: hoursFromNow(3) }),
  ]

  longTest('skips decided, claimed and snoozed cases after a decision', async () => {
    const { handler } = queue([
      buildCaseSummary(1),
      here,
      ...done,
      buildCaseSummary(5, { claim: buildCaseClaim('Farid Nasser', true) }),
    ])
    const { page, path } = await openApp(at, { answers: [handler, made, ...desk().answers] })
    await decideHere(page)
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(5)}`)
    // Stepping through the queue skips no case.
    await userEvent.keyboard('X')
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(4)}`)
  })

  longTest('is found on a later page after a decision', async () => {
    const { handler } = queue([here, ...done], 'further')
    const { page, address } = await openApp(at, { answers: [handler, made, ...desk().answers] })
    await decideHere(page)
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(30)}?after=further`)
  })

  longTest('reports that nothing is left to decide, and stays on the page', async () => {
    const { handler } = queue([buildCaseSummary(1), here, ...done])
    const { page, path } = await openApp(at, { answers: [handler, made, ...desk().answers] })
    await decideHere(page)
    await expect.element(page.getByText(queueTexts.noneUndecided).first()).toBeVisible()
    expect(path()).toBe(at)
  })

  longTest('is read from the server again, and skips cases that were finished meanwhile', async () => {
    const { shown, handler } = queue(rows)
    const { answers } = desk()
    const { page, path } = await openApp(at, { answers: [handler, ...answers] })
    await expect.element(page.getByText('2 of 4', { exact: true })).toBeVisible()
    shown.rows = [buildCaseSummary(1), buildCaseSummary(3)]
    await userEvent.keyboard('x')
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(3)}`)
  })

  test('is found on the next page, and keeps that page in the URL', async () => {
    const { handler } = queue([buildCaseSummary(1), here], 'further')
    const { answers } = desk()
    const { page, address } = await openApp(at, { answers: [handler, ...answers] })
    await expect.element(page.getByText('2 of 2 on this page, 3 in this filter')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(30)}?after=further`)
  })

  test('reports the last case of the filter, and returns to its row in the queue', async () => {
    const { handler } = queue([buildCaseSummary(1), here])
    const { answers } = desk()
    const { page, path, address } = await openApp(`${at}?claim=me`, { answers: [handler, ...answers] })
    await expect.element(page.getByText('2 of 2', { exact: true })).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(page.getByText(queueTexts.last).first()).toBeVisible()
    expect(path()).toBe(at)
    await userEvent.keyboard('q')
    await expect.poll(address).toBe(`/stage/review?claim=me&at=${reviewTransaction}`)
  })

  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })
  const named = (list: readonly number[]): TransactionId[] => list.map((n) => buildTransactionId(n))

  test('follows the old position of a case that left the list', () => {
    fc.assert(
      fc.property(
        ids,
        fc.nat(11),
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (all, nth, stays) => {
          const known = named(all)
          const place = known[nth % Math.max(1, known.length)]
          if (place === undefined) return
          const left = known.filter((id, index) => id !== place && stays[index])
          const behind = known.slice(known.indexOf(place) + 1).filter((id) => left.includes(id))
          const before = known.slice(0, known.indexOf(place)).filter((id) => left.includes(id))
          expect(findReviewQueueNeighbour(left, known, place, 1)).toBe(behind[0] ?? null)
          expect(findReviewQueueNeighbour(left, known, place, -1)).toBe(before.at(-1) ?? null)
        },
      ),
    )
  })

  test('is the first row for a case that was never listed', () => {
    const listed = buildCaseSummaries(3).map((row) => row.transaction)
    expect(findReviewQueueNeighbour(listed, [], reviewTransaction, 1)).toBe(listed[0])
    expect(findReviewQueueNeighbour(listed, [], reviewTransaction, -1)).toBeNull()
  })
})
