import type { DecodedImage } from './decoded-image.ts'
import { selectMipmapLevel } from './decoded-image.ts'
import type { ImageTransform, Point, Size } from './geometry.ts'
import { toRadians } from './geometry.ts'
import type { ImageAdjustments } from './image-adjustments.ts'
import { buildCanvasFilter } from './image-adjustments.ts'
import type { WatermarkLines } from './watermark.ts'
import { drawWatermark } from './watermark.ts'

/** Background of the stage: neutral, so that it does not change how colours look. */
const backgroundColor = '#1c1d20'
const paperColor = '#ffffff'
const loupeMagnification = 2.5

interface Drawing {
  readonly picture: DecodedImage | null
  readonly view: ImageTransform
  readonly look: ImageAdjustments
  readonly mark: WatermarkLines
  /** Centre of the loupe from the middle of the stage; null without a loupe. */
  readonly loupe: Point | null
  readonly stage: Size
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

/** Draws one frame: the picture, the loupe above it, and the watermark above both. */
export function drawStage(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { picture, view, look, mark, loupe, stage, ratio } = drawing
  context.resetTransform()
  context.filter = 'none'
  context.fillStyle = backgroundColor
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  if (!picture) return
  const middle = { x: (stage.width * ratio) / 2, y: (stage.height * ratio) / 2 }
  context.setTransform(ratio, 0, 0, ratio, middle.x, middle.y)
  drawPicture(context, picture, view, look, ratio)
  if (loupe) {
    context.setTransform(ratio, 0, 0, ratio, middle.x, middle.y)
    drawLoupe(context, picture, view, look, loupe, stage, ratio)
  }
  drawWatermark(context, mark, ratio)
}

/** Draws in coordinates from the middle of the stage. */
function drawPicture(
  context: CanvasRenderingContext2D,
  picture: DecodedImage,
  view: ImageTransform,
  look: ImageAdjustments,
  ratio: number,
): void {
  const bitmap = selectMipmapLevel(picture, view.zoom * ratio)
  // A closed bitmap has no size: skip the frames drawn between `close` and unmounting.
  if (!bitmap || bitmap.width === 0) return
  context.save()
  context.translate(view.x, view.y)
  context.rotate(toRadians(view.angle))
  context.scale(view.zoom, view.zoom)
  context.filter = buildCanvasFilter(look)
  // Turn smoothing off from 400 % on: each pixel is drawn as a square, so no detail is invented.
  context.imageSmoothingEnabled = view.zoom < 4
  // Paper below a picture with transparency: black ink would vanish on the stage.
  context.fillStyle = paperColor
  context.fillRect(-picture.width / 2, -picture.height / 2, picture.width, picture.height)
  context.drawImage(bitmap, -picture.width / 2, -picture.height / 2, picture.width, picture.height)
  context.restore()
}

function drawLoupe(
  context: CanvasRenderingContext2D,
  picture: DecodedImage,
  view: ImageTransform,
  look: ImageAdjustments,
  at: Point,
  stage: Size,
  ratio: number,
): void {
  const radius = Math.max(48, Math.min(130, stage.width / 4, stage.height / 4))
  const zoom = Math.max(1, view.zoom) * loupeMagnification
  const by = zoom / view.zoom
  const lens: ImageTransform = {
    ...view,
    zoom,
    x: at.x - (at.x - view.x) * by,
    y: at.y - (at.y - view.y) * by,
  }
  context.save()
  context.beginPath()
  context.arc(at.x, at.y, radius, 0, 2 * Math.PI)
  context.save()
  context.clip()
  context.fillStyle = backgroundColor
  context.fill()
  drawPicture(context, picture, lens, look, ratio)
  context.restore()
  context.lineWidth = 3
  context.strokeStyle = '#f4f5f7'
  context.stroke()
  context.lineWidth = 1
  context.strokeStyle = '#111214'
  context.stroke()
  context.restore()
}
