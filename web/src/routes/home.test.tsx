import { defaultPersonSettings } from '@paydesk/shared/administration/settings'
import type { HomeFigureName } from '@paydesk/shared/cases/home'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCustomers } from '@paydesk/shared/messages/en/customers'
import { englishHome } from '@paydesk/shared/messages/en/home'
import { englishSearch } from '@paydesk/shared/messages/en/search'
import { englishSearchMisses } from '@paydesk/shared/messages/en/search-misses'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import { buildApiKeyList, buildApiKeyView } from '../../../test/support/fakes/api-keys.ts'
import {
  answerNever,
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../test/support/fakes/fake-endpoint.ts'
import {
  buildTransactionId,
  maraCustomer,
  otherMaraCustomer,
  someReference,
  waitingTransaction,
} from '../../../test/support/fakes/ids.ts'
import { buildCaseSummary } from '../../../test/support/fakes/review.ts'
import { buildFinanceReviewer, buildSupportAgent } from '../../../test/support/fakes/staff.ts'
import { hoursFromNow } from '../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../test/support/web/axe.ts'
import { openApp } from '../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../test/support/web/run-length.ts'
import { pressChord } from '../../../test/support/web/strokes.ts'

const box = englishSearch.boxLabel

describe('home', () => {
  test('leads from the bare address to the first environment, with the focus in the search box', async () => {
    const { page, path } = await openApp('/')
    const field = page.getByRole('combobox', { name: box })
    await expect.element(field).toHaveFocus()
    await expect.poll(path).toBe('/stage/')
    await expect.poll(() => document.title).toBe('Home · Stage · Paydesk')
    await expectAccessible()
  })

  test('opens the customer that was found, and puts the text into no address', async () => {
    const { page, address } = await openApp('/stage')
    await page.getByRole('combobox', { name: box }).fill('  mara@example.test ')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Customer')
    await expect.poll(address).toBe(`/stage/customers/${maraCustomer}`)
  })

  test('lists the recent customers as the role sees them, and the health of Paydesk', async () => {
    const { page } = await openApp('/stage')
    const rows = page.getByRole('region', { name: englishHome.atAGlance })
    await expect.element(rows).toMatchTextContent('Health')
    await expect.element(rows).not.toMatchTextContent(englishCustomers.recent)
    await page.getByRole('combobox', { name: box }).fill('mara@example.test')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Customer')
    // The title comes before the record, and only a customer that was read is remembered.
    await expect.element(page.getByText('KYC state').first()).toBeVisible()
    await pressChord('gh')
    await expect.element(rows).toMatchTextContent(englishCustomers.recent)
    expect(rows.element().textContent).not.toContain('mara@example.test')
    // Customers are remembered per environment.
    await page.getByRole('link', { name: 'Production' }).click()
    await expect.element(rows).toMatchTextContent('Health')
    await expect.element(rows).not.toMatchTextContent(englishCustomers.recent)
    await page.getByRole('link', { name: 'Stage', exact: true }).click()
    await expect.element(rows).toMatchTextContent(englishCustomers.recent)
    await rows.getByRole('link').first().click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Customer')
  })

  test('sends the text as pasted, without surrounding spaces', async () => {
    const sent: string[] = []
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(({ body }) => {
          sent.push(body.text)
          return {
            hits: [],
            attempts: [{ readAs: 'rid', outcome: 'not_found', finding: 'rid_unknown', merchant: 'shop-one' }],
          }
        }),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('  cust-1\t')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/No customer with this ID at shop-one/)).toBeVisible()
    await expect.poll(() => sent).toEqual(['cust-1'])
  })

  test('keeps text and page when nothing is found, and says what was tried', async () => {
    const { page, path } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() => ({
          hits: [],
          attempts: [
            { readAs: 'rid', outcome: 'not_found', finding: 'rid_unknown', merchant: 'demo-merchant' },
            { readAs: 'identity', outcome: 'not_found', finding: 'identity_unknown' },
          ],
        })),
      ],
    })
    const field = page.getByRole('combobox', { name: box })
    await field.fill('nobody')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: englishSearchMisses.misses.found })).toBeVisible()
    await expect.element(field).toHaveValue('nobody')
    expect(path()).toBe('/stage')
    await expectAccessible()
  })

  test('does not report "not found" if the payment service did not answer', async () => {
    let asked = 0
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() => {
          asked += 1
          return {
            hits: [],
            attempts: [
              {
                readAs: 'transaction',
                outcome: 'unavailable',
                finding: 'transaction_unavailable',
                problem: 'upstream_timeout',
                reference: someReference,
              },
            ],
          }
        }),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('3f6c1c1e')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('heading', { name: englishSearchMisses.misses.unavailable }))
      .toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await page.getByRole('button', { name: englishSearch.tryAgain }).click()
    await expect.poll(() => asked).toBe(2)
  })

  test('lets the user choose among several hits by arrow keys and Enter', async () => {
    const { page, path } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() => ({
          hits: [
            { kind: 'customer', customer: maraCustomer, merchant: 'shop-one' },
            { kind: 'customer', customer: otherMaraCustomer, merchant: 'shop-two' },
          ],
          attempts: [{ readAs: 'rid', outcome: 'found', finding: 'rid_recorded', merchant: 'shop-one' }],
        })),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Customer of shop-one' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(path).toBe(`/stage/customers/${otherMaraCustomer}`)
  })

  test.each(
    firstRows(1, [
      [
        englishSearchMisses.misses.unreadable,
        [{ readAs: 'text', outcome: 'not_this_form', finding: 'no_id' }],
      ],
      [
        englishSearchMisses.misses.not_asked,
        [
          { readAs: 'rid', outcome: 'not_asked', finding: 'no_part_recorded' },
          { readAs: 'reference', outcome: 'not_found', finding: 'reference_unknown' },
        ],
      ],
    ] as const),
  )('claims no more than was tried when nothing is found: %s', async (title, tried) => {
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.searchRecords)(() => ({ hits: [], attempts: [...tried] }))],
    })
    await page.getByRole('combobox', { name: box }).fill('Mara Lindqvist')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  })

  test('tells several RIDs of one text apart by their position', async () => {
    const { page, path } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() => ({
          hits: [
            { kind: 'customer', customer: maraCustomer, merchant: 'shop-one', position: 1 },
            { kind: 'customer', customer: otherMaraCustomer, merchant: 'shop-one', position: 2 },
          ],
          attempts: [
            { readAs: 'rid', outcome: 'found', finding: 'rid_recorded_nth', count: 1, merchant: 'shop-one' },
          ],
        })),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('cust-1 cust-2')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('heading', { name: englishSearch.matches.forms.other.replace('{count}', '2') }))
      .toBeVisible()
    await page.getByRole('button', { name: 'Customer of shop-one · customer ID 2 in the text' }).click()
    await expect.poll(path).toBe(`/stage/customers/${otherMaraCustomer}`)
  })

  test('rejects a card number before anything is sent', async () => {
    const sent: string[] = []
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(({ body }) => {
          sent.push(body.text)
          return { hits: [], attempts: [] }
        }),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('paid with 4111 1111 1111 1111 today')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(englishSearch.cardNumber)).toBeVisible()
    expect(sent).toEqual([])
  })

  test('keeps the text after a failed search, and shows the reference to quote', async () => {
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.searchRecords)(answerUpstreamTimeout)],
    })
    const field = page.getByRole('combobox', { name: box })
    await field.fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(page.getByText(someReference)).toBeVisible()
    await expect.element(field).toHaveValue('cust-1')
  })

  test('does not move a user who has opened another page before the search is answered', async () => {
    const late = Promise.withResolvers<void>()
    let searches = 0
    const { page, path, goTo, countPending } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(async () => {
          searches += 1
          await late.promise
          return { hits: [{ kind: 'transaction', transaction: waitingTransaction }], attempts: [] }
        }),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('ord-1')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => searches).toBe(1)
    goTo('/stage/transactions')
    await expect.poll(path).toBe('/stage/transactions')
    late.resolve()
    await expect.poll(countPending).toBe(0)
    expect(path()).toBe('/stage/transactions')
  })

  test('disables the button during a search', async () => {
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.searchRecords)(answerNever)],
    })
    await page.getByRole('combobox', { name: box }).fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: englishSearch.searching })).toBeDisabled()
  })

  test('opens the search box by Ctrl+K anywhere, and returns the focus on Escape', async () => {
    const { page } = await openApp(`/stage/transactions/${waitingTransaction}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect
      .element(page.getByRole('dialog', { name: englishShell.search }).getByRole('combobox'))
      .toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  test('shows an administrator how Paydesk is run, without a search box', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() =>
          buildSupportAgent({
            role: 'admin',
            permissions: [
              ...(['health.read', 'health.details', 'session.every', 'api_key.manage'] as const),
              ...(['import.run', 'field_permissions.read'] as const),
            ],
          }),
        ),
      ],
    })
    const tiles = page.getByRole('region', { name: englishHome.administration })
    await expect.element(tiles.getByRole('link', { name: /^Health/ })).toMatchTextContent(/degraded/)
    await expect.element(tiles.getByRole('link', { name: /^Sessions/ })).toMatchTextContent(/\d+ in use/)
    await expect.element(tiles.getByRole('link', { name: /^API keys/ })).toMatchTextContent(/Of \d+ active/)
    const rows = page.getByRole('region', { name: englishHome.atAGlance })
    await expect.element(rows.getByRole('link', { name: englishHome.imports.title })).toBeVisible()
    await expect.element(rows.getByRole('link', { name: englishHome.sessions.title })).not.toBeInTheDocument()
    await expect.element(page.getByRole('combobox', { name: box })).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: englishHome.title })).not.toBeInTheDocument()
    await expectAccessible()
  })

  test('names an API key that expires soon as the next step of an administrator', async () => {
    const permissions = ['health.read', 'health.details', 'api_key.manage', 'field_permissions.read'] as const
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() =>
          buildSupportAgent({ role: 'admin', permissions: [...permissions] }),
        ),
        fakeEndpoint(endpoints.listApiKeys)(() =>
          buildApiKeyList({
            apiKeys: [buildApiKeyView(1, { expiresAt: hoursFromNow(24 * 12) }), buildApiKeyView(2)],
          }),
        ),
      ],
    })
    const administration = page.getByRole('region', { name: englishHome.administration })
    await expect.element(administration.getByText(/1 API key expires within 30 days/)).toBeVisible()
    await expect
      .element(administration.getByRole('link', { name: englishHome.apiKeys.replace }))
      .toHaveAttribute('href', '/stage/api-keys')
    await expectAccessible()
  })

  test('searches for the text of a deep link, and keeps that text out of the address', async () => {
    const { path, address } = await openApp('/stage/open', { carried: 'cust-00417' })
    await expect.poll(path).toBe(`/stage/customers/${maraCustomer}`)
    expect(address()).not.toContain('cust-00417')
  })

  test('does not show a malformed answer', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(
          () => new Response('{"hits":"all"}', { headers: { 'content-type': 'application/json' } }),
        ),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('cust-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(englishUi.failures.unexpected.title, { exact: false })).toBeVisible()
  })

  longTest('enables the retry after too many searches once waiting is over', async () => {
    const { page } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.searchRecords)(() =>
          answerProblem({ id: 'too_many_requests', status: 429, title: 'Too many look-ups', retryAfter: 2 }),
        ),
      ],
    })
    await page.getByRole('combobox', { name: box }).fill('cust-1')
    // The button is disabled for two seconds only: start to watch for it before the search.
    const waits = expect.element(page.getByRole('button', { name: /Try again in \d s/ })).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    await waits
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  })

  test('shows finance its figures, each as a link to the rows that it counts', async () => {
    const { page, path, address } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())],
    })
    const figures = page.getByRole('region', { name: englishHome.title })
    const tile = (name: HomeFigureName) =>
      figures.getByRole('link', { name: englishHome.figures[name].title, exact: false })
    await expect.element(tile('casesWaiting')).toMatchTextContent(/12.*14 days: 3 to 16/)
    await expect.element(tile('discrepancies')).toMatchTextContent(/7.*1,240\.50 EUR/)
    await expect.element(tile('unconfirmed')).toBeVisible()
    await expect.element(tile('downloads')).not.toBeInTheDocument()
    await expectAccessible()
    await userEvent.click(tile('casesMine'))
    await expect.poll(path).toBe('/stage/review')
    await expect.poll(address).toContain('claim=me')
  })

  test('links each count of a list to all its rows, also for a person whose lists open with a view', async () => {
    const settings = { ...defaultPersonSettings, defaultViews: ['v_0123456789abcdefghij'] }
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer({ settings }))],
    })
    const figures = page.getByRole('region', { name: englishHome.title })
    const link = (name: HomeFigureName) =>
      figures.getByRole('link', { name: englishHome.figures[name].title, exact: false })
    await expect.element(link('casesWaiting')).toHaveAttribute('href', '/stage/review?all=1')
    await expect.element(link('casesMine')).toHaveAttribute('href', '/stage/review?claim=me&snoozed=1')
    // Only lists with views have the mark.
    await expect.element(link('discrepancies')).toHaveAttribute('href', '/stage/reconciliation')
    const oldest = page.getByRole('region', { name: englishHome.oldest.title })
    await expect
      .element(oldest.getByRole('link', { name: englishHome.oldest.all }))
      .toHaveAttribute('href', '/stage/review?all=1')
  })

  test('counts the decisions that await the approval of a reviewer, and of nobody else', async () => {
    const reviewer = buildFinanceReviewer()
    const name = new RegExp(`^${englishHome.figures.approvals.title}`)
    const { page, path, address } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => reviewer)],
    })
    const tile = page.getByRole('region', { name: englishHome.title }).getByRole('link', { name })
    await expect.element(tile).toMatchTextContent(/3/)
    await tile.click()
    await expect.poll(path).toBe('/stage/decisions')
    expect(address()).toContain('show=to_approve')
    await cleanup()
    const permissions = reviewer.permissions.filter((permission) => permission !== 'review.work')
    const reader = { ...reviewer, permissions }
    const other = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => reader)],
    })
    const figures = other.page.getByRole('region', { name: englishHome.title })
    await expect.element(figures).toMatchTextContent(/12/)
    await expect.element(figures.getByRole('link', { name })).not.toBeInTheDocument()
  })

  test('claims one of the oldest cases from home, and opens it', async () => {
    const { page, path } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())],
    })
    const work = page.getByRole('region', { name: englishHome.oldest.title })
    await expect.poll(() => work.getByRole('listitem').elements().length).toBe(5)
    await work
      .getByRole('button', { name: new RegExp(`^${englishHome.oldest.claim}`) })
      .first()
      .click()
    await expect.poll(path).toBe(`/stage/review/${buildTransactionId(0)}`)
  })

  longTest('opens no claimed case for a user who has opened another page before the answer', async () => {
    const late = Promise.withResolvers<void>()
    let claims = 0
    const { page, path, goTo, countPending } = await openApp('/stage', {
      answers: [
        fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer()),
        fakeEndpoint(endpoints.claimCase)(async ({ params }) => {
          claims += 1
          await late.promise
          return { answer: 'taken', row: buildCaseSummary(0, { transaction: params.transaction }) }
        }),
      ],
    })
    const work = page.getByRole('region', { name: englishHome.oldest.title })
    await work
      .getByRole('button', { name: new RegExp(`^${englishHome.oldest.claim}`) })
      .first()
      .click()
    await expect.poll(() => claims).toBe(1)
    goTo('/stage/transactions')
    await expect.poll(path).toBe('/stage/transactions')
    late.resolve()
    await expect.poll(countPending).toBe(0)
    expect(path()).toBe('/stage/transactions')
  })

  test('shows no work to a user who has none here', async () => {
    const { page } = await openApp('/stage', {
      answers: [fakeEndpoint(endpoints.showCurrentSession)(() => buildSupportAgent())],
    })
    await expect.element(page.getByRole('combobox', { name: box })).toBeVisible()
    const links = page.getByRole('region', { name: englishHome.atAGlance }).getByRole('link')
    await expect.poll(() => links.elements().map(({ textContent }) => textContent)).toEqual(['Health'])
  })
})
