import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useAnnounce } from '../text/announce.tsx'

const noKeys: ReadonlySet<string> = new Set()
/** Time that a row stays marked, ms. */
const highlightMs = 4_000
/** Shortest interval between two announcements, ms. */
const announceIntervalMs = 10_000

/**
 * Returns the keys of rows that have just changed in place. `changeOf`: the value of a row that is compared.
 * Rows that appear, leave or move do not count.
 */
export function useChangedRows<T>(
  rows: readonly T[],
  rowKey: (row: T) => string,
  changeOf: ((row: T) => string) | undefined,
): ReadonlySet<string> {
  const [changed, setChanged] = useState(noKeys)
  const { rows: texts } = useMessages('lists')
  const format = useFormatter()
  const announce = useAnnounce()
  const previousVersions = useRef<ReadonlyMap<string, string>>(new Map())
  const announcedAt = useRef(0)
  const compare = useEffectEvent(() => {
    if (!changeOf) return
    const now = new Map(rows.map((row) => [rowKey(row), changeOf(row)]))
    const keys = [...now].flatMap(([key, value]) => {
      const before = previousVersions.current.get(key)
      return before === undefined || before === value ? [] : [key]
    })
    previousVersions.current = now
    if (keys.length === 0) return
    setChanged(new Set(keys))
    if (Date.now() - announcedAt.current < announceIntervalMs) return
    announcedAt.current = Date.now()
    announce(format.text(texts.changed, { count: keys.length }))
  })
  useEffect(() => compare(), [rows])
  useEffect(() => {
    if (changed === noKeys) return
    const timer = setTimeout(() => setChanged(noKeys), highlightMs)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}
