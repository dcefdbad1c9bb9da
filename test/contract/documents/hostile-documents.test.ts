import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type DocumentSummary, documentFileAccessSchema } from '@paydesk/shared/compliance/documents'
import { problemSchema } from '@paydesk/shared/core/problem'
import { endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileNames } from '../../sandbox/hostile-files.ts'
import { documentPurpose, openDocumentSession } from '../../support/contract/documents.ts'
import { fileOf } from '../../support/contract/file-downloads.ts'
import {
  askedPaths,
  customerOf,
  forgetRequests,
  identityHandleOf,
  onOneDatabase,
  rowsOf,
} from '../../support/contract/support.ts'
import type { Visitor } from '../../support/stack/start.ts'

const env = 'stage'
const zodObject = z.object({ request: z.object({ origin: z.coerce.string() }) })

/** Expected result per file: the media type shown, the file type with reasons against it, or a problem. */
const expected: Readonly<Record<string, string>> = {
  'html-as-jpeg': 'html other_type',
  xhtml: 'html other_type',
  'svg-script': 'svg other_type',
  'svg-foreign-object': 'svg other_type',
  'svg-elsewhere': 'svg other_type',
  'xml-entities': 'xml other_type',
  mhtml: 'mhtml other_type',
  'pdf-script': 'pdf script opens_by_itself',
  'pdf-launch': 'pdf launch opens_by_itself',
  'pdf-form': 'pdf form opens_by_itself',
  'pdf-link': 'application/pdf',
  'pdf-huge-pages': 'pdf huge_pages',
  'pdf-endless': 'pdf unreadable_parts',
  'pdf-encrypted': 'pdf encrypted',
  'polyglot-pdf': 'html other_type',
  'gif-script': 'gif other_type',
  'huge-pixels': 'png too_many_pixels',
  'png-remarks': 'image/png',
  'jpeg-comment': 'image/jpeg',
  tiff: 'tiff other_type',
  webp: 'webp other_type',
  zip: 'zip other_type',
  'docx-template': 'zip other_type',
  shortcut: 'shortcut other_type',
  'zero-bytes': 'empty other_type',
  'too-big': 'document_not_shown size',
  'odd-name': 'image/jpeg',
  'line-break-name': 'image/jpeg',
  'type-html': 'image/jpeg',
  'no-type': 'image/jpeg',
  'wrong-length': 'upstream_bad_response ',
  elsewhere: 'document_not_shown address',
  lookalike: 'document_not_shown address',
  upwards: 'document_not_shown address',
  relative: 'document_not_shown address',
  script: 'document_not_shown address',
  inline: 'document_not_shown address',
  missing: 'not_found ',
}

const suite: Parameters<typeof onOneDatabase>[1] = (stack) => {
  let visitor: Visitor
  let identity = ''
  let cards: readonly DocumentSummary[] = []
  const strays: string[] = []
  // Records the requests of this process to hosts other than this machine.
  const note = (message: unknown) => {
    const { origin } = zodObject.parse(message).request
    if (!/^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):/.test(origin)) strays.push(origin)
  }

  beforeAll(async () => {
    subscribe('undici:request:create', note)
    visitor = await openDocumentSession(stack())
    const customer = await customerOf(stack(), 'cust-documents-odd')
    identity = await identityHandleOf(stack(), 'cust-documents-odd', customer.identity)
    cards = (await visitor.get(endpoints.listDocuments, { params: { env, identity } })).documents
  })
  afterAll(() => void unsubscribe('undici:request:create', note))

  it('are listed with a card each: 31 files at the payment service, and files elsewhere', () => {
    expect(hostileNames).toHaveLength(31)
    expect(Object.keys(expected).slice(0, 31)).toEqual(hostileNames)
    expect(cards).toHaveLength(Object.keys(expected).length + 5)
    expect(cards.slice(0, 31).every(({ files }) => files[0]?.location === 'here')).toBe(true)
    expect(cards.slice(31, 37).map(({ files }) => files[0]?.location)).toEqual([
      ...['elsewhere', 'unusable', 'unusable', 'unusable', 'unusable', 'unusable'],
    ])
  })

  /** Opens the first file of a document and fetches its content; returns the result as in `expected`. */
  async function come(document: string): Promise<string> {
    const opened = await visitor.call(endpoints.openDocument, {
      params: { env, identity, document },
      body: documentPurpose,
    })
    if (opened.status !== 200) {
      const { id, fields = [] } = problemSchema.parse(opened.json)
      return `${id} ${fields.map(({ name }) => name).join(' ')}`
    }
    const { view, facts } = documentFileAccessSchema.parse(opened.json)
    const { status, headers, bytes } = await fileOf(
      visitor,
      `/api/${env}/identities/${identity}/views/${view}/content`,
    )
    if (facts.showable === 'download_only') {
      expect([status, bytes.includes('<script')]).toEqual([409, false])
      return `${facts.type} ${facts.downloadOnlyReasons.join(' ')}`
    }
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="document\.(jpg|png|pdf)"$/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(bytes.includes('script')).toBe(false)
    return headers.get('content-type') ?? ''
  }

  it.each(Object.entries(expected))(
    '%s is handled as %s',
    async (name, comes) => {
      const document = cards[Object.keys(expected).indexOf(name)]?.document ?? ''
      await forgetRequests(stack())
      const { value, rows } = await rowsOf(stack(), () => come(document))
      expect(value).toBe(comes)
      const [view] = rows
      expect(view).toMatchObject({ action: 'document.viewed', subject_id: identity, case_ref: 'T-4711' })
      expect(view?.result).toBe(/_/.test(comes.split(' ')[0] ?? '') ? 'failed' : 'allowed')
      // Allows only calls to the payment service for the record and the file.
      const identityPath = /^\/stage\/v1\/identity\/[\w-]+(?:\/documents\/[a-z-]+)?$/
      for (const path of await askedPaths(stack())) expect(path).toMatch(identityPath)
      expect(strays).toEqual([])
    },
    60_000,
  )
}

onOneDatabase('hostile documents', suite)
