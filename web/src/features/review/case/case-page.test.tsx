import type { CaseDetail, CaseSummary } from '@paydesk/shared/cases/review'
import { claimCaseRequest } from '@paydesk/shared/cases/review'
import type { TransactionId } from '@paydesk/shared/core/ids'
import { backgroundRefreshHeader, endpoints } from '@paydesk/shared/endpoints'
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
import { findQueueNeighbour } from './use-queue-navigation.ts'

const at = `/stage/review/${reviewTransaction}`
const signedIn = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())

/** One item on a server that remembers: what is done changes what is read next. */
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
    const body = claimCaseRequest.parse(await request.clone().json())
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
      if (row?.owner && !row.owner.by.me && body.takeOver === undefined) return { answer: 'held', row }
      const until = new Date(Date.now() + now.item.claimMs).toISOString()
      return { answer: 'taken', row: becomes({ owner: { by: { name: 'Farid Nasser', me: true }, until } }) }
    }),
    fakeEndpoint(endpoints.releaseCase)(() => becomes({ owner: null })),
    fakeEndpoint(endpoints.addCaseNote)(({ body }) => {
      const seq = now.item.notes.length + 1
      const note = { seq, at: new Date().toISOString(), by: { name: 'Farid Nasser', me: true } }
      now.item = {
        ...now.item,
        notes: [...now.item.notes, { ...note, what: 'note', text: buildClearValue(body.text), mentions: [] }],
      }
      return becomes({ lastNote: { at: note.at, by: note.by, text: buildClearValue(body.text) } })
    }),
  ]
  return { now, becomes, answers }
}

describe('an item of the queue', () => {
  test('everything to judge it is on one page', async () => {
    const { answers } = desk({
      notes: [
        {
          seq: 1,
          at: new Date().toISOString(),
          by: { name: 'Lena Brandt', me: false },
          what: 'take_over',
          text: buildClearValue('You are on holiday'),
          mentions: [],
        },
      ],
    })
    const { page } = await openApp(at, { answers })
    const item = page.getByLabelText('The item')
    await expect.element(item).toMatchTextContent(/Instrument review/)
    await expect.element(item).toMatchTextContent(/needed: the amount is over the limit \(to accept\)/)
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await expect.element(page.getByText(/A provider reports success/)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Provider responses' })).toBeInTheDocument()
    await expect.element(page.getByText('Lifetime amount')).toBeInTheDocument()
    await expect.element(page.getByRole('grid', { name: 'Transactions' })).toBeInTheDocument()
    await expect.element(page.getByRole('list', { name: 'Notes' })).toMatchTextContent(/took it over/)
    await expect.element(page.getByText('Nothing has been decided here yet.')).toBeVisible()
    for (const name of ['Decide', 'Claim', 'Put it off', 'Next item']) {
      await userEvent.keyboard('?')
      await expect.element(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible()
      await userEvent.keyboard('{Escape}')
    }
    expect(document.title).toBe('Review · Stage · Paydesk')
    await expectAccessible()
  })

  longTest(
    'earlier decisions: who, what was said, what came of it, each with the way to its page',
    async () => {
      const { answers } = desk({ decisions: buildDecisionsOfEveryStatus() })
      const { page } = await openApp(at, { answers })
      const list = page.getByRole('list', { name: 'Earlier decisions' })
      await expect.element(list.getByRole('listitem').first()).toMatchTextContent(/waits for a second person/)
      await expect.element(list).toMatchTextContent(/confirmed by Fiona Brandt/)
      expect(list.getByRole('listitem').elements().length).toBe(buildDecisionsOfEveryStatus().length)
      await expect
        .element(list.getByRole('link').first())
        .toHaveAttribute('href', `/stage/decisions/${buildDecisionId(1)}`)
      await expectAccessible()
    },
  )

  test('one that cannot be read says why, and the rest of the frame stays', async () => {
    const { page } = await openApp(at, {
      answers: [signedIn, fakeEndpoint(endpoints.showCase)(answerUpstreamTimeout)],
    })
    await expect.element(page.getByText('The item could not be read')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Queue' })).toBeVisible()
  })

  test('whoever may look but not work sees the item and nothing to press', async () => {
    const { answers } = desk({ mayWork: false })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: 'Claim' }).query()).toBeNull()
    expect(page.getByLabelText('Note for colleagues').query()).toBeNull()
    expect(page.getByRole('heading', { name: 'Put off' }).query()).toBeNull()
    await expectAccessible()
  })

  test('a role that does not open the queue is told so, and nothing is asked', async () => {
    const { now, answers } = desk()
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent()), ...answers.slice(1)],
    })
    await expect
      .element(page.getByRole('heading', { name: 'This page is not open to your role' }))
      .toBeVisible()
    expect(now.reads).toBe(0)
  })

  longTest('coming back reads it anew', async () => {
    const { now, answers } = desk()
    const { page, path, goBack } = await openApp(at, { answers })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Read the item again' })).toBeEnabled()
    const [before, readAt] = [now.reads, Date.now()]
    await userEvent.keyboard('x')
    await expect.poll(path).not.toBe(at)
    // So long a reading counts as that of the same opening.
    await expect.poll(() => Date.now() - readAt).toBeGreaterThan(2_100)
    goBack()
    await expect.poll(() => now.reads).toBe(before + 1)
  })

  test('another record than at the opening is said, and heard', async () => {
    const line = createLiveStream()
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    now.item = { ...now.item, print: 'fedcba9876543210' }
    line.change({ kind: 'transaction', environment: stageEnvironment, id: reviewTransaction, version: 9 })
    await expect.element(page.getByText(/has changed since you opened this/).first()).toBeVisible()
  })

  test.each(
    firstRows(1, [
      ['nothing was decided', [], 'Nothing was decided about it in this office.'],
      [
        'with the decision',
        buildDecisionsOfEveryStatus().slice(2, 3),
        /^Accept, decided by Farid Nasser: followed after/,
      ],
    ]),
  )('one that left review says what became of it: %s', async (_, decisions, words) => {
    const view = buildTransactionInReview()
    const { answers } = desk({
      row: null,
      view: { ...view, state: buildState('SUCCESS'), compound: buildCompoundState('OK'), inReview: false },
      decisions,
    })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText(/It is now/)).toMatchTextContent(/not in review any more.*Success/)
    await expect.element(page.getByText(words)).toBeVisible()
    expect(page.getByRole('button', { name: 'Claim' }).query()).toBeNull()
    expect(page.getByLabelText('Note for colleagues').query()).toBeNull()
    await expectAccessible()
  })
})

