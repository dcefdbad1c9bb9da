import type {
  SubjectAccessRequestInput,
  SubjectAccessRequestView,
} from '@paydesk/shared/compliance/subject-access'
import { endpoints } from '@paydesk/shared/endpoints'
import { englishApprovals as approvals } from '@paydesk/shared/messages/en/approvals'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishSubjectAccess } from '@paydesk/shared/messages/en/subject-access'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answerUpstreamTimeout, fakeEndpoint } from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraCustomer, otherMaraCustomer, stageEnvironment } from '../../../../test/support/fakes/ids.ts'
import { createLiveStream } from '../../../../test/support/fakes/live-stream.ts'
import { buildSupportAgent } from '../../../../test/support/fakes/staff.ts'
import {
  buildSubjectAccessRequest,
  buildSubjectAccessRequestList,
} from '../../../../test/support/fakes/subject-access.ts'
import { buildClearValue } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { firstRows, longTest } from '../../../../test/support/web/run-length.ts'
import { pressKeys } from '../../../../test/support/web/strokes.ts'

const compliance = fakeEndpoint(endpoints.showCurrentSession)(() =>
  buildSupportAgent({ permissions: [...buildSupportAgent().permissions, 'subject_access.export'] }),
)
const listing = (...requests: SubjectAccessRequestView[]) =>
  fakeEndpoint(endpoints.listSubjectAccessRequests)(() => buildSubjectAccessRequestList(requests))

