import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './field-value.module.css'
import { Tooltip } from './tooltip.tsx'
import { useFormatMaskedText } from './use-format-masked-text.ts'

interface FieldValueProps {
  readonly value: MaskedValue
  readonly mono?: boolean
  /** Name of the copied value: adds a button that copies what is shown. */
  readonly copy?: string
  readonly render?: (text: string) => ReactNode
}

/** Shows a value as this role may see it: clear, masked, only its presence, not provided, or hidden. */
export function FieldValue({ value, mono = false, copy, render }: FieldValueProps): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  const wordMasked = useFormatMaskedText()
  const look = mono ? styles.mono : styles.plain
  switch (value.visibility) {
    case 'clear':
      return (
        <span className={look}>
          {render ? (
            render(value.text)
          ) : value.text === '' ? (
            <i className={styles.quiet}>{texts.value.empty}</i>
          ) : (
            value.text
          )}
          {copy && value.text !== '' ? <CopyButton text={value.text} what={copy} /> : null}
        </span>
      )
    case 'masked':
      return (
        <span className={look}>
          <Tooltip message={texts.masks[value.mask]} className={styles.masked}>
            {wordMasked(value)}
            <span className={styles.mark} aria-hidden />
            <span className="unseen"> {texts.value.masked}</span>
          </Tooltip>
          {copy && isLegible(value.text) ? (
            <CopyButton text={wordMasked(value)} what={format.text(texts.copy.masked, { noun: copy })} />
          ) : null}
        </span>
      )
    case 'presence':
      return (
        <span className={styles.plain}>
          {value.present ? texts.value.providedHidden : texts.value.notProvided}
        </span>
      )
    case 'absent':
      return <span className={styles.quiet}>{texts.value.notProvided}</span>
    case 'hidden':
      return <span className={styles.quiet}>{texts.value.hidden}</span>
  }
}

/** Returns false for dots alone, which are not worth copying. */
function isLegible(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Returns the text that is on screen, or null if there is none. */
export function getVisibleText(value: MaskedValue): string | null {
  return value.visibility === 'clear' || value.visibility === 'masked' ? value.text : null
}
