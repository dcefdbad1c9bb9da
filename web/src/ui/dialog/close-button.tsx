import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../text/icon-button.tsx'
import styles from './close-button.module.css'

interface CloseButtonProps {
  /** Names what is closed, for screen readers. */
  readonly label: string
  readonly onClose: () => void
}

/** Cross in the corner of a dialog or a panel. */
export function CloseButton({ label, onClose }: CloseButtonProps): ReactNode {
  return (
    <IconButton className={styles.close} label={label} onClick={onClose}>
      <X size={16} aria-hidden />
    </IconButton>
  )
}
