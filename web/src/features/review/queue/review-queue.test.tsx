import { decisionIdSchema } from '@paydesk/shared/cases/decisions'
import { type CaseFilter, staffHandleSchema } from '@paydesk/shared/cases/review-cases'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishHelp } from '@paydesk/shared/messages/en/help'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../../test/support/fakes/fake-endpoint.ts'
import { buildTransactionId, someReference, stageEnvironment } from '../../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../../test/support/fakes/live-stream.ts'
import {
  buildCaseClaim,
  buildCaseList,
  buildCaseSummaries,
  buildCaseSummary,
} from '../../../../../test/support/fakes/review.ts'
import {
  buildAuditor,
  buildComplianceOfficer,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../../../test/support/fakes/staff.ts'
import {
  buildClearValue,
  buildMaskedValue,
  hiddenValue,
  hoursFromNow,
} from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../../test/support/web/english-format.ts'
import { recordMarkedRows } from '../../../../../test/support/web/marked-rows.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'
import { pressChord } from '../../../../../test/support/web/strokes.ts'

const { badges, queue } = englishReview
const { counts, filters } = queue
const at = '/stage/review'
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const listing = (
  answer: (query: CaseFilter) => ReturnType<typeof buildCaseList> | Response | Promise<Response>,
) => fakeEndpoint(endpoints.listCases)(({ query }) => answer(query))
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [finance, ...(answers.answers ?? [])] })
const grid = () => window_.getByRole('grid', { name: queue.table })
const rowAt = (index: number) => grid().getByRole('row').nth(index)
const focusedIndex = () => document.activeElement?.getAttribute('aria-rowindex')
const decision = {
  decision: decisionIdSchema.parse('d_0123456789abcdefghij'),
  verdict: 'reject',
  followUp: null,
  mine: false,
} as const
const changed = (id: string, kind: LiveEvent['kind'] = 'review'): LiveEvent => ({
  kind,
  environment: stageEnvironment,
  id,
  version: 2,
})

