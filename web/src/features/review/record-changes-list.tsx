import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'
import styles from './decide.module.css'
import type { RecordFieldChange } from './field-labels.ts'
import { formatFieldPath } from './field-labels.ts'
import { useFormatComparedValue } from './use-format-compared-value.ts'

interface RecordChangesListProps {
  readonly changes: readonly RecordFieldChange[]
  /** Header of the column with old values, for example "when you opened it". */
  readonly before: string
  /** Text shown without changes. */
  readonly none?: string
}

/** Lists changed fields of a record with old and new value. */
export function RecordChangesList({ changes, before, none }: RecordChangesListProps): ReactNode {
  const texts = useMessages('review')
  const { steps } = useMessages('transactions')
  const format = useFormatter()
  const word = useFormatComparedValue()
  if (changes.length === 0) return <p className={styles.quiet}>{none ?? texts.changes.none}</p>
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{texts.changes.field}</th>
          <th scope="col">{before}</th>
          <th scope="col">{texts.changes.now}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.name}>
            <th scope="row" title={change.name}>
              {formatFieldPath(change.name, texts, steps.names, format)}
            </th>
            <td>
              <RawTime text={word(change.before)} />
            </td>
            <td>
              <b>
                <RawTime text={word(change.after)} />
              </b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
