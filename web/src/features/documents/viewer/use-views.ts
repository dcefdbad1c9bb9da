import { useState } from 'react'
import type { Move, Size, View } from '../drawing/geometry.ts'
import { fitted, moved } from '../drawing/geometry.ts'
import type { Look } from '../drawing/look.ts'
import { asItIs } from '../drawing/look.ts'
import type { OpenFile } from '../drawing/picture.ts'

export type Side = 0 | 1
const sides = [0, 1] as const

/** What lies on one side. `turn`: degrees by which the file itself says that it has to be turned. */
export interface Laid {
  readonly of: OpenFile
  readonly picture: Size
  readonly turn: number
}

/** Of one file: how it lies and how it is shown. */
export interface Kept {
  readonly of: OpenFile
  readonly view: View
  readonly look: Look
}
type Pair<T> = readonly [T, T]

const unknown: Size = { width: 0, height: 0 }

/**
 * How each of two pictures lies on its stage and how it is shown. A file begins fitted; what is fitted follows
 * the size of its stage. Locked, whatever moves or zooms one side is done to the other as well; turning is not.
 */
export function useViews(laid: Pair<Laid | null>) {
  const [stages, setStages] = useState<Pair<Size>>([unknown, unknown])
  const [kept, setKept] = useState<Pair<Kept | null>>([null, null])
  const [isLocked, setLocked] = useState(true)

  function at(side: Side, from: Pair<Kept | null> = kept): Kept | null {
    const [here, before] = [laid[side], from[side]]
    if (!here) return null
    const stage = stages[side]
    const known = before?.of === here.of ? before : null
    const view = known?.view ?? fitted(here.picture, stage, 'whole', here.turn)
    const look = known?.look ?? asItIs
    return {
      of: here.of,
      look,
      view: view.held ? fitted(here.picture, stage, view.held, view.angle) : view,
    }
  }

  return {
    isLocked,
    toggleLock: () => setLocked((before) => !before),
    at,
    sized: (side: Side, size: Size) =>
      setStages((before) =>
        before[side].width === size.width && before[side].height === size.height
          ? before
          : replaced(before, side, size),
      ),
    move(side: Side, move: Move) {
      const all: readonly Side[] = isLocked && move.kind !== 'turn' ? sides : [side]
      setKept((before) =>
        all.reduce<Pair<Kept | null>>((pair, each) => {
          const [here, one] = [laid[each], at(each, pair)]
          if (!here || !one) return pair
          return replaced(pair, each, { ...one, view: moved(one.view, move, here.picture, stages[each]) })
        }, before),
      )
    },
    show(side: Side, change: (look: Look) => Look) {
      setKept((before) => {
        const one = at(side, before)
        return one ? replaced(before, side, { ...one, look: change(one.look) }) : before
      })
    },
  }
}
export type Views = ReturnType<typeof useViews>

function replaced<T>(pair: Pair<T>, side: Side, value: T): Pair<T> {
  return side === 0 ? [value, pair[1]] : [pair[0], value]
}
