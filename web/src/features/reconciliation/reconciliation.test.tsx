import type { DiscrepancyFilter } from '@paydesk/shared/cases/reconciliation'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishDiscrepancies } from '@paydesk/shared/messages/en/discrepancies'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishReconciliation } from '@paydesk/shared/messages/en/reconciliation'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import {
  buildTransactionId,
  maraCustomer,
  productionEnvironment,
  someReference,
  stageEnvironment,
} from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import {
  buildDiscrepancies,
  buildDiscrepancy,
  buildDiscrepancyExplanation,
  buildDiscrepancyId,
  buildDiscrepancyList,
} from '../../../../test/support/fakes/reconciliation.ts'
import {
  buildComplianceOfficer,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../../test/support/fakes/staff.ts'
import { buildRecordsCoverage } from '../../../../test/support/fakes/transaction-list.ts'
import { buildClearValue, buildMaskedValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { recordMarkedRows } from '../../../../test/support/web/marked-rows.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const at = '/stage/reconciliation'
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const listing = (
  answer: (
    query: DiscrepancyFilter,
  ) => ReturnType<typeof buildDiscrepancyList> | Response | Promise<Response>,
) => fakeEndpoint(endpoints.listDiscrepancies)(({ query }) => answer(query))
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [finance, ...(answers.answers ?? [])] })
const texts = englishReconciliation
const help = englishDiscrepancies.kinds
const grid = () => window_.getByRole('grid', { name: texts.table.label })
const rowAt = (index: number) => grid().getByRole('row').nth(index)
const panel = () => window_.getByRole('article')
const focusedIndex = () => document.activeElement?.getAttribute('aria-rowindex')
const changed = (n: number): LiveEvent => ({
  kind: 'discrepancy',
  environment: stageEnvironment,
  id: buildDiscrepancyId(n),
  version: 2,
})

