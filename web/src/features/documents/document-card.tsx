import type { DocumentFile, DocumentHandle, DocumentSummary } from '@paydesk/shared/compliance/documents'
import type { Language } from '@paydesk/shared/core/formatter'
import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useFormatter, useMessageStore, useMessages } from '../../lib/messages/messages-context.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { RawTime } from '../../ui/text/raw-time.tsx'
import { DocumentFileLink } from './document-file-link.tsx'
import styles from './documents.module.css'
import { labelDocument, sanitizeDocumentText, sanitizeDocumentValue } from './labels.ts'
import type { DocumentsIdentityRef } from './queries.ts'

/**
 * Renders one value of a document. `path` leads from the document to the value, as in a reveal request;
 * `what` is the label of the value; `shown` is the value as it would be shown alone.
 */
export type DocumentValueRenderer = (
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
  readonly renderValue: DocumentValueRenderer | undefined
}

/** Shows a document of the payment service's list. One of undocumented shape is shown with its raw fields. */
export function DocumentCardView({ card, digit, identity, renderValue }: DocumentCardViewProps): ReactNode {
  const texts = useMessages('documents')
  const format = useFormatter()
  const { language } = useMessageStore().read().options
  const { values } = texts.card
  const opened = card.files.find(({ location }) => location === 'here')
  const country = card.fields.find(({ name, path }) => name === 'country' && path.length === 3)
  const rest = card.fields.filter((member) => member !== country)
  const of = { card, renderValue }
  return (
    <li className={styles.card} data-shape={card.shape}>
      <div className={styles.head}>
        <h3 className={styles.word}>
          {card.shape === 'known' ? labelDocument(card, texts) : texts.card.unknownShape}
        </h3>
      </div>
      <dl className={styles.facts}>
        <Line term={texts.card.status} isGiven={card.status.visibility !== 'absent'}>
          <CardValue {...of} path={['status']} name={values.status} value={card.status} />
        </Line>
        <Line term={texts.card.created} isGiven={card.createdAt.visibility !== 'absent'}>
          <FieldValue
            value={sanitizeDocumentValue(card.createdAt)}
            render={(text) => <RawTime text={text} />}
          />
        </Line>
        <Line term={texts.card.country} isGiven={country !== undefined}>
          {country ? (
            <CardValue
              {...of}
              path={['fields', 'country']}
              name={values.country}
              value={country.value}
              render={(code) => formatCountry(code, language)}
            />
          ) : null}
        </Line>
      </dl>
      <ul className={styles.files}>
        {card.files.map((file) => (
          <FileLine
            key={file.file}
            {...of}
            file={file}
            identity={identity}
            keys={file === opened ? (digit ?? undefined) : undefined}
          />
        ))}
        {card.files.length + card.moreFiles === 0 ? (
          <li className={styles.says}>{texts.card.noFile}</li>
        ) : null}
        {card.moreFiles > 0 ? (
          <li className={styles.says}>{format.text(texts.card.moreFiles, { count: card.moreFiles })}</li>
        ) : null}
      </ul>
      {rest.length > 0 ? (
        <dl className={styles.members}>
          {rest.map(({ name, path, value }) => {
            const inner = path.slice(2)
            return (
              <div key={path.join('.')}>
                <dt>
                  <code>{sanitizeDocumentText(inner.length === 0 ? name : inner.join('.'))}</code>
                </dt>
                <dd>
                  <CardValue
                    {...of}
                    path={['fields', ...inner]}
                    name={inner.length === 0 ? name : inner.join(' ')}
                    value={value}
                  />
                </dd>
              </div>
            )
          })}
        </dl>
      ) : null}
      {card.moreFields > 0 ? (
        <p className={styles.says}>{format.text(texts.card.moreFields, { count: card.moreFields })}</p>
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
  const texts = useMessages('documents')
  const format = useFormatter()
  const shown = <FieldValue value={sanitizeDocumentValue(value)} {...look} />
  if (!renderValue) return shown
  const what = format.text(texts.card.valueOf, {
    name: sanitizeDocumentText(name).replaceAll('_', ' '),
    document: labelDocument(card, texts),
    count: card.position + 1,
  })
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
  readonly keys: string | undefined
}

function FileLine({ file, identity, keys, ...of }: FileLineProps): ReactNode {
  const texts = useMessages('documents')
  const format = useFormatter()
  const { card } = of
  const count = file.file + 1
  const name = getVisibleText(file.name)
  const words = (
    <>
      {card.files.length > 1 ? format.text(texts.card.openFile, { count }) : texts.card.open}
      <span className="unseen">
        {' '}
        {format.text(texts.card.openOf, { document: labelDocument(card, texts) })}
      </span>
    </>
  )
  return (
    <li className={styles.file}>
      {file.location === 'here' ? (
        identity === null ? null : (
          <DocumentFileLink {...identity} document={card.document} file={file.file} keys={keys}>
            {words}
          </DocumentFileLink>
        )
      ) : (
        <span className={styles.closed}>{format.text(texts.fileLocations[file.location], { count })}</span>
      )}
      {name === null ? null : (
        <bdi className={styles.name}>
          <CardValue
            {...of}
            path={['files', String(file.file), 'name']}
            name={
              card.files.length > 1
                ? format.text(texts.card.values.nameOfFile, { count })
                : texts.card.values.fileName
            }
            value={file.name}
            mono
          />
        </bdi>
      )}
    </li>
  )
}

function formatCountry(code: string, language: Language): string {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const name = /^[A-Z]{2}$/.test(code) ? names.of(code) : undefined
  return name ? `${name} (${code})` : code
}
