import type { ExportRequestInput, ExportSelection } from '@paydesk/shared/cases/export-requests'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishApprovals as approvals } from '@paydesk/shared/messages/en/approvals'
import { englishExportRequests } from '@paydesk/shared/messages/en/export-requests'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildExportRequest, buildExportRequestList } from '../../../../test/support/fakes/export-requests.ts'
import { answerProblem, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer } from '../../../../test/support/fakes/ids.ts'
import { buildComplianceOfficer, buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const { needed, request: texts, statuses } = englishExportRequests
const finance = fakeEndpoint(endpoints.showCurrentSession)(() => buildFinanceReviewer())
const comment = 'The bank asked for these payments'

const officer = buildComplianceOfficer()
const approver = fakeEndpoint(endpoints.showCurrentSession)(() => ({
  ...officer,
  permissions: [...officer.permissions, 'records.export', 'export.approve'],
}))

test('an export of too many rows says why, takes a purpose, and shows how the request stands', async () => {
  const asked: ExportRequestInput[] = []
  const own = buildExportRequest(1, { by: { name: 'Farid Nasser', me: true }, mayWithdraw: true })
  await openApp('/stage/transactions?state=PENDING', {
    answers: [
      finance,
      fakeEndpoint(endpoints.exportTransactions)(() =>
        answerProblem({
          id: 'export_needs_approval',
          status: 409,
          needsApproval: { rows: 12_345, limit: 5_000 },
        }),
      ),
      fakeEndpoint(endpoints.requestExport)(({ body }) => {
        asked.push(body)
        return { answer: 'asked', request: own }
      }),
      fakeEndpoint(endpoints.showFormDraft)(({ params }) => ({
        draft:
          params.about === '-.transactions'
            ? {
                version: 'aaaaaaaaaaaa.1',
                savedAt: hoursFromNow(-1),
                content: { purpose: null, caseRef: 'CASE-1', text: comment },
              }
            : null,
      })),
      fakeEndpoint(endpoints.listExportRequests)(() =>
        buildExportRequestList(asked.length === 0 ? [] : [own]),
      ),
    ],
  })
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const panel = page.getByRole('region', { name: needed.title })
  await expect.element(panel).toMatchTextContent('12,345 rows')
  await expect.element(panel).toMatchTextContent('Above 5,000 rows')
  await panel.getByRole('button', { name: needed.request }).click()
  const dialog = page.getByRole('dialog', { name: texts.title })
  await expect.element(dialog.getByRole('button', { name: texts.send })).toBeDisabled()
  await expectAccessible()
  await dialog.getByRole('radio', { name: englishLists.purposes.payment_investigation }).click()
  // Ticket and comment come from the draft of this list.
  await expect.element(dialog.getByLabelText(texts.comment)).toHaveValue(comment)
  await dialog.getByRole('button', { name: texts.send }).click()
  await expect.element(dialog.getByText(texts.results.asked).first()).toBeVisible()
  expect(asked).toEqual([
    {
      selection: { list: 'transactions', filter: { state: 'PENDING' } },
      ...{ purpose: 'payment_investigation', caseRef: 'CASE-1', text: comment },
    },
  ])
  await expect.element(panel).toMatchTextContent(statuses.waiting)
})

test('the approver reads filter, rows, person and purpose in words, and answers', async () => {
  const answered: ApprovalInput[] = []
  const one = () => buildExportRequest(1, { mayAnswer: answered.length === 0 })
  await openApp('/stage/export-requests', {
    answers: [
      approver,
      fakeEndpoint(endpoints.listExportRequests)(() => buildExportRequestList([one()])),
      fakeEndpoint(endpoints.decideExportRequest)(({ body }) => {
        answered.push(body)
        return { answer: 'done', request: one() }
      }),
    ],
  })
  const item = page.getByRole('region', { name: approvals.waiting }).getByRole('listitem')
  for (const said of ['Transactions', '12,345 rows', 'State: Pending', 'More than 24 h ago', 'In review'])
    await expect.element(item).toMatchTextContent(said)
  for (const said of ['demo-merchant', 'Nora Linde', comment, englishLists.purposes.payment_investigation])
    await expect.element(item).toMatchTextContent(said)
  await expectAccessible()
  await item.getByRole('button', { name: englishLists.approval.approve }).click()
  await expect.element(page.getByText(approvals.noneWaiting)).toBeVisible()
  expect(answered).toEqual([{ answer: 'confirm' }])
})

test('an approved export is downloaded by its request', async () => {
  const queries: unknown[] = []
  const own = buildExportRequest(1, {
    by: { name: 'Farid Nasser', me: true },
    ...{ status: 'confirmed', downloadUntil: hoursFromNow(1), mayDownload: true },
  })
  await openApp('/stage/export-requests', {
    answers: [
      finance,
      fakeEndpoint(endpoints.listExportRequests)(() => buildExportRequestList([own])),
      fakeEndpoint(endpoints.exportTransactions)(({ query }) => {
        queries.push(query)
        return new HttpResponse('ID\r\nid\r\n1\r\n2\r\n', {
          headers: { 'content-type': 'text/csv; charset=utf-8' },
        })
      }),
    ],
  })
  await page.getByRole('button', { name: englishLists.export.button }).click()
  await expect.element(page.getByText(/2 rows exported, masked/)).toBeVisible()
  expect(queries).toEqual([{ request: own.request }])
})

const answerCsv = (queries: unknown[], query: unknown) => {
  queries.push(query)
  return new HttpResponse('ID\r\nid\r\n1\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } })
}

test.each([
  [
    '/stage/payment-requests?show=open&from=2026-01-31',
    (queries: unknown[]) =>
      fakeEndpoint(endpoints.exportPaymentRequests)(({ query }) => answerCsv(queries, query)),
    { show: 'open', from: '2026-01-31' },
  ],
  [
    '/stage/decisions?show=open&followUp=opposite',
    (queries: unknown[]) => fakeEndpoint(endpoints.exportDecisions)(({ query }) => answerCsv(queries, query)),
    { show: 'open', followUp: 'opposite' },
  ],
  [
    '/stage/notifications?status=isolated&before=77',
    (queries: unknown[]) =>
      fakeEndpoint(endpoints.exportNotifications)(({ query }) => answerCsv(queries, query)),
    { status: 'isolated' },
  ],
  [
    '/stage/review?kind=piv&snoozed=1&sort=expiry',
    (queries: unknown[]) => fakeEndpoint(endpoints.exportCases)(({ query }) => answerCsv(queries, query)),
    { kind: 'piv', snoozed: '1', sort: 'expiry' },
  ],
  [
    '/stage/questions',
    (queries: unknown[]) => fakeEndpoint(endpoints.exportQuestions)(({ query }) => answerCsv(queries, query)),
    { show: 'all' },
  ],
  [
    `/stage/customers/${maraCustomer}`,
    (queries: unknown[]) =>
      fakeEndpoint(endpoints.exportCustomerTransactions)(({ query }) => answerCsv(queries, query)),
    { customer: maraCustomer },
  ],
])('%s exports the rows of its filter', async (address, collect, filter) => {
  const queries: unknown[] = []
  const reviewer = buildFinanceReviewer()
  await openApp(address, {
    answers: [
      fakeEndpoint(endpoints.showCurrentSession)(() => ({
        ...reviewer,
        permissions: [...reviewer.permissions, 'payment_request.read', 'question.ask'],
      })),
      collect(queries),
    ],
  })
  const button = page.getByRole('button', { name: englishLists.export.button })
  // The page of a customer loads its buttons once the person moves the pointer over it.
  await expect
    .poll(() => {
      window.dispatchEvent(new PointerEvent('pointermove'))
      return button.query()
    })
    .not.toBeNull()
  await button.click()
  await expect.element(page.getByText(/1 row exported, masked/).first()).toBeVisible()
  expect(queries).toEqual([filter])
})

test.each([
  [
    { list: 'payment_requests', filter: { show: 'open', customer: maraCustomer, from: '2026-01-31' } },
    ['Payment requests', 'Filter: Open', 'One customer only', 'From: 2026-01-31'],
  ],
  [
    { list: 'decisions', filter: { show: 'open', followUp: 'opposite' } },
    ['Decisions', 'Show: Open', 'Outcome: opposite outcome'],
  ],
  [
    { list: 'notifications', filter: { status: 'isolated', late: '1', to: '2026-02-01' } },
    ['Notifications', 'Status: Failed', 'Order: Late', 'Until: 2026-02-01'],
  ],
  [
    { list: 'cases', filter: { kind: 'piv', claim: 'nobody', snoozed: '1' } },
    ['Review queue', 'Assignee: Unassigned', 'Snoozed: Included'],
  ],
  [{ list: 'questions', filter: { show: 'all' } }, ['Questions', 'Filter: All']],
  [
    { list: 'customer_transactions', filter: { customer: maraCustomer } },
    ['Transactions of one customer', 'One customer only'],
  ],
] satisfies [ExportSelection, string[]][])(
  'the approver reads what $list are selected',
  async (selection, said) => {
    await openApp('/stage/export-requests', {
      answers: [
        approver,
        fakeEndpoint(endpoints.listExportRequests)(() =>
          buildExportRequestList([buildExportRequest(1, { selection, mayAnswer: true })]),
        ),
      ],
    })
    const item = page.getByRole('region', { name: approvals.waiting }).getByRole('listitem')
    for (const text of said) await expect.element(item).toMatchTextContent(text)
  },
)
