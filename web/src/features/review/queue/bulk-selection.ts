import { maxBulkCases } from '@paydesk/shared/cases/review-bulk'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useAnnounce } from '../../../ui/text/announce.tsx'

interface RowSelection {
  /** Selected rows that are on screen. */
  readonly selected: ReadonlySet<string>
  /** True if more rows were requested than can be decided together. */
  readonly isFull: boolean
  /** Toggles one row; with `isRange` selects all rows from the last marked one. */
  readonly mark: (key: string, isRange: boolean) => void
  readonly leave: (keys: readonly string[]) => void
}

/** Selection for a bulk decision. A row that leaves the screen loses its selection. */
export function useRowSelection(keys: readonly string[]): RowSelection {
  const announce = useAnnounce()
  const [wanted, setWanted] = useState<readonly string[]>([])
  const [isFull, setFull] = useState(false)
  const last = useRef<string | null>(null)
  const selected = useMemo(() => new Set(keys.filter((key) => wanted.includes(key))), [keys, wanted])
  const mark = useCallback(
    (key: string, isRange: boolean) => {
      const [from, to] = [keys.indexOf(last.current ?? ''), keys.indexOf(key)]
      const range = isRange && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
      last.current = key
      const isOff = range.length === 1 && selected.has(key) && !isRange
      const next = isOff ? [...selected].filter((one) => one !== key) : [...new Set([...selected, ...range])]
      setWanted(next.slice(0, maxBulkCases))
      setFull(next.length > maxBulkCases)
      announce(
        next.length > maxBulkCases
          ? `${maxBulkCases} selected: at most that many`
          : `${next.length} selected`,
      )
    },
    [keys, selected, announce],
  )
  const leave = useCallback((gone: readonly string[]) => {
    setWanted((before) => before.filter((key) => !gone.includes(key)))
    setFull(false)
  }, [])
  return { selected, isFull, mark, leave }
}
