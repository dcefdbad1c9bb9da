import { endpoints } from '@paydesk/shared/endpoints'
import { englishDocuments } from '@paydesk/shared/messages/en/documents'
import { englishLists } from '@paydesk/shared/messages/en/lists'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  buildDocumentView,
  buildDocumentViewId,
  buildFileInspection,
  createPicture,
} from '../../../../../test/support/fakes/documents.ts'
import { answerProblem, fakeEndpoint } from '../../../../../test/support/fakes/fake-endpoint.ts'
import { buildComplianceOfficer } from '../../../../../test/support/fakes/staff.ts'
import { expectAccessible } from '../../../../../test/support/web/axe.ts'
import {
  buildDocumentHandlers,
  canvasOf,
  colourAt,
  documentAt,
  findPicture,
  openDocument,
} from '../../../../../test/support/web/looking.ts'
import { longTest } from '../../../../../test/support/web/run-length.ts'

const { tools, viewer } = englishDocuments
const percent = () => Number(/(\d+) %/.exec(canvasOf().getAttribute('aria-label') ?? '')?.[1])
const label = () => canvasOf().getAttribute('aria-label') ?? ''

/** Checks for the red picture: red in its middle, not on the stage around it. */
const isRed = ([red = 0, green = 0]: readonly number[]) => red > 120 && green < 110

async function shown(timeout = 10_000): Promise<HTMLCanvasElement> {
  await expect.element(findPicture(/^Passport/), { timeout }).toBeVisible()
  return canvasOf(/^Passport/)
}

afterEach(async () => {
  if (document.fullscreenElement) await document.exitFullscreen()
})

