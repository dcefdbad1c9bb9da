import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './toolbar.module.css'

interface ToolbarButtonProps {
  readonly label: string
  readonly keys: string
  readonly icon?: LucideIcon
  /** Text shown instead of an icon. */
  readonly text?: string
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

/** Button of the toolbar; names its action and its key on hover and to screen readers. */
export function ToolbarButton({ label, keys, icon: Icon, text, ...props }: ToolbarButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-pressed={props.isPressed}
      disabled={props.isDisabled}
      title={`${label} (${keys})`}
      onClick={props.onPress}
    >
      {Icon ? <Icon size={16} aria-hidden /> : null}
      {text}
    </button>
  )
}
