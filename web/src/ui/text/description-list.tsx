import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './description-list.module.css'
import { FieldValue } from './field-value.tsx'

export interface DescriptionItem {
  readonly term: string
  readonly value: MaskedValue
  readonly mono?: boolean
  readonly copy?: string
  readonly render?: (text: string) => ReactNode
  /** Shown instead of the value if several fields are needed. */
  readonly node?: ReactNode
}

interface DescriptionListProps {
  readonly facts: readonly DescriptionItem[]
  /** Single line shown if the role sees none of the facts. */
  readonly hidden: string
}

/** Shows terms and values in two aligned columns. Names the values hidden for the role in one line. */
export function DescriptionList({ facts, hidden }: DescriptionListProps): ReactNode {
  const { value } = useMessages('ui')
  const format = useFormatter()
  const visible = facts.filter((fact) => fact.value.visibility !== 'hidden')
  const masked = facts.filter((fact) => fact.value.visibility === 'hidden').map(({ term }) => term)
  if (visible.length === 0) return <p className={styles.quiet}>{hidden}</p>
  return (
    <>
      <dl className={styles.facts}>
        {visible.map(({ term, node, ...fact }) => (
          <div key={term} className={styles.fact}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.value}>{node ?? <FieldValue {...fact} />}</dd>
          </div>
        ))}
      </dl>
      {masked.length > 0 ? (
        <p className={styles.quiet}>{format.text(value.hiddenFields, { fields: masked.join(', ') })}</p>
      ) : null}
    </>
  )
}