describe('subject access export', () => {
  // Keep this test first: later tests find the code of the form loaded.
  longTest('accepts a ticket typed while the form is still loading', async () => {
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance] })
    const button = page.getByRole('button', { name: englishSubjectAccess.export })
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).click()
    await Promise.resolve()
    pressKeys('CASE-4711')
    await expect.element(page.getByRole('textbox', { name: /^Ticket/ })).toHaveValue('CASE-4711')
    await userEvent.keyboard('2')
    await expect.element(page.getByRole('textbox', { name: /^Ticket/ })).toHaveValue('CASE-47112')
  })

  test('is requested on the customer page with a ticket, by keyboard', async () => {
    const sent: SubjectAccessRequestInput[] = []
    const asking = fakeEndpoint(endpoints.requestSubjectAccessExport)(({ body }) => {
      sent.push(body)
      return { answer: 'asked', request: buildSubjectAccessRequest(1) }
    })
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance, asking] })
    await page.getByRole('button', { name: englishSubjectAccess.export }).click()
    const field = page.getByRole('textbox', { name: /^Ticket/ })
    await field.fill('a name without digits')
    await expect.element(page.getByRole('button', { name: englishSubjectAccess.request })).toBeDisabled()
    await field.fill('CASE-4711')
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/^Export requested\./).first()).toBeVisible()
    await expect.poll(() => sent).toEqual([{ customer: maraCustomer, ticket: 'CASE-4711' }])
    await page.getByRole('link', { name: englishSubjectAccess.view }).click()
    await expect
      .element(page.getByRole('heading', { level: 1, name: englishSubjectAccess.title }))
      .toBeVisible()
  })

  test.each(
    firstRows(1, [
      [
        'is open already',
        fakeEndpoint(endpoints.requestSubjectAccessExport)(() => ({
          answer: 'open_already',
          request: buildSubjectAccessRequest(1),
        })),
        /^Not requested: a request/,
      ],
      [
        'could not be sent',
        fakeEndpoint(endpoints.requestSubjectAccessExport)(answerUpstreamTimeout),
        englishSubjectAccess.notRequested,
      ],
    ]),
  )('reports a request that %s', async (_name, asking, words) => {
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance, asking] })
    await page.getByRole('button', { name: englishSubjectAccess.export }).click()
    await page.getByRole('textbox', { name: /^Ticket/ }).fill('CASE-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(words).first()).toBeVisible()
  })

  test('drops a draft for one customer when another customer opens', async () => {
    const { page, goTo } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance] })
    await page.getByRole('button', { name: englishSubjectAccess.export }).click()
    await page.getByRole('textbox', { name: /^Ticket/ }).fill('CASE-1')
    goTo(`/stage/customers/${otherMaraCustomer}`)
    await expect.element(page.getByRole('textbox', { name: /^Ticket/ })).not.toBeInTheDocument()
  })

  longTest('clears the error of an earlier ticket when the ticket changes', async () => {
    const asking = fakeEndpoint(endpoints.requestSubjectAccessExport)(answerUpstreamTimeout)
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance, asking] })
    await page.getByRole('button', { name: englishSubjectAccess.export }).click()
    await page.getByRole('textbox', { name: /^Ticket/ }).fill('CASE-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(englishSubjectAccess.notRequested)).toBeVisible()
    await userEvent.keyboard('2')
    await expect.element(page.getByText(englishSubjectAccess.notRequested)).not.toBeInTheDocument()
  })

  test.each(
    firstRows(1, [
      ['mara', /with at least one digit/],
      ['CASE-😀1', /^Letters, digits and/],
      ['DE02120300000000202051', /looks like an IBAN: not accepted/],
    ]),
  )('says why the ticket %j is not accepted', async (typed, words) => {
    const { page } = await openApp(`/stage/customers/${maraCustomer}`, { answers: [compliance] })
    await page.getByRole('button', { name: englishSubjectAccess.export }).click()
    const field = page.getByRole('textbox', { name: /^Ticket/ })
    await field.fill(typed)
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    await expect.element(page.getByRole('button', { name: englishSubjectAccess.request })).toBeDisabled()
  })

  test('approves a request of a colleague, or rejects it with a reason', async () => {
    const sent: unknown[] = []
    const answering = fakeEndpoint(endpoints.decideSubjectAccessExport)(({ body }) => {
      sent.push(body)
      return { answer: 'done', request: buildSubjectAccessRequest(1, { status: 'refused' }) }
    })
    const { page } = await openApp('/stage/subject-access', {
      answers: [compliance, listing(buildSubjectAccessRequest(1, { mayAnswer: true })), answering],
    })
    await expect.element(page.getByText('CASE-1')).toBeVisible()
    const refuse = page.getByRole('button', { name: englishLists.approval.reject })
    await expect.element(refuse).toBeDisabled()
    const field = page.getByRole('textbox', { name: englishLists.approval.comment })
    await field.fill('Ask mara@example.test')
    await expect.element(page.getByText(/looks like an e-mail address: leave it out/)).toBeVisible()
    await field.fill('Another customer')
    await expectAccessible()
    await refuse.click()
    await expect.element(page.getByText(englishLists.approval.recorded)).toBeInTheDocument()
    await field.fill('')
    await page.getByRole('button', { name: englishLists.approval.approve }).click()
    await expect
      .poll(() => sent)
      .toEqual([{ answer: 'refuse', text: 'Another customer' }, { answer: 'confirm' }])
  })

  longTest(
    'moves focus to the next request after an answer, and to the section after the last one',
    async () => {
      let answered = 0
      const listed = (nth: number) =>
        buildSubjectAccessRequest(nth, nth <= answered ? { status: 'confirmed' } : { mayAnswer: true })
      const { page } = await openApp('/stage/subject-access', {
        answers: [
          compliance,
          fakeEndpoint(endpoints.listSubjectAccessRequests)(() =>
            buildSubjectAccessRequestList([listed(1), listed(2)]),
          ),
          fakeEndpoint(endpoints.decideSubjectAccessExport)(() => {
            answered += 1
            return { answer: 'done', request: listed(answered) }
          }),
        ],
      })
      const waiting = page.getByRole('region', { name: approvals.waiting })
      const confirm = waiting.getByRole('button', { name: englishLists.approval.approve })
      await expect.element(waiting.getByText('CASE-2')).toBeVisible()
      ;(confirm.first().element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(waiting.getByText('CASE-1')).not.toBeInTheDocument()
      await expect.element(waiting.getByRole('listitem').filter({ hasText: 'CASE-2' })).toHaveFocus()
      ;(confirm.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText(approvals.noneWaiting)).toBeVisible()
      await expect.element(waiting).toHaveFocus()
    },
  )

  test('downloads once, and refreshes the list', async () => {
    let taken = 0
    const one = () =>
      taken === 0
        ? buildSubjectAccessRequest(1, { status: 'confirmed', mayDownload: true })
        : buildSubjectAccessRequest(1, {
            status: 'confirmed',
            downloads: [{ by: { name: 'Me', me: true }, at: '2026-03-12T09:00:00Z' }],
          })
    const { page } = await openApp('/stage/subject-access', {
      answers: [
        compliance,
        fakeEndpoint(endpoints.listSubjectAccessRequests)(() => buildSubjectAccessRequestList([one()])),
        fakeEndpoint(endpoints.downloadSubjectAccessExport)(() => {
          taken += 1
          return HttpResponse.text('{}', { headers: { 'content-type': 'application/json' } })
        }),
      ],
    })
    await page.getByRole('button', { name: englishSubjectAccess.download }).click()
    await expect.element(page.getByText(/^Downloaded by you/)).toBeVisible()
    expect(page.getByRole('button', { name: englishSubjectAccess.download }).query()).toBeNull()
    expect(taken).toBe(1)
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Downloaded by you' })).toHaveFocus()
  })

  longTest('reports a download that broke off, although it counts as taken', async () => {
    let one = buildSubjectAccessRequest(1, { status: 'confirmed', mayDownload: true })
    const { page } = await openApp('/stage/subject-access', {
      answers: [
        compliance,
        fakeEndpoint(endpoints.listSubjectAccessRequests)(() => buildSubjectAccessRequestList([one])),
        fakeEndpoint(endpoints.downloadSubjectAccessExport)(() => {
          const taken = [{ by: { name: 'Me', me: true }, at: '2026-03-12T09:00:00Z' }]
          one = buildSubjectAccessRequest(1, { status: 'confirmed', downloads: taken })
          return answerUpstreamTimeout()
        }),
      ],
    })
    await page.getByRole('button', { name: englishSubjectAccess.download }).click()
    await expect.element(page.getByText(/^Downloaded by you/)).toBeVisible()
    await expect.element(page.getByText(englishSubjectAccess.notDownloaded)).toBeVisible()
    expect(page.getByRole('button', { name: englishSubjectAccess.download }).query()).toBeNull()
  })

  longTest('keeps the focus in the section when a colleague answers during typing', async () => {
    const heard = createLiveStream()
    let one = buildSubjectAccessRequest(1, { mayAnswer: true })
    const { page, path } = await openApp('/stage/subject-access', {
      answers: [
        compliance,
        heard.handler,
        fakeEndpoint(endpoints.listSubjectAccessRequests)(() => buildSubjectAccessRequestList([one])),
      ],
    })
    await page.getByLabelText(englishLists.approval.comment).fill('the wrong')
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    one = buildSubjectAccessRequest(1, { status: 'refused' })
    heard.change({ kind: 'subject_access', environment: stageEnvironment, id: one.request, version: 2 })
    await expect.element(page.getByText(approvals.noneWaiting)).toBeVisible()
    await expect.element(page.getByRole('region', { name: approvals.waiting })).toHaveFocus()
    expect(path()).toBe('/stage/subject-access')
  })

  test('can be downloaded as soon as another person approves the request', async () => {
    const heard = createLiveStream()
    let one = buildSubjectAccessRequest(1)
    const { page } = await openApp('/stage/subject-access', {
      answers: [
        compliance,
        heard.handler,
        fakeEndpoint(endpoints.listSubjectAccessRequests)(() => buildSubjectAccessRequestList([one])),
      ],
    })
    await expect.element(page.getByText(englishSubjectAccess.noneReady)).toBeVisible()
    one = buildSubjectAccessRequest(1, { status: 'confirmed', mayDownload: true })
    await expect.element(page.getByText('Live updates', { exact: true })).toBeVisible()
    heard.change({ kind: 'subject_access', environment: stageEnvironment, id: one.request, version: 2 })
    await expect.element(page.getByRole('button', { name: englishSubjectAccess.download })).toBeVisible()
  })

  test('shows the status of each request, and the reason of a rejection', async () => {
    const second = {
      answer: 'refuse',
      by: { name: 'Bo', me: false },
      at: '2026-03-12T09:00:00Z',
      text: buildClearValue('Wrong ticket'),
    } as const
    const { page } = await openApp('/stage/subject-access', {
      answers: [
        compliance,
        listing(
          buildSubjectAccessRequest(1),
          buildSubjectAccessRequest(2, { status: 'refused', answer: second }),
          buildSubjectAccessRequest(3, { status: 'expired' }),
          buildSubjectAccessRequest(4, { status: 'over' }),
        ),
      ],
    })
    for (const status of ['waiting', 'refused', 'expired', 'over'] as const)
      await expect
        .element(page.getByText(englishSubjectAccess.statuses[status], { exact: true }))
        .toBeVisible()
    await expect.element(page.getByText(/Wrong ticket/)).toBeVisible()
    await expectAccessible()
  })

  test('appears on the home page of a person who may approve it', async () => {
    const waiting = listing(buildSubjectAccessRequest(1, { mayAnswer: true }))
    const { page } = await openApp('/stage/', { answers: [compliance, waiting] })
    await expect.element(page.getByText(/1 export awaiting your approval/)).toBeVisible()
    await page.getByRole('link', { name: englishSubjectAccess.review }).click()
    await expect
      .element(page.getByRole('heading', { level: 1, name: englishSubjectAccess.title }))
      .toBeVisible()
  })

  test('is not offered to a role without permission', async () => {
    const { page } = await openApp(`/stage/customers/${maraCustomer}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(page.getByRole('button', { name: englishSubjectAccess.export }).query()).toBeNull()
    await openApp('/stage/subject-access')
    await expect.element(page.getByText(englishUi.forbiddenPage.title)).toBeVisible()
  })
})
