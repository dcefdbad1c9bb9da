import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { DriftItem, DriftPage, DriftRow } from '@paydesk/shared/work/drift'
import type { ReactNode, RefObject } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useKey } from '../../ui/state/shortcuts.tsx'
import type { DriftAddress, DriftChange } from './address.ts'
import type { TransactionLink } from './drift-columns.tsx'
import styles from './drift-page.module.css'
import { DriftPanel } from './drift-panel.tsx'
import { useExplaining } from './explaining.ts'

interface OpenItemProps {
  readonly env: EnvironmentName
  /** Undefined until it is read. */
  readonly page: DriftPage | undefined
  readonly address: DriftAddress
  readonly onChange: (change: DriftChange) => void
  /** Around the table, where the keyboard goes back to. */
  readonly list: RefObject<HTMLDivElement | null>
  /** Where there is one column, the keyboard goes to the item. */
  readonly isStacked: boolean
  readonly transactionLink: TransactionLink
}

/** The open item with its keys: open the first, explain, close. Null parts where nothing is to be shown. */
export function useOpenItem(props: OpenItemProps): { readonly said: ReactNode; readonly panel: ReactNode } {
  const { env, page, address, onChange, list, isStacked } = props
  const { open: opened = null } = address
  const rows = page?.rows ?? []
  const row = useKeptRow(rows, opened)
  const open = (item: DriftItem) => onChange({ ...address, open: item })
  const focusList = () =>
    list.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({ preventScroll: true })
  const explaining = useExplaining({
    env,
    rows,
    opened,
    onDone(next) {
      // The keyboard goes back to the list, where the next one is opened.
      if (!isStacked) focusList()
      onChange({ ...address, open: next ?? undefined })
    },
  })
  function close() {
    focusList()
    onChange({ ...address, open: undefined })
  }
  useFirstByEnter(page, opened, (item) => {
    if (!isStacked) focusList()
    open(item)
  })
  useKey(
    'e',
    'Explain the row, else the open item',
    () => {
      const item = rows[focusedIndex(list.current) ?? -1]?.item ?? opened ?? rows[0]?.item
      if (item === undefined) return
      if (item !== opened) open(item)
      explaining.begin(item)
    },
    page?.mayExplain === true && (opened !== null || rows.length > 0),
  )
  useKey(
    'Escape',
    'Close the item',
    () => {
      // A menu over the page is closed first, by the browser.
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
        <DriftPanel
          key="panel"
          row={row}
          isListed={rows.some(({ item }) => item === opened)}
          page={page}
          explaining={explaining}
          transactionLink={props.transactionLink}
          takesFocus={isStacked}
          onLeave={focusList}
          onClose={close}
        />
      ),
  }
}

/** Enter on the page itself opens the first item, or does so as soon as the list is there. */
function useFirstByEnter(
  page: DriftPage | undefined,
  opened: DriftItem | null,
  open: (item: DriftItem) => void,
): void {
  const [waits, setWaits] = useState(false)
  const first = page?.rows[0]?.item
  const openFirst = useEffectEvent((item: DriftItem) => {
    setWaits(false)
    open(item)
  })
  useKey(
    'Enter',
    'Open the first item',
    () => (first === undefined ? setWaits(page === undefined) : open(first)),
    opened === null,
  )
  useEffect(() => {
    if (waits && first !== undefined) openFirst(first)
  }, [waits, first])
}

/** The row that is open; one that has left the list is shown as it was, for as long as it is open. */
function useKeptRow(rows: readonly DriftRow[], opened: DriftItem | null): DriftRow | null {
  const [kept, setKept] = useState<DriftRow | null>(null)
  const found = rows.find(({ item }) => item === opened)
  if (found && found !== kept) setKept(found)
  return found ?? (kept?.item === opened ? kept : null)
}

/** Which row of the list holds the keyboard; null where none does. */
function focusedIndex(list: HTMLElement | null): number | null {
  const row = list?.contains(document.activeElement) ? document.activeElement?.closest('tbody tr') : null
  const at = row?.getAttribute('aria-rowindex')
  return at ? Number(at) - 2 : null
}