describe('a claim', () => {
  test('one key takes it; the answer is shown without reading the item again', async () => {
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    // A page that was long in coming reads what it came with once more.
    await expect.element(page.getByRole('button', { name: 'Read the item again' })).toBeEnabled()
    const { reads } = now
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    await expect.poll(() => now.claims).toEqual([{ unasked: false }])
    await page.getByRole('button', { name: 'Let it go' }).click()
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    expect(page.getByText(/Your claim has ended/).query()).toBeNull()
    expect(now.reads).toBe(reads)
  })

  test('a colleague was faster: the name stands there', async () => {
    const { becomes, answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    becomes({ owner: buildCaseClaim('Lena Brandt') })
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Lena Brandt until/)
  })

  test('taking over needs a note for whoever had it', async () => {
    const { now, answers } = desk({
      row: buildCaseSummary(0, { transaction: reviewTransaction, owner: buildCaseClaim('Lena Brandt') }),
    })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Lena Brandt until/)
    await userEvent.keyboard('c')
    const why = page.getByLabelText(/Why you take it over from Lena Brandt/)
    await expect.element(why).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('you are away today')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    await expect.poll(() => now.claims).toEqual([{ unasked: false, takeOver: 'you are away today' }])
  })

  /** Sets the clock of the page this many milliseconds ahead, and has the page look at it at once. */
  function setAhead(ms: number): void {
    vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + ms)
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('is renewed while the page is used, as no use of the session, and ends when it is not', async () => {
    const claimMs = 300_000
    const { now, answers } = desk({ claimMs })
    const { page } = await openApp(at, { answers })
    const note = page.getByLabelText('Note for colleagues')
    await expect.element(note).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    await note.fill('half a thought')
    setAhead(0.6 * claimMs)
    await expect.poll(() => now.claims).toEqual([{ unasked: false }, { unasked: true }])
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    setAhead(1.2 * claimMs)
    expect(now.claims.length).toBe(2)
    setAhead(1.8 * claimMs)
    await expect
      .element(page.getByText(/Your claim has ended/))
      .toMatchTextContent(/What you typed is still here/)
    expect(now.claims.length).toBe(2)
    await expect.element(note).toHaveValue('half a thought')
    await page.getByRole('button', { name: 'Claim again' }).click()
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
  })

  test('is not renewed for a page that nobody sees', async () => {
    const claimMs = 300_000
    const { now, answers } = desk({ claimMs })
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await userEvent.keyboard('{Shift}')
    setAhead(0.6 * claimMs)
    setAhead(1.2 * claimMs)
    await expect.element(page.getByText(/Your claim has ended/)).toBeVisible()
    expect(now.claims).toEqual([{ unasked: false }])
  })

  test('taken over by a colleague: said by name, what was typed stays', async () => {
    const line = createLiveStream()
    const { becomes, answers } = desk({
      row: buildCaseSummary(0, {
        transaction: reviewTransaction,
        owner: buildCaseClaim('Farid Nasser', true),
      }),
    })
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    const note = page.getByLabelText('Note for colleagues')
    await note.fill('half a thought')
    const { version } = becomes({ owner: buildCaseClaim('Lena Brandt') })
    line.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version })
    await expect.element(page.getByText(/Lena Brandt has taken it over from you/)).toBeVisible()
    await expect.element(note).toHaveValue('half a thought')
  })

  longTest('what this window did itself is not read again when it is told of', async () => {
    const line = createLiveStream()
    const { now, becomes, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    // A page that was long in coming reads what it came with once more.
    await expect.element(page.getByRole('button', { name: 'Read the item again' })).toBeEnabled()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    const { reads } = now
    line.change({
      kind: 'review',
      environment: stageEnvironment,
      id: reviewTransaction,
      version: now.version,
    })
    line.cut()
    // Told by now: the line has come back after it.
    await expect.poll(() => line.opened.length).toBe(2)
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    expect(now.reads).toBe(reads)
    const { version } = becomes({ snoozedUntil: null })
    line.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version })
    await expect.poll(() => now.reads).toBe(reads + 1)
  })

  longTest('stays on screen though a read that began before it ends after it', async () => {
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
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Read the item again' })).toBeEnabled()
    slow.isHeld = true
    line.change({ kind: 'transaction', environment: stageEnvironment, id: reviewTransaction, version: 2 })
    await expect.poll(() => slow.begun).toBe(1)
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    slow.end()
    await expect.element(page.getByRole('button', { name: 'Read the item again' })).toBeEnabled()
    await expect.element(page.getByRole('form', { name: 'Decision' })).toBeVisible()
  })

  longTest('left review while something was typed: it stays, and is not sent any more', async () => {
    const line = createLiveStream()
    const { now, answers } = desk()
    const { page } = await openApp(at, { answers: [line.handler, ...answers] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    const note = page.getByLabelText('Note for colleagues')
    await note.fill('half a thought')
    now.item = { ...now.item, row: null }
    line.change({ kind: 'review', environment: stageEnvironment, id: reviewTransaction, version: 7 })
    await expect.element(page.getByText(/It is not in review any more: no note is taken/)).toBeVisible()
    await expect.element(note).toHaveValue('half a thought')
    await expect.element(page.getByRole('button', { name: 'Keep the note' })).toBeDisabled()
  })

  longTest('gone while it was claimed: what became of it', async () => {
    const { now, answers } = desk()
    const gone = fakeEndpoint(endpoints.claimCase)(() => {
      const { view } = now.item
      now.item = { ...now.item, row: null, view: { ...view, state: buildState('EXPIRED'), inReview: false } }
      return { answer: 'gone' as const }
    })
    const { page } = await openApp(at, { answers: [gone, ...answers] })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByText(/It is now/)).toMatchTextContent(/Expired/)
    expect(page.getByText(/has changed since you opened this/).query()).toBeNull()
  })
})

