import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { usePopover } from '../state/use-popover.ts'
import styles from './table-menu.module.css'
import type { TableMenuProps } from './table-menu-content.tsx'

const TableMenuContent = lazy(() =>
  import('./table-menu-content.tsx').then((part) => ({ default: part.TableMenuContent })),
)

/** Menu at the end of a table's head: arranges its columns, sets the height of its rows, and prints it. */
export function TableMenu(props: TableMenuProps): ReactNode {
  const { arrange } = useMessages('lists').table
  const { isOpen, button, popover } = usePopover()
  return (
    <span className={styles.menu}>
      <button type="button" {...button} className={styles.button} aria-label={arrange} title={arrange}>
        <SlidersHorizontal size={14} aria-hidden />
      </button>
      <fieldset {...popover} aria-label={arrange} className={styles.popover}>
        {isOpen ? (
          <Suspense fallback={null}>
            <TableMenuContent {...props} />
          </Suspense>
        ) : null}
      </fieldset>
    </span>
  )
}
