import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import styles from './field-value.module.css'
import { maskDescriptions } from './mask-descriptions.ts'
import { Tooltip } from './tooltip.tsx'

interface FieldValueProps {
  readonly value: MaskedValue
  readonly mono?: boolean
  /** Name of the copied value: adds a button that copies what is shown. */
  readonly copy?: string
  readonly render?: (text: string) => ReactNode
}

/** Shows a value as this role may see it: clear, masked, only its presence, not provided, or hidden. */
export function FieldValue({ value, mono = false, copy, render }: FieldValueProps): ReactNode {
  const look = mono ? styles.mono : styles.plain
  switch (value.seen) {
    case 'clear':
      return (
        <span className={look}>
          {render ? (
            render(value.text)
          ) : value.text === '' ? (
            <i className={styles.quiet}>empty</i>
          ) : (
            value.text
          )}
          {copy && value.text !== '' ? <CopyButton text={value.text} what={copy} /> : null}
        </span>
      )
    case 'masked':
      return (
        <span className={look}>
          <Tooltip says={maskDescriptions[value.mask]} className={styles.masked}>
            {value.text}
            <span className={styles.mark} aria-hidden />
            <span className="unseen"> (masked)</span>
          </Tooltip>
          {copy && isLegible(value.text) ? <CopyButton text={value.text} what={`${copy}, masked`} /> : null}
        </span>
      )
    case 'presence':
      return (
        <span className={styles.plain}>{value.present ? 'Given, not shown to your role' : 'Not given'}</span>
      )
    case 'absent':
      return <span className={styles.quiet}>not given by the service</span>
    case 'hidden':
      return <span className={styles.quiet}>not shown to your role</span>
  }
}

/** Returns false for dots alone, which are not worth copying. */
function isLegible(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Returns the text that is on screen, or null if there is none. */
export function getVisibleText(value: MaskedValue): string | null {
  return value.seen === 'clear' || value.seen === 'masked' ? value.text : null
}
