import type { ComponentProps, ReactNode } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Names the action, for screen readers. */
  readonly label: string
}

/** Button of 24 px that shows only an icon, without a border. `className` places it or gives it another size. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps): ReactNode {
  return <button type="button" className={`${styles.button} ${className}`} aria-label={label} {...rest} />
}
