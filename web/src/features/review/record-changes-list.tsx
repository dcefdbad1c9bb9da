import type { ReactNode } from 'react'
import { RawTime } from '../../ui/text/raw-time.tsx'
import styles from './decide.module.css'
import type { RecordFieldChange } from './field-labels.ts'
import { formatFieldPath } from './field-labels.ts'

interface RecordChangesListProps {
  readonly changes: readonly RecordFieldChange[]
  /** Header of the column with old values, for example "when you opened it". */
  readonly before: string
  /** Text shown without changes. */
  readonly none?: string
}

/** Lists changed fields of a record with old and new value. */
export function RecordChangesList({
  changes,
  before,
  none = 'Nothing of what changed is shown to your role.',
}: RecordChangesListProps): ReactNode {
  if (changes.length === 0) return <p className={styles.quiet}>{none}</p>
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">{before}</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.name}>
            <th scope="row" title={change.name}>
              {formatFieldPath(change.name)}
            </th>
            <td>
              <RawTime text={change.before} />
            </td>
            <td>
              <b>
                <RawTime text={change.after} />
              </b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
