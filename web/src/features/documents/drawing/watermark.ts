/** Viewer, time, purpose and ticket. Part of the picture itself, so that a screenshot shows them. */
export type WatermarkLines = readonly string[]

const font = 13
const line = 18
const tiltRadians = (-24 * Math.PI) / 180
const tileMargin = { across: 170, down: 120 }

/**
 * Repeats the watermark over everything drawn so far. Light letters with a dark edge stay readable on white
 * paper and on the dark stage. `ratio`: device pixels per CSS pixel.
 */
export function drawWatermark(context: CanvasRenderingContext2D, mark: WatermarkLines, ratio: number): void {
  const tile = renderTile(mark, ratio)
  const pattern = context.createPattern(tile, 'repeat')
  if (!pattern) return
  context.save()
  context.resetTransform()
  context.filter = 'none'
  pattern.setTransform(new DOMMatrix().rotate((tiltRadians * 180) / Math.PI))
  context.fillStyle = pattern
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.restore()
}

let cachedTile: { readonly of: string; readonly tile: OffscreenCanvas } | undefined

/** Renders one watermark with the room around it. Cached, because every frame uses the same tile. */
function renderTile(mark: WatermarkLines, ratio: number): OffscreenCanvas {
  const of = `${ratio}\n${mark.join('\n')}`
  if (cachedTile?.of === of) return cachedTile.tile
  const letters = `600 ${font * ratio}px system-ui, sans-serif`
  const measure = new OffscreenCanvas(1, 1).getContext('2d')
  if (measure) measure.font = letters
  const widest = Math.max(1, ...mark.map((text) => measure?.measureText(text).width ?? 0))
  const width = Math.ceil(widest + tileMargin.across * ratio)
  const height = Math.ceil((mark.length * line + tileMargin.down) * ratio)
  // Shift the second row of the tile by half, so that no straight gap between the watermarks stays free.
  const tile = new OffscreenCanvas(width, height * 2)
  const context = tile.getContext('2d')
  if (context) {
    Object.assign(context, {
      font: letters,
      textBaseline: 'top',
      lineWidth: 2 * ratio,
      lineJoin: 'round',
      strokeStyle: 'rgb(20 22 28 / 26%)',
      fillStyle: 'rgb(255 255 255 / 46%)',
    })
    for (const [shift, top] of [
      [0, 0],
      [-width / 2, height],
      [width / 2, height],
    ] as const)
      for (const [nth, text] of mark.entries()) {
        const [x, y] = [
          shift + (tileMargin.across / 2) * ratio,
          top + (tileMargin.down / 2 + nth * line) * ratio,
        ]
        context.strokeText(text, x, y)
        context.fillText(text, x, y)
      }
  }
  cachedTile = { of, tile }
  return tile
}
