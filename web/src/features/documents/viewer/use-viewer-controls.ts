import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import type { Point } from '../drawing/geometry.ts'
import { defaultImageAdjustments, stepAdjustment } from '../drawing/image-adjustments.ts'
import type { DocumentViewState } from './document-view.ts'
import type { DocumentViewHandle } from './use-document-view.ts'
import { useLoupe } from './use-loupe.ts'
import type { PaneImage, PaneSide, PaneTransforms } from './use-pane-transforms.ts'
import { usePaneTransforms } from './use-pane-transforms.ts'

const zoomStep = 1.25
const panStep = 64
const loupeStep = 24

interface DocumentViewerControlsOptions {
  readonly viewings: readonly [DocumentViewHandle, DocumentViewHandle]
  readonly isCompared: boolean
  readonly canCompare: boolean
  readonly area: RefObject<HTMLElement | null>
  /** Opens the file before or after the file on this side. */
  readonly onStep: (side: PaneSide, by: 1 | -1) => void
  readonly onCompare: () => void
}

/** State of the viewer and its actions, shared by shortcuts, toolbar and pointer. */
export function useDocumentViewerControls({
  viewings,
  isCompared,
  canCompare,
  area,
  onStep,
  onCompare,
}: DocumentViewerControlsOptions) {
  const [chosen, setChosen] = useState<PaneSide>(0)
  const side: PaneSide = isCompared ? chosen : 0
  const [first, second] = [viewings[0].now, viewings[1].now]
  const views = usePaneTransforms([getPaneImage(first), isCompared ? getPaneImage(second) : null])
  const laid = views.at(side)
  const loupe = useLoupe(laid !== null)
  const isFull = useIsFullScreen(area)
  const { now } = viewings[side]
  const drawn = now.state === 'open' && now.content.kind === 'drawn' ? now.content : null
  const pages =
    drawn && drawn.file.pages > 1
      ? { at: drawn.next?.page ?? drawn.page, of: drawn.file.pages, failure: drawn.next?.failure ?? null }
      : null
  const toPage = (number: number) => {
    if (pages && number >= 1 && number <= pages.of) viewings[side].page(number)
  }
  const does = {
    ...createViewerActions(views, side, loupe),
    full: () => void toggleFullScreen(area.current),
    compare() {
      // Fit both pictures first, so that moving them together starts from the same position.
      if (!isCompared) views.move(0, { kind: 'fit', how: 'whole' })
      onCompare()
    },
    other: () => setChosen((before) => (before === 0 ? 1 : 0)),
    pageBack: () => pages && toPage(pages.at - 1),
    pageOn: () => pages && toPage(pages.at + 1),
    before: () => onStep(side, -1),
    after: () => onStep(side, 1),
  }
  return {
    does,
    laid,
    views,
    side,
    pages,
    loupe,
    isFull,
    isCompared,
    canCompare: canCompare || isCompared,
    isLocked: views.isLocked,
    choose: setChosen,
    /** Returns the loupe of one side: of the active side, or of both when locked. */
    loupeOn: (on: PaneSide): Point | null => (on === side || views.isLocked ? loupe.at : null),
  }
}
export type DocumentViewerControls = ReturnType<typeof useDocumentViewerControls>