describe('the list of discrepancies', () => {
  test('lists the discrepancies of one customer, keeps the customer with a kind, and leads back to all', async () => {
    const asked: DiscrepancyFilter[] = []
    const { page, address } = await open(`${at}?customer=${maraCustomer}`, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildDiscrepancyList()
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    expect(asked).toEqual([{ customer: maraCustomer }])
    await page.getByRole('region', { name: texts.figures.title }).getByRole('link').first().click()
    await expect.poll(() => asked.at(-1)).toMatchObject({ customer: maraCustomer, kind: expect.any(String) })
    await page.getByRole('link', { name: texts.allCustomers }).click()
    await expect.poll(() => asked.at(-1)?.customer).toBeUndefined()
    await expect.poll(address).not.toContain('customer')
  })

  test('shows the figures by kind, every column of a discrepancy, and the coverage of the index', async () => {
    const rows = [
      buildDiscrepancy(0),
      buildDiscrepancy(1),
      buildDiscrepancy(2, { openedAt: { from: hoursFromNow(-2.5), to: hoursFromNow(-2) } }),
    ]
    const { page } = await open(at, { answers: [listing(() => buildDiscrepancyList(rows))] })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
    await expect
      .element(rowAt(1))
      .toMatchTextContent(
        new RegExp(
          `${texts.kinds.end_not_announced}.*2 days.*before .*125\\.00 EUR.*cust-00000.*Success`,
          'i',
        ),
      )
    await expect
      .element(rowAt(2))
      .toMatchTextContent(new RegExp(`${texts.kinds.manual_reconciliation}.*not provided`))
    await expect
      .element(rowAt(3))
      .toMatchTextContent(new RegExp(`${texts.kinds.expired_but_open}.*2 hr.* – `))
    await expect.element(page.getByText(/Covers 4,812 transactions/)).toBeVisible()
    await expect.element(page.getByText(new RegExp(texts.intro))).toBeVisible()
    const figures = page.getByRole('region', { name: texts.figures.title })
    await expect.element(figures).toMatchTextContent(/Today: 5 new, 2 resolved/)
    await expect
      .element(
        figures.getByRole('link', {
          name: new RegExp(`1 ${texts.figures.unexplained} ${texts.kinds.end_not_announced}`),
        }),
      )
      .toMatchTextContent(/oldest 2 days.*1,250\.00 EUR/)
    expect(document.title).toBe(`${texts.title} · Stage · Paydesk`)
    await expectAccessible()
  })

  test('shows a skeleton while loading, and claims nothing', async () => {
    const { page } = await open(at, { answers: [listing(answerNever)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(texts.title)
    await expect.element(grid()).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: texts.figures.title })).not.toBeInTheDocument()
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).not.toBeNull()
  })

  test('shows after an error what is missing, with the reference and a retry', async () => {
    let answer: () => ReturnType<typeof buildDiscrepancyList> | Response = answerUpstreamTimeout
    const { page } = await open(at, { answers: [listing(() => answer())] })
    await expect.element(page.getByText(texts.notLoaded)).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    answer = () => buildDiscrepancyList()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(grid()).toBeVisible()
  })

  longTest('says why an empty list is good news, but not if only the filter matches nothing', async () => {
    let explained = 0
    const none = () => {
      const { figures } = buildDiscrepancyList([])
      return buildDiscrepancyList([], { figures: { ...figures, explained } })
    }
    const { page } = await open(at, { answers: [listing(none)] })
    await expect.element(page.getByText(texts.empty.allMatch)).toBeVisible()
    explained = 3
    await userEvent.keyboard('r')
    await expect.element(page.getByText(texts.empty.allExplained)).toBeVisible()
    await page.getByRole('link', { name: new RegExp(`^${texts.statuses.closed}`) }).click()
    await expect.element(page.getByText(texts.empty.closed)).toBeVisible()
    await page.getByRole('button', { name: texts.filters.age, exact: true }).click()
    await page.getByRole('radio', { name: '3 days' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText(texts.empty.noMatch)).toBeVisible()
    await expect.element(page.getByText(texts.empty.allExplained)).not.toBeInTheDocument()
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).toBeNull()
    await expectAccessible()
  })

  test('is closed to other roles: they have no entry in the rail, and nothing is requested', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())],
    })
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent(englishUi.forbiddenPage.title)
    await expect
      .element(page.getByRole('link', { name: new RegExp(`^${englishShell.navigation.reconciliation}`) }))
      .not.toBeInTheDocument()
  })

  test('keeps kind, status and age in the address and sends them to the server', async () => {
    const asked: DiscrepancyFilter[] = []
    const { page, address } = await open(at, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildDiscrepancyList()
        }),
      ],
    })
    const tile = page.getByRole('link', { name: new RegExp(texts.kinds.expired_but_open) })
    await tile.click()
    await expect.poll(address).toBe(`${at}?kind=expired_but_open`)
    await expect.element(tile).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: new RegExp(`^${texts.statuses.explained}`) }).click()
    await expect.poll(address).toBe(`${at}?status=explained&kind=expired_but_open`)
    await page.getByRole('button', { name: texts.filters.age, exact: true }).click()
    await page.getByRole('radio', { name: '24 h' }).click()
    await userEvent.keyboard('{Escape}')
    const filter = { status: 'explained', kind: 'expired_but_open', age: '24h' }
    await expect.poll(() => asked.at(-1)).toEqual(filter)
    await expect.poll(address).toBe(`${at}?status=explained&kind=expired_but_open&age=24h`)
    await page.getByRole('button', { name: englishLists.filter.clear }).click()
    await expect.poll(address).toBe(`${at}?status=explained`)
    await tile.click()
    await tile.click()
    await expect.poll(address).toBe(at)
  })

  longTest('starts a new filter at the first page, with nothing open', async () => {
    const { page, address } = await open(`${at}?after=cursor-2&open=${buildDiscrepancyId(1)}`)
    await expect.element(panel()).toBeVisible()
    await page.getByRole('button', { name: texts.filters.age, exact: true }).click()
    await page.getByRole('radio', { name: '3 days' }).click()
    await expect.poll(address).toBe(`${at}?age=3d`)
  })

  test('ignores invalid parameters of an address, and uses the others', async () => {
    const asked: unknown[] = []
    await open(`${at}?kind=money&status=resolved&age=24h&sort=rid&open=x_1`, {
      answers: [
        listing((query) => {
          asked.push(query)
          return buildDiscrepancyList()
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => asked).toEqual([{ age: '24h' }])
    await expect.element(panel()).not.toBeInTheDocument()
  })

  longTest('sorts by age and amount, or by age alone if amounts are ranges', async () => {
    let [byAmount, asks] = [true, 0]
    const row = buildDiscrepancy(0, { amount: buildMaskedValue('100 000 to 999 999', 'band') })
    const { page, address } = await open(at, {
      answers: [
        listing(() => {
          asks += 1
          return buildDiscrepancyList(byAmount ? undefined : [row], { byAmount })
        }),
      ],
    })
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(head('Age')).toHaveAttribute('aria-sort', 'descending')
    await head('Amount').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=amount&order=desc`)
    await head('Amount').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=amount&order=asc`)
    await head('Age').getByRole('button').click()
    await expect.poll(address).toBe(at)
    await head('Age').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=age&order=desc`)
    // A refresh does not start while another one is under way.
    await expect.poll(() => asks).toBeGreaterThanOrEqual(4)
    await expect
      .element(page.getByRole('button', { name: new RegExp(`^${englishUi.refresh}`) }))
      .toBeEnabled()
    byAmount = false
    await userEvent.keyboard('r')
    await expect.element(page.getByRole('gridcell', { name: /100 000 to 999 999/ })).toBeVisible()
    await expect.element(head('Amount').getByRole('button')).not.toBeInTheDocument()
  })

  longTest('adds a history entry for the next page, and goes back to the previous page', async () => {
    const { page, address } = await open(at, {
      answers: [
        listing((query) =>
          'after' in query
            ? buildDiscrepancyList([buildDiscrepancy(50)])
            : buildDiscrepancyList(buildDiscrepancies(3), { next: 'cursor-2' }),
        ),
      ],
    })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
    await userEvent.keyboard(']')
    await expect.poll(address).toBe(`${at}?after=cursor-2`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toContain('open=x_')
    await page.getByRole('button', { name: englishLists.pages.previous }).click()
    await expect.poll(address).toBe(at)
  })
})

describe('one discrepancy', () => {
  test('shows its four texts, its facts with the interval, and a link to its transaction', async () => {
    const { page, address, path } = await open(at, {
      answers: [listing(() => buildDiscrepancyList([buildDiscrepancy(0), buildDiscrepancy(2)]))],
    })
    await rowAt(1).click()
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(0)}`)
    await expect.element(panel()).toMatchTextContent(new RegExp(help.end_not_announced.says))
    for (const words of Object.values(help.end_not_announced))
      await expect.element(panel()).toMatchTextContent(new RegExp(words))
    await expect.element(panel()).toMatchTextContent(/Appeared\s*before .*Europe\/Berlin.*no earlier check/)
    await expect.element(panel()).toMatchTextContent(new RegExp(texts.panel.unexplained))
    await expectAccessible()
    await rowAt(2).click()
    await expect.element(panel()).toMatchTextContent(new RegExp(help.expired_but_open.says))
    await expect.element(panel()).not.toMatchTextContent(new RegExp(texts.panel.noEarlierCheck))
    const [, from, to] = /Appeared.*?(\d\d:\d\d) – .*?(\d\d:\d\d)/.exec(panel().element().textContent) ?? []
    expect(from).toMatch(/:/)
    expect(from).not.toBe(to)
    await panel().getByRole('link').click()
    await expect.poll(path).toBe(`/stage/transactions/${buildTransactionId(2)}`)
    expect(page).toBeDefined()
  })

  longTest(
    'shows all its explanations with the newest first, and takes no further one once it is closed',
    async () => {
      const rows = [
        buildDiscrepancy(0, {
          explanation: buildDiscrepancyExplanation({
            text: buildClearValue('The file came a day late'),
            ticket: buildClearValue('FIN-12'),
          }),
          earlierExplanations: [
            buildDiscrepancyExplanation({ by: { name: 'Farid Nasser', me: true }, at: hoursFromNow(-30) }),
          ],
        }),
        buildDiscrepancy(1, { closedAt: hoursFromNow(-1), explanation: buildDiscrepancyExplanation() }),
      ]
      await open(at, { answers: [listing(() => buildDiscrepancyList(rows))] })
      await rowAt(1).click()
      const said = panel().getByRole('listitem')
      await expect
        .element(said.nth(0))
        .toMatchTextContent(/Mina Holt.*Settled later.*The file came a day late.*FIN-12/)
      await expect.element(said.nth(1)).toMatchTextContent(/You.*Settled later/)
      await expect
        .element(panel().getByRole('button', { name: new RegExp(texts.panel.update) }))
        .toBeVisible()
      await rowAt(2).click()
      await expect.element(panel()).toMatchTextContent(/Records match: closed/)
      await expect
        .element(panel().getByRole('button', { name: /explain|explanation/i }))
        .not.toBeInTheDocument()
      await userEvent.keyboard('e')
      await expect.element(window_.getByRole('form')).not.toBeInTheDocument()
    },
  )

  longTest('is closed by Escape and by the cross, and the focus returns to its row', async () => {
    const { page, address } = await open()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjj{Enter}')
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(2)}`)
    await panel().getByRole('button', { name: texts.panel.close }).click()
    await expect.poll(address).toBe(at)
    await expect.poll(focusedIndex).toBe('4')
    await userEvent.keyboard('k{Enter}')
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(1)}`)
    await userEvent.keyboard('{Escape}')
    await expect.poll(address).toBe(at)
    await expect.poll(focusedIndex).toBe('3')
    await expect.element(page.getByRole('article')).not.toBeInTheDocument()
  })

  longTest('says so if it is not on the page of its address', async () => {
    const { page } = await open(`${at}?open=${buildDiscrepancyId(99)}`)
    await expect.element(page.getByText(texts.panel.notOnPageDetail)).toBeVisible()
    await expectAccessible()
  })
})