describe('the picture', () => {
  test('has paper below its transparent parts, and is mirrored if it declares so', async () => {
    const facts = buildFileInspection({ isMirrored: true })
    await openDocument(
      documentAt(1),
      buildDocumentHandlers({ facts }, () => createPicture(900, 640, 'rgb(0 0 0 / 0%)')),
    )
    const canvas = await shown()
    await userEvent.keyboard('1')
    await expect.poll(percent).toBe(100)
    await expect.poll(() => isRed(colourAt(canvas, 40, -40))).toBe(true)
    await expect.poll(() => isRed(colourAt(canvas, -40, -40))).toBe(false)
    await expect.poll(() => Math.min(...colourAt(canvas, -40, 40))).toBeGreaterThan(150)
  })

  test('is fitted, zoomed and moved by keys, and announces its position', async () => {
    await openDocument()
    const canvas = await shown()
    const fitted = percent()
    await userEvent.keyboard('+')
    await expect.poll(() => Math.abs(percent() - fitted * 1.25)).toBeLessThan(1.5)
    await userEvent.keyboard('1')
    await expect.poll(percent).toBe(100)
    await expect.poll(() => isRed(colourAt(canvas, -40, -40))).toBe(true)
    await expect.poll(() => isRed(colourAt(canvas, 40, -40))).toBe(false)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => isRed(colourAt(canvas, 40, -40))).toBe(true)
    for (let press = 0; press < 20; press += 1) await userEvent.keyboard('+')
    await expect.poll(percent).toBe(800)
    for (let press = 0; press < 30; press += 1) await userEvent.keyboard('-')
    await expect.poll(percent).toBe(25)
    await userEvent.keyboard('0')
    await expect.poll(percent).toBe(fitted)
    await userEvent.keyboard('w')
    await expect.poll(percent).toBeGreaterThanOrEqual(fitted)
  })

  longTest('is turned by 90° and by 1°, in both directions', async () => {
    await openDocument()
    const canvas = await shown()
    await userEvent.keyboard('1r')
    await expect.poll(label).toBe('Passport, 100 %, turned 90° to the right')
    await expect.poll(() => isRed(colourAt(canvas, 40, -40))).toBe(true)
    await expect.poll(() => isRed(colourAt(canvas, -40, -40))).toBe(false)
    await userEvent.keyboard('RR')
    await expect.poll(label).toBe('Passport, 100 %, turned 90° to the left')
    await userEvent.keyboard('r...,')
    await expect.poll(label).toBe('Passport, 100 %, turned 2° to the right')
  })

  longTest('is turned as its file requires', async () => {
    await openDocument(documentAt(1), buildDocumentHandlers({ facts: buildFileInspection({ rotation: 90 }) }))
    await expect.element(findPicture(/^Passport, \d+ %, turned 90° to the right$/)).toBeVisible()
  })

  longTest('is zoomed by the wheel around the pointer and dragged', async () => {
    await openDocument()
    const canvas = await shown()
    await userEvent.keyboard('1')
    await expect.poll(percent).toBe(100)
    const box = canvas.getBoundingClientRect()
    // The red quarter: its right edge moves away from the pointer, and would not if zooming from the middle.
    const at = { clientX: box.x + box.width / 2 - 100, clientY: box.y + box.height / 2 - 10 }
    canvas.dispatchEvent(new WheelEvent('wheel', { ...at, deltaY: -700, bubbles: true, cancelable: true }))
    await expect.poll(percent).toBeGreaterThan(250)
    await expect.poll(() => isRed(colourAt(canvas, 150, -20))).toBe(true)
    await expect.poll(() => isRed(colourAt(canvas, -200, 30))).toBe(false)
    const pointer = { pointerId: 1, button: 0, buttons: 1, bubbles: true }
    vi.spyOn(canvas, 'setPointerCapture').mockImplementation(() => {})
    canvas.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, ...at }))
    canvas.dispatchEvent(
      new PointerEvent('pointermove', { ...pointer, clientX: at.clientX, clientY: at.clientY + 60 }),
    )
    canvas.dispatchEvent(new PointerEvent('pointerup', { ...pointer, ...at }))
    await expect.poll(() => isRed(colourAt(canvas, -200, 30))).toBe(true)
  })

  longTest('can be shown with contrast, brightness, inverted and grey, and be reset', async () => {
    await openDocument()
    const canvas = await shown()
    await userEvent.keyboard('1')
    await expect.poll(percent).toBe(100)
    const before = colourAt(canvas, -8, -8)
    await userEvent.keyboard('i')
    await expect.poll(label).toBe('Passport, 100 %, inverted')
    await expect.poll(() => colourAt(canvas, -8, -8)).not.toEqual(before)
    await userEvent.keyboard('imccb')
    await expect.poll(label).toBe('Passport, 100 %, contrast 150 %, brightness 125 %, grey')
    await expect
      .poll(() => {
        const [red = 0, green = 255] = colourAt(canvas, -8, -8)
        return Math.abs(red - green)
      })
      .toBeLessThan(25)
    await userEvent.keyboard('x')
    await expect.poll(label).toBe('Passport, 100 %')
    await expect.poll(() => colourAt(canvas, -8, -8)).toEqual(before)
  })

  longTest('has a loupe that follows pointer and arrow keys, switched or held', async () => {
    await openDocument()
    const canvas = await shown()
    await userEvent.keyboard('1')
    await expect.poll(percent).toBe(100)
    // White at 100 %; magnified 2.5 times by the loupe, the red quarter reaches this point.
    await expect.poll(() => isRed(colourAt(canvas, -20, 20))).toBe(false)
    const loupe = page.getByRole('button', { name: tools.magnifier })
    const stroke = (type: 'keydown' | 'keyup', at: number) => {
      const event = new KeyboardEvent(type, { key: 'l', bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: at })
      window.dispatchEvent(event)
    }
    // Pressed for 100 ms by the events' time stamps, even if a busy machine handles them late.
    const pressedAt = performance.now()
    stroke('keydown', pressedAt)
    await new Promise((later) => setTimeout(later, 450))
    stroke('keyup', pressedAt + 100)
    await expect.element(loupe).toHaveAttribute('aria-pressed', 'true')
    for (let press = 0; press < 3; press += 1) await userEvent.keyboard('{ArrowDown}')
    await expect.poll(() => isRed(colourAt(canvas, -20, -30))).toBe(false)
    expect(percent()).toBe(100)
    await userEvent.keyboard('l')
    await expect.element(loupe).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => isRed(colourAt(canvas, -20, -30))).toBe(true)
    await userEvent.keyboard('{l>}')
    await expect.element(loupe).toHaveAttribute('aria-pressed', 'true')
    await new Promise((later) => setTimeout(later, 450))
    await userEvent.keyboard('{/l}')
    await expect.element(loupe).toHaveAttribute('aria-pressed', 'false')
  })

  longTest('fills the screen together with its toolbar', async () => {
    await openDocument()
    await shown()
    await userEvent.keyboard('f')
    await expect.poll(() => document.fullscreenElement !== null).toBe(true)
    expect(document.fullscreenElement?.querySelector('canvas')).not.toBeNull()
    expect(document.fullscreenElement?.querySelector('button[aria-keyshortcuts]')).not.toBeNull()
  })
})

