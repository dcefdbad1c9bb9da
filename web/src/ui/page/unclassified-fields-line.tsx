import type { ReactNode } from 'react'
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
  if (!unclassified || unclassified.names.length + unclassified.more === 0) return null
  const { names, more } = unclassified
  const count = names.length + more
  return (
    <p className={styles.quiet}>
      {count} further {count === 1 ? 'member' : 'members'} of the record {count === 1 ? 'is' : 'are'} not
      shown: nobody has classified {count === 1 ? 'it' : 'them'}
      {names.length > 0 ? ` (${names.join(', ')}${more > 0 ? ` and ${more} more` : ''})` : ''}.
    </p>
  )
}
