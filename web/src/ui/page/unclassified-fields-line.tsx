import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from '../text/description-list.module.css'

interface UnclassifiedFields {
  readonly names: readonly string[]
  readonly more: number
}

/** Counts the unclassified fields, so that no reader takes the page for the whole record. */
export function UnclassifiedFieldsLine({
  unclassified,
}: {
  readonly unclassified: UnclassifiedFields | null
}): ReactNode {
  const texts = useMessages('ui')
  const format = useFormatter()
  if (!unclassified || unclassified.names.length + unclassified.more === 0) return null
  const { names, more } = unclassified
  const named = more > 0 ? [...names, format.text(texts.more, { count: more })] : names
  return (
    <p className={styles.quiet}>
      {format.text(texts.unclassified, { count: names.length + more })}
      {names.length > 0 ? ` ${format.text(texts.unclassifiedNames, { names: named.join(', ') })}` : ''}
    </p>
  )
}