describe('roles', () => {
  test('without full access see masked values, no sums and no form', async () => {
    const { figures } = buildDiscrepancyList()
    const row = buildDiscrepancy(0, {
      rid: buildMaskedValue('••••0000', 'ref6'),
      amount: buildMaskedValue('10 000 to 99 999', 'band'),
      explanation: buildDiscrepancyExplanation({ text: { visibility: 'presence', present: true } }),
    })
    const reader = buildFinanceReviewer()
    const permissions = reader.permissions.filter((one) => one !== 'reconciliation.explain')
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => ({ ...reader, permissions })),
        listing(() =>
          buildDiscrepancyList([row], {
            byAmount: false,
            mayExplain: false,
            figures: { ...figures, kinds: figures.kinds.map((each) => ({ ...each, amounts: null })) },
          }),
        ),
      ],
    })
    await expect.element(rowAt(1)).toMatchTextContent(/10 000 to 99 999.*EUR.*••••0000/)
    await expect.element(page.getByText(new RegExp(texts.rangesNotSummed))).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: texts.figures.title }))
      .not.toMatchTextContent(/EUR/)
    await rowAt(1).click()
    await expect.element(panel()).toMatchTextContent(englishUi.value.providedHidden)
    await userEvent.keyboard('e')
    await expect
      .element(panel().getByRole('button', { name: /explain|explanation/i }))
      .not.toBeInTheDocument()
    await expect.element(page.getByRole('form')).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('that see only a part are told so', async () => {
    const { page } = await openApp(at, {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildComplianceOfficer())],
    })
    await expect.element(grid()).toBeVisible()
    await expect.element(page.getByText(new RegExp(texts.identityOnly))).toBeVisible()
    await expect.element(page.getByText(/Showing/)).not.toBeInTheDocument()
  })
})

