import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './close-button.module.css'

interface CloseButtonProps {
  /** What is closed, for whoever hears it. */
  readonly label: string
  readonly onClose: () => void
}

/** The cross in the corner of what lies over or beside a page. */
export function CloseButton({ label, onClose }: CloseButtonProps): ReactNode {
  return (
    <button type="button" className={styles.close} aria-label={label} onClick={onClose}>
      <X size={16} aria-hidden />
    </button>
  )
}