describe('notes and putting off', () => {
  test('a note is kept, shown, and its field is empty again', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, { answers })
    await expect.element(page.getByText('Nobody has written anything.')).toBeVisible()
    await userEvent.keyboard('n')
    await userEvent.keyboard('the bank calls back')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect
      .element(page.getByRole('list', { name: 'Notes' }))
      .toMatchTextContent(/You.*the bank calls back/)
    await expect.element(page.getByLabelText('Note for colleagues')).toHaveValue('')
  })

  longTest('what could not be kept stays in the field; personal data is warned about', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.addCaseNote)(answerUpstreamTimeout), ...answers],
    })
    const field = page.getByLabelText('Note for colleagues')
    await field.fill('account DE89370400440532013000')
    await expect.element(page.getByText(/This looks like an IBAN/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep the note' }).click()
    await expect.element(page.getByText('The note was not kept')).toBeVisible()
    await expect.element(field).toHaveValue('account DE89370400440532013000')
  })

  test('what nobody knows to be kept is not called lost', async () => {
    const { answers } = desk()
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.addCaseNote)(answerMaybeRecorded), ...answers],
    })
    const field = page.getByLabelText('Note for colleagues')
    await field.fill('the bank calls back')
    await page.getByRole('button', { name: 'Keep the note' }).click()
    await expect
      .element(page.getByText(/It is not known whether it was kept: look at the notes/))
      .toBeVisible()
    await expect.element(page.getByText('The note was not kept')).not.toBeInTheDocument()
    await expect.element(field).toHaveValue('the bank calls back')
  })

  longTest('too much within a minute is said plainly, and what was typed stays', async () => {
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
    const { answers } = desk({ row: buildCaseSummary(0, { transaction: reviewTransaction, owner }) })
    const { page } = await openApp(at, { answers: [...heldBack, ...answers] })
    const field = page.getByLabelText('Note for colleagues')
    await field.fill('asked the branch')
    await page.getByRole('button', { name: 'Keep the note' }).click()
    await expect.element(page.getByText(/Too many requests\. Wait a moment, then try again\./)).toBeVisible()
    await expect.element(field).toHaveValue('asked the branch')
    await userEvent.keyboard('{Escape}')
    const why = page.getByRole('textbox', { name: 'Why', exact: true })
    await why.fill('the documents agree')
    await field.click()
    await expect.element(page.getByText(/could not be kept; it is tried again/)).toBeVisible()
    await expect.element(why).toHaveValue('the documents agree')
  })

  longTest('half a note is there again after a look at the next item', async () => {
    const { answers } = desk()
    const { page, path, goBack } = await openApp(at, { answers })
    const field = page.getByLabelText('Note for colleagues')
    await field.fill('half a thought')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(path).not.toBe(at)
    await expect.element(field).toHaveValue('')
    goBack()
    await expect.poll(path).toBe(at)
    await expect.element(field).toHaveValue('half a thought')
  })

  longTest('put off for a time, with why', async () => {
    const { becomes, answers } = desk()
    const asked: unknown[] = []
    const snooze = fakeEndpoint(endpoints.snoozeCase)(({ body }) => {
      asked.push(body)
      return becomes({ snoozedUntil: new Date(Date.now() + 86_400_000).toISOString() })
    })
    const { page } = await openApp(at, { answers: [snooze, ...answers] })
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await userEvent.keyboard('z')
    await page.getByRole('radio', { name: '1 day' }).click()
    await page.getByLabelText('Why, and what is waited for').fill('the bank answers tomorrow')
    await expectAccessible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const section = page.getByRole('region', { name: 'Put off' })
    await expect.element(section).toMatchTextContent(/until /)
    await expect.poll(() => asked).toEqual([{ span: '1d', text: 'the bank answers tomorrow' }])
    expect(page.getByLabelText('Why, and what is waited for').query()).toBeNull()
  })
})

