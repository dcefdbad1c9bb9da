import type { AskDownloadRequest, DownloadAnswer } from '@paydesk/shared/compliance/document-downloads'
import { purposes } from '@paydesk/shared/core/purpose'
import { endpoints } from '@paydesk/shared/endpoints'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  documentNumbered,
  downloadNumbered,
  downloadPage,
  downloadView,
} from '../../../../test/support/fakes/documents.ts'
import { fake, problemAnswer, upstreamDown } from '../../../../test/support/fakes/fake.ts'
import { maraIdentity, stage } from '../../../../test/support/fakes/ids.ts'
import { liveLine } from '../../../../test/support/fakes/live-line.ts'
import { absent, clear, inHours } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import { documentAt, look, officer, picture } from '../../../../test/support/web/looking.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'
import { chord } from '../../../../test/support/web/strokes.ts'

const at = '/stage/document-downloads'
const words = 'The court asked for a copy of it.'

describe('asking for a download', () => {
  test('takes a purpose, a ticket and words, and waits for a second person', async () => {
    const asked: AskDownloadRequest[] = []
    const ask = fake(endpoints.askDownload)(({ body }) => {
      asked.push(body)
      return { answer: 'asked', request: downloadView(1, { by: { name: 'Cara Lindholm', me: true } }) }
    })
    await look(documentAt(1), [ask])
    await expect.element(picture()).toBeVisible()
    await userEvent.keyboard('d')
    const dialog = page.getByRole('dialog', { name: 'Ask for a download: Passport' })
    await expect.element(dialog).toBeVisible()
    const go = page.getByRole('button', { name: 'Ask a second person' })
    await expect.element(go).toBeDisabled()
    await expect.element(dialog.getByText('At least 15 characters, 15 more.')).toBeVisible()
    await expectAccessible()
    // What the document was opened for is proposed, and a digit chooses another one.
    await expect.element(dialog.getByRole('radio', { name: purposes.identity_check })).toHaveFocus()
    await userEvent.keyboard('5')
    dialog.getByRole('radio', { name: purposes.authority_request }).element().focus()
    // A letter begins the words: the only text that is missing.
    await userEvent.keyboard(`${words}{Control>}{Enter}{/Control}`)
    await expect.element(page.getByText(/A second person must confirm it/).first()).toBeVisible()
    await expect
      .poll(() => asked)
      .toEqual([{ file: 0, purpose: 'authority_request', caseRef: 'CASE-5512', text: words }])
    await expect.element(page.getByRole('link', { name: 'Look at the requests' })).toHaveAttribute('href', at)
  })

  longTest('warns of personal data, and tells a failure without losing the words', async () => {
    await look(documentAt(1), [fake(endpoints.askDownload)(upstreamDown)])
    await expect.element(picture()).toBeVisible()
    await userEvent.keyboard('d')
    const field = page.getByRole('textbox', { name: 'In words, for the second person' })
    await field.fill('Send it to mara@example.test today')
    await expect.element(page.getByText(/looks like an e-mail address/)).toBeVisible()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('Nothing was asked')).toBeVisible()
    await expect.element(field).toHaveValue('Send it to mara@example.test today')
  })
})

