import type { OpenedFile } from '@paydesk/shared/compliance/documents'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { FieldValue } from '../../../ui/text/field-value.tsx'
import { formatCount, formatCountOf } from '../../../ui/text/format-count.ts'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { contentTypeLabels, labelHeaderType, sanitizeValue } from '../labels.ts'
import styles from './viewer.module.css'

/** Shows the facts detected from the bytes of the file, and what this view records. */
export function DocumentFileFacts({ view }: { readonly view: OpenedFile }): ReactNode {
  const { facts, watermark } = view
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    ['Name', <FieldValue key="name" value={sanitizeValue(view.name)} mono />],
    ['Content', contentTypeLabels[facts.type]],
    ...(facts.headerType === null
      ? []
      : ([
          [
            'Sent as',
            <span key="sent" className={styles.differs}>
              <span aria-hidden>▲</span> {labelHeaderType(facts.headerType)}: the content decides
            </span>,
          ],
        ] as const)),
    ['Size', `${formatBytes(facts.bytes)} (${formatCountOf(facts.bytes, 'byte')})`],
    ...(facts.width === null || facts.height === null
      ? []
      : ([['Pixels', `${formatCount(facts.width)} × ${formatCount(facts.height)}`]] as const)),
    ...(facts.pages === null ? [] : ([['Pages', formatCount(facts.pages)]] as const)),
    [
      'SHA-256',
      <span key="sum" className={styles.sum}>
        {facts.sha256} <CopyButton text={facts.sha256} what="SHA-256" />
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
        Recorded: {watermark.person}, <Timestamp at={watermark.at} as="full" />,{' '}
        {watermark.purpose.toLowerCase()}, <code>{watermark.caseRef}</code>. How long it is open is recorded
        when it is closed.
      </p>
    </>
  )
}

/** Returns a text such as `182 KB`, in units of 1,000. */
function formatBytes(bytes: number): string {
  if (bytes < 1_000) return formatCountOf(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
