import type { ReactNode } from 'react'
import type { ListedFile } from '../files.ts'
import { isSame } from '../files.ts'
import type { FileRef } from '../queries.ts'
import styles from './viewer.module.css'

interface FileStripProps {
  readonly files: readonly ListedFile[]
  readonly here: FileRef
  readonly beside: FileRef | null
  readonly onChoose: (file: ListedFile) => void
}

/** Every file that can be opened; what is chosen comes onto the side that is worked on. */
export function FileStrip({ files, here, beside, onChoose }: FileStripProps): ReactNode {
  return (
    <ol className={styles.strip} aria-label="Documents of this identity">
      {files.map((file, nth) => {
        const [isHere, isBeside] = [isSame(file, here), isSame(file, beside)]
        return (
          <li key={`${file.document} ${file.file}`}>
            <button
              type="button"
              className={styles.chip}
              aria-current={isHere || isBeside ? 'true' : undefined}
              onClick={() => onChoose(file)}
            >
              <span className={styles.nth}>{nth + 1}</span> {file.word}
              {isBeside ? <span className={styles.nth}>right</span> : null}
              {isHere && beside ? <span className={styles.nth}>left</span> : null}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
