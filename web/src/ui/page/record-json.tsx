import type { MaskedRecord } from '@paydesk/shared/core/masked-value'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { CopyButton } from '../text/copy-button.tsx'
import type { AsyncQuery } from './async-view.tsx'
import { AsyncView } from './async-view.tsx'
import { FreshnessLine } from './freshness-line.tsx'
import styles from './record-json.module.css'
import { Skeleton } from './skeleton.tsx'

interface RecordJsonProps {
  readonly query: AsyncQuery<MaskedRecord>
  /** Reads the record when opened, not before: this read is audited on its own. */
  readonly open: () => void
  readonly refetch: () => void
}

/** Shows the record as JSON with the same masks as the page. */
export function RecordJson({ query, open, refetch }: RecordJsonProps): ReactNode {
  const texts = useMessages('ui').rawData
  const [opened, setOpened] = useState(false)
  return (
    <details
      className={styles.record}
      onToggle={(event) => {
        setOpened(event.currentTarget.open)
        if (event.currentTarget.open) open()
      }}
    >
      <summary className={styles.summary}>{texts.title}</summary>
      {opened ? (
        <AsyncView
          query={query}
          retry={refetch}
          missing={texts.notLoaded}
          skeleton={<Skeleton lines={8} height={14} />}
        >
          {({ reading, record }) => {
            const text = JSON.stringify(record, null, 2)
            return (
              <>
                <p className={styles.bar}>
                  <FreshnessLine
                    reading={reading}
                    refetch={refetch}
                    busy={query.isFetching}
                    what={texts.noun}
                  />
                  <CopyButton text={text} what={texts.noun} />
                </p>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard access to a scrolling region */}
                <section className={styles.json} tabIndex={0} aria-label={texts.title}>
                  <pre>
                    <HighlightedJson text={text} />
                  </pre>
                </section>
              </>
            )
          }}
        </AsyncView>
      ) : null}
    </details>
  )
}

const jsonTokenPattern =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function HighlightedJson({ text }: { text: string }): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(jsonTokenPattern)) {
    pieces.push(text.slice(end, match.index))
    const kind = match[2] ? styles.name : match[1] ? styles.text : styles.literal
    pieces.push(
      <span key={match.index} className={kind}>
        {match[1] ?? match[0]}
      </span>,
      match[2] ?? '',
    )
    end = match.index + match[0].length
  }
  pieces.push(text.slice(end))
  return <code>{pieces}</code>
}