describe('the next item', () => {
  /** The queue with this item at the n-th place of a page. */
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

  test('is the one behind it in the same filter, at the same place', async () => {
    // Under another filter there would be no next one.
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

  test('opens by itself after a decision, and says what was recorded', async () => {
    const { handler } = queue(rows)
    const { answers } = desk()
    const sent: unknown[] = []
    const decide = fakeEndpoint(endpoints.decideCase)(({ body }) => {
      sent.push(body.verdict)
      return { answer: 'made', decision: buildDecisionView(1) }
    })
    const { page, address } = await openApp(`${at}?kind=risk`, { answers: [handler, decide, ...answers] })
    await expect.element(page.getByText('2 of 4', { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    await userEvent.keyboard('d1')
    await userEvent.keyboard('the documents agree with the account')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(2)}?kind=risk`)
    await expect.poll(() => sent).toEqual(['accept'])
    await expect.element(page.getByText(/^Recorded for the last one: accept/)).toBeVisible()
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Why' })).not.toBeInTheDocument()
  })

  /** Decides the item on screen, by keyboard. */
  async function decideHere(page: Awaited<ReturnType<typeof openApp>>['page']) {
    await expect.element(page.getByText('Nobody has it.', { exact: true })).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByLabelText('Who has it')).toMatchTextContent(/^Yours until/)
    await userEvent.keyboard('d1')
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
    buildCaseSummary(3, { owner: buildCaseClaim('Mina Holt') }),
    buildCaseSummary(4, { snoozedUntil: hoursFromNow(3) }),
  ]

  longTest('after a decision is the next that is undecided, free or mine, and not put off', async () => {
    const { handler } = queue([
      buildCaseSummary(1),
      here,
      ...done,
      buildCaseSummary(5, { owner: buildCaseClaim('Farid Nasser', true) }),
    ])
    const { page, path } = await openApp(at, { answers: [handler, made, ...desk().answers] })
    await decideHere(page)
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(5)}`)
    // Looking through the queue leaves nothing out.
    await userEvent.keyboard('X')
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(4)}`)
  })

  longTest('after a decision may stand on a later page', async () => {
    const { handler } = queue([here, ...done], 'further')
    const { page, address } = await openApp(at, { answers: [handler, made, ...desk().answers] })
    await decideHere(page)
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(30)}?after=further`)
  })

  longTest('where nothing behind it is left to decide the page stays and says so', async () => {
    const { handler } = queue([buildCaseSummary(1), here, ...done])
    const { page, path } = await openApp(at, { answers: [handler, made, ...desk().answers] })
    await decideHere(page)
    await expect
      .element(page.getByText('Nothing further in this filter is left to decide.').first())
      .toBeVisible()
    expect(path()).toBe(at)
  })

  longTest('is asked for anew: what is done meanwhile is not opened', async () => {
    const { shown, handler } = queue(rows)
    const { answers } = desk()
    const { page, path } = await openApp(at, { answers: [handler, ...answers] })
    await expect.element(page.getByText('2 of 4', { exact: true })).toBeVisible()
    shown.rows = [buildCaseSummary(1), buildCaseSummary(3)]
    await userEvent.keyboard('x')
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(3)}`)
  })

  test('may stand on the next page, and the address then says so', async () => {
    const { handler } = queue([buildCaseSummary(1), here], 'further')
    const { answers } = desk()
    const { page, address } = await openApp(at, { answers: [handler, ...answers] })
    await expect.element(page.getByText('2 of 2 on this page, 3 in this filter')).toBeVisible()
    await userEvent.keyboard('x')
    await expect.poll(address).toBe(`/stage/review/${buildTransactionId(30)}?after=further`)
  })

  test('after the last one the page stays and says so; the queue opens at this row', async () => {
    const { handler } = queue([buildCaseSummary(1), here])
    const { answers } = desk()
    const { page, path, address } = await openApp(`${at}?owner=me`, { answers: [handler, ...answers] })
    await expect.element(page.getByText('2 of 2', { exact: true })).toBeVisible()
    await userEvent.keyboard('x')
    await expect.element(page.getByText('That was the last one of this filter.').first()).toBeVisible()
    expect(path()).toBe(at)
    await userEvent.keyboard('q')
    await expect.poll(address).toBe(`/stage/review?owner=me&at=${reviewTransaction}`)
  })

  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 12 })
  const named = (list: readonly number[]): TransactionId[] => list.map((n) => buildTransactionId(n))

  test('what left the list is followed by what stood behind it and still does', () => {
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
          expect(findQueueNeighbour(left, known, place, 1)).toBe(behind[0] ?? null)
          expect(findQueueNeighbour(left, known, place, -1)).toBe(before.at(-1) ?? null)
        },
      ),
    )
  })

  test('one that was never listed is followed by the first row', () => {
    const listed = buildCaseSummaries(3).map((row) => row.transaction)
    expect(findQueueNeighbour(listed, [], reviewTransaction, 1)).toBe(listed[0])
    expect(findQueueNeighbour(listed, [], reviewTransaction, -1)).toBeNull()
  })
})
