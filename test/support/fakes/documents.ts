import type { CurrentSession } from '@paydesk/shared/administration/sign-in'
import {
  type DownloadRequestList,
  type DownloadRequestView,
  downloadRequestIdSchema,
} from '@paydesk/shared/compliance/document-downloads'
import {
  type DocumentFile,
  type DocumentFileAccess,
  type DocumentList,
  type DocumentSummary,
  documentFileAccessIdSchema,
  documentHandleSchema,
  type FileInspection,
} from '@paydesk/shared/compliance/documents'
import { PDFDocument, PDFName, PDFString, rgb } from 'pdf-lib'
import { maraCustomer, maraIdentity } from './ids.ts'
import { buildComplianceOfficer } from './staff.ts'
import { absentValue, buildClearValue, buildDataFreshness, buildMaskedValue, hoursFromNow } from './values.ts'

/** Handle of the n-th fake document, counted from 1. */
export function buildDocumentHandle(n: number) {
  return documentHandleSchema.parse(`doc_${String(n).padStart(24, '0')}`)
}

export function buildDocumentViewId(n: number) {
  return documentFileAccessIdSchema.parse(`dv_${String(n).padStart(20, '0')}`)
}

export function buildDownloadRequestId(n: number) {
  return downloadRequestIdSchema.parse(`dr_${String(n).padStart(20, '0')}`)
}

/** User who opens documents and asks for downloads. */
export function buildDocumentOfficer(change: Partial<CurrentSession> = {}): CurrentSession {
  const permissions = [
    ...buildComplianceOfficer().permissions,
    'document.read',
    'document.download',
    'live.listen',
  ] as const
  return buildComplianceOfficer({ permissions: [...permissions], ...change })
}

export function buildDocumentFile(file: number, change: Partial<DocumentFile> = {}): DocumentFile {
  return { file, name: buildMaskedValue('••••••••', 'dots'), location: 'here', ...change }
}

export function buildDocumentSummary(n: number, change: Partial<DocumentSummary> = {}): DocumentSummary {
  return {
    document: buildDocumentHandle(n),
    position: n - 1,
    shape: 'known',
    kind: buildClearValue('PASSPORT'),
    status: buildClearValue('ACCEPTED'),
    createdAt: buildClearValue('2025-02-03T09:20:01.004Z'),
    fields: [
      { name: 'country', path: ['supporting_documents', '0', 'country'], value: buildClearValue('SE') },
      {
        name: 'number',
        path: ['supporting_documents', '0', 'number'],
        value: buildMaskedValue('••••••••', 'dots'),
      },
    ],
    moreFields: 0,
    files: [buildDocumentFile(0)],
    moreFiles: 0,
    ...change,
  }
}

/** Documents: a passport, a bill of two files, an element of unknown shape, and a file stored elsewhere. */
export function buildDocumentList(documents?: readonly DocumentSummary[]): DocumentList {
  return {
    identity: maraIdentity,
    reading: buildDataFreshness(),
    documents: [
      ...(documents ?? [
        buildDocumentSummary(1),
        buildDocumentSummary(2, {
          kind: buildClearValue('PROOF_OF_ADDRESS'),
          status: absentValue,
          createdAt: absentValue,
          fields: [],
          files: [buildDocumentFile(0), buildDocumentFile(1)],
        }),
        buildDocumentSummary(3, {
          shape: 'other',
          kind: absentValue,
          status: absentValue,
          createdAt: absentValue,
          fields: [
            {
              name: 'pages',
              path: ['supporting_documents', '2', 'pages'],
              value: buildMaskedValue('••••••••', 'dots'),
            },
          ],
          moreFields: 2,
          files: [],
        }),
        buildDocumentSummary(4, { fields: [], files: [buildDocumentFile(0, { location: 'elsewhere' })] }),
      ]),
    ],
    more: 0,
    viewable: true,
  }
}

export function buildFileInspection(change: Partial<FileInspection> = {}): FileInspection {
  return {
    type: 'png',
    headerType: null,
    bytes: 182_331,
    sha256: 'c0535e4be2b79ffd93291305436bf889314e4a3faec05ecffcbb7df31ad9e51a',
    width: 900,
    height: 640,
    rotation: 0,
    isMirrored: false,
    pages: null,
    showable: 'picture',
    downloadOnlyReasons: [],
    remarks: [],
    ...change,
  }
}

export function buildDocumentView(n: number, change: Partial<DocumentFileAccess> = {}): DocumentFileAccess {
  return {
    view: buildDocumentViewId(n),
    document: buildDocumentHandle(n),
    file: 0,
    name: buildMaskedValue('••••••••', 'dots'),
    openedAt: hoursFromNow(0),
    until: hoursFromNow(0.25),
    contents: 4,
    facts: buildFileInspection(),
    watermark: {
      person: 'Cara Lindholm',
      at: hoursFromNow(0),
      purpose: 'identity_check',
      caseRef: 'CASE-5512',
    },
    ...change,
  }
}

export function buildDownloadRequest(
  n: number,
  change: Partial<DownloadRequestView> = {},
): DownloadRequestView {
  return {
    request: buildDownloadRequestId(n),
    identity: maraIdentity,
    customer: {
      customer: maraCustomer,
      rid: buildClearValue('cust-00417'),
      merchant: buildClearValue('demo-merchant'),
    },
    document: buildDocumentHandle(1),
    file: 0,
    kind: buildClearValue('PASSPORT'),
    purpose: 'authority_request',
    caseRef: 'CASE-5512',
    text: buildClearValue('The court asked for a copy of the passport.'),
    by: { name: 'Nils Aalto', me: false },
    at: hoursFromNow(-0.5),
    until: hoursFromNow(23.5),
    status: 'waiting',
    answer: null,
    downloadUntil: null,
    mayAnswer: true,
    mayDownload: false,
    ...change,
  }
}

export function buildDownloadRequestList(requests: readonly DownloadRequestView[] = []): DownloadRequestList {
  return { requests: [...requests], waiting: requests.filter(({ mayAnswer }) => mayAnswer).length }
}

/** Creates a one-colour picture with a mark in the upper left quarter, which shows the orientation. */
export async function createPicture(width = 900, height = 640, paper = '#ffffff'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#b02a37'
  context.fillRect(0, 0, width / 2, height / 2)
  return canvas.convertToBlob({ type: 'image/png' })
}

export const beaconUrl = 'https://elsewhere.test/beacon'

/**
 * Creates a PDF of two pages that tries to run a script, open a page and send a form. Each page has a square
 * in the middle.
 */
export async function createHostilePdf(): Promise<Blob> {
  const pdf = await PDFDocument.create()
  const { context } = pdf
  const action = (members: Record<string, PDFName | PDFString>) =>
    context.obj({ Type: 'Action', ...members } as Record<string, PDFName | PDFString | string>)
  const script = action({
    S: PDFName.of('JavaScript'),
    JS: PDFString.of(`app.launchURL("${beaconUrl}"); document.title = "ran"`),
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
      A: action({ S: PDFName.of('URI'), URI: PDFString.of(beaconUrl) }),
    })
    page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]))
  }
  const bytes = await pdf.save()
  return new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })
}
