import type { OpenedView } from '@paydesk/shared/compliance/documents'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { counted, countOf } from '../../../ui/text/counted.ts'
import { ShownValue } from '../../../ui/text/masked-value.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { cleaned, contentWords, headerWord } from '../words.ts'
import styles from './viewer.module.css'

/** What the file is, by its bytes, and what this view of it leaves behind. */
export function FileFacts({ view }: { readonly view: OpenedView }): ReactNode {
  const { facts, watermark } = view
  const rows: readonly (readonly [term: string, value: ReactNode])[] = [
    ['Name', <ShownValue key="name" value={cleaned(view.name)} mono />],
    ['Content', contentWords[facts.type]],
    ...(facts.headerType === null
      ? []
      : ([
          [
            'Sent as',
            <span key="sent" className={styles.differs}>
              <span aria-hidden>▲</span> {headerWord(facts.headerType)}: the content decides
            </span>,
          ],
        ] as const)),
    ['Size', `${byteWords(facts.bytes)} (${countOf(facts.bytes, 'byte')})`],
    ...(facts.width === null || facts.height === null
      ? []
      : ([['Pixels', `${counted(facts.width)} × ${counted(facts.height)}`]] as const)),
    ...(facts.pages === null ? [] : ([['Pages', counted(facts.pages)]] as const)),
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

/** `182 KB`, in thousands. */
function byteWords(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte')
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`
}
