import type { ExportRequestView } from '@paydesk/shared/cases/export-requests'
import type { ExportFormat } from '@paydesk/shared/core/endpoint'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiClient } from '../../lib/api/api-client.ts'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { exportRequestQueries, refreshExportRequests } from '../../ui/exports/queries.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ApprovalForm } from '../../ui/page/approval-form.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import styles from '../../ui/page/request-list.module.css'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { describeSelection } from './describe-selection.ts'

interface ExportRequestItemProps {
  readonly env: EnvironmentName
  readonly one: ExportRequestView
}

/** Shows one export request: rows, filter in words, requester, purpose, status, and the actions open to this user. */
export function ExportRequestItem({ env, one }: ExportRequestItemProps): ReactNode {
  const texts = useMessages('exportRequests')
  const { page } = texts
  const list = useMessages('transactionList')
  const ui = useMessages('ui')
  const format = useFormat()
  const { purposes } = useMessages('lists')
  const client = useApiClient()
  const queryClient = useQueryClient()
  const { answer } = one
  const conditions = describeSelection(one, { page, list, ui }, format)
  return (
    <li tabIndex={-1} className={styles.item}>
      <div className={styles.line}>
        <strong>{texts.lists[one.selection.list]}</strong>
        <span>{format.text(texts.rows, { count: one.rows })}</span>
        <span>
          {purposes[one.purpose]} · <code>{one.caseRef}</code>
        </span>
        <span className={styles.status} data-status={one.status}>
          {texts.statuses[one.status]}
        </span>
      </div>
      <p>
        {page.filter}:{' '}
        {conditions.length === 0
          ? page.noFilter
          : conditions.map(([name, value]) => `${name}: ${value}`).join(' · ')}
      </p>
      <p className={styles.words}>
        <FieldValue value={one.text} />
      </p>
      <p className={styles.quiet}>
        {format.parts(one.by.me ? page.ownRequested : page.requested, {
          name: one.by.name,
          time: <Timestamp key="asked" at={one.at} as="relative" />,
        })}
        {one.status === 'waiting' ? (
          <>, {format.parts(page.openUntil, { time: <Timestamp key="open" at={one.until} as="time" /> })}</>
        ) : null}
        {one.downloadUntil && one.status === 'confirmed' ? (
          <>
            ,{' '}
            {format.parts(page.downloadUntil, {
              time: <Timestamp key="until" at={one.downloadUntil} as="time" />,
            })}
          </>
        ) : null}
        {one.downloads > 0 ? <>. {format.text(page.downloads, { count: one.downloads })}</> : null}
      </p>
      {answer ? (
        <p className={styles.quiet}>
          {format.parts(page.answers[answer.answer], {
            name: answer.by.me ? page.byYou : answer.by.name,
            time: <Timestamp key="answered" at={answer.at} as="relative" />,
          })}
          {answer.text.visibility === 'absent' ? null : (
            <>
              : <FieldValue value={answer.text} />
            </>
          )}
        </p>
      ) : null}
      {one.mayAnswer ? (
        <ApprovalForm
          name={one.by.name}
          help={page.answerHelp}
          answering={exportRequestQueries(client, env).answer(one.request)}
          refresh={() => refreshExportRequests(queryClient, env)}
        />
      ) : null}
      {one.mayWithdraw ? <WithdrawAction env={env} one={one} /> : null}
      {one.mayDownload ? <DownloadAction env={env} one={one} /> : null}
    </li>
  )
}

function WithdrawAction({ env, one }: ExportRequestItemProps): ReactNode {
  const { page: texts } = useMessages('exportRequests')
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { mutate, isPending, error } = useMutation({
    ...exportRequestQueries(useApiClient(), env).withdraw(one.request),
    onSuccess({ answer }) {
      announce(answer === 'done' ? texts.withdrawn : texts.notWithdrawn)
      return refreshExportRequests(queryClient, env)
    },
  })
  return (
    <>
      <p className={styles.line}>
        <span className={styles.quiet}>{texts.ownWaiting}</span>
        <Button disabled={isPending} onClick={() => mutate()}>
          {texts.withdraw}
        </Button>
      </p>
      {error ? <ProblemNote error={error} missing={texts.notWithdrawn} /> : null}
    </>
  )
}

/** Streams the rows of an approved request from the export of its list. */
function streamRequested(
  client: ApiClient,
  env: EnvironmentName,
  { request, selection }: ExportRequestView,
  { signal, format }: { readonly signal: AbortSignal; readonly format: { readonly format?: ExportFormat } },
): Promise<ReadableStream<Uint8Array>> {
  const call = { params: { env }, query: { request, ...format }, signal }
  switch (selection.list) {
    case 'transactions':
      return client.stream(endpoints.exportTransactions, call)
    case 'reconciliation':
      return client.stream(endpoints.exportReconciliationReport, call)
    case 'audit_log':
      return client.stream(endpoints.exportAuditLog, { ...call, query: { request } })
  }
}

function DownloadAction({ env, one }: ExportRequestItemProps): ReactNode {
  const { page: texts } = useMessages('exportRequests')
  const client = useApiClient()
  const { list } = one.selection
  const exporting = useDataExport({
    name: `paydesk-${list.replaceAll('_', '-')}-${env}`,
    open: (signal, format) => streamRequested(client, env, one, { signal, format }),
    missing: texts.notDownloaded,
    expected: one.rows,
    // The request exists: rows that have grown too much need a new one, from their list.
    selection: null,
    ...(list === 'audit_log' ? { only: 'jsonl' } : {}),
  })
  return (
    <>
      <p className={styles.line}>
        {list === 'audit_log' ? (
          <Button disabled={exporting.state.step === 'running'} onClick={() => void exporting.start()}>
            {texts.download}
          </Button>
        ) : (
          <ExportButton {...exporting} />
        )}
        <span className={styles.quiet}>{texts.masked}</span>
      </p>
      <ExportStatus {...exporting} />
    </>
  )
}