describe('the requests', () => {
  test('that wait are confirmed or refused, a refusal only with words; one’s own by nobody here', async () => {
    const answered: DownloadAnswer[] = []
    let open = [
      downloadView(1),
      downloadView(2, { by: { name: 'Cara Lindholm', me: true }, mayAnswer: false, kind: absent }),
    ]
    await openApp(at, {
      answers: [
        officer,
        fake(endpoints.listDownloads)(() => downloadPage(open)),
        fake(endpoints.answerDownload)(({ body, params }) => {
          answered.push(body)
          open = open.slice(1)
          return { answer: 'done', request: downloadView(1, { request: params.request, status: 'refused' }) }
        }),
      ],
    })
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    await expect.element(waiting.getByText(/^Nils Aalto asked/)).toBeVisible()
    const own = page.getByRole('region', { name: 'Asked by you' })
    await expect.element(own.getByText(/nobody confirms their own/)).toBeVisible()
    expect(own.getByRole('button', { name: 'Confirm' }).query()).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Refuse' })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Confirm' })).toBeEnabled()
    await expect
      .element(waiting.getByRole('link', { name: 'Passport, file 1' }))
      .toHaveAttribute('href', `/stage/i/${maraIdentity}/d/${documentNumbered(1)}`)
    await expect
      .element(waiting.getByRole('link', { name: `identity ${maraIdentity}` }))
      .toHaveAttribute('href', `/stage/i/${maraIdentity}`)
    // From before a request said its kind.
    await expect.element(own.getByRole('link', { name: 'Document, file 1' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('textbox', { name: /Words/ }).fill('The ticket is closed')
    await page.getByRole('button', { name: 'Refuse' }).click()
    await expect.element(page.getByText(/^No request waits for you/)).toBeVisible()
    await expect.poll(() => answered).toEqual([{ answer: 'refuse', text: 'The ticket is closed' }])
  })

  longTest(
    'leave the keyboard on the next one when one was answered, and on the part after the last',
    async () => {
      let open = [downloadView(1), downloadView(2, { caseRef: 'CASE-2' })]
      await openApp(at, {
        answers: [
          officer,
          fake(endpoints.listDownloads)(() => downloadPage(open)),
          fake(endpoints.answerDownload)(({ params }) => {
            open = open.slice(1)
            return {
              answer: 'done',
              request: downloadView(1, { request: params.request, status: 'confirmed' }),
            }
          }),
        ],
      })
      const confirm = page.getByRole('button', { name: 'Confirm' })
      await expect.element(page.getByText('CASE-2')).toBeVisible()
      ;(confirm.first().element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText('CASE-5512')).not.toBeInTheDocument()
      await expect.element(page.getByRole('listitem').filter({ hasText: 'CASE-2' })).toHaveFocus()
      ;(confirm.element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(page.getByText(/^No request waits for you/)).toBeVisible()
      await expect.element(page.getByRole('region', { name: 'Waiting for you' })).toHaveFocus()
    },
  )

  test('that were answered too late say so, and nothing was recorded', async () => {
    const late = fake(endpoints.answerDownload)(() => ({ answer: 'too_late', request: downloadView(1) }))
    const list = fake(endpoints.listDownloads)(() => downloadPage([downloadView(1)]))
    await openApp(at, { answers: [officer, list, late] })
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByText(/Nothing was recorded: it had been answered/)).toBeInTheDocument()
  })

  test('that are confirmed are fetched once, as a file whose name says nothing', async () => {
    const mine = { by: { name: 'Cara Lindholm', me: true }, mayAnswer: false }
    const answer = {
      answer: 'confirm',
      text: clear('Seen'),
      by: { name: 'Nils Aalto', me: false },
      at: inHours(-0.1),
    } as const
    let one = downloadView(1, {
      ...mine,
      answer,
      status: 'confirmed',
      mayFetch: true,
      fetchUntil: inHours(1),
    })
    const fetched: string[] = []
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    await openApp(at, {
      answers: [
        officer,
        fake(endpoints.listDownloads)(() => downloadPage([one])),
        fake(endpoints.fetchDownload)(({ params }) => {
          fetched.push(params.request)
          one = downloadView(1, { ...mine, answer, status: 'fetched' })
          return new Response('%PDF-1.7')
        }),
      ],
    })
    await expect.element(page.getByText('Confirmed: may be fetched once')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Fetch it, once' }).click()
    await expect.element(page.getByText('Fetched', { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: 'Fetch it, once' }).query()).toBeNull()
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Fetched' })).toHaveFocus()
    await expect.poll(() => fetched).toEqual([downloadNumbered(1)])
    await expect.poll(() => saved).toEqual(['document.pdf'])
    expect(revoked).toHaveBeenCalledTimes(1)
  })

  test('that cannot be fetched any more say why', async () => {
    const one = downloadView(1, { mayAnswer: false, mayFetch: true, status: 'confirmed' })
    await openApp(at, {
      answers: [
        officer,
        fake(endpoints.listDownloads)(() => downloadPage([one])),
        fake(endpoints.fetchDownload)(() => problemAnswer({ id: 'not_found', status: 404 })),
      ],
    })
    await page.getByRole('button', { name: 'Fetch it, once' }).click()
    await expect.element(page.getByText('The document was not fetched')).toBeVisible()
  })

  longTest('that broke off on the way say so, although they were taken', async () => {
    let one = downloadView(1, { mayAnswer: false, mayFetch: true, status: 'confirmed' })
    await openApp(at, {
      answers: [
        officer,
        fake(endpoints.listDownloads)(() => downloadPage([one])),
        fake(endpoints.fetchDownload)(() => {
          one = downloadView(1, { mayAnswer: false, status: 'fetched' })
          return upstreamDown()
        }),
      ],
    })
    await page.getByRole('button', { name: 'Fetch it, once' }).click()
    await expect.element(page.getByText('Fetched', { exact: true })).toBeVisible()
    await expect.element(page.getByText('The document was not fetched')).toBeVisible()
    expect(page.getByRole('button', { name: 'Fetch it, once' }).query()).toBeNull()
  })

  test('lead to the identity provider where a proof is needed, and back here', async () => {
    const one = downloadView(1, { mayAnswer: false, mayFetch: true, status: 'confirmed' })
    await openApp(at, {
      answers: [
        officer,
        fake(endpoints.listDownloads)(() => downloadPage([one])),
        fake(endpoints.fetchDownload)(() => problemAnswer({ id: 'step_up_needed', status: 403 })),
      ],
    })
    await page.getByRole('button', { name: 'Fetch it, once' }).click()
    const way = page.getByRole('link', { name: 'Sign in again to go on' })
    await expect.element(way).toHaveFocus()
    await expect
      .element(way)
      .toHaveAttribute('href', `/auth/sign-in?proof=1&return=${encodeURIComponent(at)}`)
    await expectAccessible()
  })

  longTest('that a colleague answers while words are typed leave the keyboard with their part', async () => {
    const heard = liveLine()
    let one = downloadView(1)
    const list = fake(endpoints.listDownloads)(() => downloadPage([one]))
    const { path } = await openApp(at, { answers: [officer, heard.handler, list] })
    await page.getByLabelText(/^Words; a refusal/).fill('not by')
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    one = downloadView(1, { status: 'refused', mayAnswer: false })
    heard.change({ kind: 'download', environment: stage, id: downloadNumbered(1), version: 2 })
    await expect.element(page.getByLabelText(/^Words; a refusal/)).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: 'Waiting for you' })).toHaveFocus()
    expect(path()).toBe(at)
  })

  test('change as they are answered, without a hand', async () => {
    const heard = liveLine()
    let one = downloadView(1, { by: { name: 'Cara Lindholm', me: true }, mayAnswer: false })
    const list = fake(endpoints.listDownloads)(() => downloadPage([one]))
    await openApp(at, { answers: [officer, heard.handler, list] })
    await expect.element(page.getByText(/Somebody else must answer it/)).toBeVisible()
    one = downloadView(1, { ...one, status: 'confirmed', mayFetch: true, fetchUntil: inHours(1) })
    await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
    heard.change({ kind: 'download', environment: stage, id: downloadNumbered(1), version: 2 })
    await expect.element(page.getByRole('button', { name: 'Fetch it, once' })).toBeVisible()
  })

  longTest('are counted at home, with a key to their page', async () => {
    const list = fake(endpoints.listDownloads)(() => downloadPage([downloadView(1), downloadView(2)]))
    const { path } = await openApp('/stage/', { answers: [officer, list] })
    await expect.element(page.getByText('2 requests wait for your answer')).toBeVisible()
    await chord('gp', () => page.getByRole('heading', { level: 1 }).element())
    await expect.poll(path).toBe(at)
  })
})

longTest('at 390 px nothing is lost sideways, and the page stays accessible', async () => {
  await page.viewport(390, 844)
  try {
    const list = fake(endpoints.listDownloads)(() => downloadPage([downloadView(1)]))
    await openApp(at, { answers: [officer, list] })
    await expect.element(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await page.viewport(1440, 900)
  }
})