describe('the watermark', () => {
  const plain = { width: 900, height: 640 }

  /** Counts the points of a small area that differ from the single colour of the paper. */
  function marked(canvas: HTMLCanvasElement, x: number, y: number): number {
    const data = canvas.getContext('2d')?.getImageData(x, y, 400, 300).data ?? new Uint8ClampedArray()
    let count = 0
    for (let at = 0; at < data.length; at += 4) if (Math.abs((data[at] ?? 0) - 0x88) > 6) count += 1
    return count
  }

  test('is part of the pixels of picture and stage, everywhere and at every zoom', async () => {
    await openDocument(
      documentAt(1),
      buildDocumentHandlers({ facts: buildFileInspection(plain) }, async () => {
        const canvas = new OffscreenCanvas(plain.width, plain.height)
        const context = canvas.getContext('2d')
        if (context)
          Object.assign(context, { fillStyle: '#888888' }).fillRect(0, 0, plain.width, plain.height)
        return canvas.convertToBlob()
      }),
    )
    const canvas = await shown()
    for (const key of ['1', '+++++++++', '0']) {
      await userEvent.keyboard(key)
      await expect.poll(() => label()).toMatch(/^Passport/)
      for (const x of [0.25, 0.45])
        for (const y of [0.15, 0.45])
          expect(marked(canvas, canvas.width * x, canvas.height * y), `${key} ${x} ${y}`).toBeGreaterThan(300)
    }
  })

  longTest('names the viewer, the time, the purpose and the ticket', async () => {
    const written: string[] = []
    const write = OffscreenCanvasRenderingContext2D.prototype.fillText
    vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'fillText').mockImplementation(function (
      this: OffscreenCanvasRenderingContext2D,
      text: string,
      x: number,
      y: number,
    ) {
      written.push(text)
      write.call(this, text, x, y)
    })
    const watermark = {
      ...buildDocumentView(1).watermark,
      at: '2026-11-21T23:14:05.000Z',
      caseRef: 'CASE-77',
    }
    await openDocument(documentAt(1), buildDocumentHandlers({ watermark }))
    await shown()
    expect(written.slice(0, 3)).toEqual([
      'Cara Lindholm',
      '22 Nov 2026, 00:14 Europe/Berlin',
      `${englishLists.purposes.identity_check} · CASE-77`,
    ])
  })
})

describe('two pictures', () => {
  longTest('lie side by side, zoom and move together when locked, and turn separately', async () => {
    const { address } = await openDocument()
    await shown()
    await userEvent.keyboard('s')
    const [left, right] = [findPicture(/^Passport/), findPicture(/^Proof of address, file 1/)]
    await expect.element(right).toBeVisible()
    await expect.poll(address).toMatch(/\?with=doc_0+2$/)
    await userEvent.keyboard('1')
    await expect.element(left).toHaveAccessibleName('Passport, 100 %')
    await expect.element(right).toHaveAccessibleName('Proof of address, file 1, 100 %')
    await userEvent.keyboard('r+')
    await expect.element(left).toHaveAccessibleName('Passport, 125 %, turned 90° to the right')
    await expect.element(right).toHaveAccessibleName('Proof of address, file 1, 125 %')
    await userEvent.keyboard('t-')
    await expect.element(left).toHaveAccessibleName('Passport, 100 %, turned 90° to the right')
    await expect.element(right).toHaveAccessibleName('Proof of address, file 1, 125 %')
    await userEvent.keyboard('o+')
    await expect.element(right).toHaveAccessibleName('Proof of address, file 1, 156 %')
    await expectAccessible()
    await userEvent.keyboard(']')
    await expect.element(findPicture(/^Proof of address, file 2/)).toBeVisible()
    await expect.element(left).toBeVisible()
    await userEvent.keyboard('s')
    await expect.poll(() => document.querySelectorAll('canvas').length).toBe(1)
  })
})

