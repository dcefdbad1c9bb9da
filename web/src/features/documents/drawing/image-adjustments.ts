/** Display settings of a picture. A factor of 1 changes nothing. */
export interface ImageAdjustments {
  readonly contrast: number
  readonly brightness: number
  readonly inverted: boolean
  readonly grey: boolean
}

export const defaultImageAdjustments: ImageAdjustments = {
  contrast: 1,
  brightness: 1,
  inverted: false,
  grey: false,
}

const adjustmentStep = 0.25

/** Changes contrast or brightness by a quarter, within 0.25 and 3. */
export function stepAdjustment(value: number, up: boolean): number {
  return Math.min(3, Math.max(0.25, value + (up ? adjustmentStep : -adjustmentStep)))
}

/** Returns the `filter` of a canvas, `none` if nothing is adjusted. */
export function buildCanvasFilter(look: ImageAdjustments): string {
  const parts = [
    ...(look.grey ? ['grayscale(1)'] : []),
    ...(look.contrast === 1 ? [] : [`contrast(${look.contrast})`]),
    ...(look.brightness === 1 ? [] : [`brightness(${look.brightness})`]),
    ...(look.inverted ? ['invert(1)'] : []),
  ]
  return parts.length === 0 ? 'none' : parts.join(' ')
}
