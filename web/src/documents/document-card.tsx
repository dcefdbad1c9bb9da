import type { DocumentCard, DocumentFile } from '@paydesk/shared/documents'
import type { ReactNode } from 'react'
import { countOf } from '../ui/counted.ts'
import { Kbd } from '../ui/kbd.tsx'
import { RawTime } from '../ui/raw-time.tsx'
import { ShownValue, shownText } from '../ui/shown-value.tsx'
import styles from './documents.module.css'
import type { FileRef } from './queries.ts'
import { cleaned, cleanText, documentWord, whereWords } from './words.ts'

interface DocumentCardViewProps {
  readonly card: DocumentCard
  /** The key that opens it. */
  readonly digit: string | null
  /** Null for a role that sees no content. */
  readonly link: ((file: FileRef, words: ReactNode) => ReactNode) | null
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** One document as the service lists it; a shape that nobody knows stands there with the names of its members. */
export function DocumentCardView({ card, digit, link }: DocumentCardViewProps): ReactNode {
  const isOpenable = link !== null && card.files.some(({ where }) => where === 'here')
  const known = new Set(['type', 'kind', 'status', 'created_at', 'country'])
  const rest = card.members.filter(({ name, path }) => path.length > 3 || !known.has(name))
  const country = card.members.find(({ name }) => name === 'country')
  return (
    <li className={styles.card} data-shape={card.shape}>
      <div className={styles.head}>
        <h3 className={styles.word}>{card.shape === 'known' ? documentWord(card) : 'Of an unknown shape'}</h3>
        {digit !== null && isOpenable ? <Kbd keys={digit} /> : null}
      </div>
      <dl className={styles.facts}>
        <Line term="Status" isGiven={card.status.seen !== 'absent'}>
          <ShownValue value={cleaned(card.status)} />
        </Line>
        <Line term="Created" isGiven={card.createdAt.seen !== 'absent'}>
          <ShownValue value={cleaned(card.createdAt)} render={(text) => <RawTime text={text} />} />
        </Line>
        <Line term="Country" isGiven={country !== undefined}>
          {country ? <ShownValue value={cleaned(country.value)} render={countryWord} /> : null}
        </Line>
      </dl>
      <ul className={styles.files}>
        {card.files.map((file) => (
          <FileLine key={file.file} card={card} file={file} link={link} />
        ))}
        {card.files.length + card.moreFiles === 0 ? <li className={styles.says}>Names no file.</li> : null}
        {card.moreFiles > 0 ? (
          <li className={styles.says}>{countOf(card.moreFiles, 'further file')}, not listed.</li>
        ) : null}
      </ul>
      {rest.length + card.moreMembers > 0 ? (
        <p className={styles.says}>
          Further members:{' '}
          {rest.map(({ name, path }) => (
            <code key={path.join('.')} className={styles.member}>
              {cleanText(name)}
            </code>
          ))}
          {card.moreMembers > 0 ? ` and ${card.moreMembers} more` : ''}
        </p>
      ) : null}
    </li>
  )
}

interface LineProps {
  readonly term: string
  readonly isGiven: boolean
  readonly children: ReactNode
}

function Line({ term, isGiven, children }: LineProps): ReactNode {
  return isGiven ? (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
}

interface FileLineProps extends Pick<DocumentCardViewProps, 'link'> {
  readonly card: DocumentCard
  readonly file: DocumentFile
}

function FileLine({ card, file, link }: FileLineProps): ReactNode {
  const closed = whereWords(file)
  const name = shownText(file.name)
  const words = (
    <>
      Open{card.files.length > 1 ? ` file ${file.file + 1}` : ''}
      <span className="unseen"> of {documentWord(card)}</span>
    </>
  )
  return (
    <li className={styles.file}>
      {closed === null ? (
        link?.({ document: card.document, file: file.file }, words)
      ) : (
        <span className={styles.closed}>
          File {file.file + 1}: {closed}
        </span>
      )}
      {name === null ? null : (
        <bdi className={styles.name}>
          <ShownValue value={cleaned(file.name)} mono />
        </bdi>
      )}
    </li>
  )
}

function countryWord(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regions.of(code) : undefined
  return name ? `${name} (${code})` : code
}
