import { useState } from 'react'
import type { DrawableFile } from '../drawing/decoded-image.ts'
import type { ImageTransform, Size, TransformAction } from '../drawing/geometry.ts'
import { applyTransformAction, fitImage } from '../drawing/geometry.ts'
import type { ImageAdjustments } from '../drawing/image-adjustments.ts'
import { defaultImageAdjustments } from '../drawing/image-adjustments.ts'

export type PaneSide = 0 | 1
const sides = [0, 1] as const

/** Content of one side. `turn`: degrees by which the file itself asks to be turned. */
export interface PaneImage {
  readonly of: DrawableFile
  readonly picture: Size
  readonly turn: number
}

/** Position and display settings of one file. */
export interface PaneTransform {
  readonly of: DrawableFile
  readonly view: ImageTransform
  readonly look: ImageAdjustments
}
type PanePair<T> = readonly [T, T]

const unknownSize: Size = { width: 0, height: 0 }

/**
 * Position and display settings of two pictures on their stages. A file starts fitted, and a fitted picture
 * follows the size of its stage. When locked, moving or zooming one side applies to both; turning does not.
 */
export function usePaneTransforms(laid: PanePair<PaneImage | null>) {
  const [stages, setStages] = useState<PanePair<Size>>([unknownSize, unknownSize])
  const [panePair, setKept] = useState<PanePair<PaneTransform | null>>([null, null])
  const [isLocked, setLocked] = useState(true)

  function at(side: PaneSide, from: PanePair<PaneTransform | null> = panePair): PaneTransform | null {
    const [here, before] = [laid[side], from[side]]
    if (!here) return null
    const stage = stages[side]
    const paneTransform = before?.of === here.of ? before : null
    const view = paneTransform?.view ?? fitImage(here.picture, stage, 'whole', here.turn)
    const look = paneTransform?.look ?? defaultImageAdjustments
    return {
      of: here.of,
      look,
      view: view.fitMode ? fitImage(here.picture, stage, view.fitMode, view.angle) : view,
    }
  }

  return {
    isLocked,
    toggleLock: () => setLocked((before) => !before),
    at,
    sized: (side: PaneSide, size: Size) =>
      setStages((before) =>
        before[side].width === size.width && before[side].height === size.height
          ? before
          : replaceSide(before, side, size),
      ),
    move(side: PaneSide, move: TransformAction) {
      const all: readonly PaneSide[] = isLocked && move.kind !== 'turn' ? sides : [side]
      setKept((before) =>
        all.reduce<PanePair<PaneTransform | null>>((pair, each) => {
          const [here, one] = [laid[each], at(each, pair)]
          if (!here || !one) return pair
          return replaceSide(pair, each, {
            ...one,
            view: applyTransformAction(one.view, move, here.picture, stages[each]),
          })
        }, before),
      )
    },
    show(side: PaneSide, change: (look: ImageAdjustments) => ImageAdjustments) {
      setKept((before) => {
        const one = at(side, before)
        return one ? replaceSide(before, side, { ...one, look: change(one.look) }) : before
      })
    },
  }
}
export type PaneTransforms = ReturnType<typeof usePaneTransforms>

function replaceSide<T>(pair: PanePair<T>, side: PaneSide, value: T): PanePair<T> {
  return side === 0 ? [value, pair[1]] : [pair[0], value]
}