/** Actions on the picture of one side. */
function createViewerActions(views: PaneTransforms, side: PaneSide, loupe: ReturnType<typeof useLoupe>) {
  const arrow = (x: number, y: number) => () => {
    if (!loupe.move({ x: x * loupeStep, y: y * loupeStep }))
      views.move(side, { kind: 'pan', by: { x: -x * panStep, y: -y * panStep } })
  }
  return {
    zoomIn: () => views.move(side, { kind: 'zoom', factor: zoomStep }),
    zoomOut: () => views.move(side, { kind: 'zoom', factor: 1 / zoomStep }),
    actual: () => views.move(side, { kind: 'actual' }),
    fit: () => views.move(side, { kind: 'fit', how: 'whole' }),
    fitWidth: () => views.move(side, { kind: 'fit', how: 'width' }),
    turnRight: () => views.move(side, { kind: 'turn', by: 90 }),
    turnLeft: () => views.move(side, { kind: 'turn', by: -90 }),
    tiltRight: () => views.move(side, { kind: 'turn', by: 1 }),
    tiltLeft: () => views.move(side, { kind: 'turn', by: -1 }),
    moreContrast: () =>
      views.show(side, (look) => ({ ...look, contrast: stepAdjustment(look.contrast, true) })),
    lessContrast: () =>
      views.show(side, (look) => ({ ...look, contrast: stepAdjustment(look.contrast, false) })),
    brighter: () =>
      views.show(side, (look) => ({ ...look, brightness: stepAdjustment(look.brightness, true) })),
    darker: () =>
      views.show(side, (look) => ({ ...look, brightness: stepAdjustment(look.brightness, false) })),
    invert: () => views.show(side, (look) => ({ ...look, inverted: !look.inverted })),
    grey: () => views.show(side, (look) => ({ ...look, grey: !look.grey })),
    plain: () => views.show(side, () => defaultImageAdjustments),
    lock: views.toggleLock,
    left: arrow(-1, 0),
    right: arrow(1, 0),
    up: arrow(0, -1),
    down: arrow(0, 1),
  }
}

function getPaneImage(now: DocumentViewState): PaneImage | null {
  if (now.state !== 'open' || now.content.kind !== 'drawn') return null
  const { file, picture } = now.content
  return { of: file, picture, turn: now.view.facts.rotation === 270 ? -90 : now.view.facts.rotation }
}

/** Registers the viewer's shortcuts; they are listed in the viewer and in the help. */
export function useDocumentViewerShortcuts({
  does,
  laid,
  pages,
  isCompared,
  canCompare,
}: DocumentViewerControls): void {
  const { tools } = useMessages('documents')
  const isOn = laid !== null
  useShortcut('+', tools.zoomIn, does.zoomIn, isOn)
  useShortcut('-', tools.zoomOut, does.zoomOut, isOn)
  useShortcut('0', tools.fit, does.fit, isOn)
  useShortcut('w', tools.fitWidth, does.fitWidth, isOn)
  useShortcut('1', tools.actual, does.actual, isOn)
  useShortcut('r', tools.rotateRight, does.turnRight, isOn)
  useShortcut('R', tools.rotateLeft, does.turnLeft, isOn)
  useShortcut('.', tools.tiltRight, does.tiltRight, isOn)
  useShortcut(',', tools.tiltLeft, does.tiltLeft, isOn)
  useShortcut('ArrowLeft', tools.moveLeft, does.left, isOn)
  useShortcut('ArrowRight', tools.moveRight, does.right, isOn)
  useShortcut('ArrowUp', tools.moveUp, does.up, isOn)
  useShortcut('ArrowDown', tools.moveDown, does.down, isOn)
  useShortcut('c', tools.moreContrast, does.moreContrast, isOn)
  useShortcut('C', tools.lessContrast, does.lessContrast, isOn)
  useShortcut('b', tools.brighter, does.brighter, isOn)
  useShortcut('B', tools.darker, does.darker, isOn)
  useShortcut('i', tools.invert, does.invert, isOn)
  useShortcut('m', tools.grey, does.grey, isOn)
  useShortcut('x', tools.reset, does.plain, isOn)
  useShortcut('f', tools.fullScreen, does.full)
  useShortcut('[', tools.previousDocument, does.before)
  useShortcut(']', tools.nextDocument, does.after)
  useShortcut('s', tools.compare, does.compare, canCompare)
  useShortcut('t', tools.lock, does.lock, isCompared)
  useShortcut('o', tools.switchSide, does.other, isCompared)
  useShortcut('p', tools.previousPage, does.pageBack, pages !== null)
  useShortcut('n', tools.nextPage, does.pageOn, pages !== null)
}

async function toggleFullScreen(area: HTMLElement | null): Promise<void> {
  // A browser may refuse full screen, for example in a frame: ignore the refusal.
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
  else await area?.requestFullscreen().catch(() => {})
}

function useIsFullScreen(area: RefObject<HTMLElement | null>): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const listener = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === area.current)
    document.addEventListener('fullscreenchange', listener)
    return () => document.removeEventListener('fullscreenchange', listener)
  }, [area])
  return isFull
}
