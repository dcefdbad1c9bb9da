import type { MouseEvent, PointerEvent, ReactNode, RefObject } from 'react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { DecodedImage } from '../drawing/decoded-image.ts'
import { drawStage } from '../drawing/draw-stage.ts'
import type { ImageTransform, Point, Size, TransformAction } from '../drawing/geometry.ts'
import type { ImageAdjustments } from '../drawing/image-adjustments.ts'
import type { WatermarkLines } from '../drawing/watermark.ts'
import styles from './image-stage.module.css'

interface ImageStageProps {
  readonly picture: DecodedImage
  readonly view: ImageTransform
  readonly look: ImageAdjustments
  readonly mark: WatermarkLines
  readonly loupe: Point | null
  /** Description of the picture and its position, for screen readers. */
  readonly label: string
  readonly isActive: boolean
  readonly onSize: (size: Size) => void
  readonly onMove: (move: TransformAction) => void
  readonly onPoint: (at: Point) => void
  readonly onActive: () => void
}

/** Draws picture and watermark on one canvas; handles dragging and zooming by wheel around the pointer. */
export function ImageStage(props: ImageStageProps): ReactNode {
  const { picture, view, look, mark, loupe, label, isActive, onSize, onActive } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<Size & { readonly ratio: number }>({ width: 0, height: 0, ratio: 1 })
  const sized = useEffectEvent((size: Size) => {
    setStage({ ...size, ratio: Math.min(2, window.devicePixelRatio || 1) })
    onSize(size)
  })
  useLayoutEffect(() => {
    const box = canvas.current?.parentElement
    if (!box) return
    const measure = () => sized({ width: box.clientWidth, height: box.clientHeight })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  useLayoutEffect(() => {
    const target = canvas.current
    const context = target?.getContext('2d', { alpha: false })
    if (!target || !context || stage.width === 0) return
    const width = Math.round(stage.width * stage.ratio)
    const height = Math.round(stage.height * stage.ratio)
    if (target.width !== width) target.width = width
    if (target.height !== height) target.height = height
    drawStage(context, { picture, view, look, mark, loupe, stage, ratio: stage.ratio })
  }, [picture, view, look, mark, loupe, stage])
  // Erase the pixels on unmount, even if something still holds the canvas.
  useLayoutEffect(() => {
    const target = canvas.current
    return () => {
      if (target) Object.assign(target, { width: 1, height: 1 })
    }
  }, [])
  const hand = usePointerGestures(canvas, props)
  return (
    <div className={styles.stage} data-active={isActive || undefined}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        // Focusable: the shortcuts of the picture work here, and its label states the position.
        tabIndex={0}
        className={styles.canvas}
        onFocus={onActive}
        {...hand}
      />
    </div>
  )
}

/** Returns the pointer's position from the middle of the stage. */
function getPointerPosition(event: { clientX: number; clientY: number }, box: DOMRect): Point {
  return { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 }
}

/** Dragging moves the picture, the wheel zooms around the pointer, a double click zooms in. */
function usePointerGestures(
  canvas: RefObject<HTMLCanvasElement | null>,
  { onMove, onPoint, onActive }: Pick<ImageStageProps, 'onMove' | 'onPoint' | 'onActive'>,
) {
  const dragged = useRef<Point>(null)
  const [isHeld, setHeld] = useState(false)
  const onWheel = useEffectEvent((event: WheelEvent) => {
    const box = canvas.current?.getBoundingClientRect()
    if (!box || event.deltaY === 0) return
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016))
    onMove({ kind: 'zoom', factor, at: getPointerPosition(event, box) })
  })
  useEffect(() => {
    const target = canvas.current
    // Register as non-passive: only then may the listener keep the page from scrolling.
    const listener = (event: WheelEvent) => onWheel(event)
    target?.addEventListener('wheel', listener, { passive: false })
    return () => target?.removeEventListener('wheel', listener)
  }, [canvas])
  const end = () => {
    dragged.current = null
    setHeld(false)
  }
  return {
    'data-held': isHeld || undefined,
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.button !== 0) return
      onActive()
      event.currentTarget.setPointerCapture(event.pointerId)
      dragged.current = { x: event.clientX, y: event.clientY }
      setHeld(true)
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const from = dragged.current
      onPoint(getPointerPosition(event, event.currentTarget.getBoundingClientRect()))
      if (!from) return
      onMove({ kind: 'pan', by: { x: event.clientX - from.x, y: event.clientY - from.y } })
      dragged.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick(event: MouseEvent<HTMLCanvasElement>) {
      const at = getPointerPosition(event, event.currentTarget.getBoundingClientRect())
      onMove({ kind: 'zoom', factor: event.shiftKey ? 0.5 : 2, at })
    },
  }
}
