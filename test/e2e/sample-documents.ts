import { createHash } from 'node:crypto'
import type { FileInspection } from '@paydesk/shared/compliance/documents'
import { documentFileAccessSchema } from '@paydesk/shared/compliance/documents'
import type { englishLists } from '@paydesk/shared/messages/en/lists'
import type { Page, Route } from '@playwright/test'
import { PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib'
import { makeSpecimens } from '../sandbox/documents.ts'

const handle = (n: number) => `doc_${String(n).padStart(24, '0')}`
const clear = (text: string) => ({ visibility: 'clear', text })

/**
 * Creates a PDF of two pages with a script, a link to another site over each page, and text in a font that is
 * not embedded.
 */
async function actingPdf(): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const script = 'app.launchURL("https://elsewhere.test/beacon")'
  pdf.catalog.set(
    PDFName.of('OpenAction'),
    context.obj({ S: PDFName.of('JavaScript'), JS: PDFString.of(script) }),
  )
  for (const [nth, colour] of [rgb(0.69, 0.16, 0.22), rgb(0.16, 0.35, 0.69)].entries()) {
    const page = pdf.addPage([595, 842])
    page.drawText(`Page ${nth + 1}`, { x: 60, y: 760, size: 40 })
    page.drawRectangle({ x: 97, y: 221, width: 400, height: 400, color: colour })
    const pDFDict = context.obj({ S: PDFName.of('URI'), URI: PDFString.of('https://elsewhere.test/beacon') })
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 595, 842], A: pDFDict })
    page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
  }
  return Buffer.from(await pdf.save())
}

const kinds = ['PASSPORT', 'ID_CARD', 'PROOF_OF_ADDRESS'] as const

function card(n: number, kind: string): object {
  return {
    document: handle(n),
    position: n - 1,
    shape: 'known',
    kind: clear(kind),
    status: clear('ACCEPTED'),
    createdAt: { visibility: 'absent' },
    fields: [],
    moreFields: 0,
    files: [{ file: 0, name: { visibility: 'hidden' }, location: 'here' }],
    moreFiles: 0,
  }
}

/**
 * Gives every identity a passport, an identity card and a PDF with actions, and every user the permissions to
 * see them. Pages and their headers are the real ones; API answers are replaced, so that content which the
 * payment service and the BFF would reject reaches the browser.
 */
export async function withDocuments(
  page: Page,
): Promise<{ readonly address: (identity: string, n: number) => string }> {
  const { passport, 'id-card': idCard } = await makeSpecimens()
  const files: readonly { type: 'jpeg' | 'png' | 'pdf'; bytes: Buffer }[] = [
    { type: 'jpeg', bytes: passport.bytes },
    { type: 'png', bytes: idCard.bytes },
    { type: 'pdf', bytes: await actingPdf() },
  ]
  const give = (route: Route, json: unknown) => route.fulfill({ json })
  await page.route(/\/api\/session$/, async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    const permissions = [...new Set([...session.permissions, 'document.read', 'document.download'])]
    await route.fulfill({ response, json: { ...session, permissions } })
  })
  await page.route(/\/api\/stage\/identities\/[^/]+\/documents$/, (route) =>
    give(route, {
      identity: route.request().url().split('/').at(-2),
      reading: { at: new Date().toISOString(), from: 'service' },
      documents: kinds.map((kind, nth) => card(nth + 1, kind)),
      more: 0,
      viewable: true,
    }),
  )
  await page.route(/\/documents\/doc_\d+\/view$/, (route) => {
    const n = Number(/doc_(\d+)/.exec(route.request().url())?.[1])
    const { file, purpose, caseRef } = route.request().postDataJSON()
    return give(route, opened(n, file, { purpose, caseRef }, files[n - 1]))
  })
  await page.route(/\/views\/dv_\d+\/content$/, (route) => {
    const n = Number(/dv_(\d+)/.exec(route.request().url())?.[1])
    return route.fulfill({
      body: files[n - 1]?.bytes ?? Buffer.alloc(0),
      contentType: 'application/octet-stream',
    })
  })
  await page.route(/\/views\/dv_\d+\/closed$/, (route) => give(route, { seconds: 1 }))
  await page.route(/\/api\/stage\/download-requests/, (route) => give(route, { requests: [], waiting: 0 }))
  return { address: (identity, n) => `/stage/identities/${identity}/documents/${handle(n)}` }
}

function opened(
  n: number,
  file: number,
  { purpose, caseRef }: { readonly purpose: keyof typeof englishLists.purposes; readonly caseRef: string },
  held: { readonly type: 'jpeg' | 'png' | 'pdf'; readonly bytes: Buffer } | undefined,
): unknown {
  const { type, bytes } = held ?? { type: 'pdf', bytes: Buffer.alloc(0) }
  const at = new Date().toISOString()
  const facts: FileInspection = {
    type,
    headerType: null,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: type === 'pdf' ? null : 900,
    height: type === 'pdf' ? null : 640,
    rotation: 0,
    isMirrored: false,
    pages: type === 'pdf' ? 2 : null,
    showable: type === 'pdf' ? 'pdf' : 'picture',
    downloadOnlyReasons: [],
    remarks: [],
  }
  return documentFileAccessSchema.parse({
    view: documentFileAccessSchema.shape.view.parse(`dv_${String(n).padStart(20, '0')}`),
    document: documentFileAccessSchema.shape.document.parse(handle(n)),
    file,
    name: { visibility: 'hidden' },
    openedAt: at,
    until: at,
    contents: 4,
    facts,
    watermark: { person: 'Cara Lindholm', at, purpose, caseRef },
  })
}
