import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'plain' | 'primary' | 'quiet'
}

export function Button({ look = 'plain', className, type = 'button', ...rest }: ButtonProps): ReactNode {
  return <button type={type} className={`${styles.button} ${styles[look]} ${className ?? ''}`} {...rest} />
}

/** Returns the look of a button, for a link. */
export function getButtonClassName(look: 'plain' | 'primary' | 'quiet' = 'plain'): string {
  return `${styles.button} ${styles[look]}`
}
