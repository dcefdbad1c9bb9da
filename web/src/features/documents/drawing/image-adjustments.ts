/** How a picture is shown beside how it is: 1 is as it is. */
export interface ImageAdjustments {
  readonly contrast: number
  readonly brightness: number
  readonly inverted: boolean
  readonly grey: boolean
}

export const defaultAdjustments: ImageAdjustments = {
  contrast: 1,
  brightness: 1,
  inverted: false,
  grey: false,
}

const adjustmentStep = 0.25

/** Contrast and brightness go in quarters, from a quarter to three times. */
export function stepAdjustment(value: number, up: boolean): number {
  return Math.min(3, Math.max(0.25, value + (up ? adjustmentStep : -adjustmentStep)))
}

/** The filter of a canvas, or `none`. */
export function buildCanvasFilter(look: ImageAdjustments): string {
  const parts = [
    ...(look.grey ? ['grayscale(1)'] : []),
    ...(look.contrast === 1 ? [] : [`contrast(${look.contrast})`]),
    ...(look.brightness === 1 ? [] : [`brightness(${look.brightness})`]),
    ...(look.inverted ? ['invert(1)'] : []),
  ]
  return parts.length === 0 ? 'none' : parts.join(' ')
}

/** `contrast 150 %, inverted`, or nothing where it is shown as it is. */
export function describeAdjustments(look: ImageAdjustments): string {
  return [
    ...(look.contrast === 1 ? [] : [`contrast ${look.contrast * 100} %`]),
    ...(look.brightness === 1 ? [] : [`brightness ${look.brightness * 100} %`]),
    ...(look.inverted ? ['inverted'] : []),
    ...(look.grey ? ['grey'] : []),
  ].join(', ')
}
