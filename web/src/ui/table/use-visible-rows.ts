import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn above and below the visible ones, so that scrolling finds them there. */
const overscanRows = 8

interface VisibleRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>
  readonly count: number
  /** Height of each row in pixels: all rows of a table are equally high. */
  readonly rowHeight: number
  /** Height of the heading, which covers the upper edge of the scroll area. */
  readonly headHeight: number
  /** Row that is always drawn: scrolling it away would lose the focus. */
  readonly active: number
}

/** True while the page is printed: paper does not scroll. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useLayoutEffect(() => {
    // Commit at once: the browser takes the page as it is after the event.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Draws only the rows in sight of a long table. Rows of equal height need no library that measures each. */
export function useVisibleRows({ scroller, count, rowHeight, headHeight, active }: VisibleRowsOptions) {
  const [range, setRange] = useState({ first: 0, last: overscanRows })
  function readRange() {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    return {
      first: Math.floor(scrollTop / rowHeight) - overscanRows,
      last: Math.ceil((scrollTop + clientHeight) / rowHeight) + overscanRows,
    }
  }
  const update = useEffectEvent((isScroll: boolean) => {
    const next = readRange()
    if (next.first === range.first && next.last === range.last) return
    // Commit before the next frame: a fast scroll would show empty rows.
    if (isScroll) flushSync(() => setRange(next))
    else setRange(next)
  })
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null) return
    const onScroll = () => update(true)
    area.addEventListener('scroll', onScroll, { passive: true })
    const sizes = new ResizeObserver(() => update(false))
    sizes.observe(area)
    return () => {
      area.removeEventListener('scroll', onScroll)
      sizes.disconnect()
    }
  }, [scroller])
  useLayoutEffect(() => update(false), [rowHeight])
  const isPrinting = useIsPrinting()
  const [first, last] = isPrinting
    ? [0, count - 1]
    : [Math.max(0, range.first), Math.min(count - 1, range.last)]
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth)
  if (active < first && active < count) indexes.unshift(active)
  else if (active > last && active < count) indexes.push(active)
  return {
    indexes,
    /** Scrolls just as far as needed to show a whole row. */
    scrollToRow(index: number): void {
      const area = scroller.current
      if (area === null) return
      const start = index * rowHeight
      const end = start + rowHeight + headHeight - area.clientHeight
      if (start < area.scrollTop) area.scrollTop = start
      else if (end > area.scrollTop) area.scrollTop = end
    },
  }
}