describe('review queue', () => {
  test('shows every column of a case, the figures and the coverage', async () => {
    const rows = [
      buildCaseSummary(0, {
        claim: buildCaseClaim('Mina Holt'),
        lastNote: {
          at: hoursFromNow(-1),
          by: { name: 'Mina Holt', me: false },
          text: buildClearValue('asked the bank'),
        },
      }),
      buildCaseSummary(1, { decision: { ...decision, status: 'waiting' } }),
      buildCaseSummary(6, { approvalRules: [], concerns: [] }),
    ]
    const { page } = await open(at, { answers: [listing(() => buildCaseList(rows))] })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
    await expect
      .element(rowAt(1))
      .toMatchTextContent(
        /6 hr.*overdue.*in \d+ hr.*125\.00 EUR.*cust-00000.*Instrument.*Mina Holt.*until.*asked the bank.*required/,
      )
    await expect
      .element(rowAt(2))
      .toMatchTextContent(/not provided.*Identity.*Documents.*Reject.*: awaiting approval/)
    await expect.element(rowAt(1).getByTitle(/the amount is over the limit/)).toBeVisible()
    await expect.element(rowAt(3).getByText(badges.noApproval)).toBeInTheDocument()
    await expect.element(page.getByText(/Covers 4,812 transactions/)).toBeVisible()
    const figures = page.getByRole('region', { name: counts.label })
    await expect
      .element(figures.getByRole('link', { name: '3 cases' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(figures.getByRole('link', { name: `1 ${counts.approval}` })).toBeVisible()
    await expect.element(page.getByRole('link', { name: '3 overdue' })).toBeVisible()
    const bar = page.getByRole('img', { name: `${counts.ages}: 3 1 h to 4 h` })
    await expect.element(bar).toBeVisible()
    const [band, ...others] = bar.element().children
    expect([band?.clientWidth, others.length]).toEqual([bar.element().clientWidth, 0])
    await page.getByRole('button', { name: counts.ages }).click()
    await expect.element(page.getByRole('row', { name: '1 h to 4 h 3 100 %' })).toBeVisible()
    expect(document.title).toBe('Review · Stage · Paydesk')
    await expectAccessible()
  })

  test('shows a skeleton and figures without counts while loading', async () => {
    const { page } = await open(at, { answers: [listing(answerNever)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Review/)
    await expect.element(grid()).not.toBeInTheDocument()
    const figures = page.getByRole('region', { name: counts.label })
    await expect.element(figures.getByRole('link', { name: `… ${counts.mine}` })).toBeVisible()
    expect(figures.element().textContent).not.toMatch(/\d/)
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).not.toBeNull()
  })

  test('reports a failed request with its reference, and retries', async () => {
    let answer: () => ReturnType<typeof buildCaseList> | Response = answerUpstreamTimeout
    const { page } = await open(at, { answers: [listing(() => answer())] })
    await expect.element(page.getByText(queue.failed)).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    answer = () => buildCaseList()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(grid()).toBeVisible()
  })

  longTest('distinguishes an empty queue, a filter without matches and only snoozed cases', async () => {
    let { figures } = buildCaseList([])
    const { page } = await open(at, { answers: [listing(() => buildCaseList([], { figures }))] })
    await expect.element(page.getByText(queue.empty)).toBeVisible()
    await page.getByRole('link', { name: `0 ${counts.mine}` }).click()
    await expect.element(page.getByText(queue.noMatch)).toBeVisible()
    figures = { ...figures, cases: 2, snoozed: 2 }
    await page.getByRole('button', { name: queue.clearFilter, exact: true }).last().click()
    await userEvent.keyboard('r')
    await expect.element(page.getByText(queue.allSnoozed)).toBeVisible()
    await expectAccessible()
  })

  test('is closed to a role without access, and has no navigation entry there', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())],
    })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(englishUi.forbiddenPage.title)
    await expect.element(page.getByRole('link', { name: /Review/ })).not.toBeInTheDocument()
  })

  test('keeps a filter or a clicked figure in the URL and the request', async () => {
    const asked: CaseFilter[] = []
    const { page, address } = await open(at, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildCaseList()
        }),
      ],
    })
    await page.getByRole('button', { name: filters.kind, exact: true }).click()
    await page.getByRole('checkbox', { name: 'Instrument' }).click()
    await page.getByRole('checkbox', { name: 'Task' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: filters.claim.name, exact: true }).first().click()
    await page.getByRole('radio', { name: filters.claim.options.nobody }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(address).toBe(`${at}?kind=piv,task&claim=nobody`)
    await expect.poll(() => asked.at(-1)).toEqual({ kind: 'piv,task', claim: 'nobody' })
    const over = page.getByRole('link', { name: /\d+ overdue/ })
    await over.click()
    await expect.poll(address).toBe(`${at}?sla=overdue`)
    await expect.element(over).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await expect.poll(address).toBe(at)
  })

  longTest('counts snoozed cases separately, and lists them on request', async () => {
    const { figures } = buildCaseList(buildCaseSummaries(5))
    const all = [...buildCaseSummaries(4), buildCaseSummary(4, { snoozedUntil: hoursFromNow(3) })]
    const { page, address } = await open(at, {
      answers: [
        listing(({ snoozed }) =>
          buildCaseList(snoozed ? all : all.slice(0, 4), { figures: { ...figures, snoozed: 1 } }),
        ),
      ],
    })
    await expect
      .element(page.getByRole('link', { name: '4 cases', exact: true }))
      .toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: `5 ${englishFormat.text(counts.snoozed, { count: 1 })}` }).click()
    await expect.poll(address).toBe(`${at}?snoozed=1`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '6')
    await expect.element(rowAt(5).getByTitle(/^snoozed until/)).toBeVisible()
  })

  test.each(['its button', 'its menu'])(
    'hands the focus on when the colleague is undone by %s',
    async (by) => {
      const colleague = staffHandleSchema.parse(`s_${'a'.repeat(20)}`)
      const ana = { colleague, name: 'Ana Ruiz', me: false, roles: [], mayWork: true, person: null }
      const { page, address } = await open(`${at}?assignee=${colleague}`, {
        answers: [fakeEndpoint(endpoints.listColleagues)(() => ({ colleagues: [ana] }))],
      })
      const { name, any } = filters.assignee
      const chip = page.getByRole('button', { name: `${name} Ana Ruiz`, exact: true })
      await expect.element(chip).toBeVisible()
      if (by === 'its button') {
        const remove = englishFormat.text(englishLists.filter.remove, { name })
        page.getByRole('button', { name: remove, exact: true }).element().focus()
        await userEvent.keyboard('{Enter}')
      } else {
        chip.element().focus()
        await userEvent.keyboard('{Enter}')
        await userEvent.tab()
        await expect.element(page.getByRole('radio', { name: 'Ana Ruiz', exact: true })).toHaveFocus()
        await userEvent.keyboard('{ArrowUp}')
      }
      await expect.poll(address).toBe(at)
      await expect.element(page.getByRole('radio', { name: any, exact: true })).not.toBeInTheDocument()
      const more = page.getByRole('button', { name: englishLists.filter.more, exact: true })
      await expect.element(more).toHaveFocus()
    },
  )

  test('ignores invalid URL parameters, and applies the valid ones', async () => {
    const asked: unknown[] = []
    await open(`${at}?kind=piv&concern=money&claim=mina&snoozed=0&sort=rid&after=`, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildCaseList()
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => asked).toEqual([{ kind: 'piv' }])
  })

  longTest('sorts only by columns the server can sort, the most urgent first', async () => {
    const { page, address } = await open()
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(head(queue.columns.age)).toHaveAttribute('aria-sort', 'descending')
    await head(queue.columns.age).getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=age&order=desc`)
    await head(queue.columns.expiry).getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=expiry`)
    await expect.element(head(queue.columns.expiry)).toHaveAttribute('aria-sort', 'ascending')
    await head(queue.columns.amount).getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=amount&order=desc`)
    await head(queue.columns.amount).getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=amount&order=asc`)
    await head(queue.columns.age).getByRole('button').click()
    await expect.poll(address).toBe(at)
  })

  test('shows amount ranges in full without sorting, and marks a hidden note as given', async () => {
    const row = buildCaseSummary(0, {
      amount: buildMaskedValue('100000..999999', 'band'),
      currency: hiddenValue,
      lastNote: {
        at: hoursFromNow(-1),
        by: { name: 'Mina Holt', me: false },
        text: { visibility: 'presence', present: true },
      },
    })
    const looks = fakeEndpoint(endpoints.showCurrentSession)(() => buildAuditor())
    const { page } = await openApp(at, {
      answers: [looks, listing(() => buildCaseList([row], { byAmount: false }))],
    })
    const cell = page.getByRole('gridcell', { name: /100,000 to 999,999 minor units/ })
    await expect.element(cell).toBeVisible()
    for (const part of [cell.element(), ...cell.element().querySelectorAll('*:not(.unseen)')])
      expect(part.scrollWidth).toBeLessThanOrEqual(Math.max(part.clientWidth, 1))
    const frame = grid().element().parentElement
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    await expect.element(page.getByTitle(/^Mina Holt/).getByText(englishUi.value.provided)).toBeVisible()
    await expect
      .element(page.getByRole('columnheader', { name: 'Amount' }).getByRole('button'))
      .not.toBeInTheDocument()
  })

  test('adds the next page to the browser history, and goes back to the page before', async () => {
    const { page, address } = await open(at, {
      answers: [
        listing((query) =>
          'after' in query
            ? buildCaseList([buildCaseSummary(50)])
            : buildCaseList(buildCaseSummaries(3), { next: 'cursor-2' }),
        ),
      ],
    })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
    await userEvent.keyboard(']')
    await expect.poll(address).toBe(`${at}?after=cursor-2`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await page.getByRole('button', { name: englishLists.pages.previous }).click()
    await expect.poll(address).toBe(at)
  })
})

