import type { LiveEvent } from '@paydesk/shared/core/live'
import { endpoints } from '@paydesk/shared/endpoints'
import { decisionId } from '@paydesk/shared/work/decision'
import type { ReviewFilter } from '@paydesk/shared/work/review'
import { describe, expect, test } from 'vitest'
import { userEvent, page as window_ } from 'vitest/browser'
import { fake, never, upstreamDown } from '../../../../../test/support/fakes/fake.ts'
import { numbered, someReference, stage } from '../../../../../test/support/fakes/ids.ts'
import { liveLine } from '../../../../../test/support/fakes/live-line.ts'
import {
  auditor,
  complianceOfficer,
  financeReviewer,
  supportAgent,
} from '../../../../../test/support/fakes/people.ts'
import { heldBy, itemsUpTo, reviewPage, reviewRow } from '../../../../../test/support/fakes/review.ts'
import { clear, hidden, inHours, masked } from '../../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import { openApp } from '../../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../../test/support/web/run-length.ts'
import { chord } from '../../../../../test/support/web/strokes.ts'

const at = '/stage/review'
const finance = fake(endpoints.whoAmI)(() => financeReviewer())
const listing = (
  answer: (query: ReviewFilter) => ReturnType<typeof reviewPage> | Response | Promise<Response>,
) => fake(endpoints.listReview)(({ query }) => answer(query))
const open = (address = at, answers: Parameters<typeof openApp>[1] = {}) =>
  openApp(address, { ...answers, answers: [finance, ...(answers.answers ?? [])] })
const grid = () => window_.getByRole('grid', { name: 'Items in review' })
const rowAt = (index: number) => grid().getByRole('row').nth(index)
const focusedIndex = () => document.activeElement?.getAttribute('aria-rowindex')
const decision = {
  decision: decisionId.parse('d_0123456789abcdefghij'),
  verdict: 'reject',
  followUp: null,
  mine: false,
} as const
const changed = (id: string, kind: LiveEvent['kind'] = 'review'): LiveEvent => ({
  kind,
  environment: stage,
  id,
  version: 2,
})