describe('live updates', () => {
  test('change, add and remove rows in place, and keep the focus, the open row and the scroll position', async () => {
    const line = createLiveStream()
    let rows = buildDiscrepancies(40)
    const { page, address } = await open(at, {
      answers: [line.handler, listing(() => buildDiscrepancyList(rows))],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('j{End}')
    await expect.poll(focusedIndex).toBe('41')
    await userEvent.keyboard('kk{Enter}')
    await expect.poll(address).toBe(`${at}?open=${buildDiscrepancyId(37)}`)
    const held = document.activeElement
    const scroller = grid().element().parentElement
    const before = scroller?.scrollTop ?? 0
    expect(before).toBeGreaterThan(100)
    rows = rows.map((row) =>
      row.discrepancy === buildDiscrepancyId(37)
        ? buildDiscrepancy(37, {
            version: 2,
            amount: buildClearValue('777700'),
            currency: buildClearValue('EUR'),
          })
        : row,
    )
    const marked = recordMarkedRows()
    line.change(changed(37))
    await expect.element(panel()).toMatchTextContent(/7,777\.00 EUR/)
    expect(document.activeElement).toBe(held)
    expect(held?.textContent).toMatch(/7,777\.00 EUR/)
    expect(scroller?.scrollTop).toBe(before)
    await expect.poll(() => marked.size).toBe(1)
  })

  longTest('ignore changes of another environment', async () => {
    const line = createLiveStream()
    const reads = { list: 0, coverage: 0 }
    const { page } = await open(at, {
      answers: [
        line.handler,
        listing(() => {
          reads.list += 1
          return buildDiscrepancyList()
        }),
        fakeEndpoint(endpoints.showRecordsCoverage)(() => {
          reads.coverage += 1
          return buildRecordsCoverage()
        }),
      ],
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => reads).toEqual({ list: 1, coverage: 1 })
    line.change({ ...changed(0), environment: productionEnvironment })
    line.change({ kind: 'sync', environment: stageEnvironment, id: '7', version: 1 })
    await expect.poll(() => reads).toEqual({ list: 1, coverage: 2 })
  })

  test('move the focus to the row in its place when the open and focused row leaves', async () => {
    const line = createLiveStream()
    let rows = buildDiscrepancies(6)
    const { page } = await open(at, { answers: [line.handler, listing(() => buildDiscrepancyList(rows))] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await rowAt(3).click()
    await expect.poll(focusedIndex).toBe('4')
    rows = rows.filter((row) => row.discrepancy !== buildDiscrepancyId(2))
    line.change(changed(2))
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '6')
    await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toMatch(/cust-00003/)
    await expect.element(panel()).toMatchTextContent(/cust-00002/)
  })

  longTest('keep a discrepancy open as it was after it has left the list, and say so', async () => {
    const line = createLiveStream()
    let rows = buildDiscrepancies(6)
    const { page } = await open(at, { answers: [line.handler, listing(() => buildDiscrepancyList(rows))] })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jj{Enter}')
    await expect.element(panel()).toMatchTextContent(/cust-00001/)
    await userEvent.keyboard('e2late file')
    rows = rows.filter((row) => row.discrepancy !== buildDiscrepancyId(1))
    line.change(changed(1))
    await expect.element(panel()).toMatchTextContent(texts.panel.left)
    await expect.element(panel()).toMatchTextContent(/cust-00001/)
    await expect.element(page.getByRole('textbox', { name: texts.form.comment })).toHaveValue('late file')
    await expect.element(page.getByRole('textbox', { name: texts.form.comment })).toHaveFocus()
  })
})

test('shows whole customer IDs at 1280 pixels', async () => {
  await window_.viewport(1280, 900)
  try {
    const rid = 'cust-no-document-step'
    const row = buildDiscrepancy(1, { rid: buildClearValue(rid) })
    await open(at, { answers: [listing(() => buildDiscrepancyList([row]))] })
    const start = window_.getByText(rid.slice(0, -6), { exact: true })
    await expect.element(start).toBeVisible()
    expect(start.element().scrollWidth).toBeLessThanOrEqual(start.element().clientWidth)
    const frame = grid().element().parentElement
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
  } finally {
    await window_.viewport(1440, 900)
  }
})

longTest.each(['light', 'dark'] as const)(
  'at 390 px in %s nothing is lost sideways, the open item comes first, and it stays accessible',
  async (scheme) => {
    await window_.viewport(390, 844)
    document.documentElement.style.colorScheme = scheme
    try {
      const { page } = await open()
      await expect.element(grid()).toBeVisible()
      await expect
        .element(rowAt(1))
        .toMatchTextContent(new RegExp(`${texts.kinds.end_not_announced}.*125\\.00 EUR`))
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
      await page.getByText(/^By type/).click()
      await rowAt(2).click()
      await expect.element(panel().getByRole('heading', { level: 2 })).toHaveFocus()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
      await userEvent.keyboard('{Escape}')
      await expect.poll(focusedIndex).toBe('3')
    } finally {
      document.documentElement.style.colorScheme = ''
      await window_.viewport(1440, 900)
    }
  },
)
