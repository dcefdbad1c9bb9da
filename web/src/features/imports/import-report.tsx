import type { ImportView } from '@paydesk/shared/administration/imports'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import facts from '../../ui/text/description-list.module.css'
import { formatCount, formatCountOf } from '../../ui/text/format-count.ts'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './imports-page.module.css'
import { importContentLabels, importRefusalLabels, importStatusLabels } from './labels.ts'
import { importQueries } from './queries.ts'

/**
 * Shows progress, added transactions and refused lines of one import. Lines appear by number, never by text.
 */
export function ImportReport({ env, id }: { readonly env: EnvironmentName; readonly id: string }): ReactNode {
  const query = useQuery(importQueries(useApiClient()).one(env, id))
  return (
    <Section title="Report" id="report">
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="The report could not be read"
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(view) => <ReportContent view={view} />}
      </AsyncView>
    </Section>
  )
}

function ReportContent({ view }: { readonly view: ImportView }): ReactNode {
  const { status, lines, done, added, refused, startedAt, endedAt } = view
  const { word, tone } = importStatusLabels[status]
  return (
    <div className={styles.report}>
      <p className={styles.status} role="status">
        <ToneIcon tone={tone} />
        <b>{word}</b>
        {status === 'running' ? ` · ${formatCount(done)} of ${formatCountOf(lines, 'line')}` : ''}
      </p>
      {status === 'running' ? (
        <progress aria-label="Progress of the import" value={done} max={Math.max(1, lines)} />
      ) : null}
      <dl className={facts.facts}>
        {[
          {
            term: 'Of',
            value: `${importContentLabels[view.of]}, by ${view.by === 'page' ? 'this page' : 'the command'}`,
          },
          { term: 'Started', value: <Timestamp at={startedAt} as="full" /> },
          { term: 'Ended', value: endedAt === null ? 'not yet' : <Timestamp at={endedAt} as="full" /> },
          { term: 'Lines', value: `${formatCount(done)} of ${formatCount(lines)} worked on` },
          { term: 'New here', value: formatCountOf(added, 'transaction') },
          { term: 'Refused', value: formatCountOf(refused, 'line') },
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
  const groups = new Map<ImportView['refusedLines'][number]['why'], number[]>()
  for (const { why, line } of view.refusedLines) groups.set(why, [...(groups.get(why) ?? []), line])
  const { unknown, unread } = view.service ?? { unknown: 0, unread: 0 }
  return (
    <>
      <ul className={styles.refused}>
        {[...groups].map(([why, lines]) => (
          <li key={why}>
            <span>
              <b>{formatCount(lines.length)}</b> {importRefusalLabels[why]}
            </span>
            <span className={styles.quiet}>
              {lines.length === 1 ? 'line' : 'lines'} {formatLineRanges(lines)}
            </span>
          </li>
        ))}
        {unknown > 0 ? (
          <li>
            <span>
              <b>{formatCount(unknown)}</b> not known to the service
            </span>
          </li>
        ) : null}
        {unread > 0 ? (
          <li>
            <span>
              <b>{formatCount(unread)}</b> could not be read at the service
            </span>
          </li>
        ) : null}
      </ul>
      {view.moreRefused ? (
        <p className={styles.quiet}>
          The first {formatCount(view.refusedLines.length)} lines refused for their form; there are more.
        </p>
      ) : null}
    </>
  )
}

/** Formats line numbers as ranges, for example `3, 7–9, 12`. */
export function formatLineRanges(lines: readonly number[]): string {
  const found: { from: number; to: number }[] = []
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = found.at(-1)
    if (last && line === last.to + 1) last.to = line
    else found.push({ from: line, to: line })
  }
  return found
    .map(({ from, to }) => (from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`))
    .join(', ')
}