describe('rows of the queue', () => {
  test('open by keyboard, and keep the filter in the URL of the case', async () => {
    const { address, goBack } = await open('/stage')
    await expect.element(window_.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await pressChord('gr', () => window_.getByRole('heading', { level: 1 }).element())
    await expect.poll(address).toBe(at)
    await expect.element(grid()).toBeVisible()
    await window_.getByRole('link', { name: /\d+ overdue/ }).click()
    await expect.poll(address).toBe(`${at}?sla=overdue`)
    await userEvent.keyboard('jjj')
    await expect.poll(focusedIndex).toBe('4')
    await userEvent.keyboard('k{Enter}')
    await expect.poll(address).toBe(`${at}/${buildTransactionId(1)}?sla=overdue`)
    goBack()
    await expect.poll(address).toBe(`${at}?sla=overdue&at=${buildTransactionId(1)}`)
    await expect.element(grid().getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '3')
  })

  longTest(
    'are claimed with c, the focused row or else the first free case, and with the button of a free row',
    async () => {
      const claims: string[] = []
      const rows = [
        buildCaseSummary(0, { claim: buildCaseClaim('Mina Holt') }),
        buildCaseSummary(1, { decision: { ...decision, status: 'waiting' } }),
        buildCaseSummary(2, { decision: { ...decision, status: 'expired' } }),
        ...buildCaseSummaries(5).slice(3),
      ]
      const { address, goBack } = await open(at, {
        answers: [
          listing(() => buildCaseList(rows)),
          fakeEndpoint(endpoints.claimCase)(({ params, body }) => {
            expect(body).toEqual({})
            claims.push(params.transaction)
            return {
              answer: 'taken',
              row: buildCaseSummary(1, {
                transaction: params.transaction,
                version: 2,
                claim: buildCaseClaim('', true),
              }),
            }
          }),
        ],
      })
      await expect.element(grid()).toBeVisible()
      await userEvent.keyboard('c')
      await expect.poll(address).toBe(`${at}/${buildTransactionId(2)}`)
      goBack()
      await expect.element(grid()).toBeVisible()
      await userEvent.keyboard('jjjc')
      await expect.poll(address).toBe(`${at}/${buildTransactionId(4)}`)
      goBack()
      await expect.element(rowAt(1)).toMatchTextContent(/Mina Holt/)
      expect(rowAt(1).getByText(queue.claim, { exact: true }).elements()).toHaveLength(0)
      await rowAt(4).getByText(queue.claim, { exact: true }).click()
      await expect.poll(address).toBe(`${at}/${buildTransactionId(3)}`)
      await expect.poll(() => claims).toEqual([2, 4, 3].map(buildTransactionId))
    },
  )

  longTest('stay closed when a colleague claimed the case first, and name the colleague', async () => {
    const { page, address } = await open(at, {
      answers: [
        fakeEndpoint(endpoints.claimCase)(({ params }) => ({
          answer: 'held',
          row: buildCaseSummary(0, {
            transaction: params.transaction,
            version: 2,
            claim: buildCaseClaim('Mina Holt'),
          }),
        })),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jc')
    await expect
      .element(page.getByText(/Mina Holt has claimed it until .*\. Open the case to take it over\./).first())
      .toBeVisible()
    await expect.element(rowAt(1)).toMatchTextContent(/Mina Holt/)
    expect(address()).toBe(at)
    await expectAccessible()
  })

  test('open no claimed case for a user who has opened another page before the answer', async () => {
    const late = Promise.withResolvers<void>()
    let claims = 0
    const { page, path, countPending } = await open(at, {
      answers: [
        listing(() => buildCaseList(buildCaseSummaries(3))),
        fakeEndpoint(endpoints.claimCase)(async ({ params }) => {
          claims += 1
          await late.promise
          const { transaction } = params
          return {
            answer: 'taken',
            row: buildCaseSummary(0, { transaction, version: 2, claim: buildCaseClaim('', true) }),
          }
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('c')
    await expect.poll(() => claims).toBe(1)
    await pressChord('gf')
    await expect.poll(path).toBe('/stage/review-figures')
    late.resolve()
    await expect.element(page.getByText(queue.claimedNow)).toBeVisible()
    await expect.poll(countPending).toBe(0)
    expect(path()).toBe('/stage/review-figures')
  })

  longTest('refresh when the claimed case has left review', async () => {
    let rows = buildCaseSummaries(3)
    const { page, address } = await open(at, {
      answers: [
        listing(() => buildCaseList(rows)),
        fakeEndpoint(endpoints.claimCase)(() => {
          rows = rows.slice(1)
          return { answer: 'gone' }
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jc')
    await expect.element(page.getByText(queue.gone).first()).toBeVisible()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '3')
    expect(address()).toBe(at)
  })

  test('show the reference of a failed claim', async () => {
    const { page, address } = await open(at, {
      answers: [fakeEndpoint(endpoints.claimCase)(answerUpstreamTimeout)],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByText(queue.notClaimed)).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    expect(address()).toBe(at)
  })

  test('are not claimed by a role that only reads', async () => {
    let claims = 0
    const reader = buildFinanceReviewer()
    const permissions = reader.permissions.filter((one) => one !== 'review.work')
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => ({ ...reader, permissions })),
        fakeEndpoint(endpoints.claimCase)(() => {
          claims += 1
          return { answer: 'gone' }
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jc?')
    await expect.element(page.getByRole('heading', { name: englishHelp.shortcuts })).toBeVisible()
    // The table on screen registers its keys; the search box of home is not there.
    await expect.element(page.getByText(englishHelp.table)).toBeVisible()
    await expect.element(page.getByText(englishHelp.searchSuggestions)).not.toBeInTheDocument()
    await expect.element(page.getByText(queue.claimShortcut)).not.toBeInTheDocument()
    expect(claims).toBe(0)
  })

  test('show an expired claim as free', async () => {
    const claim = { by: { name: 'Mina Holt', me: false }, until: hoursFromNow(-0.01) }
    await open(at, { answers: [listing(() => buildCaseList([buildCaseSummary(0, { claim })]))] })
    await expect.element(rowAt(1).getByText(queue.claim)).toBeVisible()
    await expect.element(rowAt(1)).not.toMatchTextContent(/Mina Holt/)
  })
})

describe('live updates', () => {
  test('change, add and remove rows in place, and keep the focus on its row', async () => {
    const line = createLiveStream()
    let rows = buildCaseSummaries(6)
    const { page } = await open(at, { answers: [line.handler, listing(() => buildCaseList(rows))] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjj')
    await expect.poll(focusedIndex).toBe('4')
    const held = document.activeElement
    rows = [
      buildCaseSummary(1),
      buildCaseSummary(2, { version: 2, claim: buildCaseClaim('Mina Holt') }),
      buildCaseSummary(4),
      buildCaseSummary(9),
    ]
    const marked = recordMarkedRows()
    line.change(changed(buildTransactionId(2)))
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '5')
    await expect.poll(() => document.activeElement?.textContent).toMatch(/cust-00002.*Mina Holt/)
    expect(document.activeElement).toBe(held)
    await expect.poll(() => marked.size).toBe(1)
    await expect.element(page.getByRole('link', { name: '4 cases' })).toBeVisible()
  })

  longTest('move the focus to the row that takes the place of a removed row', async () => {
    const line = createLiveStream()
    let rows = buildCaseSummaries(6)
    const { page } = await open(at, { answers: [line.handler, listing(() => buildCaseList(rows))] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjj')
    await expect.poll(focusedIndex).toBe('4')
    rows = rows.filter((row) => row.transaction !== buildTransactionId(2))
    line.change(changed(buildTransactionId(2)))
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '6')
    await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toMatch(/cust-00003/)
    await expect.poll(focusedIndex).toBe('4')
    // Removing the last row moves the focus to the new last row.
    await userEvent.keyboard('{End}')
    await expect.poll(focusedIndex).toBe('6')
    rows = rows.slice(0, -1)
    line.change(changed(buildTransactionId(5)))
    await expect.poll(focusedIndex).toBe('5')
  })

  longTest('do not mark a renewed claim as a change, and ignore other environments', async () => {
    const line = createLiveStream()
    let reads = 0
    let until = hoursFromNow(0.05)
    const mine = () =>
      buildCaseSummary(0, { version: reads + 1, claim: { by: { name: 'Farid', me: true }, until } })
    const { page } = await open(at, {
      answers: [
        line.handler,
        listing(() => {
          reads += 1
          return buildCaseList([mine()])
        }),
      ],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(rowAt(1)).toBeVisible()
    expect(reads).toBe(1)
    const before = rowAt(1).element().textContent
    until = hoursFromNow(5)
    line.change({
      ...changed(buildTransactionId(0)),
      environment: buildFinanceReviewer().environments[1]?.name ?? stageEnvironment,
    })
    line.change(changed('another-transaction', 'transaction'))
    line.change(changed(buildTransactionId(0)))
    await expect.poll(() => rowAt(1).element().textContent).not.toBe(before)
    expect(reads).toBe(2)
    expect(document.querySelectorAll('tr[data-changed]').length).toBe(0)
  })
})

test('shows the queue without coverage to a role without access to the index', async () => {
  const { page } = await openApp(at, {
    answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())],
  })
  await expect.element(grid()).toBeVisible()
  await expect.element(page.getByText(/Covers/)).not.toBeInTheDocument()
})

test.each(firstRows(1, [1024, 1280, 1440]))(
  'shows an amount with its currency in a window of %i px',
  async (width) => {
    await window_.viewport(width, 800)
    try {
      const row = buildCaseSummary(0, {
        amount: buildClearValue('1259690'),
        currency: buildClearValue('EUR'),
      })
      const { page } = await open(at, { answers: [listing(() => buildCaseList([row]))] })
      const cell = page.getByRole('gridcell', { name: '12,596.90 EUR' })
      await expect.element(cell).toBeVisible()
      expect(cell.element().scrollWidth).toBe(cell.element().clientWidth)
      const frame = grid().element().parentElement
      expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    } finally {
      await window_.viewport(1440, 900)
    }
  },
)

longTest('keeps the table within its frame in a window of 1024 px, without losing information', async () => {
  await window_.viewport(1024, 800)
  try {
    const rows = [buildCaseSummary(0, { claim: buildCaseClaim('Mina Holt') }), buildCaseSummary(1)]
    await open(at, { answers: [listing(() => buildCaseList(rows))] })
    await expect.element(rowAt(1)).toMatchTextContent(/overdue, 6 hr.*Instrument.*Mina Holt.*required/)
    const frame = grid().element().parentElement
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})

longTest.each(['light', 'dark'] as const)(
  'fits 390 px in %s mode without horizontal scrolling, and stays accessible',
  async (scheme) => {
    await window_.viewport(390, 844)
    document.documentElement.style.colorScheme = scheme
    try {
      await open(at, {
        answers: [
          listing(() =>
            buildCaseList([
              buildCaseSummary(0, { claim: buildCaseClaim('Mina Holt') }),
              ...buildCaseSummaries(5).slice(1),
            ]),
          ),
        ],
      })
      await expect.element(grid()).toBeVisible()
      await expect.element(rowAt(1)).toMatchTextContent(/Instrument.*overdue/)
      await expect.element(rowAt(1)).toMatchTextContent(/Mina Holt/)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
    } finally {
      document.documentElement.style.colorScheme = ''
      await window_.viewport(1440, 900)
    }
  },
)
