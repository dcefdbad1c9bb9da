import type { RefObject } from 'react'
import { useEffect, useState } from 'react'
import { useKey } from '../../../ui/state/shortcuts.tsx'
import type { Point } from '../drawing/geometry.ts'
import { asItIs, stepped } from '../drawing/look.ts'
import { useLoupe } from './use-loupe.ts'
import type { UsedViewing } from './use-viewing.ts'
import type { Laid, Side, Views } from './use-views.ts'
import { useViews } from './use-views.ts'
import type { Viewing } from './viewing.ts'

const zoomStep = 1.25
const panStep = 64
const loupeStep = 24

interface DeskProps {
  readonly viewings: readonly [UsedViewing, UsedViewing]
  readonly isCompared: boolean
  readonly canCompare: boolean
  readonly area: RefObject<HTMLElement | null>
  /** Opens the file before or after the one on this side. */
  readonly onStep: (side: Side, by: 1 | -1) => void
  readonly onCompare: () => void
}

/** What lies on the desk, how, and all that can be done with it; by key, by toolbar and by pointer alike. */
export function useDesk({ viewings, isCompared, canCompare, area, onStep, onCompare }: DeskProps) {
  const [chosen, setChosen] = useState<Side>(0)
  const side: Side = isCompared ? chosen : 0
  const [first, second] = [viewings[0].now, viewings[1].now]
  const views = useViews([laidOf(first), isCompared ? laidOf(second) : null])
  const laid = views.at(side)
  const loupe = useLoupe(laid !== null)
  const isFull = useFull(area)
  const { now } = viewings[side]
  const drawn = now.state === 'open' && now.content.kind === 'drawn' ? now.content : null
  const pages =
    drawn && drawn.file.pages > 1
      ? { at: drawn.next?.page ?? drawn.page, of: drawn.file.pages, words: drawn.next?.words ?? null }
      : null
  const toPage = (number: number) => {
    if (pages && number >= 1 && number <= pages.of) viewings[side].page(number)
  }
  const does = {
    ...deedsOf(views, side, loupe),
    full: () => void toggleFull(area.current),
    compare() {
      // Both begin as a whole, so that moving them together begins from the same.
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
    /** On a side, where the loupe is on it; locked, it is on both. */
    loupeOn: (on: Side): Point | null => (on === side || views.isLocked ? loupe.at : null),
  }
}
export type Desk = ReturnType<typeof useDesk>

/** What is done with the picture of one side. */
function deedsOf(views: Views, side: Side, loupe: ReturnType<typeof useLoupe>) {
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
    moreContrast: () => views.show(side, (look) => ({ ...look, contrast: stepped(look.contrast, true) })),
    lessContrast: () => views.show(side, (look) => ({ ...look, contrast: stepped(look.contrast, false) })),
    brighter: () => views.show(side, (look) => ({ ...look, brightness: stepped(look.brightness, true) })),
    darker: () => views.show(side, (look) => ({ ...look, brightness: stepped(look.brightness, false) })),
    invert: () => views.show(side, (look) => ({ ...look, inverted: !look.inverted })),
    grey: () => views.show(side, (look) => ({ ...look, grey: !look.grey })),
    plain: () => views.show(side, () => asItIs),
    lock: views.toggleLock,
    left: arrow(-1, 0),
    right: arrow(1, 0),
    up: arrow(0, -1),
    down: arrow(0, 1),
  }
}

function laidOf(now: Viewing): Laid | null {
  if (now.state !== 'open' || now.content.kind !== 'drawn') return null
  const { file, picture } = now.content
  return { of: file, picture, turn: now.view.facts.turn === 270 ? -90 : now.view.facts.turn }
}

/** The keys of the desk; they are listed on it and in the help. */
export function useDeskKeys({ does, laid, pages, isCompared, canCompare }: Desk): void {
  const isOn = laid !== null
  useKey('+', 'Zoom in', does.zoomIn, isOn)
  useKey('-', 'Zoom out', does.zoomOut, isOn)
  useKey('0', 'Fit', does.fit, isOn)
  useKey('w', 'Fit width', does.fitWidth, isOn)
  useKey('1', 'Actual size, 100 %', does.actual, isOn)
  useKey('r', 'Turn right', does.turnRight, isOn)
  useKey('R', 'Turn left', does.turnLeft, isOn)
  useKey('.', 'Turn 1° right', does.tiltRight, isOn)
  useKey(',', 'Turn 1° left', does.tiltLeft, isOn)
  useKey('ArrowLeft', 'Move: the picture, or the loupe', does.left, isOn)
  useKey('ArrowRight', 'Move right', does.right, isOn)
  useKey('ArrowUp', 'Move up', does.up, isOn)
  useKey('ArrowDown', 'Move down', does.down, isOn)
  useKey('c', 'More contrast', does.moreContrast, isOn)
  useKey('C', 'Less contrast', does.lessContrast, isOn)
  useKey('b', 'Brighter', does.brighter, isOn)
  useKey('B', 'Darker', does.darker, isOn)
  useKey('i', 'Invert', does.invert, isOn)
  useKey('m', 'Grey', does.grey, isOn)
  useKey('x', 'As it is', does.plain, isOn)
  useKey('f', 'Full screen', does.full)
  useKey('[', 'Document before', does.before)
  useKey(']', 'Next document', does.after)
  useKey('s', 'Compare two', does.compare, canCompare)
  useKey('t', 'Zoom and move both together', does.lock, isCompared)
  useKey('o', 'The other side', does.other, isCompared)
  useKey('p', 'Page before', does.pageBack, pages !== null)
  useKey('n', 'Next page', does.pageOn, pages !== null)
}

async function toggleFull(area: HTMLElement | null): Promise<void> {
  // A browser may refuse it, for example inside another page: then nothing changes.
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => {})
  else await area?.requestFullscreen().catch(() => {})
}

function useFull(area: RefObject<HTMLElement | null>): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const listener = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === area.current)
    document.addEventListener('fullscreenchange', listener)
    return () => document.removeEventListener('fullscreenchange', listener)
  }, [area])
  return isFull
}
