import { endpoints } from '@paydesk/shared/endpoints'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { englishUi } from '@paydesk/shared/messages/en/ui'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import {
  buildDocumentFile,
  buildDocumentHandle,
  buildDocumentList,
  buildDocumentSummary,
  buildDocumentView,
  buildDocumentViewId,
  buildFileInspection,
} from '../../../../test/support/fakes/documents.ts'
import {
  answerProblem,
  answerUpstreamTimeout,
  fakeEndpoint,
} from '../../../../test/support/fakes/fake-endpoint.ts'
import { maraIdentity } from '../../../../test/support/fakes/ids.ts'
import { buildClearValue } from '../../../../test/support/fakes/values.ts'
import { expectAccessible } from '../../../../test/support/web/axe.ts'
import {
  buildDocumentHandlers,
  documentAt,
  findPicture,
  officerSession,
  openDocument,
} from '../../../../test/support/web/looking.ts'
import { openApp } from '../../../../test/support/web/open-app.tsx'
import { longTest } from '../../../../test/support/web/run-length.ts'

const { card, list, request, title, viewer } = englishDocuments

describe('documents on the page of an identity', () => {
  const at = `/stage/identities/${maraIdentity}`

  test('are shown as cards, including undocumented shapes and files at another address', async () => {
    await openApp(at, { answers: [officerSession] })
    const cards = page.getByRole('region', { name: title, exact: true })
    await expect.element(cards.getByRole('heading', { name: 'Passport' }).first()).toBeVisible()
    await expect.element(cards.getByText('Sweden (SE)')).toBeVisible()
    await expect.element(cards.getByRole('heading', { name: card.unknownShape })).toBeVisible()
    await expect.element(cards.getByText('pages', { exact: true })).toBeVisible()
    await expect.element(cards.getByText('2 further fields, not listed.')).toBeVisible()
    await expect.element(cards.getByText(/outside the payment service, never requested/)).toBeVisible()
    await expect.element(cards.getByText(list.opening)).toBeVisible()
    expect(
      cards
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
    ).toEqual(['Open of Passport', 'Open file 1 of Proof of address', 'Open file 2 of Proof of address'])
    await expectAccessible()
  })

  test('are reached by a digit, which opens no file yet', async () => {
    const { path } = await openApp(at, { answers: [officerSession] })
    await expect.element(page.getByRole('heading', { name: 'Proof of address' })).toBeVisible()
    await userEvent.keyboard('2')
    await expect.poll(path).toBe(documentAt(2))
    await expect.element(page.getByRole('form', { name: viewer.reason })).toBeVisible()
  })

  test('are named without characters that reverse the reading direction', async () => {
    const odd = buildDocumentSummary(1, {
      kind: buildClearValue('PASS\u202eTROP'),
      files: [buildDocumentFile(0, { name: buildClearValue('\u202egpj.exe\r\nSet-Cookie: a') })],
    })
    await openApp(at, {
      answers: [fakeEndpoint(endpoints.listDocuments)(() => buildDocumentList([odd])), officerSession],
    })
    await expect.element(page.getByText('�gpj.exe��Set-Cookie: a')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'PASS�TROP' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/\u202e/)
  })

  longTest('fail separately from the page, and are missing for a role that may not see them', async () => {
    await openApp(at, {
      answers: [fakeEndpoint(endpoints.listDocuments)(answerUpstreamTimeout), officerSession],
    })
    await expect.element(page.getByText('Documents not loaded')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Person' })).toBeVisible()
  })
})

describe('before a document is opened', () => {
  test('a reason and a ticket are required, and nothing is fetched before', async () => {
    const asked: unknown[] = []
    const answers = [
      fakeEndpoint(endpoints.openDocument)(({ params, body }) => {
        asked.push({ document: params.document, ...body })
        return buildDocumentView(1, { document: params.document, file: body.file })
      }),
    ]
    await openApp(documentAt(1), { answers: [...answers, officerSession] })
    const open = page.getByRole('button', { name: viewer.open })
    await expect.element(open).toBeDisabled()
    await expectAccessible()
    await userEvent.keyboard('2')
    const ticket = page.getByRole('textbox', { name: 'Ticket or case' })
    await ticket.fill('the case of mara')
    await expect.element(page.getByText(/with at least one digit/)).toBeVisible()
    await expect.element(open).toBeDisabled()
    expect(asked).toEqual([])
    await ticket.fill('CASE-5512')
    await userEvent.keyboard('{Enter}')
    await expect.element(findPicture(/^Passport, \d+ %$/)).toBeVisible()
    await expect
      .poll(() => asked)
      .toEqual([
        { document: buildDocumentHandle(1), file: 0, purpose: 'identity_check', caseRef: 'CASE-5512' },
      ])
    await expectAccessible()
  })

  longTest('the reason also holds for the next document, and the previous one is closed', async () => {
    const closed: string[] = []
    const asked: unknown[] = []
    const answers = [
      fakeEndpoint(endpoints.openDocument)(({ params, body }) => {
        asked.push(body)
        return buildDocumentView(6 + asked.length, { document: params.document, file: body.file })
      }),
      fakeEndpoint(endpoints.closeDocument)(({ params }) => {
        // Ignore a close from the previous test: that call may outlive its page.
        if (params.view !== buildDocumentViewId(1)) closed.push(params.view)
        return { seconds: 2 }
      }),
    ]
    const { address } = await openDocument(documentAt(1), answers)
    await expect.element(findPicture(/^Passport/)).toBeVisible()
    await userEvent.keyboard(']')
    await expect.element(findPicture(/^Proof of address, file 1/)).toBeVisible()
    await expect.poll(() => asked).toHaveLength(2)
    expect(asked[1]).toEqual(asked[0])
    await expect.poll(() => closed).toEqual([buildDocumentViewId(7)])
    await expect.poll(address).toBe(documentAt(2))
    await userEvent.keyboard(']')
    await expect.poll(address).toBe(`${documentAt(2)}?file=1`)
    // Leave before the document is open: its view is closed all the same.
    await userEvent.keyboard(']')
    await expect.element(findPicture(/^Passport/)).toBeVisible()
    await expect.poll(() => closed).toEqual([7, 8, 9].map(buildDocumentViewId))
  })

  longTest(
    'a required re-authentication leads to the identity provider and back to the same purpose',
    async () => {
      let answer: () => Response | ReturnType<typeof buildDocumentView> = () =>
        answerProblem({ id: 'reauthentication_needed', status: 403 })
      await openDocument(documentAt(1), [fakeEndpoint(endpoints.openDocument)(() => answer())])
      const link = page.getByRole('link', { name: englishLists.signInAgain })
      await expect.element(link).toHaveFocus()
      await expect.element(page.getByText(new RegExp(viewer.reauthentication))).toBeVisible()
      const back = `${documentAt(1)}?purpose=identity_check`
      await expect
        .element(link)
        .toHaveAttribute('href', `/auth/sign-in?reauthenticate=1&return=${encodeURIComponent(back)}`)
      await expectAccessible()
      await cleanup()
      answer = () => buildDocumentView(1)
      await openApp(back, { answers: [officerSession] })
      // Digits choose a purpose here; the next digit is not typed into the ticket field.
      await expect
        .element(page.getByRole('radio', { name: englishLists.purposes.identity_check }))
        .toHaveFocus()
      await userEvent.keyboard('3')
      await expect
        .element(page.getByRole('radio', { name: englishLists.purposes.payment_investigation }))
        .toBeChecked()
      await userEvent.keyboard('CASE-1{Enter}')
      await expect.element(findPicture(/^Passport/)).toBeVisible()
    },
  )

  longTest('a failure is shown with its reference, and a retry opens a new view', async () => {
    let answer: () => Response | ReturnType<typeof buildDocumentView> = answerUpstreamTimeout
    await openDocument(documentAt(1), [fakeEndpoint(endpoints.openDocument)(() => answer())])
    await expect.element(page.getByText('Passport not opened')).toBeVisible()
    answer = () => buildDocumentView(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(findPicture(/^Passport/)).toBeVisible()
  })
})

describe('a document that is not shown', () => {
  test('is described by its facts, with the hint that only a download is possible', async () => {
    const facts = buildFileInspection({
      type: 'html',
      headerType: 'image/jpeg',
      showable: 'download_only',
      downloadOnlyReasons: ['other_type', 'script'],
      width: null,
      height: null,
    })
    const asked: string[] = []
    const answers = [
      ...buildDocumentHandlers({ facts }).slice(0, 1),
      fakeEndpoint(endpoints.showDocumentContent)(({ params }) => {
        asked.push(params.view)
        return new Response('<script>document.title = "ran"</script>')
      }),
    ]
    await openDocument(documentAt(1), answers)
    await expect.element(page.getByText(/not a JPEG, PNG or PDF, contains a script/)).toBeVisible()
    await expect.element(page.getByText('web page (HTML)')).toBeVisible()
    await expect.element(page.getByText(/image\/jpeg: the content decides/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: new RegExp(`^${request.title}`) })).toBeVisible()
    expect(asked).toEqual([])
    expect(document.querySelector('canvas')).toBeNull()
    await expectAccessible()
  })

  longTest('may lie at another address, or have left the list', async () => {
    await openApp(documentAt(4), { answers: [officerSession] })
    await expect.element(page.getByText(/outside the payment service, never requested/)).toBeVisible()
    await cleanup()
    await openApp(documentAt(9), { answers: [officerSession] })
    await expect.element(page.getByText(viewer.notListed)).toBeVisible()
  })

  longTest('is reported in plain words if its bytes are damaged', async () => {
    await openDocument(
      documentAt(1),
      buildDocumentHandlers({}, async () => new Blob(['not a picture at all'])),
    )
    await expect.element(page.getByText(new RegExp(englishDocuments.drawing.picture))).toBeVisible()
  })
})

test('is explained to a role that may not open documents, which can ask a colleague instead', async () => {
  await openApp(documentAt(1))
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent(englishUi.forbiddenPage.title)
  await cleanup()
  await openApp('/stage/document-downloads')
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toMatchTextContent(englishUi.forbiddenPage.title)
})

test('leaves no trace in the address, in storage or in the query cache', async () => {
  const { address } = await openDocument()
  await expect.element(findPicture()).toBeVisible()
  expect(address()).toBe(documentAt(1))
  expect(localStorage.length + sessionStorage.length).toBe(0)
  expect(document.title).toBe('Document · Stage · Paydesk')
})