describe('the review queue', () => {
  test('data: every column of an item, the figures and what the index covers', async () => {
    const rows = [
      reviewRow(0, {
        owner: heldBy('Mina Holt'),
        lastNote: { at: inHours(-1), by: { name: 'Mina Holt', me: false }, text: clear('asked the bank') },
      }),
      reviewRow(1, { decision: { ...decision, status: 'waiting' } }),
      reviewRow(6, { second: [], concerns: [] }),
    ]
    const { page } = await open(at, { answers: [listing(() => reviewPage(rows))] })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
    await expect
      .element(rowAt(1))
      .toMatchTextContent(
        /6 h ago.*over.*in \d+ h.*125\.00 EUR.*cust-00000.*Instrument review.*Mina Holt.*until.*needed.*asked the bank/,
      )
    await expect
      .element(rowAt(2))
      .toMatchTextContent(
        /not given.*Manual review.*identity, documents.*Reject.*: waits for a second person/,
      )
    await expect
      .element(rowAt(2).getByTitle(/no amount is known; it is the first payment of this customer/))
      .toBeVisible()
    await expect
      .element(rowAt(3).getByText('no second person needed, as far as is known'))
      .toBeInTheDocument()
    await expect.element(page.getByText(/Covers 4,812 transactions of 1,204 customers/)).toBeVisible()
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect
      .element(figures.getByRole('link', { name: '3 items' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(figures.getByRole('link', { name: '1 for a second person' })).toBeVisible()
    await expect.element(figures.getByRole('link', { name: '3 over' })).toBeVisible()
    const bar = figures.getByRole('img', { name: 'Ages: 3 1 h to 4 h' })
    await expect.element(bar).toBeVisible()
    const [band, ...others] = bar.element().children
    expect([band?.clientWidth, others.length]).toEqual([bar.element().clientWidth, 0])
    await figures.getByRole('button', { name: 'Ages' }).click()
    await expect.element(page.getByRole('row', { name: '1 h to 4 h 3 100 %' })).toBeVisible()
    expect(document.title).toBe('Review · Stage · Paydesk')
    await expectAccessible()
  })

  test('pending: a skeleton, and nothing claimed', async () => {
    const { page } = await open(at, { answers: [listing(never)] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Review/)
    await expect.element(grid()).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: 'Figures' })).not.toBeInTheDocument()
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).not.toBeNull()
  })

  test('error: what is missing, with the reference, and the way to try again', async () => {
    let answer: () => ReturnType<typeof reviewPage> | Response = upstreamDown
    const { page } = await open(at, { answers: [listing(() => answer())] })
    await expect.element(page.getByText('The queue could not be read')).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    answer = () => reviewPage()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(grid()).toBeVisible()
  })

  longTest('nothing in review is not no match, and neither is everything put off', async () => {
    let { figures } = reviewPage([])
    const { page } = await open(at, { answers: [listing(() => reviewPage([], { figures }))] })
    await expect.element(page.getByText('Nothing that this office knows is in review.')).toBeVisible()
    await page.getByRole('link', { name: '0 mine' }).click()
    await expect.element(page.getByText('No item in review matches the filter.')).toBeVisible()
    figures = { ...figures, items: 2, snoozed: 2 }
    await page.getByRole('button', { name: 'Clear the filter' }).last().click()
    await userEvent.keyboard('r')
    await expect.element(page.getByText(/what is in review is put off/)).toBeVisible()
    await expectAccessible()
  })

  test('whoever may not is told so, has no entry for it, and nothing is asked', async () => {
    const { page } = await openApp(at, { answers: [fake(endpoints.whoAmI)(() => supportAgent())] })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/not open to your role/)
    await expect.element(page.getByRole('link', { name: /Review/ })).not.toBeInTheDocument()
  })

  test('a filter is in the address and in the question, and so is a figure', async () => {
    const asked: ReviewFilter[] = []
    const { page, address } = await open(at, {
      answers: [
        listing((query) => {
          asked.push(query)
          return reviewPage()
        }),
      ],
    })
    await page.getByRole('button', { name: 'Why', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Instrument review' }).click()
    await page.getByRole('checkbox', { name: 'Task' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Owner', exact: true }).first().click()
    await page.getByRole('radio', { name: 'Nobody’s' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(address).toBe(`${at}?kind=piv,task&owner=nobody`)
    await expect.poll(() => asked.at(-1)).toEqual({ kind: 'piv,task', owner: 'nobody' })
    const over = page.getByRole('link', { name: /\d+ over/ })
    await over.click()
    await expect.poll(address).toBe(`${at}?level=over&snoozed=1`)
    await expect.element(over).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Clear the filter' }).click()
    await expect.poll(address).toBe(at)
  })

  longTest('what is put off is counted apart, and listed when it is asked for', async () => {
    const { figures } = reviewPage(itemsUpTo(5))
    const all = [...itemsUpTo(4), reviewRow(4, { snoozedUntil: inHours(3) })]
    const { page, address } = await open(at, {
      answers: [
        listing(({ snoozed }) =>
          reviewPage(snoozed ? all : all.slice(0, 4), { figures: { ...figures, snoozed: 1 } }),
        ),
      ],
    })
    await expect
      .element(page.getByRole('link', { name: '4 items', exact: true }))
      .toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: '5 with 1 put off' }).click()
    await expect.poll(address).toBe(`${at}?snoozed=1`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '6')
    await expect.element(rowAt(5).getByTitle(/^put off until/)).toBeVisible()
  })

  test('what an address cannot hold is not asked for, and the rest of it is', async () => {
    const asked: unknown[] = []
    await open(`${at}?kind=piv&concern=money&owner=mina&snoozed=0&sort=rid&after=`, {
      answers: [
        listing((query) => {
          asked.push(query)
          return reviewPage()
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await expect.poll(() => asked).toEqual([{ kind: 'piv' }])
  })

  longTest('sorts by what the server sorts by, what is urgent first', async () => {
    const { page, address } = await open()
    const head = (name: string) => page.getByRole('columnheader', { name })
    await expect.element(head('Age')).toHaveAttribute('aria-sort', 'descending')
    await head('Age').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=age&order=desc`)
    await head('Ends').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=expiry`)
    await expect.element(head('Ends')).toHaveAttribute('aria-sort', 'ascending')
    await head('Amount').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=amount&order=desc`)
    await head('Amount').getByRole('button').click()
    await expect.poll(address).toBe(`${at}?sort=amount&order=asc`)
    await head('Age').getByRole('button').click()
    await expect.poll(address).toBe(at)
  })

  test('where amounts are ranges they are read whole, and nothing is sorted by them; a note may be given only', async () => {
    const row = reviewRow(0, {
      amount: masked('100 000 to 999 999 minor units', 'band'),
      currency: hidden,
      lastNote: {
        at: inHours(-1),
        by: { name: 'Mina Holt', me: false },
        text: { seen: 'presence', present: true },
      },
    })
    const looks = fake(endpoints.whoAmI)(() => auditor())
    const { page } = await openApp(at, {
      answers: [looks, listing(() => reviewPage([row], { byAmount: false }))],
    })
    const cell = page.getByRole('gridcell', { name: /100 000 to 999 999/ })
    await expect.element(cell).toBeVisible()
    for (const part of [cell.element(), ...cell.element().querySelectorAll('*:not(.unseen)')])
      expect(part.scrollWidth).toBeLessThanOrEqual(Math.max(part.clientWidth, 1))
    const frame = grid().element().parentElement
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    await expect.element(page.getByTitle(/^Mina Holt/).getByText('given')).toBeVisible()
    await expect
      .element(page.getByRole('columnheader', { name: 'Amount' }).getByRole('button'))
      .not.toBeInTheDocument()
  })

  test('pages: next is a step in the history, back is the page before', async () => {
    const { page, address } = await open(at, {
      answers: [
        listing((query) =>
          'after' in query ? reviewPage([reviewRow(50)]) : reviewPage(itemsUpTo(3), { next: 'cursor-2' }),
        ),
      ],
    })
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '4')
    await userEvent.keyboard(']')
    await expect.poll(address).toBe(`${at}?after=cursor-2`)
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '2')
    await page.getByRole('button', { name: /Back/ }).click()
    await expect.poll(address).toBe(at)
  })
})

describe('rows of the queue', () => {
  test('g r from anywhere; j, k and Enter open an item with the filter in its address', async () => {
    const { address, goBack } = await open('/stage')
    await expect.element(window_.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await chord('gr', () => window_.getByRole('heading', { level: 1 }).element())
    await expect.poll(address).toBe(at)
    await expect.element(grid()).toBeVisible()
    await window_.getByRole('link', { name: /\d+ over/ }).click()
    await expect.poll(address).toBe(`${at}?level=over&snoozed=1`)
    await userEvent.keyboard('jjj')
    await expect.poll(focusedIndex).toBe('4')
    await userEvent.keyboard('k{Enter}')
    await expect.poll(address).toBe(`${at}/${numbered(1)}?level=over&snoozed=1`)
    goBack()
    await expect.poll(address).toBe(`${at}?level=over&snoozed=1&at=${numbered(1)}`)
    await expect.element(grid().getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '3')
  })

  longTest('c takes the first free item and opens it; on a row it takes that one', async () => {
    const claims: string[] = []
    const rows = [
      reviewRow(0, { owner: heldBy('Mina Holt') }),
      reviewRow(1, { decision: { ...decision, status: 'waiting' } }),
      reviewRow(2, { decision: { ...decision, status: 'expired' } }),
      ...itemsUpTo(5).slice(3),
    ]
    const { address, goBack } = await open(at, {
      answers: [
        listing(() => reviewPage(rows)),
        fake(endpoints.claimReviewItem)(({ params, body }) => {
          expect(body).toEqual({})
          claims.push(params.transaction)
          return {
            answer: 'taken',
            row: reviewRow(1, { transaction: params.transaction, version: 2, owner: heldBy('', true) }),
          }
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('c')
    await expect.poll(address).toBe(`${at}/${numbered(2)}`)
    goBack()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjjc')
    await expect.poll(address).toBe(`${at}/${numbered(4)}`)
    await expect.poll(() => claims).toEqual([numbered(2), numbered(4)])
  })

  longTest('an item that a colleague took a moment ago stays closed, and says who has it', async () => {
    const { page, address } = await open(at, {
      answers: [
        fake(endpoints.claimReviewItem)(({ params }) => ({
          answer: 'held',
          row: reviewRow(0, { transaction: params.transaction, version: 2, owner: heldBy('Mina Holt') }),
        })),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jc')
    await expect
      .element(page.getByText(/Mina Holt has it until .* Open it to take it over/).first())
      .toBeVisible()
    await expect.element(rowAt(1)).toMatchTextContent(/Mina Holt/)
    expect(address()).toBe(at)
    await expectAccessible()
  })

  longTest('an item that left review meanwhile is said to be gone, and the queue is read again', async () => {
    let rows = itemsUpTo(3)
    const { page, address } = await open(at, {
      answers: [
        listing(() => reviewPage(rows)),
        fake(endpoints.claimReviewItem)(() => {
          rows = rows.slice(1)
          return { answer: 'gone' }
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jc')
    await expect.element(page.getByText('It is not in review any more.').first()).toBeVisible()
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '3')
    expect(address()).toBe(at)
  })

  test('a claim that failed is said with its reference; whoever only reads has no such key', async () => {
    const { page, address } = await open(at, { answers: [fake(endpoints.claimReviewItem)(upstreamDown)] })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('c')
    await expect.element(page.getByText('The item was not taken')).toBeVisible()
    await expect.element(page.getByText(someReference).first()).toBeVisible()
    expect(address()).toBe(at)
  })

  test('a role that works on nothing takes nothing', async () => {
    let claims = 0
    const reader = financeReviewer()
    const permissions = reader.permissions.filter((one) => one !== 'review.work')
    const { page } = await openApp(at, {
      answers: [
        fake(endpoints.whoAmI)(() => ({ ...reader, permissions })),
        fake(endpoints.claimReviewItem)(() => {
          claims += 1
          return { answer: 'gone' }
        }),
      ],
    })
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jc?')
    await expect.element(page.getByRole('heading', { name: 'Keys of this page' })).toBeVisible()
    await expect.element(page.getByText(/Take the row/)).not.toBeInTheDocument()
    expect(claims).toBe(0)
  })

  test('a claim that has run out is nobody’s, though the answer named an owner', async () => {
    const owner = { by: { name: 'Mina Holt', me: false }, until: inHours(-0.01) }
    await open(at, { answers: [listing(() => reviewPage([reviewRow(0, { owner })]))] })
    await expect.element(rowAt(1).getByText('nobody has it')).toBeInTheDocument()
    await expect.element(rowAt(1)).not.toMatchTextContent(/Mina Holt/)
  })
})

describe('live', () => {
  test('an item changes, comes and goes in place: the keyboard stays on its row', async () => {
    const line = liveLine()
    let rows = itemsUpTo(6)
    const { page } = await open(at, { answers: [line.handler, listing(() => reviewPage(rows))] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjj')
    await expect.poll(focusedIndex).toBe('4')
    const held = document.activeElement
    rows = [
      reviewRow(1),
      reviewRow(2, { version: 2, owner: heldBy('Mina Holt') }),
      reviewRow(4),
      reviewRow(9),
    ]
    line.change(changed(numbered(2)))
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '5')
    await expect.poll(() => document.activeElement?.textContent).toMatch(/cust-00002.*Mina Holt/)
    expect(document.activeElement).toBe(held)
    await expect.poll(() => document.querySelectorAll('tr[data-changed]').length).toBe(1)
    await expect.element(page.getByRole('link', { name: '4 items' })).toBeVisible()
  })

  longTest('the row that holds the keyboard leaves: the one in its place has it', async () => {
    const line = liveLine()
    let rows = itemsUpTo(6)
    const { page } = await open(at, { answers: [line.handler, listing(() => reviewPage(rows))] })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('jjj')
    await expect.poll(focusedIndex).toBe('4')
    rows = rows.filter((row) => row.transaction !== numbered(2))
    line.change(changed(numbered(2)))
    await expect.element(grid()).toHaveAttribute('aria-rowcount', '6')
    await expect.poll(() => document.activeElement?.closest('tr')?.textContent).toMatch(/cust-00003/)
    await expect.poll(focusedIndex).toBe('4')
    // The last row leaves: the new last one has it.
    await userEvent.keyboard('{End}')
    await expect.poll(focusedIndex).toBe('6')
    rows = rows.slice(0, -1)
    line.change(changed(numbered(5)))
    await expect.poll(focusedIndex).toBe('5')
  })

  longTest('a claim that is only prolonged marks nothing; another environment is no concern', async () => {
    const line = liveLine()
    let reads = 0
    let until = inHours(0.05)
    const mine = () => reviewRow(0, { version: reads + 1, owner: { by: { name: 'Farid', me: true }, until } })
    const { page } = await open(at, {
      answers: [
        line.handler,
        listing(() => {
          reads += 1
          return reviewPage([mine()])
        }),
      ],
    })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    await expect.element(rowAt(1)).toBeVisible()
    expect(reads).toBe(1)
    const before = rowAt(1).element().textContent
    until = inHours(5)
    line.change({ ...changed(numbered(0)), environment: financeReviewer().environments[1]?.name ?? stage })
    line.change(changed('another-transaction', 'transaction'))
    line.change(changed(numbered(0)))
    await expect.poll(() => rowAt(1).element().textContent).not.toBe(before)
    expect(reads).toBe(2)
    expect(document.querySelectorAll('tr[data-changed]').length).toBe(0)
  })
})

test('a role without the index has the queue without what the index covers', async () => {
  const { page } = await openApp(at, { answers: [fake(endpoints.whoAmI)(() => complianceOfficer())] })
  await expect.element(grid()).toBeVisible()
  await expect.element(page.getByText(/Covers/)).not.toBeInTheDocument()
})

test.each(firstRows(1, [1024, 1280, 1440]))(
  'in a window of %i px an amount is read with its currency',
  async (width) => {
    await window_.viewport(width, 800)
    try {
      const row = reviewRow(0, { amount: clear('1259690'), currency: clear('EUR') })
      const { page } = await open(at, { answers: [listing(() => reviewPage([row]))] })
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

longTest('in a window of 1024 px the table keeps within its frame, and nothing is said less', async () => {
  await window_.viewport(1024, 800)
  try {
    const rows = [reviewRow(0, { owner: heldBy('Mina Holt') }), reviewRow(1)]
    await open(at, { answers: [listing(() => reviewPage(rows))] })
    await expect.element(rowAt(1)).toMatchTextContent(/over, 6 h ago.*Instrument review.*Mina Holt.*needed/)
    const frame = grid().element().parentElement
    expect(frame?.scrollWidth).toBe(frame?.clientWidth)
    await expectAccessible()
  } finally {
    await window_.viewport(1440, 900)
  }
})

longTest.each(['light', 'dark'] as const)(
  'at 390 px in %s nothing is lost sideways, and it stays accessible',
  async (scheme) => {
    await window_.viewport(390, 844)
    document.documentElement.style.colorScheme = scheme
    try {
      await open(at, {
        answers: [
          listing(() => reviewPage([reviewRow(0, { owner: heldBy('Mina Holt') }), ...itemsUpTo(5).slice(1)])),
        ],
      })
      await expect.element(grid()).toBeVisible()
      await expect.element(rowAt(1)).toMatchTextContent(/Instrument review.*over/)
      await expect.element(rowAt(1)).toMatchTextContent(/Mina Holt/)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
      await expectAccessible()
    } finally {
      document.documentElement.style.colorScheme = ''
      await window_.viewport(1440, 900)
    }
  },
)
