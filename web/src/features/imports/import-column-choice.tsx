import type { ImportColumn, ImportPreview } from '@paydesk/shared/administration/import-csv'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './imports-page.module.css'

interface ImportColumnChoiceProps {
  readonly preview: ImportPreview
  readonly chosen: ImportColumn | null
  readonly onChoose: (column: ImportColumn) => void
}

const maxColumns = 12
const maxCellLength = 30

/** Shows the first cells of each column, and which column is read; a person chooses it if it is not certain. */
export function ImportColumnChoice({ preview, chosen, onChoose }: ImportColumnChoiceProps): ReactNode {
  const { form: texts } = useMessages('imports')
  const format = useFormatter()
  const name = useId()
  const isCertain = preview.column !== null
  const cellsOf = (at: number) =>
    preview.rows
      .slice(0, 4)
      .map((cells) => (cells[at] ?? '').trim().slice(0, maxCellLength))
      .join(' · ')
  return (
    <fieldset className={styles.columns} aria-describedby={`${name}-help`}>
      <legend>{texts.column}</legend>
      <p id={`${name}-help`} className={isCertain ? styles.quiet : styles.wrong}>
        {isCertain ? texts.columnCertain : texts.columnUncertain}
      </p>
      {Array.from({ length: Math.min(preview.columns, maxColumns) }, (_, at) => (
        <label key={`column ${at + 1}`}>
          <input
            type="radio"
            name={name}
            checked={chosen?.at === at}
            disabled={isCertain}
            onChange={() => onChoose({ at, heading: chosen?.heading ?? true })}
          />
          {format.text(texts.columnName, { number: at + 1, cells: cellsOf(at) })}
        </label>
      ))}
      {isCertain || chosen === null ? null : (
        <label>
          <input
            type="checkbox"
            checked={chosen.heading}
            onChange={(event) => onChoose({ ...chosen, heading: event.target.checked })}
          />
          {texts.heading}
        </label>
      )}
    </fieldset>
  )
}
