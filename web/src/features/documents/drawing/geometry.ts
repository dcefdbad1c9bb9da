/** Width and height in pixels: of a stage in CSS pixels, of a picture in its own pixels at 100 %. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Position of a picture on its stage. `zoom`: 1 is 100 %. `angle`: degrees clockwise. `x`, `y`: from the
 * middle of the stage to the middle of the picture, in CSS pixels. `fitMode` keeps the picture fitted when
 * the stage is resized.
 */
export interface ImageTransform extends Point {
  readonly zoom: number
  readonly angle: number
  readonly fitMode: FitMode | null
}

export type FitMode = 'whole' | 'width'

const minZoom = 0.25
export const maxZoom = 8
/** Smallest part of a picture that stays on the stage, in CSS pixels, so that the picture cannot get lost. */
const minVisiblePixels = 64
const margin = 16

/** Returns the size of the box around a turned picture at 100 %. */
export function getBoundingBox(picture: Size, angle: number): Size {
  const [sin, cos] = [Math.abs(Math.sin(toRadians(angle))), Math.abs(Math.cos(toRadians(angle)))]
  return {
    width: picture.width * cos + picture.height * sin,
    height: picture.width * sin + picture.height * cos,
  }
}

/** Fits the whole picture, or its whole width, to the stage. A large picture may need less than 25 %. */
export function fitImage(picture: Size, stage: Size, how: FitMode, angle = 0): ImageTransform {
  const box = getBoundingBox(picture, angle)
  const across = Math.max(1, stage.width - margin) / box.width
  const down = Math.max(1, stage.height - margin) / box.height
  const zoom = Math.min(maxZoom, how === 'width' ? across : Math.min(across, down))
  // Start at the top of a page that is longer than the stage.
  const y = Math.max(0, (box.height * zoom + margin - stage.height) / 2)
  return { zoom, angle, x: 0, y, fitMode: how }
}

/** Zooms by a factor, not below `least`. The point at `at`, from the middle of the stage, keeps its place. */
function zoomImage(
  view: ImageTransform,
  factor: number,
  at: Point = origin,
  least = minZoom,
): ImageTransform {
  const zoom = Math.min(maxZoom, Math.max(least, view.zoom * factor))
  const by = zoom / view.zoom
  return { ...view, zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by, fitMode: null }
}

/** Moves the picture, but never off the stage (see `minVisiblePixels`). */
export function panImage(view: ImageTransform, by: Point, picture: Size, stage: Size): ImageTransform {
  const box = getBoundingBox(picture, view.angle)
  const computeMaxOffset = (length: number, room: number) => {
    const shown = length * view.zoom
    return Math.max(0, (shown + room) / 2 - Math.min(minVisiblePixels, shown))
  }
  const [right, down] = [computeMaxOffset(box.width, stage.width), computeMaxOffset(box.height, stage.height)]
  return {
    ...view,
    x: Math.min(right, Math.max(-right, view.x + by.x)),
    y: Math.min(down, Math.max(-down, view.y + by.y)),
    fitMode: null,
  }
}

/** Turns the picture around the middle of the stage; a fitted picture is fitted again. */
function rotateImage(view: ImageTransform, degrees: number, picture: Size, stage: Size): ImageTransform {
  const angle = normalizeAngle(view.angle + degrees)
  if (view.fitMode) return fitImage(picture, stage, view.fitMode, angle)
  const [sin, cos] = [Math.sin(toRadians(degrees)), Math.cos(toRadians(degrees))]
  return { ...view, angle, x: view.x * cos - view.y * sin, y: view.x * sin + view.y * cos }
}

/** Returns an angle from -179 to 180: 270 degrees to the right are 90 to the left. */
function normalizeAngle(angle: number): number {
  const within = ((angle % 360) + 360) % 360
  return within > 180 ? within - 360 : within
}

export function toRadians(angle: number): number {
  return (angle * Math.PI) / 180
}

const origin: Point = { x: 0, y: 0 }

/** Actions on a picture. With two pictures side by side, all but turning can apply to both. */
export type TransformAction =
  | { readonly kind: 'zoom'; readonly factor: number; readonly at?: Point }
  | { readonly kind: 'actual' }
  | { readonly kind: 'fit'; readonly how: FitMode }
  | { readonly kind: 'pan'; readonly by: Point }
  | { readonly kind: 'turn'; readonly by: number }

export function applyTransformAction(
  view: ImageTransform,
  move: TransformAction,
  picture: Size,
  stage: Size,
): ImageTransform {
  switch (move.kind) {
    case 'zoom': {
      // A large picture is fitted below 25 %: allow zooming out to that size again.
      const least = Math.min(minZoom, fitImage(picture, stage, 'whole', view.angle).zoom)
      return zoomImage(view, move.factor, move.at, least)
    }
    case 'actual':
      return { ...zoomImage(view, 1 / view.zoom), zoom: 1 }
    case 'fit':
      return fitImage(picture, stage, move.how, view.angle)
    case 'pan':
      return panImage(view, move.by, picture, stage)
    case 'turn':
      return rotateImage(view, move.by, picture, stage)
  }
}
