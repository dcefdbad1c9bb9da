import type { DocumentFileAccess } from '@paydesk/shared/compliance/documents'
import type { Formatter } from '@paydesk/shared/core/formatter'
import type { Messages } from '@paydesk/shared/messages/catalogue'
import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { describeFileDefects, labelDeclaredContentType, sanitizeDocumentValue } from '../labels.ts'
import styles from './viewer.module.css'

/** Shows the facts detected from the bytes of the file, and what this view records. */
export function DocumentFileFacts({ view }: { readonly view: DocumentFileAccess }): ReactNode {
  const texts = useMessages('documents')
  const { facts: terms } = texts
  const format = useFormatter()
  const { facts, watermark } = view
  const { purposes } = useMessages('lists')
  const remark = describeFileDefects(facts, texts, format)
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    [terms.name, <FieldValue key="name" value={sanitizeDocumentValue(view.name)} mono />],
    [terms.content, texts.contentTypes[facts.type]],
    ...(facts.headerType === null
      ? []
      : ([
          [
            terms.declared,
            <span key="sent" className={styles.differs}>
              <span aria-hidden>▲</span>{' '}
              {format.text(terms.differs, { type: labelDeclaredContentType(facts.headerType, texts) })}
            </span>,
          ],
        ] as const)),
    [
      terms.size,
      format.text(terms.sizeIs, {
        size: formatBytes(facts.bytes, terms, format),
        bytes: format.text(terms.bytes, { count: facts.bytes }),
      }),
    ],
    ...(facts.width === null || facts.height === null
      ? []
      : ([[terms.pixels, `${format.number(facts.width)} × ${format.number(facts.height)}`]] as const)),
    ...(remark === null
      ? []
      : ([
          [
            terms.remark,
            <span key="remark" className={styles.differs}>
              <span aria-hidden>▲</span> {remark}
            </span>,
          ],
        ] as const)),
    ...(facts.pages === null ? [] : ([[terms.pages, format.number(facts.pages)]] as const)),
    [
      terms.sha256,
      <span key="sum" className={styles.sum}>
        {facts.sha256} <CopyButton text={facts.sha256} what={terms.sha256} />
      </span>,
    ],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.recorded}>
        {format.parts(terms.recorded, {
          person: watermark.person,
          time: <Timestamp key="time" at={watermark.at} as="full" />,
          purpose: purposes[watermark.purpose],
          ticket: <code key="ticket">{watermark.caseRef}</code>,
        })}
      </p>
    </>
  )
}

/** Returns a text such as `182 KB`, in units of 1,000. */
function formatBytes(
  bytes: number,
  texts: Messages['documents']['facts'],
  { number, text }: Formatter,
): string {
  if (bytes < 1_000) return text(texts.bytes, { count: bytes })
  const isSmall = bytes < 1_000_000
  const size = bytes / (isSmall ? 1_000 : 1_000_000)
  const rounded = number(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))
  return text(isSmall ? texts.kilobytes : texts.megabytes, { size: rounded })
}
