/** Width and height in pixels: of a stage in CSS pixels, of a picture in its own at 100 %. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/**
 * How a picture lies on its stage: `zoom` 1 is 100 %, `angle` in degrees to the right, `x` and `y` where the
 * middle of the picture is from the middle of the stage, in CSS pixels. `held` keeps it fitted while the stage
 * changes its size.
 */
export interface ImageTransform extends Point {
  readonly zoom: number
  readonly angle: number
  readonly fitMode: FitMode | null
}

export type FitMode = 'whole' | 'width'

const minZoom = 0.25
export const maxZoom = 8
/** Of the picture at least so much stays on the stage, in CSS pixels, or it would be lost. */
const minVisiblePixels = 64
const margin = 16

/** What the box around a turned picture measures at 100 %. */
export function getBoundingBox(picture: Size, angle: number): Size {
  const [sin, cos] = [Math.abs(Math.sin(toRadians(angle))), Math.abs(Math.cos(toRadians(angle)))]
  return {
    width: picture.width * cos + picture.height * sin,
    height: picture.width * sin + picture.height * cos,
  }
}

/** Lays the whole picture, or its whole width, onto the stage. A large one may need less than 25 %. */
export function fitImage(picture: Size, stage: Size, how: FitMode, angle = 0): ImageTransform {
  const box = getBoundingBox(picture, angle)
  const across = Math.max(1, stage.width - margin) / box.width
  const down = Math.max(1, stage.height - margin) / box.height
  const zoom = Math.min(maxZoom, how === 'width' ? across : Math.min(across, down))
  // A page that is longer than the stage is read from its top.
  const y = Math.max(0, (box.height * zoom + margin - stage.height) / 2)
  return { zoom, angle, x: 0, y, fitMode: how }
}

/** Zooms by a factor, not below `least`; what is at `at`, from the middle of the stage, stays there. */
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

/** Moves it, but never off the stage. */
export function panImage(view: ImageTransform, by: Point, picture: Size, stage: Size): ImageTransform {
  const box = getBoundingBox(picture, view.angle)
  const most = (length: number, room: number) => {
    const shown = length * view.zoom
    return Math.max(0, (shown + room) / 2 - Math.min(minVisiblePixels, shown))
  }
  const [right, down] = [most(box.width, stage.width), most(box.height, stage.height)]
  return {
    ...view,
    x: Math.min(right, Math.max(-right, view.x + by.x)),
    y: Math.min(down, Math.max(-down, view.y + by.y)),
    fitMode: null,
  }
}

/** Turns it around the middle of the stage; what is fitted stays fitted. */
function rotateImage(view: ImageTransform, degrees: number, picture: Size, stage: Size): ImageTransform {
  const angle = normalizeAngle(view.angle + degrees)
  if (view.fitMode) return fitImage(picture, stage, view.fitMode, angle)
  const [sin, cos] = [Math.sin(toRadians(degrees)), Math.cos(toRadians(degrees))]
  return { ...view, angle, x: view.x * cos - view.y * sin, y: view.x * sin + view.y * cos }
}

/** The point of the picture, from its own upper left, that lies at `at` of the stage. */
export function mapToImagePoint(view: ImageTransform, at: Point, picture: Size): Point {
  const [sin, cos] = [Math.sin(toRadians(-view.angle)), Math.cos(toRadians(-view.angle))]
  const [dx, dy] = [(at.x - view.x) / view.zoom, (at.y - view.y) / view.zoom]
  return { x: dx * cos - dy * sin + picture.width / 2, y: dx * sin + dy * cos + picture.height / 2 }
}

/** Between -179 and 180, so that three quarters to the right are one to the left. */
function normalizeAngle(angle: number): number {
  const within = ((angle % 360) + 360) % 360
  return within > 180 ? within - 360 : within
}

export function toRadians(angle: number): number {
  return (angle * Math.PI) / 180
}

const origin: Point = { x: 0, y: 0 }

/** What can be done with a picture; with two side by side all but turning may be done with both. */
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
      // A large picture is fitted below 25 %: from there it may be zoomed out again.
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

/** `150 %, turned 90° to the right`. */
export function describeTransform(view: ImageTransform): string {
  const percent = `${Math.round(view.zoom * 100)} %`
  if (view.angle === 0) return percent
  const size = Math.abs(view.angle)
  return `${percent}, turned ${size}°${size === 180 ? '' : view.angle > 0 ? ' to the right' : ' to the left'}`
}
