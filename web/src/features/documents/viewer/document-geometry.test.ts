import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImageTransform, Point, Size } from '../drawing/geometry.ts'
import {
  applyTransformAction,
  fitImage,
  getBoundingBox,
  maxZoom,
  panImage,
  toRadians,
} from '../drawing/geometry.ts'

const size = (from: number, to: number) =>
  fc.record({ width: fc.integer({ min: from, max: to }), height: fc.integer({ min: from, max: to }) })
const picture = size(20, 9_000)
const stage = size(120, 3_000)
const offset = fc.integer({ min: -4_000, max: 4_000 })
const view: fc.Arbitrary<ImageTransform> = fc.record({
  zoom: fc.double({ min: 0.25, max: maxZoom, noNaN: true }),
  angle: fc.integer({ min: -179, max: 180 }),
  x: offset,
  y: offset,
  fitMode: fc.constant(null),
})
const point = fc.record({
  x: fc.integer({ min: -1_500, max: 1_500 }),
  y: fc.integer({ min: -1_500, max: 1_500 }),
})

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** Returns the point of the picture, from its upper left corner, that lies at `at` of the stage. */
function mapToImagePoint(view: ImageTransform, at: Point, picture: Size): Point {
  const [sin, cos] = [Math.sin(toRadians(-view.angle)), Math.cos(toRadians(-view.angle))]
  const [dx, dy] = [(at.x - view.x) / view.zoom, (at.y - view.y) / view.zoom]
  return { x: dx * cos - dy * sin + picture.width / 2, y: dx * sin + dy * cos + picture.height / 2 }
}

describe('the position of a picture', () => {
  test('keeps the point under the pointer in place at any zoom and angle', () => {
    fc.assert(
      fc.property(
        picture,
        stage,
        view,
        point,
        fc.double({ min: 0.05, max: 20, noNaN: true }),
        (of, on, before, at, factor) => {
          const after = applyTransformAction(before, { kind: 'zoom', factor, at }, of, on)
          expect(distance(mapToImagePoint(before, at, of), mapToImagePoint(after, at, of))).toBeLessThan(
            1e-6 * 20_000,
          )
        },
      ),
    )
  })

  test('keeps the zoom between 25 % and 800 %, or lower only if the whole picture would not fit', () => {
    fc.assert(
      fc.property(
        picture,
        stage,
        fc.array(fc.double({ min: 0.1, max: 10, noNaN: true })),
        (of, on, factors) => {
          const least = Math.min(0.25, fitImage(of, on, 'whole').zoom)
          let now = fitImage(of, on, 'whole')
          for (const factor of factors) {
            now = applyTransformAction(now, { kind: 'zoom', factor }, of, on)
            expect(now.zoom).toBeLessThanOrEqual(maxZoom)
            expect(now.zoom).toBeGreaterThanOrEqual(least - 1e-9)
          }
        },
      ),
    )
  })

  test('fits the whole picture, or its width, to the stage at any angle', () => {
    fc.assert(
      fc.property(picture, stage, fc.integer({ min: -179, max: 180 }), (of, on, angle) => {
        const whole = fitImage(of, on, 'whole', angle)
        const box = getBoundingBox(of, angle)
        expect(box.width * whole.zoom).toBeLessThanOrEqual(on.width)
        expect(box.height * whole.zoom).toBeLessThanOrEqual(on.height)
        expect(box.width * fitImage(of, on, 'width', angle).zoom).toBeLessThanOrEqual(on.width)
      }),
    )
  })

  test('never lets the picture be dragged off the stage', () => {
    fc.assert(
      fc.property(picture, stage, view, point, (of, on, before, by) => {
        const after = panImage(before, { x: by.x * 50, y: by.y * 50 }, of, on)
        const box = getBoundingBox(of, after.angle)
        const left = (length: number, room: number, shift: number) =>
          Math.min(room / 2, shift + (length * after.zoom) / 2) -
          Math.max(-room / 2, shift - (length * after.zoom) / 2)
        expect(left(box.width, on.width, after.x)).toBeGreaterThan(0)
        expect(left(box.height, on.height, after.y)).toBeGreaterThan(0)
      }),
    )
  })

  test('returns to the same position after four quarter turns, or 360 turns of 1°', () => {
    fc.assert(
      fc.property(picture, stage, view, fc.constantFrom(1, -1, 90, -90), (of, on, before, by) => {
        let now = before
        for (let turn = 0; turn < 360 / Math.abs(by); turn += 1)
          now = applyTransformAction(now, { kind: 'turn', by }, of, on)
        expect(now.angle).toBe(before.angle)
        expect(distance(now, before)).toBeLessThan(0.01)
        const middle = { x: 0, y: 0 }
        const once = applyTransformAction(before, { kind: 'turn', by }, of, on)
        expect(distance(mapToImagePoint(once, middle, of), mapToImagePoint(before, middle, of))).toBeLessThan(
          0.01,
        )
      }),
    )
  })

  test('keeps a fitted picture fitted when it is turned', () => {
    const of: Size = { width: 900, height: 400 }
    const on: Size = { width: 1_000, height: 500 }
    const turned = applyTransformAction(fitImage(of, on, 'whole'), { kind: 'turn', by: 90 }, of, on)
    expect(turned).toEqual(fitImage(of, on, 'whole', 90))
    expect(turned.zoom).toBeLessThan(fitImage(of, on, 'whole').zoom)
  })
})
