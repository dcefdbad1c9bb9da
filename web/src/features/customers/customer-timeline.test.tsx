import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import { environmentNameSchema } from '@paydesk/shared/core/ids'
import type { LiveEvent } from '@paydesk/shared/core/live-updates'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishCustomerTimeline as texts } from '@paydesk/shared/messages/en/customer-timeline'
import { englishCustomers } from '@paydesk/shared/messages/en/customers'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  buildAuditEntryList,
  buildOwnAuditEntry,
  buildRecordAccessReport,
} from '../../../../test/support/fakes/audit-log.ts'
import { buildCustomerObservationList } from '../../../../test/support/fakes/customer-timeline.ts'
import { buildExportRequest, buildExportRequestList } from '../../../../test/support/fakes/export-requests.ts'
import {
  answerNever,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, waitingTransaction } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildReceivedNotification } from '../../../../test/support/fakes/notifications.ts'
import {
  buildCreatedRequest,
  buildPaymentRequestList,
} from '../../../../test/support/fakes/payment-requests.ts'
import { buildQuestionList, buildQuestionView } from '../../../../test/support/fakes/questions.ts'
import { buildDiscrepancyId } from '../../../../test/support/fakes/reconciliation.ts'
import {
  buildComplianceOfficer,
  buildFinanceReviewer,
  buildSupportAgent,
} from '../../../../test/support/fakes/staff.ts'
import {
  buildSubjectAccessRequest,
  buildSubjectAccessRequestList,
} from '../../../../test/support/fakes/subject-access.ts'
import { buildTransactionHistory } from '../../../../test/support/fakes/transaction-history.ts'
import { absentValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { englishFormat } from '../../../../test/support/web/english-format.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const at = `/stage/customers/${maraCustomer}?view=timeline`
const { kinds } = texts
/** Signs in a person whose role sees more kinds of entries. */
const signInAs = (person: CurrentSession, ...more: readonly StaffPermission[]) =>
  fakeEndpoint(endpoints.showCurrentSession)(() => ({
    ...person,
    permissions: [...person.permissions, 'question.ask', 'payment_request.read', 'audit.own', ...more],
  }))
const asFinance = signInAs(buildFinanceReviewer(), 'reconciliation.read', 'records.export', 'caller.check')
const asSupport = signInAs(buildSupportAgent())
const asCompliance = signInAs(
  buildComplianceOfficer(),
  ...(['audit.record_access', 'document.download', 'subject_access.export', 'records.export'] as const),
)

const exportRequests = buildExportRequestList([
  buildExportRequest(3, {
    selection: { list: 'customer_transactions', filter: { customer: maraCustomer } },
    status: 'over',
    answer: {
      ...{ answer: 'confirm', text: absentValue, by: { name: 'Cora Blum', me: false } },
      at: hoursFromNow(-2),
    },
  }),
])
/** Own events: of the group that is asked for. */
const ownAuditEntries = fakeEndpoint(endpoints.listAuditEntries)(({ query }) =>
  buildAuditEntryList({
    visibility: 'own',
    entries:
      query.group === 'exports'
        ? [{ ...buildOwnAuditEntry(1), action: 'records.exported', group: 'exports' }]
        : [
            { ...buildOwnAuditEntry(2), action: 'caller.checked', group: 'reveals' },
            { ...buildOwnAuditEntry(3), action: 'field.revealed', group: 'reveals' },
          ],
  }),
)

describe('timeline of a customer', () => {
  test('opens from the page of the customer, and lists every kind by day, newest first', async () => {
    const { page, address } = await openApp(`/stage/customers/${maraCustomer}`, {
      answers: [
        asFinance,
        fakeEndpoint(endpoints.listQuestions)(() => buildQuestionList([buildQuestionView(1)])),
        fakeEndpoint(endpoints.listPaymentRequests)(() => buildPaymentRequestList([buildCreatedRequest(1)])),
        fakeEndpoint(endpoints.listCustomerObservations)(() => {
          const { observations, next } = buildCustomerObservationList()
          const [first] = observations.filter(({ kind }) => kind === 'first_seen')
          if (first === undefined) throw new Error('a first observation is needed')
          return { observations: [...observations, { ...first, seq: 900, source: 'import' }], next }
        }),
        fakeEndpoint(endpoints.listExportRequests)(({ query }) =>
          query.customer === maraCustomer ? exportRequests : buildExportRequestList(),
        ),
        ownAuditEntries,
      ],
    })
    await page.getByRole('link', { name: englishCustomers.views.timeline }).click()
    await expect.poll(address).toBe(at)
    const region = page.getByRole('region', { name: texts.title })
    const listed = [
      ...(['transactions', 'imports', 'notifications', 'cases', 'discrepancies', 'questions'] as const),
      ...(['payment_requests', 'exports', 'caller_verifications', 'access'] as const),
    ]
    for (const kind of listed)
      await expect
        .element(region.getByRole('listitem').filter({ hasText: kinds[kind] }).first())
        .toBeVisible()
    await expect.element(region.getByText(texts.complete)).toBeVisible()
    const rowsOf = (kind: keyof typeof kinds) =>
      region.getByRole('listitem').filter({ has: page.getByText(kinds[kind], { exact: true }) })
    // Opened, explained twice, closed.
    await expect.element(rowsOf('discrepancies')).toHaveLength(4)
    await expect
      .element(rowsOf('discrepancies').filter({ hasText: 'The bank confirmed it by phone' }))
      .toHaveLength(1)
    await expect
      .element(rowsOf('discrepancies').getByRole('link', { name: texts.record.discrepancy }).first())
      .toHaveAttribute(
        'href',
        `/stage/reconciliation?status=closed&kind=manual_reconciliation&open=${buildDiscrepancyId(1)}`,
      )
    await expect.element(rowsOf('imports')).toHaveLength(1)
    // A request with its approval, and an export that needed none.
    await expect.element(rowsOf('exports')).toHaveLength(3)
    await expect.element(rowsOf('caller_verifications')).toHaveLength(1)
    await expect.element(rowsOf('access')).toHaveLength(1)
    const times = [...document.querySelectorAll('#timeline li time')].map((one) =>
      one.getAttribute('datetime'),
    )
    expect(times).toEqual(times.toSorted().toReversed())
    await expectAccessible()
  })

  test('filters by kind with the keyboard, and has the filter in its address', async () => {
    const { page, address } = await openApp(at, { answers: [asFinance] })
    const filter = page.getByRole('group', { name: texts.filter })
    await expect.element(filter.getByRole('button', { name: kinds.cases })).toBeVisible()
    filter.getByRole('button', { name: kinds.cases }).element().focus()
    await userEvent.keyboard(' ')
    await expect.poll(address).toContain('events=')
    const rows = page.getByRole('region', { name: texts.title }).getByRole('listitem')
    await expect.element(rows.filter({ hasText: kinds.cases }).first()).toBeVisible()
    await expect.element(rows.filter({ hasText: kinds.notifications }).first()).not.toBeInTheDocument()
    await filter.getByRole('button', { name: texts.everything }).click()
    await expect.poll(address).toBe(at)
  })

  test('names the part that failed, shows the others, and retries that part alone', async () => {
    let calls = 0
    let isDown = true
    const { page } = await openApp(at, {
      answers: [
        asFinance,
        fakeEndpoint(endpoints.listCustomerNotifications)(() => {
          if (isDown) return answerUpstreamTimeout()
          return { entries: [buildReceivedNotification(7)], next: null }
        }),
        fakeEndpoint(endpoints.listCustomerObservations)(() => {
          calls += 1
          return { observations: [], next: null }
        }),
      ],
    })
    const missing = englishFormat.text(texts.notLoaded, { kind: kinds.notifications })
    await expect.element(page.getByText(missing)).toBeVisible()
    await expect
      .element(page.getByText(englishFormat.text(texts.missing, { kinds: kinds.notifications })))
      .toBeVisible()
    await expect.element(page.getByText(texts.complete)).not.toBeInTheDocument()
    await expect.element(page.getByRole('listitem').filter({ hasText: kinds.cases }).first()).toBeVisible()
    const before = calls
    isDown = false
    await page.getByRole('alert').getByRole('button', { name: englishUi.problem.retry }).click()
    await expect.element(page.getByText(missing)).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('listitem').filter({ hasText: kinds.notifications }).first())
      .toBeVisible()
    expect(calls).toBe(before)
  })

  test('shows no entry older than what a part has loaded, and loads older entries of that part', async () => {
    const [first] = buildTransactionHistory().observations
    if (first === undefined) throw new Error('an observation is needed')
    const observe = (seq: number, to: string) => ({
      transaction: waitingTransaction,
      ...first,
      ...{ seq, from: null, to },
    })
    const { page } = await openApp(at, {
      answers: [
        fakeEndpoint(endpoints.listCustomerObservations)(({ query }) =>
          query.after === undefined
            ? { observations: [observe(2, '2026-03-12T10:00:00.000Z')], next: 'older' }
            : { observations: [observe(1, '2026-03-10T10:00:00.000Z')], next: null },
        ),
        fakeEndpoint(endpoints.listCustomerNotifications)(() => ({
          entries: [buildReceivedNotification(7, { receivedAt: '2026-03-11T10:00:00.000Z' })],
          next: null,
        })),
      ],
    })
    const region = page.getByRole('region', { name: texts.title })
    await expect.element(region.getByText(englishFormat.text(texts.count, { count: 1 }))).toBeVisible()
    await region.getByRole('button', { name: texts.older }).click()
    await expect.element(region.getByText(englishFormat.text(texts.count, { count: 3 }))).toBeVisible()
    await expect.element(region.getByText(texts.complete)).toBeVisible()
  })

  test('names the kinds that are hidden for the role, and lists the own access of support', async () => {
    const { page } = await openApp(at, { answers: [asSupport] })
    const hidden = [
      ...[kinds.cases, kinds.discrepancies, kinds.documents, kinds.exports, kinds.subject_access],
      kinds.caller_verifications,
    ].join(', ')
    await expect
      .element(page.getByText(englishFormat.text(texts.hiddenForRole, { kinds: hidden })))
      .toBeVisible()
    await expect.element(page.getByText(texts.access.own)).toBeVisible()
    await expect.element(page.getByRole('listitem').filter({ hasText: kinds.access }).first()).toBeVisible()
    await expectAccessible()
  })

  test('follows live events while the list of transactions is still read', async () => {
    const stream = createLiveStream()
    let reads = 0
    const { page } = await openApp(at, {
      answers: [
        signInAs(buildSupportAgent(), 'live.listen'),
        stream.handler,
        fakeEndpoint(endpoints.listCustomerTransactions)(answerNever),
        fakeEndpoint(endpoints.listCustomerNotifications)(() => {
          reads += 1
          return { entries: [buildReceivedNotification(7)], next: null }
        }),
      ],
    })
    const rows = page.getByRole('listitem').filter({ hasText: kinds.notifications })
    await expect.element(rows).toHaveLength(1)
    await expect.poll(() => stream.opened.length).toBe(1)
    stream.change({
      ...{ kind: 'transaction', environment: environmentNameSchema.parse('stage') },
      ...{ id: waitingTransaction, version: 9 },
    })
    await expect.poll(() => reads).toBe(2)
  })

  test('follows live events of the transactions of the customer, and of new ones', async () => {
    const stream = createLiveStream()
    const calls = { observations: 0, notifications: 0 }
    const { page } = await openApp(at, {
      answers: [
        signInAs(buildSupportAgent(), 'live.listen'),
        stream.handler,
        fakeEndpoint(endpoints.listCustomerObservations)(() => {
          calls.observations += 1
          return buildCustomerObservationList()
        }),
        fakeEndpoint(endpoints.listCustomerNotifications)(() => {
          calls.notifications += 1
          const entries = Array.from({ length: calls.notifications }, (_, nth) =>
            buildReceivedNotification(7 + nth),
          )
          return { entries: entries.toReversed(), next: null }
        }),
      ],
    })
    const rows = page.getByRole('listitem').filter({ hasText: kinds.notifications })
    await expect.element(rows).toHaveLength(1)
    await expect.poll(() => stream.opened.length).toBe(1)
    const change = (more: Partial<LiveEvent>) =>
      stream.change({
        ...{ kind: 'transaction', environment: environmentNameSchema.parse('stage') },
        ...{ id: waitingTransaction, version: 9, ...more },
      })
    change({})
    await expect.element(rows).toHaveLength(2)
    await expect.poll(() => calls).toEqual({ observations: 2, notifications: 2 })
    // A change of another customer, which is read together with the next one or not at all.
    change({ id: 'd5a7bd5a-6d1a-4d4e-9c73-0f6b1a9b7a11' })
    change({ kind: 'notification', id: '8', version: 2 })
    await expect.element(rows).toHaveLength(3)
    change({ id: 'd5a7bd5a-6d1a-4d4e-9c73-0f6b1a9b7a12', version: 1 })
    await expect.element(rows).toHaveLength(4)
    await expect.poll(() => calls).toEqual({ observations: 3, notifications: 4 })
  })

  describe('for compliance', () => {
    let asked = 0
    beforeEach(() => {
      asked = 0
    })

    test('shows who had access only when asked for, as the audit log records the request', async () => {
      const { page } = await openApp(at, {
        answers: [
          asCompliance,
          fakeEndpoint(endpoints.showRecordAccess)(() => {
            asked += 1
            return { records: 1, entries: 0, people: [], more: false }
          }),
        ],
      })
      await expect.element(page.getByText(texts.access.note)).toBeVisible()
      expect(asked).toBe(0)
      await page.getByRole('button', { name: texts.access.show }).click()
      await expect.poll(() => asked).toBe(1)
      await expect.element(page.getByText(texts.access.note)).not.toBeInTheDocument()
    })

    test('lists subject access exports with each step, and splits the access of others by what it was', async () => {
      const by = { name: 'Clara Weiss', me: false }
      const one = buildSubjectAccessRequest(1, {
        ...{ status: 'confirmed', by, downloads: [{ by, at: hoursFromNow(-1) }] },
        answer: {
          ...{ answer: 'confirm', text: absentValue, by: { name: 'Cora Blum', me: false } },
          at: hoursFromNow(-2),
        },
      })
      const report = buildRecordAccessReport()
      const [person] = report.people
      const [event] = person?.events ?? []
      if (person === undefined || event === undefined) throw new Error('an event is needed')
      const actions = ['caller.checked', 'records.exported', 'customer.viewed']
      const { page } = await openApp(at, {
        answers: [
          asCompliance,
          fakeEndpoint(endpoints.listSubjectAccessRequests)(({ query }) =>
            buildSubjectAccessRequestList(query.customer === maraCustomer ? [one] : []),
          ),
          fakeEndpoint(endpoints.showRecordAccess)(() => ({
            ...report,
            people: [{ ...person, events: actions.map((action) => ({ ...event, action })) }],
          })),
        ],
      })
      const rowsOf = (kind: keyof typeof kinds) =>
        page
          .getByRole('region', { name: texts.title })
          .getByRole('listitem')
          .filter({ has: page.getByText(kinds[kind], { exact: true }) })
      const filter = page.getByRole('group', { name: texts.filter })
      await expect.element(filter.getByRole('button', { name: kinds.subject_access })).toBeVisible()
      await expect.element(rowsOf('subject_access')).toHaveLength(3)
      // Nothing is hidden from this role for good: the access of others is not asked for yet.
      await expect.element(page.getByText(texts.hiddenForRole.split('{')[0] ?? '')).not.toBeInTheDocument()
      await expect.element(filter.getByRole('button', { name: kinds.access })).not.toBeInTheDocument()
      await page.getByRole('button', { name: texts.access.show }).click()
      await expect.element(rowsOf('caller_verifications')).toHaveLength(1)
      await expect.element(rowsOf('exports')).toHaveLength(1)
      await expect.element(rowsOf('access')).toHaveLength(1)
      await expectAccessible()
    })

    test('opens a notification in place', async () => {
      const { page } = await openApp(at, { answers: [asCompliance] })
      await page
        .getByRole('button', { name: /^Notification \d+$/ })
        .first()
        .click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
      await page.getByRole('dialog').getByRole('button', { name: /Close/ }).first().click()
      await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    })
  })
})
