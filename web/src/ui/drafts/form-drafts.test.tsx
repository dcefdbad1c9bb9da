import type { DraftKind, SaveDraftResponse } from '@paydesk/shared/administration/drafts'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishApiKeys } from '@paydesk/shared/messages/en/api-keys'
import { englishAuditLog } from '@paydesk/shared/messages/en/audit-log'
import { englishBreakGlass } from '@paydesk/shared/messages/en/break-glass'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishDrafts } from '@paydesk/shared/messages/en/drafts'
import { englishImports } from '@paydesk/shared/messages/en/imports'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishNotifications } from '@paydesk/shared/messages/en/notifications'
import { englishReveals } from '@paydesk/shared/messages/en/reveals'
import { englishReview } from '@paydesk/shared/messages/en/review'
import { englishReviewCase } from '@paydesk/shared/messages/en/review-case'
import { englishReviewDecisions } from '@paydesk/shared/messages/en/review-decisions'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import type { HttpHandler } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildImportView } from '../../../../test/support/fakes/administration.ts'
import { buildCreateApiKeyResponse } from '../../../../test/support/fakes/api-keys.ts'
import { buildRecordAccessReport } from '../../../../test/support/fakes/audit-log.ts'
import { buildBreakGlassHandle } from '../../../../test/support/fakes/break-glass.ts'
import { buildIdentity } from '../../../../test/support/fakes/customers-and-identities.ts'
import { buildDecisionId } from '../../../../test/support/fakes/decisions.ts'
import { buildDocumentHandle } from '../../../../test/support/fakes/documents.ts'
import { buildExportRequest, buildExportRequestList } from '../../../../test/support/fakes/export-requests.ts'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, maraIdentity, reviewTransaction } from '../../../../test/support/fakes/ids.ts'
import { buildReceivedNotification } from '../../../../test/support/fakes/notifications.ts'
import { buildCaseList, buildCaseSummaries } from '../../../../test/support/fakes/review.ts'
import { buildComplianceOfficer, buildFinanceReviewer } from '../../../../test/support/fakes/staff.ts'
import { hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { buildDocumentHandlers, documentAt, officerSession } from '../../../../test/support/web/looking.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'

const text = 'Payments of a customer are stuck at night'
const report = 'Looked at the identity of the customer to tell the bank whose payment it was.'

type App = Awaited<ReturnType<typeof openApp>>

interface DraftedForm {
  readonly kind: DraftKind
  readonly about: string
  readonly content: Readonly<Record<string, unknown>>
  readonly at: string
  readonly permissions?: readonly StaffPermission[]
  readonly answers: readonly HttpHandler[]
  /** Opens the form and finds what is in it again. */
  readonly restores: (page: App['page']) => Promise<void>
  readonly send: (page: App['page']) => Promise<void>
}

const sendByKey = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
const signedIn = (session: ReturnType<typeof buildFinanceReviewer>, more: readonly StaffPermission[] = []) =>
  fakeEndpoint(endpoints.showCurrentSession)(() => ({
    ...session,
    permissions: [...new Set([...session.permissions, ...more])],
  }))

const { form: glass, owed, report: glassReport } = englishBreakGlass
const { reprocess } = englishNotifications
const { access } = englishAuditLog
const { approval } = englishLists
const { notes } = englishReviewCase

const forms: readonly DraftedForm[] = [
  {
    kind: 'break_glass',
    about: '-',
    content: { purpose: 'incident', ticket: 'INC-4417', text },
    at: '/stage/',
    permissions: ['session.own', 'break_glass.start'],
    answers: [
      fakeEndpoint(endpoints.startBreakGlass)(() => ({ until: hoursFromNow(0.25), reportDueFor: null })),
    ],
    async restores(page) {
      await page.getByRole('button', { name: /Farid Nasser/ }).click()
      await page.getByRole('button', { name: englishShell.startBreakGlass }).click()
      const dialog = page.getByRole('dialog', { name: glass.title })
      await expect.element(dialog.getByLabelText(glass.comment)).toHaveValue(text)
      await expect.element(dialog.getByLabelText('Ticket')).toHaveValue('INC-4417')
      await expect.element(dialog.getByRole('combobox')).toHaveValue('incident')
    },
    send: sendByKey,
  },
  {
    kind: 'break_glass_report',
    about: '-',
    content: { text: report },
    at: '/stage/',
    permissions: ['session.own'],
    answers: [
      fakeEndpoint(endpoints.showCurrentSession)(() =>
        buildFinanceReviewer({ breakGlass: { until: null, reportDueFor: buildBreakGlassHandle(1) } }),
      ),
      fakeEndpoint(endpoints.reportBreakGlass)(() => ({ until: null, reportDueFor: null })),
    ],
    async restores(page) {
      await page.getByRole('button', { name: owed.write }).click()
      await expect.element(page.getByLabelText(glassReport.text)).toHaveValue(report)
    },
    send: sendByKey,
  },
  {
    kind: 'notification_reprocess',
    about: '-.37',
    content: { text: 'The read came too late', ticket: 'T-5512' },
    at: '/stage/notifications?open=37',
    permissions: ['notification_queue.read', 'notification_queue.reprocess'],
    answers: [
      fakeEndpoint(endpoints.reprocessNotification)(() => ({
        before: buildReceivedNotification(37, { effect: 'differs' }),
        after: buildReceivedNotification(37, { effect: 'agrees' }),
      })),
    ],
    async restores(page) {
      await expect.element(page.getByLabelText(reprocess.reason)).toHaveValue('The read came too late')
      await expect.element(page.getByLabelText(reprocess.ticket)).toHaveValue('T-5512')
    },
    send: (page) => page.getByRole('button', { name: reprocess.start }).click(),
  },
  {
    kind: 'record_access',
    about: '-',
    content: { id: maraCustomer, purpose: 'incident', caseRef: 'CASE-5512' },
    at: '/stage/audit-log',
    permissions: ['audit.own', 'audit.every', 'audit.record_access'],
    answers: [fakeEndpoint(endpoints.showRecordAccess)(() => buildRecordAccessReport())],
    async restores(page) {
      await page.getByRole('button', { name: access.searchById }).click()
      await expect.element(page.getByRole('textbox', { name: access.form.id })).toHaveValue(maraCustomer)
      await expect.element(page.getByRole('textbox', { name: access.form.ticket })).toHaveValue('CASE-5512')
    },
    send: (page) =>
      page.getByRole('dialog').getByRole('button', { name: access.form.search, exact: true }).click(),
  },
  {
    kind: 'reveal',
    about: `${maraIdentity}.profile_email`,
    content: { purpose: 'identity_check', caseRef: 'CASE-5512' },
    at: `/stage/identities/${maraIdentity}`,
    answers: [
      signedIn(buildComplianceOfficer(), ['reveal.use']),
      fakeEndpoint(endpoints.showIdentity)(() => {
        const view = buildIdentity()
        const profile = view.profile.map((field) =>
          field.value.visibility === 'masked'
            ? { ...field, value: { ...field.value, reveal: 'plain' as const } }
            : field,
        )
        return { ...view, profile }
      }),
      fakeEndpoint(endpoints.revealField)(() => ({
        value: 'zqx7',
        until: new Date(Date.now() + 60_000).toISOString(),
        durationMs: 60_000,
        revealsLeft: 29,
      })),
    ],
    async restores(page) {
      await page.getByRole('button', { name: 'Reveal e-mail' }).click()
      await expect.element(page.getByRole('textbox', { name: /Ticket/ })).toHaveValue('CASE-5512')
    },
    send: (page) => page.getByRole('button', { name: englishReveals.submit }).click(),
  },
  {
    kind: 'bulk_decision',
    about: '-',
    content: { verdict: 'reject', reason: 'documents_differ', text, ticket: '' },
    at: '/stage/review',
    answers: [
      fakeEndpoint(endpoints.listCases)(() => buildCaseList(buildCaseSummaries(3))),
      fakeEndpoint(endpoints.bulkDecideCases)(({ body }) => ({
        results: body.cases.map(({ transaction }) => ({ transaction, answer: 'gone' as const })),
      })),
    ],
    async restores(page) {
      await page
        .getByRole('checkbox', { name: /^Select/ })
        .first()
        .click()
      await userEvent.keyboard('b')
      await expect.element(page.getByLabelText(englishReview.comment.label)).toHaveValue(text)
    },
    send: sendByKey,
  },
  {
    kind: 'export_answer',
    about: `-.${buildExportRequest(1).request}`,
    content: { text },
    at: '/stage/export-requests',
    answers: [
      signedIn(buildComplianceOfficer(), ['records.export', 'export.approve']),
      fakeEndpoint(endpoints.listExportRequests)(() =>
        buildExportRequestList([buildExportRequest(1, { mayAnswer: true })]),
      ),
      fakeEndpoint(endpoints.decideExportRequest)(() => ({
        answer: 'done',
        request: buildExportRequest(1),
      })),
    ],
    async restores(page) {
      await expect.element(page.getByLabelText(approval.comment)).toHaveValue(text)
    },
    send: (page) => page.getByRole('button', { name: approval.approve }).click(),
  },
  {
    kind: 'document_access',
    about: `${maraIdentity}.${buildDocumentHandle(1)}_0`,
    content: { purpose: 'identity_check', caseRef: 'CASE-5512' },
    at: documentAt(1),
    answers: [officerSession, ...buildDocumentHandlers()],
    async restores(page) {
      await expect
        .element(page.getByRole('textbox', { name: englishLists.ticket.label }))
        .toHaveValue('CASE-5512')
    },
    send: (page) => page.getByRole('button', { name: englishDocuments.viewer.open }).click(),
  },
  {
    kind: 'case_note',
    about: reviewTransaction,
    content: { text },
    at: `/stage/review/${reviewTransaction}`,
    answers: [],
    async restores(page) {
      await expect.element(page.getByLabelText(notes.label)).toHaveValue(text)
    },
    send: (page) => page.getByRole('button', { name: notes.save }).click(),
  },
  {
    kind: 'decision_approval',
    about: buildDecisionId(1),
    content: { answer: 'refuse', recordHash: '0123456789abcdef', text },
    at: `/stage/decisions/${buildDecisionId(1)}`,
    answers: [],
    async restores(page) {
      await expect.element(page.getByLabelText(englishReview.comment.label)).toHaveValue(text)
    },
    send: (page) =>
      page.getByRole('button', { name: englishReviewDecisions.approval.answers.refuse, exact: true }).click(),
  },
  {
    kind: 'api_key',
    about: '-',
    content: { label: 'Order desk', merchant: 'demo-merchant', permissions: ['payments:create'], days: 90 },
    at: '/stage/api-keys',
    permissions: ['api_key.manage'],
    answers: [fakeEndpoint(endpoints.createApiKey)(() => buildCreateApiKeyResponse({ label: 'Order desk' }))],
    async restores(page) {
      await expect
        .element(page.getByRole('textbox', { name: englishApiKeys.form.label }))
        .toHaveValue('Order desk')
    },
    send: (page) => page.getByRole('button', { name: englishApiKeys.form.create }).click(),
  },
  {
    kind: 'import',
    about: '-',
    content: { kind: 'rid', merchant: 'demo-merchant', text: 'rid\ncust-1\n', column: null },
    at: '/stage/imports',
    permissions: ['import.run'],
    answers: [fakeEndpoint(endpoints.startImport)(() => buildImportView())],
    async restores(page) {
      await expect.element(page.getByLabelText(englishImports.form.list)).toHaveValue('rid\ncust-1\n')
    },
    send: (page) => page.getByRole('button', { name: englishImports.form.start }).click(),
  },
]

test.each(forms.map((form) => [form.kind, form] as const))(
  'the form %s opens with its draft, which is deleted once the form is sent',
  async (_, { kind, about, content, at, permissions = [], answers, restores, send }) => {
    const removed: string[] = []
    const { page } = await openApp(at, {
      answers: [
        ...answers,
        signedIn(buildFinanceReviewer(), permissions),
        fakeEndpoint(endpoints.showFormDraft)(({ params }) => ({
          draft:
            params.kind === kind && params.about === about
              ? { version: 'aaaaaaaaaaaa.1', savedAt: hoursFromNow(-1), content }
              : null,
        })),
        fakeEndpoint(endpoints.removeFormDraft)(({ params }) => {
          removed.push(`${params.kind} ${params.about}`)
          return {}
        }),
      ],
    })
    await restores(page)
    await send(page)
    await expect.poll(() => removed).toEqual([`${kind} ${about}`])
  },
)

describe('a discarded draft', () => {
  const content = { text: 'The read came too late', ticket: 'T-5512' }
  const version = 'aaaaaaaaaaaa.1'
  const openDrafted = (
    answer: SaveDraftResponse,
    answerRemoval: () => Response | Record<string, never> = () => ({}),
  ) => {
    const calls: unknown[] = []
    const deletion = Promise.withResolvers<void>()
    const secondDeletion = Promise.withResolvers<void>()
    let deletions = 0
    const answers = [
      signedIn(buildFinanceReviewer(), ['notification_queue.read', 'notification_queue.reprocess']),
      fakeEndpoint(endpoints.showFormDraft)(({ params }) => ({
        draft:
          params.kind === 'notification_reprocess' ? { version, savedAt: hoursFromNow(-1), content } : null,
      })),
      fakeEndpoint(endpoints.removeFormDraft)(async ({ body }) => {
        calls.push(['removal began', body])
        deletions += 1
        await (deletions === 1 ? deletion : secondDeletion).promise
        calls.push('removal ended')
        return answerRemoval()
      }),
      fakeEndpoint(endpoints.saveFormDraft)(({ body }) => {
        calls.push(['save', body])
        return answer
      }),
    ]
    return {
      calls,
      deletion,
      secondDeletion,
      open: () => openApp('/stage/notifications?open=37', { answers }),
    }
  }

  test('is taken back by Undo into the form that is open, after its deletion has ended', async () => {
    const { calls, deletion, secondDeletion, open } = openDrafted({ answer: 'saved' })
    deletion.resolve()
    const { page } = await open()
    const reason = page.getByLabelText(reprocess.reason)
    const undo = page.getByRole('button', { name: englishUi.toasts.undo })
    await expect.element(reason).toHaveValue(content.text)
    await page.getByRole('button', { name: englishDrafts.discard }).click()
    await expect.element(reason).toHaveValue('')
    await undo.click()
    await expect.element(reason).toHaveValue(content.text)
    const round = [
      ['removal began', { version, isDiscarded: true }],
      'removal ended',
      ['save', { version, replaces: version, content, isUndo: true }],
    ]
    expect(calls).toEqual(round)
    // Toasts are loaded by now: one that came too early would be on screen with the empty form.
    await page.getByRole('button', { name: englishDrafts.discard }).click()
    await expect.element(reason).toHaveValue('')
    expect(undo.query()).toBeNull()
    secondDeletion.resolve()
    await undo.click()
    await expect.element(reason).toHaveValue(content.text)
    expect(calls).toEqual([...round, ...round])
  })

  test('that was sent meanwhile is not taken back, and Paydesk says so', async () => {
    const { deletion, open } = openDrafted({ answer: 'gone' })
    deletion.resolve()
    const { page } = await open()
    await page.getByRole('button', { name: englishDrafts.discard }).click()
    await page.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.element(page.getByText(englishDrafts.notTakenBack).first()).toBeVisible()
    await expect.element(page.getByLabelText(reprocess.reason)).toHaveValue('')
  })

  test('that gave way to a newer one is not taken back: the form has the newer one, and Paydesk says so', async () => {
    const typed = { text: 'Typed on elsewhere', ticket: '' }
    const draft = { version: 'aaaaaaaaaaaa.2', savedAt: hoursFromNow(0), content: typed }
    const { deletion, open } = openDrafted({ answer: 'newer', draft })
    deletion.resolve()
    const { page } = await open()
    await page.getByRole('button', { name: englishDrafts.discard }).click()
    await page.getByRole('button', { name: englishUi.toasts.undo }).click()
    await expect.element(page.getByText(englishDrafts.notTakenBack).first()).toBeVisible()
    await expect.element(page.getByLabelText(reprocess.reason)).toHaveValue(typed.text)
  })

  test('that cannot be deleted is there when the form opens again, and Paydesk says so', async () => {
    const { deletion, open } = openDrafted({ answer: 'saved' }, answerUpstreamTimeout)
    deletion.resolve()
    const { page, goTo } = await open()
    await page.getByRole('button', { name: englishDrafts.discard }).click()
    await expect.element(page.getByText(englishDrafts.notDiscarded).first()).toBeVisible()
    await expect.element(page.getByText(englishDrafts.discarded, { exact: true })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: englishUi.toasts.undo })).not.toBeInTheDocument()
    goTo('/stage/notifications')
    await expect.element(page.getByLabelText(reprocess.reason)).not.toBeInTheDocument()
    goTo('/stage/notifications?open=37')
    await expect.element(page.getByLabelText(reprocess.reason)).toHaveValue(content.text)
  })
})
