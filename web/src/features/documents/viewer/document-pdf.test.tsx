import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  beaconUrl,
  buildFileInspection,
  createHostilePdf,
} from '../../../../../test/support/fakes/documents.ts'
import {
  buildDocumentHandlers,
  canvasOf,
  colourAt,
  documentAt,
  findPicture,
  openDocument,
} from '../../../../../test/support/web/looking.ts'
import { longTest } from '../../../../../test/support/web/run-length.ts'
import { openPdf } from '../drawing/pdf.ts'

const fixtures = {
  jspdf: new URL('../../../../../test/fixtures/jspdf.pdf', import.meta.url),
  blendScreen: new URL('../../../../../test/fixtures/blend-screen.pdf', import.meta.url),
  leadingNewline: new URL('../../../../../test/fixtures/leading-newline.pdf', import.meta.url),
}
/** Longer than any test, so that a slow machine draws the same as a fast one. */
const anyTimeMs = 3_600_000
const facts = buildFileInspection({ type: 'pdf', showable: 'pdf', width: null, height: null, pages: 2 })

describe('a PDF', () => {
  longTest(
    'is drawn page by page, runs no script and sends no request elsewhere',
    async () => {
      const opened = vi.spyOn(window, 'open')
      const title = () => document.title
      await openDocument(documentAt(1), buildDocumentHandlers({ facts }, createHostilePdf))
      // The first use loads the PDF renderer here.
      await expect.element(findPicture(/^Passport, page 1 of 2/), { timeout: 30_000 }).toBeVisible()
      await userEvent.keyboard('1')
      await expect.element(findPicture(/^Passport, page 1 of 2, 100 %/)).toBeVisible()
      const [red = 0, , blue = 255] = colourAt(canvasOf(), 40, 40)
      expect(red).toBeGreaterThan(blue)
      await userEvent.keyboard('n')
      await expect.element(findPicture(/^Passport, page 2 of 2, 100 %/)).toBeVisible()
      await expect
        .poll(() => {
          const [less = 255, , more = 0] = colourAt(canvasOf(), 40, 40)
          return more - less
        })
        .toBeGreaterThan(0)
      await expect.element(page.getByText('Page 2 of 2')).toBeVisible()
      await userEvent.keyboard('n')
      await expect.element(findPicture(/^Passport, page 2 of 2/)).toBeVisible()
      canvasOf().click()
      expect(opened).not.toHaveBeenCalled()
      expect(title()).toBe('Document · Stage · Paydesk')
      expect(document.querySelector('canvas a, main a[href^="http"]')).toBeNull()
      const asked = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)
      expect(asked).not.toContain(new URL(beaconUrl).origin)
      expect([...new Set(asked)].filter((origin) => origin !== window.location.origin)).toEqual([])
    },
    60_000,
  )

  longTest('is reported in plain words if the file is no PDF', async () => {
    await openDocument(
      documentAt(1),
      buildDocumentHandlers({ facts }, async () => new Blob(['%PDF-1.7 and nothing more'])),
    )
    await expect.element(page.getByText(new RegExp(englishDocuments.drawing.damaged))).toBeVisible()
  })

  test('draws a huge page on a canvas of at most 16 million pixels', async () => {
    const { PDFDocument } = await import('pdf-lib')
    const pdf = await PDFDocument.create()
    pdf.addPage([14_000, 14_000])
    const file = await openPdf(await pdf.save(), anyTimeMs)
    const drawn = await file.page(1)
    const [finest] = drawn.levels
    expect((finest?.bitmap.width ?? 0) * (finest?.bitmap.height ?? 0)).toBeLessThanOrEqual(16_000_000)
    expect(drawn.width).toBeCloseTo((14_000 * 96) / 72, -2)
    drawn.close()
    file.close()
  })

  test.each([
    ['of jsPDF', fixtures.jspdf, (bytes: Uint8Array) => bytes],
    ['with a blend mode', fixtures.blendScreen, (bytes: Uint8Array) => bytes],
    ['without the line break before it', fixtures.leadingNewline, (bytes: Uint8Array) => bytes.subarray(1)],
    ['without its last lines', fixtures.jspdf, (bytes: Uint8Array) => bytes.subarray(0, -40)],
  ])('draws a file %s', async (_, address, change) => {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
    const file = await openPdf(change(bytes).slice(), anyTimeMs)
    const drawn = await file.page(1)
    const [finest] = drawn.levels
    const canvas = new OffscreenCanvas(finest?.bitmap.width ?? 1, finest?.bitmap.height ?? 1)
    const context = canvas.getContext('2d')
    if (finest) context?.drawImage(finest.bitmap, 0, 0)
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    expect(data.some((value, at) => at % 4 === 0 && value < 200)).toBe(true)
    drawn.close()
    file.close()
  })
})