describe('leaving the viewer', () => {
  /** Counts the bitmaps that are decoded and not yet closed. */
  function counting() {
    const made: ImageBitmap[] = []
    const make = window.createImageBitmap.bind(window)
    vi.spyOn(window, 'createImageBitmap').mockImplementation(async (...given: unknown[]) => {
      const bitmap: ImageBitmap = await Reflect.apply(make, window, given)
      made.push(bitmap)
      return bitmap
    })
    return { made, open: () => made.filter(({ width }) => width > 0).length }
  }

  test('empties the memory and informs the server', async () => {
    const closed: string[] = []
    const close = fakeEndpoint(endpoints.closeDocument)(({ params }) => {
      closed.push(params.view)
      return { seconds: 1 }
    })
    const bitmaps = counting()
    const sent = vi.spyOn(window, 'fetch')
    const { page: window_ } = await openDocument(documentAt(1), [
      close,
      ...buildDocumentHandlers({ view: buildDocumentViewId(7) }),
    ])
    await shown()
    expect(bitmaps.open()).toBeGreaterThan(0)
    await window_.getByRole('link', { name: viewer.back }).click()
    // A close from the previous test may still arrive: that call outlives its page.
    await expect.poll(() => closed).toContain(buildDocumentViewId(7))
    const told = sent.mock.calls.filter(([to]) => String(to).endsWith('/close'))
    expect(told.map(([, init]) => init?.keepalive)).toEqual([true])
    await expect.poll(() => bitmaps.open()).toBe(0)
    await expect.poll(() => document.querySelector('canvas')).toBeNull()
  })

  longTest('also happens when the page is hidden for good', async () => {
    const bitmaps = counting()
    await openDocument()
    const canvas = await shown()
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    await expect.element(page.getByRole('form', { name: viewer.reason })).toBeVisible()
    await expect.poll(() => bitmaps.open()).toBe(0)
    expect([canvas.width, canvas.height]).toEqual([1, 1])
  })

  longTest('also happens when the session ends, or for a role that may not open documents', async () => {
    const bitmaps = counting()
    let answer: () => Response | ReturnType<typeof buildDocumentView> = () => buildDocumentView(1)
    await openDocument(documentAt(1), [fakeEndpoint(endpoints.openDocument)(() => answer())])
    await shown()
    answer = () => answerProblem({ id: 'session_idle', status: 401 })
    await userEvent.keyboard(']')
    await expect.element(page.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
    await expect.poll(() => bitmaps.open()).toBe(0)
    await expect.poll(() => document.querySelector('canvas')).toBeNull()
  })

  longTest('also happens when another role is chosen here', async () => {
    const bitmaps = counting()
    const { page: window_ } = await openDocument(documentAt(1), [
      fakeEndpoint(endpoints.chooseRole)(() => buildComplianceOfficer({ role: 'auditor' })),
    ])
    await shown()
    await window_.getByRole('button', { name: /Cara Lindholm/ }).click()
    await window_.getByRole('radio', { name: 'Auditor' }).click()
    await expect.poll(() => bitmaps.open()).toBe(0)
    await expect.poll(() => document.querySelector('canvas')).toBeNull()
  })
})

longTest(
  'a picture of 48 million pixels is decoded once, and moved and zoomed without another decoding',
  async () => {
    const make = vi.spyOn(window, 'createImageBitmap')
    await openDocument(
      documentAt(1),
      buildDocumentHandlers({ facts: buildFileInspection({ width: 8_000, height: 6_000 }) }, () =>
        createPicture(8_000, 6_000),
      ),
    )
    await shown(60_000)
    const decoded = make.mock.calls.length
    for (const keys of ['+++', '{ArrowLeft}{ArrowUp}', 'r', '--', '1', '0']) await userEvent.keyboard(keys)
    await expect.poll(label).toMatch(/turned 90°/)
    expect(make.mock.calls.length).toBe(decoded)
  },
)

longTest('the viewer fits a width of 390 px without sideways scrolling', async () => {
  await page.viewport(390, 844)
  try {
    await openDocument()
    await shown()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    await expectAccessible()
  } finally {
    await page.viewport(1440, 900)
  }
})
