import type { DocumentFile, DocumentHandle, DocumentSummary } from '@paydesk/shared/compliance/documents'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'
import { DocumentFileLink } from './document-file-link.tsx'
import styles from './documents.module.css'
import { describeFileLocation, labelDocument, sanitizeText, sanitizeValue } from './labels.ts'
import type { DocumentsIdentityRef } from './queries.ts'

/**
 * Renders one value of a document. `path` leads from the document to the value, as in a reveal request;
 * `what` is the label of the value; `shown` is the value as it would be shown alone.
 */
export type RenderDocumentValue = (
  at: { readonly document: DocumentHandle; readonly path: readonly string[]; readonly what: string },
  value: MaskedValue,
  shown: ReactNode,
) => ReactNode

interface DocumentCardViewProps {
  readonly card: DocumentSummary
  /** Shortcut that opens the document. */
  readonly digit: string | null
  /** Identity of the document; null for a role that may not see the content of documents. */
  readonly identity: DocumentsIdentityRef | null
  readonly renderValue: RenderDocumentValue | undefined
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Shows a document of the payment service's list. One of undocumented shape is shown with its raw fields. */
export function DocumentCardView({ card, digit, identity, renderValue }: DocumentCardViewProps): ReactNode {
  const isOpenable = identity !== null && card.files.some(({ where }) => where === 'here')
  const country = card.members.find(({ name, path }) => name === 'country' && path.length === 3)
  const rest = card.members.filter((member) => member !== country)
  const of = { card, renderValue }
  return (
    <li className={styles.card} data-shape={card.shape}>
      <div className={styles.head}>
        <h3 className={styles.word}>
          {card.shape === 'known' ? labelDocument(card) : 'Of an unknown shape'}
        </h3>
        {digit !== null && isOpenable ? <Kbd keys={digit} /> : null}
      </div>
      <dl className={styles.facts}>
        <Line term="Status" isGiven={card.status.seen !== 'absent'}>
          <CardValue {...of} path={['status']} name="status" value={card.status} />
        </Line>
        <Line term="Created" isGiven={card.createdAt.seen !== 'absent'}>
          <FieldValue value={sanitizeValue(card.createdAt)} render={(text) => <RawTime text={text} />} />
        </Line>
        <Line term="Country" isGiven={country !== undefined}>
          {country ? (
            <CardValue
              {...of}
              path={['members', 'country']}
              name="country"
              value={country.value}
              render={formatCountry}
            />
          ) : null}
        </Line>
      </dl>
      <ul className={styles.files}>
        {card.files.map((file) => (
          <FileLine key={file.file} {...of} file={file} identity={identity} />
        ))}
        {card.files.length + card.moreFiles === 0 ? <li className={styles.says}>Names no file.</li> : null}
        {card.moreFiles > 0 ? (
          <li className={styles.says}>{formatCountOf(card.moreFiles, 'further file')}, not listed.</li>
        ) : null}
      </ul>
      {rest.length > 0 ? (
        <dl className={styles.members}>
          {rest.map(({ name, path, value }) => {
            const inner = path.slice(2)
            return (
              <div key={path.join('.')}>
                <dt>
                  <code>{sanitizeText(inner.length === 0 ? name : inner.join('.'))}</code>
                </dt>
                <dd>
                  <CardValue
                    {...of}
                    path={['members', ...inner]}
                    name={inner.length === 0 ? name : inner.join(' ')}
                    value={value}
                  />
                </dd>
              </div>
            )
          })}
        </dl>
      ) : null}
      {card.moreMembers > 0 ? (
        <p className={styles.says}>{formatCountOf(card.moreMembers, 'further member')}, not listed.</p>
      ) : null}
    </li>
  )
}

interface CardValueProps extends Pick<DocumentCardViewProps, 'card' | 'renderValue'> {
  readonly path: readonly string[]
  /** Label in plain words, used in the reveal's description. */
  readonly name: string
  readonly value: MaskedValue
  readonly mono?: boolean
  readonly render?: (text: string) => ReactNode
}

/** Shows a value of the document, with the control to reveal it if the page passes `renderValue`. */
function CardValue({ card, renderValue, path, name, value, ...look }: CardValueProps): ReactNode {
  const shown = <FieldValue value={sanitizeValue(value)} {...look} />
  if (!renderValue) return shown
  const what = `${sanitizeText(name).replaceAll('_', ' ')} of ${labelDocument(card)}, document ${card.position + 1}`
  return renderValue({ document: card.document, path, what }, value, shown)
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

interface FileLineProps extends Pick<DocumentCardViewProps, 'card' | 'identity' | 'renderValue'> {
  readonly file: DocumentFile
}

function FileLine({ file, identity, ...of }: FileLineProps): ReactNode {
  const { card } = of
  const closed = describeFileLocation(file)
  const name = getVisibleText(file.name)
  const words = (
    <>
      Open{card.files.length > 1 ? ` file ${file.file + 1}` : ''}
      <span className="unseen"> of {labelDocument(card)}</span>
    </>
  )
  return (
    <li className={styles.file}>
      {closed === null ? (
        identity === null ? null : (
          <DocumentFileLink {...identity} document={card.document} file={file.file}>
            {words}
          </DocumentFileLink>
        )
      ) : (
        <span className={styles.closed}>
          File {file.file + 1}: {closed}
        </span>
      )}
      {name === null ? null : (
        <bdi className={styles.name}>
          <CardValue
            {...of}
            path={['files', String(file.file), 'name']}
            name={card.files.length > 1 ? `name of file ${file.file + 1}` : 'file name'}
            value={file.name}
            mono
          />
        </bdi>
      )}
    </li>
  )
}

function formatCountry(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regionNames.of(code) : undefined
  return name ? `${name} (${code})` : code
}
