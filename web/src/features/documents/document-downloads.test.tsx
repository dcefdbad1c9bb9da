import type { DownloadRequestInput } from '@paydesk/shared/compliance/document-downloads'
import type { ApprovalInput } from '@paydesk/shared/core/approval'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishApprovals as approvals } from '@paydesk/shared/messages/en/approvals'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishShell } from '@paydesk/shared/messages/en/shell'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  buildDocumentHandle,
  buildDownloadRequest,
  buildDownloadRequestId,
  buildDownloadRequestList,
} from '../../../../test/support/fakes/documents.ts'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraIdentity, stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { absentValue, buildClearValue, hoursFromNow } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import {
  documentAt,
  findPicture,
  officerSession,
  openDocument,
} from '../../../../test/support/web/looking.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const { request, requests, statuses } = englishDocuments
const at = '/stage/document-downloads'
const words = 'The court asked for a copy of it.'

describe('asking for a download', () => {
  test('takes a purpose, a ticket and a comment, and waits for a second person', async () => {
    const asked: DownloadRequestInput[] = []
    const ask = fakeEndpoint(endpoints.requestDownload)(({ body }) => {
      asked.push(body)
      return {
        answer: 'asked',
        request: buildDownloadRequest(1, { by: { name: 'Cara Lindholm', me: true } }),
      }
    })
    await openDocument(documentAt(1), [ask])
    await expect.element(findPicture()).toBeVisible()
    await userEvent.keyboard('d')
    const dialog = page.getByRole('dialog', { name: 'Request download: Passport' })
    await expect.element(dialog).toBeVisible()
    const go = dialog.getByRole('button', { name: request.send })
    await expect.element(go).toBeDisabled()
    await expect.element(dialog.getByText('Minimum 15 characters')).toBeVisible()
    await expectAccessible()
    // The purpose for which the document was opened is not that of the download.
    await expect
      .element(dialog.getByRole('radio', { name: englishLists.purposes.identity_check }))
      .not.toBeChecked()
    await expect.element(go).toHaveAccessibleDescription(new RegExp(englishLists.missing.reason))
    await userEvent.keyboard('5')
    dialog.getByRole('radio', { name: englishLists.purposes.authority_request }).element().focus()
    // A letter key moves the focus to the comment field, the only input still missing.
    await userEvent.keyboard(`${words}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(request.results.asked).first()).toBeVisible()
    await expect
      .poll(() => asked)
      .toEqual([{ file: 0, purpose: 'authority_request', caseRef: 'CASE-5512', text: words }])
    const done = page.getByRole('dialog', { name: request.title })
    await expect.element(done.getByRole('link', { name: request.view })).toHaveAttribute('href', at)
    // Outside the dialog the toast would be inert: neither announced nor to be pressed.
    const toasts = done.getByRole('region', { name: englishUi.toasts.label })
    await expect.element(toasts.getByText(request.results.asked)).toBeVisible()
    await expectAccessible()
    await toasts.getByRole('button', { name: englishUi.toasts.dismiss }).click()
    await expect.element(toasts).not.toBeInTheDocument()
    await expect.element(done.getByRole('button', { name: englishShell.close })).toHaveFocus()
  })

  longTest('warns of personal data, and keeps the comment when the request fails', async () => {
    await openDocument(documentAt(1), [fakeEndpoint(endpoints.requestDownload)(answerUpstreamTimeout)])
    await expect.element(findPicture()).toBeVisible()
    await userEvent.keyboard('d')
    await page.getByRole('radio', { name: englishLists.purposes.authority_request }).click()
    const field = page.getByRole('textbox', { name: request.comment })
    await field.fill('Send it to mara@example.test today')
    await expect.element(page.getByText(/looks like an e-mail address/)).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText(request.failed)).toBeVisible()
    await expect.element(field).toHaveValue('Send it to mara@example.test today')
  })
})

describe('the download requests', () => {
  test('can be confirmed, or refused with a comment, but not by their own requester', async () => {
    const answered: ApprovalInput[] = []
    let open = [
      buildDownloadRequest(1),
      buildDownloadRequest(2, {
        by: { name: 'Cara Lindholm', me: true },
        mayAnswer: false,
        kind: absentValue,
      }),
    ]
    await openApp(at, {
      answers: [
        officerSession,
        fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList(open)),
        fakeEndpoint(endpoints.decideDownloadRequest)(({ body, params }) => {
          answered.push(body)
          open = open.slice(1)
          return {
            answer: 'done',
            request: buildDownloadRequest(1, { request: params.request, status: 'refused' }),
          }
        }),
      ],
    })
    const waiting = page.getByRole('region', { name: approvals.waiting })
    await expect.element(waiting.getByText(/^Nils Aalto requested/)).toBeVisible()
    const own = page.getByRole('region', { name: approvals.own })
    await expect.element(own.getByText(approvals.ownWaiting)).toBeVisible()
    expect(own.getByRole('button', { name: englishLists.approval.approve }).query()).toBeNull()
    await expect.element(page.getByRole('button', { name: englishLists.approval.reject })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: englishLists.approval.approve })).toBeEnabled()
    await expect
      .element(waiting.getByRole('link', { name: 'Passport, file 1' }))
      .toHaveAttribute('href', `/stage/identities/${maraIdentity}/documents/${buildDocumentHandle(1)}`)
    await expect
      .element(waiting.getByRole('link', { name: `identity ${maraIdentity}` }))
      .toHaveAttribute('href', `/stage/identities/${maraIdentity}`)
    // Request stored before requests recorded the kind of the document.
    await expect.element(own.getByRole('link', { name: 'Document, file 1' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('textbox', { name: englishLists.approval.comment }).fill('The ticket is closed')
    await page.getByRole('button', { name: englishLists.approval.reject }).click()
    await expect.element(page.getByText(approvals.noneWaiting)).toBeVisible()
    await expect.poll(() => answered).toEqual([{ answer: 'refuse', text: 'The ticket is closed' }])
  })

  longTest(
    'move the focus to the next request after an answer, and to the section after the last one',
    async () => {
      let open = [buildDownloadRequest(1), buildDownloadRequest(2, { caseRef: 'CASE-2' })]
      await openApp(at, {
        answers: [
          officerSession,
          fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList(open)),
          fakeEndpoint(endpoints.decideDownloadRequest)(({ params }) => {
            const answered = { status: 'confirmed', mayAnswer: false } as const
            // Answered requests stay on the page, in a section of their own.
            open = open.map((one) => (one.request === params.request ? { ...one, ...answered } : one))
            return {
              answer: 'done',
              request: buildDownloadRequest(1, { request: params.request, ...answered }),
            }
          }),
        ],
      })
      const confirm = page.getByRole('button', { name: englishLists.approval.approve })
      const waiting = page.getByRole('region', { name: approvals.waiting })
      await expect.element(page.getByText('CASE-2')).toBeVisible()
      ;(confirm.first().element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(waiting.getByText('CASE-5512')).not.toBeInTheDocument()
      await expect.element(page.getByRole('listitem').filter({ hasText: 'CASE-2' })).toHaveFocus()
      ;(confirm.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText(approvals.noneWaiting)).toBeVisible()
      await expect.element(waiting).toHaveFocus()
    },
  )

  test('say that an answer came too late and was not recorded', async () => {
    const late = fakeEndpoint(endpoints.decideDownloadRequest)(() => ({
      answer: 'too_late',
      request: buildDownloadRequest(1),
    }))
    const list = fakeEndpoint(endpoints.listDownloadRequests)(() =>
      buildDownloadRequestList([buildDownloadRequest(1)]),
    )
    await openApp(at, { answers: [officerSession, list, late] })
    await page.getByRole('button', { name: englishLists.approval.approve }).click()
    await expect.element(page.getByText(englishLists.approval.tooLate)).toBeInTheDocument()
  })

  test('are fetched once when confirmed, as a file with a neutral name', async () => {
    const mine = { by: { name: 'Cara Lindholm', me: true }, mayAnswer: false }
    const answer = {
      answer: 'confirm',
      text: buildClearValue('Seen'),
      by: { name: 'Nils Aalto', me: false },
      at: hoursFromNow(-0.1),
    } as const
    let one = buildDownloadRequest(1, {
      ...mine,
      answer,
      status: 'confirmed',
      mayDownload: true,
      downloadUntil: hoursFromNow(1),
    })
    const fetched: string[] = []
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    await openApp(at, {
      answers: [
        officerSession,
        fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList([one])),
        fakeEndpoint(endpoints.downloadDocument)(({ params }) => {
          fetched.push(params.request)
          one = buildDownloadRequest(1, { ...mine, answer, status: 'downloaded' })
          return new Response('%PDF-1.7')
        }),
      ],
    })
    await expect.element(page.getByText(statuses.confirmed)).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: requests.download }).click()
    await expect.element(page.getByText(statuses.downloaded, { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: requests.download }).query()).toBeNull()
    await expect.element(page.getByRole('listitem').filter({ hasText: statuses.downloaded })).toHaveFocus()
    await expect.poll(() => fetched).toEqual([buildDownloadRequestId(1)])
    await expect.poll(() => saved).toEqual(['document.pdf'])
    expect(revoked).toHaveBeenCalledTimes(1)
  })

  test('say why they cannot be fetched any more', async () => {
    const one = buildDownloadRequest(1, { mayAnswer: false, mayDownload: true, status: 'confirmed' })
    await openApp(at, {
      answers: [
        officerSession,
        fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList([one])),
        fakeEndpoint(endpoints.downloadDocument)(() => answerProblem({ id: 'not_found', status: 404 })),
      ],
    })
    await page.getByRole('button', { name: requests.download }).click()
    await expect.element(page.getByText(requests.notDownloaded)).toBeVisible()
  })

  longTest('report a broken download although it is used up', async () => {
    let one = buildDownloadRequest(1, { mayAnswer: false, mayDownload: true, status: 'confirmed' })
    await openApp(at, {
      answers: [
        officerSession,
        fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList([one])),
        fakeEndpoint(endpoints.downloadDocument)(() => {
          one = buildDownloadRequest(1, { mayAnswer: false, status: 'downloaded' })
          return answerUpstreamTimeout()
        }),
      ],
    })
    await page.getByRole('button', { name: requests.download }).click()
    await expect.element(page.getByText(statuses.downloaded, { exact: true })).toBeVisible()
    await expect.element(page.getByText(requests.notDownloaded)).toBeVisible()
    expect(page.getByRole('button', { name: requests.download }).query()).toBeNull()
  })

  test('lead to the identity provider for re-authentication, and back', async () => {
    const one = buildDownloadRequest(1, { mayAnswer: false, mayDownload: true, status: 'confirmed' })
    await openApp(at, {
      answers: [
        officerSession,
        fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList([one])),
        fakeEndpoint(endpoints.downloadDocument)(() =>
          answerProblem({ id: 'reauthentication_needed', status: 403 }),
        ),
      ],
    })
    await page.getByRole('button', { name: requests.download }).click()
    const way = page.getByRole('link', { name: englishLists.signInAgain })
    await expect.element(way).toHaveFocus()
    await expect
      .element(way)
      .toHaveAttribute('href', `/auth/sign-in?reauthenticate=1&return=${encodeURIComponent(at)}`)
    await expectAccessible()
  })

  longTest('keep the focus in their section when a colleague answers while a comment is typed', async () => {
    const heard = createLiveStream()
    let one = buildDownloadRequest(1)
    const list = fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList([one]))
    const { path } = await openApp(at, { answers: [officerSession, heard.handler, list] })
    await page.getByLabelText(englishLists.approval.comment).fill('not by')
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    one = buildDownloadRequest(1, { status: 'refused', mayAnswer: false })
    heard.change({
      kind: 'download',
      environment: stageEnvironment,
      id: buildDownloadRequestId(1),
      version: 2,
    })
    await expect.element(page.getByLabelText(englishLists.approval.comment)).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: approvals.waiting })).toHaveFocus()
    expect(path()).toBe(at)
  })

  test('are updated live when they are answered', async () => {
    const heard = createLiveStream()
    let one = buildDownloadRequest(1, { by: { name: 'Cara Lindholm', me: true }, mayAnswer: false })
    const list = fakeEndpoint(endpoints.listDownloadRequests)(() => buildDownloadRequestList([one]))
    await openApp(at, { answers: [officerSession, heard.handler, list] })
    await expect.element(page.getByText(approvals.ownWaiting)).toBeVisible()
    one = buildDownloadRequest(1, {
      ...one,
      status: 'confirmed',
      mayDownload: true,
      downloadUntil: hoursFromNow(1),
    })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    heard.change({
      kind: 'download',
      environment: stageEnvironment,
      id: buildDownloadRequestId(1),
      version: 2,
    })
    await expect.element(page.getByRole('button', { name: requests.download })).toBeVisible()
  })
})

longTest('fit a width of 390 px without sideways scrolling, and stay accessible', async () => {
  await page.viewport(390, 844)
  try {
    const list = fakeEndpoint(endpoints.listDownloadRequests)(() =>
      buildDownloadRequestList([buildDownloadRequest(1)]),
    )
    await openApp(at, { answers: [officerSession, list] })
    await expect.element(page.getByRole('button', { name: englishLists.approval.approve })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await page.viewport(1440, 900)
  }
})
