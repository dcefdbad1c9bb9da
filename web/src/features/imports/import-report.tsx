import type { IdImport } from '@paydesk/shared/administration/imports'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import facts from '../../ui/text/description-list.module.css'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './imports-page.module.css'
import { importStatusTones } from './labels.ts'
import { idImportQueries } from './queries.ts'
import { StopImportDialog } from './stop-import-dialog.tsx'

/**
 * Shows progress, added transactions and refused lines of one import. Lines appear by number, never by text.
 */
export function ImportReport({ env, id }: { readonly env: EnvironmentName; readonly id: string }): ReactNode {
  const texts = useMessages('imports')
  const query = useQuery(idImportQueries(useApiClient()).one(env, id))
  return (
    <Section title={texts.report} id="report">
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.reportNotLoaded}
        skeleton={<Skeleton lines={6} height={22} />}
      >
        {(view) => <ReportContent env={env} view={view} />}
      </AsyncView>
    </Section>
  )
}

interface ReportProps {
  readonly env: EnvironmentName
  readonly view: IdImport
}

function ReportContent({ env, view }: ReportProps): ReactNode {
  const { details: texts, sources, statuses, stop, types } = useMessages('imports')
  const format = useFormatter()
  const { status, lines, done, added, refused, startedAt, endedAt } = view
  const [isStopping, setStopping] = useState(false)
  const read = done + refused
  const progress = format.text(texts.read, { read, lines })
  return (
    <div className={styles.report}>
      <div className={styles.progress}>
        <span className={styles.status}>
          <ToneIcon tone={importStatusTones[status]} />
          {/* Announces the state only: a count that changes every two seconds would talk without end. */}
          <b role="status">{statuses[status]}</b>
          {status === 'running' ? <span> · {progress}</span> : null}
        </span>
        {status === 'running' ? <Button onClick={() => setStopping(true)}>{stop.button}</Button> : null}
      </div>
      {status === 'running' ? (
        <progress aria-label={texts.progress} value={read} max={Math.max(1, lines)} />
      ) : null}
      {status === 'stopped' && endedAt !== null ? (
        <p>{format.text(texts.stoppedAt, { count: lines - read })}</p>
      ) : null}
      {isStopping && status === 'running' ? (
        <StopImportDialog env={env} view={view} onClose={() => setStopping(false)} />
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
          { term: texts.accepted, value: format.text(texts.lines, { count: done }) },
          { term: texts.refused, value: format.text(texts.lines, { count: refused }) },
          { term: texts.added, value: format.text(texts.transactions, { count: added }) },
        ].map(({ term, value }) => (
          <div key={term} className={facts.fact}>
            <dt className={facts.term}>{term}</dt>
            <dd className={facts.value}>{value}</dd>
          </div>
        ))}
      </dl>
      {view.refused > 0 ? <RefusedLines view={view} /> : null}
      {view.refusedLines.length > 0 ? <RefusedLinesFile env={env} view={view} /> : null}
    </div>
  )
}

/** Offers every line refused for its form as a file, so that a person can mend the list. */
function RefusedLinesFile({ env, view }: ReportProps): ReactNode {
  const { details: texts } = useMessages('imports')
  const client = useApiClient()
  const file = useDataExport({
    name: 'paydesk-rejected-lines',
    open: (signal, query) =>
      client.stream(endpoints.exportRefusedImportLines, {
        params: { env, import: view.import },
        query,
        signal,
      }),
    missing: texts.notExported,
    expected: view.moreRefused ? null : view.refusedLines.length,
    // Numbers and reasons, not rows about people: exported without an approval.
    selection: null,
    isMasked: false,
  })
  return (
    <>
      <p className={styles.file}>
        <ExportButton {...file} />
        <span className={styles.quiet}>{texts.exportHint}</span>
      </p>
      <ExportStatus {...file} />
    </>
  )
}

function RefusedLines({ view }: Pick<ReportProps, 'view'>): ReactNode {
  const { details: texts, refusals } = useMessages('imports')
  const format = useFormatter()
  const countIn = (message: typeof texts.unknown, count: number) =>
    format.parts<typeof message, ReactNode>(message, { count: <b key="count">{format.number(count)}</b> })
  const groups = new Map<IdImport['refusedLines'][number]['reason'], number[]>()
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
