import { createHash } from 'node:crypto'
import { endpoints } from '@paydesk/shared/endpoints'
import jpeg from 'jpeg-js'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { documentPurpose, downloadComment, openDocumentSession } from '../../support/contract/documents.ts'
import { fileOf } from '../../support/contract/file-downloads.ts'
import { listenToStream } from '../../support/contract/stream-listener.ts'
import {
  askedPaths,
  auditRows,
  controlSandbox,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onOneDatabase,
  problemIn,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Person, Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const text = 'Wanted by the court under its file number'

onOneDatabase('documents of an identity', (stack) => {
  let clara: Visitor
  let cora: Visitor
  const others = new Map<Person, Visitor>()
  let identity = ''
  let passport = ''
  let bill = ''

  beforeAll(async () => {
    clara = await openDocumentSession(stack(), 'clara.weiss')
    cora = await openDocumentSession(stack(), 'cora.blum')
    for (const person of ['support', 'finance', 'auditor', 'admin'] as const)
      others.set(person, await stack().as(person))
    const customer = await customerOf(stack(), 'cust-00417')
    identity = await identityHandleOf(stack(), 'cust-00417', customer.identity)
    const { documents } = await list()
    passport = documents[0]?.document ?? ''
    bill = documents[1]?.document ?? ''
  })
  beforeEach(async () => {
    await stack().deps.store.db.deleteFrom('download_requests').execute()
  })

  const list = () => clara.get(endpoints.listDocuments, { params: { env, identity } })
  const opening = (visitor: Visitor, document = passport, more: object = {}) =>
    visitor.call(endpoints.openDocument, {
      params: { env, identity, document },
      body: { ...documentPurpose, ...more },
    })
  const open = async (document = passport) =>
    endpoints.openDocument.response.parse((await opening(clara, document)).json)
  const content = (visitor: Visitor, view: string) =>
    fileOf(visitor, `/api/${env}/identities/${identity}/views/${view}/content`)
  const asking = (visitor: Visitor, more: object = {}, document = passport) =>
    visitor.call(endpoints.requestDownload, {
      params: { env, identity, document },
      body: { ...documentPurpose, text, ...more },
    })
  const ask = async (document = passport) =>
    endpoints.requestDownload.response.parse((await asking(clara, {}, document)).json).request
  const answer = (visitor: Visitor, request: string, body: object = { answer: 'confirm' }) =>
    visitor.call(endpoints.decideDownloadRequest, { params: { env, request }, body })
  const taken = (visitor: Visitor, request: string) =>
    fileOf(visitor, `/api/${env}/download-requests/${request}/content`)

  it('are listed in any shape, with the fields that the role may see and without URLs', async () => {
    const answered = await clara.call(endpoints.listDocuments, { params: { env, identity } })
    const { documents, more, viewable } = endpoints.listDocuments.response.parse(answered.json)
    expect([more, viewable]).toEqual([0, true])
    expect(documents).toMatchObject([
      { position: 0, shape: 'known', kind: { text: 'PASSPORT' }, files: [{ file: 0, location: 'here' }] },
      {
        position: 1,
        kind: { text: 'PROOF_OF_ADDRESS' },
        files: [{ location: 'here', name: { visibility: 'masked' } }],
      },
      {
        position: 2,
        shape: 'other',
        kind: { visibility: 'absent' },
        fields: [{ name: 'value' }],
        files: [],
      },
    ])
    expect(documents[0]?.fields.map(({ name }) => name)).toEqual(['id', 'country', 'mime_type'])
    expect(documents[0]?.fields[0]).toEqual({
      name: 'id',
      path: ['supporting_documents', '0', 'id'],
      value: { visibility: 'masked', text: '••••••••', mask: 'dots', reveal: 'plain' },
    })
    expect(answered.text).not.toMatch(/doc_7f31|utility-bill|https?:|127\.0\.0\.1|localhost/)
    expect((await list()).documents.map(({ document }) => document)).toEqual(
      documents.map(({ document }) => document),
    )
  })

  it('are opened with a purpose and a ticket, shown as an image of the same size, and closed', async () => {
    const begun = await rowsOf(stack(), () => opening(clara))
    const view = endpoints.openDocument.response.parse(begun.value.json)
    expect(view).toMatchObject({
      facts: {
        type: 'jpeg',
        headerType: null,
        showable: 'picture',
        downloadOnlyReasons: [],
        rotation: 0,
        pages: null,
      },
      watermark: {
        person: 'Name of clara.weiss',
        purpose: 'identity_check',
        caseRef: 'T-4711',
      },
    })
    const about = {
      subject_kind: 'identity',
      subject_id: identity,
      merchant: 'demo-merchant',
      result: 'allowed',
    }
    expect(begun.rows).toMatchObject([
      {
        ...{ action: 'document.viewed', ...about, field: 'document.content', reason: `file:${passport}/0` },
        ...{ purpose_code: 'identity_check', case_ref: 'T-4711', reauthentication_age: expect.any(Number) },
      },
    ])
    const shown = await rowsOf(stack(), () => content(clara, view.view))
    const { status, headers, bytes } = shown.value
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'content-disposition': 'inline; filename="document.jpg"',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const { width, height } = jpeg.decode(bytes)
    expect([width, height]).toEqual([view.facts.width, view.facts.height])
    expect(shown.rows).toMatchObject([
      { action: 'document.content.sent', ...about, reason: `file:${passport}/0` },
    ])
    const params = { env, identity, view: view.view }
    const closed = await rowsOf(stack(), () => clara.get(endpoints.closeDocument, { params }))
    expect(closed.value.seconds).toBeLessThan(30)
    expect(closed.rows).toMatchObject([
      { action: 'document.closed', ...about, reason: `seconds:${closed.value.seconds}` },
    ])
    problemIn(await clara.call(endpoints.showDocumentContent, { params }), 'not_found')
  })

  it('are served byte for byte as checked if they are PDFs', async () => {
    const { view, facts } = await open(bill)
    expect(facts).toMatchObject({
      type: 'pdf',
      showable: 'pdf',
      downloadOnlyReasons: [],
      pages: expect.any(Number),
    })
    const { bytes, headers } = await content(clara, view)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(facts.sha256)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(facts.pages)
  })

  it('are served only to the session that opened them, five times, for ten minutes', async () => {
    const { view } = await open()
    problemIn(
      await cora.call(endpoints.showDocumentContent, { params: { env, identity, view } }),
      'not_found',
    )
    const again = await openDocumentSession(stack(), 'clara.weiss')
    problemIn(
      await again.call(endpoints.showDocumentContent, { params: { env, identity, view } }),
      'not_found',
    )
    for (let time = 0; time < 5; time += 1) expect((await content(clara, view)).status).toBe(200)
    const often = await clara.call(endpoints.showDocumentContent, { params: { env, identity, view } })
    expect(problemIn(often, 'document_not_shown').fields).toMatchObject([{ name: 'content' }])
    const other = await open()
    await stack()
      .deps.store.db.updateTable('document_views')
      .set({ until: Date.now() - 1 })
      .where('id', '=', other.view)
      .execute()
    problemIn(
      await clara.call(endpoints.showDocumentContent, { params: { env, identity, view: other.view } }),
      'not_found',
    )
  })

  it.each(['support', 'finance', 'auditor', 'admin'] as const)(
    'are refused to %s, and the refusal is recorded',
    async (person) => {
      const visitor = others.get(person) ?? stack().visitor()
      const { view } = await open()
      const params = { env, identity, view, document: passport, request: `dr_${'0'.repeat(20)}` }
      await forgetRequests(stack())
      for (const name of [
        'listDocuments',
        'openDocument',
        'showDocumentContent',
        'closeDocument',
        'requestDownload',
        'downloadDocument',
      ] as const) {
        const { value, rows } = await rowsOf(stack(), () =>
          visitor.call(endpoints[name], { params, body: documentPurpose }),
        )
        problemIn(value, 'not_allowed')
        expect(rows).toMatchObject([{ action: 'access.refused', result: 'refused', role: person }])
      }
      expect(await askedPaths(stack())).toEqual([])
    },
  )

  it.each([
    [{ purpose: 'curiosity' }, 'purpose'],
    [{ caseRef: '' }, 'caseRef'],
    [{ caseRef: 'Mara Lindqvist' }, 'caseRef'],
    [{ file: -1 }, 'file'],
    [{ file: 20 }, 'file'],
    [{ surplus: 1 }, '(another member)'],
  ])('are not opened with a malformed reason: %o', async (more, name) => {
    await forgetRequests(stack())
    expect(problemIn(await opening(clara, passport, more), 'bad_request').fields).toMatchObject([{ name }])
    expect(await askedPaths(stack())).toEqual([])
  })

  it('are not found outside the list, without the file, or under another merchant', async () => {
    problemIn(await opening(clara, `doc_${'0'.repeat(24)}`), 'not_found')
    problemIn(await opening(clara, passport, { file: 1 }), 'not_found')
    const { identity: other } = await customerOf(stack(), 'cust-outlet', 'demo-outlet')
    const foreign = await identityHandleOf(stack(), 'cust-outlet', other, 'demo-outlet')
    const params = { env, identity: foreign }
    // Uses a session that is limited to demo-merchant.
    problemIn(await clara.call(endpoints.listDocuments, { params }), 'not_found')
  })

  it('are not exchanged under the same handle after the list changed', async () => {
    const { identity: id } = await customerOf(stack(), 'cust-00417')
    const record = { id, profile: { remote_user_id: 'cust-00417' } }
    const base = stack().deps.config.environments[0]?.baseUrl.href.replace(/\/$/, '')
    const url = `${base}/v1/identity/${id}/documents/another`
    await controlSandbox(stack(), 'POST', 'override', {
      ...{ account: env, operation: 'identity', id },
      body: { ...record, supporting_documents: [{ type: 'PASSPORT', download_url: url }] },
    })
    await forgetRequests(stack())
    problemIn(await opening(clara), 'not_found')
    expect((await askedPaths(stack())).filter((path) => path.includes('documents'))).toEqual([])
    await controlSandbox(stack(), 'DELETE', 'overrides')
  })

  it('are not opened or requested with an account number as a ticket, which is stored nowhere', async () => {
    const caseRef = 'DE02120300000000202051'
    const { value: answers, rows } = await rowsOf(stack(), async () => [
      await opening(clara, passport, { caseRef }),
      await asking(clara, { caseRef }),
    ])
    for (const answered of answers)
      expect(problemIn(answered, 'bad_request').fields).toMatchObject([
        { name: 'caseRef', rule: 'no_personal_data' },
      ])
    expect(rows).toMatchObject([
      { action: 'document.viewed', result: 'failed', case_ref: null },
      { action: 'download.asked', result: 'failed', case_ref: null },
    ])
  })

  it('are not opened without an audit event', async () => {
    const before = await stack().deps.store.db.selectFrom('audit').select('seq').execute()
    const { view } = await open()
    const fault = stack().deps.audit.append
    Object.assign(stack().deps.audit, { append: () => Promise.reject(new Error('no entry')) })
    problemIn(await opening(clara), 'record_unavailable')
    const refused = await clara.call(endpoints.showDocumentContent, { params: { env, identity, view } })
    problemIn(refused, 'record_unavailable')
    Object.assign(stack().deps.audit, { append: fault })
    expect((await auditRows(stack())).length - before.length).toBe(1)
  })

  describe('as downloads', () => {
    it('are fetched once, by the person who asked, after another person approved, as a watermarked page', async () => {
      const listener = await listenToStream(cora)
      const asked = await rowsOf(stack(), () => asking(clara))
      const { request } = endpoints.requestDownload.response.parse(asked.value.json).request
      expect(asked.rows).toMatchObject([
        { action: 'download.asked', subject_id: identity, purpose_code: 'identity_check' },
      ])
      problemIn(await answer(clara, request), 'not_allowed')
      expect((await taken(clara, request)).status).toBe(404)
      const waiting = await cora.get(endpoints.listDownloadRequests, {
        params: { env },
        query: { show: 'to_answer' },
      })
      expect(waiting).toMatchObject({
        waiting: 1,
        requests: [
          {
            ...{ request, mayAnswer: true, text: { text }, kind: { visibility: 'clear', text: 'PASSPORT' } },
            customer: { rid: { text: 'cust-00417' }, merchant: { text: 'demo-merchant' } },
          },
        ],
      })
      const confirmed = await rowsOf(stack(), () => answer(cora, request))
      expect(confirmed.value.json).toMatchObject({
        answer: 'done',
        request: { status: 'confirmed', mayDownload: false },
      })
      expect(confirmed.rows).toMatchObject([{ action: 'download.answered', subject_id: identity }])
      expect((await answer(cora, request, { answer: 'refuse', text: downloadComment })).json).toMatchObject({
        answer: 'too_late',
      })
      problemIn(await cora.call(endpoints.downloadDocument, { params: { env, request } }), 'not_allowed')
      const { value, rows } = await rowsOf(stack(), () => taken(clara, request))
      expect(value.status).toBe(200)
      expect(value.headers.get('content-type')).toBe('application/octet-stream')
      expect(value.headers.get('content-disposition')).toBe(`attachment; filename="paydesk-${request}.pdf"`)
      const pdf = await PDFDocument.load(value.bytes)
      expect(pdf.getPageCount()).toBe(1)
      const inText = (text: string) => value.bytes.includes(Buffer.from(Buffer.from(text).toString('hex')))
      for (const one of ['Name of clara.weiss', 'Name of cora.blum', request])
        expect(inText(one) || value.bytes.toString('latin1').includes(Buffer.from(one).toString('hex'))).toBe(
          true,
        )
      expect(rows).toMatchObject([{ action: 'download.fetched', subject_id: identity, case_ref: 'T-4711' }])
      expect((await taken(clara, request)).status).toBe(404)
      // Expects a live update for each step of the request.
      const told = () => listener.changes().filter(({ kind }) => kind === 'download')
      await vi.waitFor(() => expect(told().map(({ version }) => version)).toEqual([1, 2, 3]), 20_000)
      expect(new Set(told().map(({ id }) => id))).toEqual(new Set([request]))
      listener.leave()
    })

    it('mark the inbox entry of the person who asked as read once they are fetched, and only then', async () => {
      const { request } = await ask()
      await answer(cora, request)
      const entry = async () => {
        const { entries } = await clara.get(endpoints.listInbox, { params: { env }, query: {} })
        return entries.find((one) => one.entry === `export_ready.${request}`)
      }
      expect(await entry()).toMatchObject({ isRead: false, target: { page: 'downloads' } })
      // The approver knows the request and may not fetch it.
      problemIn(await cora.call(endpoints.downloadDocument, { params: { env, request } }), 'not_allowed')
      expect(await entry()).toMatchObject({ isRead: false })
      expect((await taken(clara, request)).status).toBe(200)
      expect(await entry()).toMatchObject({ isRead: true })
    })

    it('are attached unchanged behind a watermarked cover page if they are PDFs', async () => {
      const { facts } = await open(bill)
      const { request } = await ask(bill)
      await answer(cora, request)
      const { bytes } = await taken(clara, request)
      const pdf = await PDFDocument.load(bytes)
      expect(pdf.getPageCount()).toBe(1)
      const [begin, end] = [bytes.indexOf('%PDF-', 10), bytes.lastIndexOf('\nendstream')]
      const attached = bytes.subarray(begin, end)
      expect(createHash('sha256').update(attached).digest('hex')).toBe(facts.sha256)
    })

    it('are rejected only with a comment', async () => {
      const { request } = await ask()
      const bare = await answer(cora, request, { answer: 'refuse' })
      expect(problemIn(bare, 'bad_request').fields).toMatchObject([{ name: 'text' }])
      const refused = await answer(cora, request, { answer: 'refuse', text: downloadComment })
      expect(refused.json).toMatchObject({ answer: 'done', request: { status: 'refused' } })
      expect((await taken(clara, request)).status).toBe(404)
    })

    it('are not approved by the person who asked, in another session or spelling', async () => {
      const { request } = await ask()
      for (const subject of ['clara.weiss', 'Clara.Weiss', 'clara.weiss ']) {
        const same = await openDocumentSession(stack(), subject)
        problemIn(await answer(same, request), 'not_allowed')
      }
    })

    it('have one open request per file, which expires', async () => {
      const { request } = await ask()
      expect((await asking(clara)).json).toMatchObject({ answer: 'open_already', request: { request } })
      const set = (change: object) =>
        stack().deps.store.db.updateTable('download_requests').set(change).where('id', '=', request).execute()
      await set({ until: Date.now() - 1 })
      expect((await answer(cora, request)).json).toMatchObject({
        answer: 'too_late',
        request: { status: 'expired' },
      })
      expect((await asking(clara)).json).toMatchObject({ answer: 'asked' })
      await set({ until: Date.now() + 60_000 })
      await answer(cora, request)
      await set({ download_until: Date.now() - 1 })
      expect((await taken(clara, request)).status).toBe(404)
      const { requests } = await clara.get(endpoints.listDownloadRequests, {
        params: { env },
        query: { show: 'asked' },
      })
      expect(requests.map(({ status }) => status)).toContain('over')
    })

    it.each([
      [{ text: 'Too short' }, 'text'],
      [{ text: 'x'.repeat(501) }, 'text'],
      [{ caseRef: 'none' }, 'caseRef'],
    ])('are not requested with a malformed reason: %o', async (more, name) => {
      expect(problemIn(await asking(clara, more), 'bad_request').fields).toMatchObject([{ name }])
    })
  })

  it('have the texts, staff names and kind of their requests encrypted in the database', async () => {
    await ask()
    const [row] = await stack().deps.store.db.selectFrom('download_requests').selectAll().execute()
    expect(JSON.stringify(row)).not.toMatch(/court|Name of|PASSPORT/)
  })
})
