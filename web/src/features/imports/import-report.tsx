import type { ImportView } from '@paydesk/shared/administration/imports'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import facts from '../../ui/text/description-list.module.css'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './imports-page.module.css'
import { importStatusTones } from './labels.ts'
import { importQueries } from './queries.ts'

/**
 * Shows progress, added transactions and refused lines of one import. Lines appear by number, never by text.
 */
export function ImportReport({ env, id }: { readonly env: EnvironmentName; readonly id: string }): ReactNode {
  const texts = useMessages('imports')
  const query = useQuery(importQueries(useApiClient()).one(env, id))
  return (
    <Section title={texts.report} id="report">
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.reportNotLoaded}
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(view) => <ReportContent view={view} />}
      </AsyncView>
    </Section>
  )
}

function ReportContent({ view }: { readonly view: ImportView }): ReactNode {
  const { details: texts, sources, statuses, types } = useMessages('imports')
  const format = useFormat()
  const { status, lines, done, added, refused, startedAt, endedAt } = view
  const progress = format.text(texts.done, { done, lines })
  return (
    <div className={styles.report}>
      <p className={styles.status} role="status">
        <ToneIcon tone={importStatusTones[status]} />
        <b>{statuses[status]}</b>
        {status === 'running' ? ` · ${progress}` : ''}
      </p>
      {status === 'running' ? (
        <progress aria-label={texts.progress} value={done} max={Math.max(1, lines)} />
      ) : null}
      <dl className={facts.facts}>
        {[
          {
            term: texts.content,
            value: format.text(texts.source, { content: types[view.kind], source: sources[view.by] }),
          },
          { term: texts.started, value: <Timestamp at={startedAt} as="full" /> },
          {
            term: texts.ended,
            value: endedAt === null ? texts.running : <Timestamp at={endedAt} as="full" />,
          },
          { term: texts.processed, value: progress },
          { term: texts.added, value: format.text(texts.transactions, { count: added }) },
          { term: texts.refused, value: format.text(texts.lines, { count: refused }) },
        ].map(({ term, value }) => (
          <div key={term} className={facts.fact}>
            <dt className={facts.term}>{term}</dt>
            <dd className={facts.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {view.refused > 0 ? <RefusedLines view={view} /> : null}
    </div>
  )
}

function RefusedLines({ view }: { readonly view: ImportView }): ReactNode {
  const { details: texts, refusals } = useMessages('imports')
  const format = useFormat()
  const countIn = (message: typeof texts.unknown, count: number) =>
    format.parts<typeof message, ReactNode>(message, { count: <b key="count">{format.number(count)}</b> })
  const groups = new Map<ImportView['refusedLines'][number]['reason'], number[]>()
  for (const { reason, line } of view.refusedLines) groups.set(reason, [...(groups.get(reason) ?? []), line])
  const { unknown, unread } = view.service ?? { unknown: 0, unread: 0 }
  return (
    <>
      <ul className={styles.refused}>
        {[...groups].map(([why, lines]) => (
          <li key={why}>
            <span>{countIn(refusals[why], lines.length)}</span>
            <span className={styles.quiet}>
              {format.text(texts.lineNumbers, {
                count: lines.length,
                numbers: formatLineRanges(lines, format.number),
              })}
            </span>
          </li>
        ))}
        {unknown > 0 ? (
          <li>
            <span>{countIn(texts.unknown, unknown)}</span>
          </li>
        ) : null}
        {unread > 0 ? (
          <li>
            <span>{countIn(texts.unread, unread)}</span>
          </li>
        ) : null}
      </ul>
      {view.moreRefused ? (
        <p className={styles.quiet}>{format.text(texts.more, { count: view.refusedLines.length })}</p>
      ) : null}
    </>
  )
}

/** Formats line numbers as ranges, for example `3, 7–9, 12`. */
export function formatLineRanges(
  lines: readonly number[],
  formatLine: (line: number) => string = String,
): string {
  const found: { from: number; to: number }[] = []
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && line === last.to + 1) last.to = line
    else found.push({ from: line, to: line })
  }
  return found
    .map(({ from, to }) => (from === to ? formatLine(from) : `${formatLine(from)}–${formatLine(to)}`))
    .join(', ')
}
