import type { ReactNode } from 'react'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import type { DocumentFileRef } from '../queries.ts'
import type { ViewableFile } from '../viewable-files.ts'
import { isSameFile } from '../viewable-files.ts'
import styles from './viewer.module.css'

interface DocumentFileStripProps {
  readonly files: readonly ViewableFile[]
  readonly here: DocumentFileRef
  readonly beside: DocumentFileRef | null
  readonly onChoose: (file: ViewableFile) => void
}

/** Lists every file that can be opened; a chosen file opens on the active side. */
export function DocumentFileStrip({ files, here, beside, onChoose }: DocumentFileStripProps): ReactNode {
  const { viewer: texts } = useMessages('documents')
  return (
    <ol className={styles.strip} aria-label={texts.strip}>
      {files.map((file, nth) => {
        const [isHere, isBeside] = [isSameFile(file, here), isSameFile(file, beside)]
        return (
          <li key={`${file.document} ${file.file}`}>
            <button
              type="button"
              className={styles.chip}
              aria-current={isHere || isBeside ? 'true' : undefined}
              onClick={() => onChoose(file)}
            >
              <span className={styles.nth}>{nth + 1}</span> {file.label}
              {isBeside ? <span className={styles.nth}>{texts.right}</span> : null}
              {isHere && beside ? <span className={styles.nth}>{texts.left}</span> : null}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
