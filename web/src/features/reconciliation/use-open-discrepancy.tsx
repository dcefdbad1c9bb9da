import type { DiscrepancyId, DiscrepancyList, DiscrepancyView } from '@paydesk/shared/cases/reconciliation'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { DiscrepancyPanel } from './discrepancy-panel.tsx'
import styles from './reconciliation-page.module.css'
import type { ReconciliationSearchChange, ReconciliationSearchParams } from './search-params.ts'
import { useDiscrepancyExplanationEditor } from './use-explanation-editor.ts'

interface OpenItemProps {
  readonly env: EnvironmentName
  /** Undefined until the page has loaded. */
  readonly page: DiscrepancyList | undefined
  readonly address: ReconciliationSearchParams
  readonly onChange: (change: ReconciliationSearchChange) => void
  /** Element around the table, to which the focus returns. */
  readonly list: RefObject<HTMLDivElement | null>
  /** True in a one-column layout, where the focus moves to the panel. */
  readonly isStacked: boolean
}

/** Provides the open discrepancy and its shortcuts: open the first, explain, close. Parts may be null. */
export function useOpenDiscrepancyPanel(props: OpenItemProps): {
  readonly said: ReactNode
  readonly panel: ReactNode
} {
  const { env, page, address, onChange, list, isStacked } = props
  const { shortcuts } = useMessages('reconciliation')
  const { open: opened = null } = address
  const rows = page?.rows ?? []
  const row = useOpenRow(rows, opened)
  const open = (item: DiscrepancyId) => onChange({ ...address, open: item })
  const focusList = () =>
    list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  const explaining = useDiscrepancyExplanationEditor({
    env,
    rows,
    opened,
    onDone(next) {
      // Return the focus to the list, where the next discrepancy is opened.
      if (!isStacked) focusList()
      onChange({ ...address, open: next ?? undefined })
    },
  })
  function close() {
    focusList()
    onChange({ ...address, open: undefined })
  }
  useOpenFirstOnEnter(page, opened, (item) => {
    if (!isStacked) focusList()
    open(item)
  })
  useShortcut(
    'e',
    shortcuts.explain,
    () => {
      const item = rows[findFocusedIndex(list.current) ?? -1]?.discrepancy ?? opened ?? rows[0]?.discrepancy
      if (item === undefined) return
      if (item !== opened) open(item)
      explaining.begin(item)
    },
    page?.mayExplain === true && (opened !== null || rows.length > 0),
  )
  useShortcut(
    'Escape',
    shortcuts.close,
    () => {
      // Let the browser close an open popover menu first.
      if (document.querySelector(':popover-open') === null) close()
    },
    opened !== null,
  )
  return {
    said:
      explaining.said === null ? null : (
        <p role="status" className={styles.said}>
          {explaining.said}
        </p>
      ),
    panel:
      page === undefined || opened === null ? null : (
        <DiscrepancyPanel
          key="panel"
          row={row}
          isListed={rows.some(({ discrepancy }) => discrepancy === opened)}
          page={page}
          explaining={explaining}
          takesFocus={isStacked}
          onLeave={focusList}
          onClose={close}
        />
      ),
  }
}

/** Opens the first discrepancy on Enter; before the list has loaded, as soon as it has. */
function useOpenFirstOnEnter(
  page: DiscrepancyList | undefined,
  opened: DiscrepancyId | null,
  open: (item: DiscrepancyId) => void,
): void {
  const [waits, setWaits] = useState(false)
  const first = page?.rows[0]?.discrepancy
  const openFirst = useEffectEvent((item: DiscrepancyId) => {
    setWaits(false)
    open(item)
  })
  useShortcut(
    'Enter',
    useMessages('reconciliation').shortcuts.openFirst,
    () => (first === undefined ? setWaits(page === undefined) : open(first)),
    opened === null,
  )
  useEffect(() => {
    if (waits && first !== undefined) openFirst(first)
  }, [waits, first])
}

/** Returns the open row. Keeps a row that has left the list as it was, for as long as the row is open. */
function useOpenRow(rows: readonly DiscrepancyView[], opened: DiscrepancyId | null): DiscrepancyView | null {
  const [kept, setKept] = useState<DiscrepancyView | null>(null)
  const found = rows.find(({ discrepancy }) => discrepancy === opened)
  if (found && found !== kept) setKept(found)
  return found ?? (kept?.discrepancy === opened ? kept : null)
}

/** Returns the index of the row that has the focus; null if no row has it. */
function findFocusedIndex(list: HTMLElement | null): number | null {
  const row = list?.contains(document.activeElement) ? document.activeElement?.closest('tbody tr') : null
  const at = row?.getAttribute('aria-rowindex')
  return at ? Number(at) - 2 : null
}
