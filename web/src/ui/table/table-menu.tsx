import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './table-menu.module.css'
import type { TableMenuProps } from './table-menu-content.tsx'

const TableMenuContent = lazy(() =>
  import('./table-menu-content.tsx').then((part) => ({ default: part.TableMenuContent })),
)

/** Menu at the end of a table's head: arranges its columns, sets the height of its rows, and prints it. */
export function TableMenu(props: TableMenuProps): ReactNode {
  const { arrange } = useMessages('lists').table
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.menu}>
      <button
        type="button"
        popoverTarget={id}
        className={styles.button}
        aria-label={arrange}
        title={arrange}
        aria-expanded={isOpen}
      >
        <SlidersHorizontal size={14} aria-hidden />
      </button>
      <fieldset
        id={id}
        popover="auto"
        aria-label={arrange}
        className={styles.popover}
        onBeforeToggle={(event) => event.newState === 'open' && setOpen(true)}
        onToggle={(event) => event.newState === 'closed' && setOpen(false)}
      >
        {isOpen ? (
          <Suspense fallback={null}>
            <TableMenuContent {...props} />
          </Suspense>
        ) : null}
      </fieldset>
    </span>
  )
}
