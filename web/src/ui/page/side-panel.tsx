import { type ReactNode, type Ref, useId } from 'react'
import { CloseButton } from '../dialog/close-button.tsx'
import styles from './side-panel.module.css'

interface SidePanelProps {
  readonly title: ReactNode
  /** Heading, which takes the focus in layouts that do not show the panel beside its list. */
  readonly heading: Ref<HTMLHeadingElement>
  readonly closeLabel: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows the selected row of a list beside it, or below it where there is no room. */
export function SidePanel({ title, heading, closeLabel, onClose, children }: SidePanelProps): ReactNode {
  const id = useId()
  return (
    <article className={styles.panel} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <CloseButton label={closeLabel} onClose={onClose} />
      </div>
      {children}
    </article>
  )
}
