import type { WhoAmI } from '@paydesk/shared/administration/session'
import type { DownloadPage, DownloadView } from '@paydesk/shared/compliance/document-downloads'
import { downloadRequestId } from '@paydesk/shared/compliance/document-downloads'
import type {
  DocumentCard,
  DocumentFacts,
  DocumentFile,
  DocumentList,
  OpenedView,
} from '@paydesk/shared/compliance/documents'
import { documentHandle, documentViewId } from '@paydesk/shared/compliance/documents'
import { PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib'
import { maraIdentity } from './ids.ts'
import { complianceOfficer } from './people.ts'
import { absent, clear, inHours, masked, readNow } from './values.ts'

/** The n-th of many invented documents, from 1. */
export function documentNumbered(n: number) {
  return documentHandle.parse(`doc_${String(n).padStart(24, '0')}`)
}

export function viewNumbered(n: number) {
  return documentViewId.parse(`dv_${String(n).padStart(20, '0')}`)
}

export function downloadNumbered(n: number) {
  return downloadRequestId.parse(`dr_${String(n).padStart(20, '0')}`)
}

/** Opens documents and asks for downloads. */
export function documentOfficer(change: Partial<WhoAmI> = {}): WhoAmI {
  const permissions = [
    ...complianceOfficer().permissions,
    'document.read',
    'document.download',
    'live.listen',
  ] as const
  return complianceOfficer({ permissions: [...permissions], ...change })
}

export function documentFile(file: number, change: Partial<DocumentFile> = {}): DocumentFile {
  return { file, name: masked('••••••••', 'dots'), where: 'here', ...change }
}

export function documentCard(n: number, change: Partial<DocumentCard> = {}): DocumentCard {
  return {
    document: documentNumbered(n),
    position: n - 1,
    shape: 'known',
    kind: clear('PASSPORT'),
    status: clear('ACCEPTED'),
    createdAt: clear('2025-02-03T09:20:01.004Z'),
    members: [
      { name: 'country', path: ['supporting_documents', '0', 'country'], value: clear('SE') },
      { name: 'number', path: ['supporting_documents', '0', 'number'], value: masked('••••••••', 'dots') },
    ],
    moreMembers: 0,
    files: [documentFile(0)],
    moreFiles: 0,
    ...change,
  }
}

/** A passport, a bill of two files, an element of no known shape, and one that lies elsewhere. */
export function documentList(documents?: readonly DocumentCard[]): DocumentList {
  return {
    identity: maraIdentity,
    reading: readNow(),
    documents: [
      ...(documents ?? [
        documentCard(1),
        documentCard(2, {
          kind: clear('PROOF_OF_ADDRESS'),
          status: absent,
          createdAt: absent,
          members: [],
          files: [documentFile(0), documentFile(1)],
        }),
        documentCard(3, {
          shape: 'other',
          kind: absent,
          status: absent,
          createdAt: absent,
          members: [
            {
              name: 'pages',
              path: ['supporting_documents', '2', 'pages'],
              value: masked('••••••••', 'dots'),
            },
          ],
          moreMembers: 2,
          files: [],
        }),
        documentCard(4, { members: [], files: [documentFile(0, { where: 'elsewhere' })] }),
      ]),
    ],
    more: 0,
    viewable: true,
  }
}

export function documentFacts(change: Partial<DocumentFacts> = {}): DocumentFacts {
  return {
    type: 'png',
    headerType: null,
    bytes: 182_331,
    sha256: 'c0535e4be2b79ffd93291305436bf889314e4a3faec05ecffcbb7df31ad9e51a',
    width: 900,
    height: 640,
    turn: 0,
    pages: null,
    showable: 'picture',
    why: [],
    ...change,
  }
}

export function openedView(n: number, change: Partial<OpenedView> = {}): OpenedView {
  return {
    view: viewNumbered(n),
    document: documentNumbered(n),
    file: 0,
    name: masked('••••••••', 'dots'),
    openedAt: inHours(0),
    until: inHours(0.25),
    contents: 4,
    facts: documentFacts(),
    watermark: {
      person: 'Cara Lindholm',
      at: inHours(0),
      purpose: 'Checking who the customer is',
      caseRef: 'CASE-5512',
    },
    ...change,
  }
}

export function downloadView(n: number, change: Partial<DownloadView> = {}): DownloadView {
  return {
    request: downloadNumbered(n),
    identity: maraIdentity,
    document: documentNumbered(1),
    file: 0,
    kind: clear('PASSPORT'),
    purpose: 'authority_request',
    caseRef: 'CASE-5512',
    text: clear('The court asked for a copy of the passport.'),
    by: { name: 'Nils Aalto', me: false },
    at: inHours(-0.5),
    until: inHours(23.5),
    status: 'waiting',
    answer: null,
    fetchUntil: null,
    mayAnswer: true,
    mayFetch: false,
    ...change,
  }
}

export function downloadPage(requests: readonly DownloadView[] = []): DownloadPage {
  return { requests: [...requests], waiting: requests.filter(({ mayAnswer }) => mayAnswer).length }
}

/** A picture of one colour with a mark of another in its upper left quarter, so that it is seen how it lies. */
export async function somePicture(width = 900, height = 640, paper = '#ffffff'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#b02a37'
  context.fillRect(0, 0, width / 2, height / 2)
  return canvas.convertToBlob({ type: 'image/png' })
}

export const elsewhere = 'https://elsewhere.test/beacon'

/** Two pages that would like to run a script, open a page and send a form, each with a square in its middle. */
export async function hostilePdf(): Promise<Blob> {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const action = (members: Record<string, PDFName | PDFString>) =>
    context.obj({ Type: 'Action', ...members } as Record<string, PDFName | PDFString | string>)
  const script = action({
    S: PDFName.of('JavaScript'),
    JS: PDFString.of(`app.launchURL("${elsewhere}"); document.title = "ran"`),
  })
  pdf.catalog.set(PDFName.of('OpenAction'), script)
  for (const colour of [rgb(0.69, 0.16, 0.22), rgb(0.16, 0.35, 0.69)]) {
    const page = pdf.addPage([595, 842])
    page.drawRectangle({ x: 197, y: 321, width: 200, height: 200, color: colour })
    page.drawText('Utility bill', { x: 60, y: 760, size: 28 })
    const link = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 595, 842],
      Border: [0, 0, 0],
      A: action({ S: PDFName.of('URI'), URI: PDFString.of(elsewhere) }),
    })
    page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
  }
  const bytes = await pdf.save()
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
}
