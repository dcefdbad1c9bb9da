import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import type { ExportRequestView } from '@paydesk/shared/cases/export-requests'
import type { ExportFormat } from '@paydesk/shared/core/endpoint'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiClient } from '../../lib/api/api-client.ts'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { exportRequestQueries, refreshExportRequests } from '../../ui/exports/queries.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from '../../ui/page/approval-request-list.module.css'
import { ApprovalRequestCard } from '../../ui/page/approval-request-list.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { describeExportSelection } from './describe-export-selection.ts'

interface ExportRequestItemProps {
  readonly env: EnvironmentName
  readonly exportRequest: ExportRequestView
}

/** Shows one export request: rows, filter in words, requester, purpose, status, and the actions open to this user. */
export function ExportRequestItem({ env, exportRequest }: ExportRequestItemProps): ReactNode {
  const texts = useMessages('exportRequests')
  const { page } = texts
  const list = useMessages('transactionList')
  const ui = useMessages('ui')
  const format = useFormatter()
  const audit = useMessages('auditLog')
  const lists = useMessages('lists')
  const { purposes } = lists
  const requests = useMessages('paymentRequests').list
  const decisions = useMessages('reviewDecisions').filters
  const review = useMessages('review')
  const { followUps } = review
  const questions = useMessages('questions')
  const notifications = useMessages('notifications').filters
  const received = useMessages('receivedNotifications')
  const client = useApiClient()
  const queryClient = useQueryClient()
  const conditions = describeExportSelection(
    exportRequest,
    {
      ...{ page, list, ui, audit, lists, requests, decisions, followUps, review, questions },
      ...{ notifications, received },
    },
    format,
  )
  return (
    <ApprovalRequestCard
      request={exportRequest}
      texts={{ ...page, statuses: texts.statuses }}
      facts={
        <>
          <strong>{texts.lists[exportRequest.selection.list]}</strong>
          <span>{format.text(texts.rows, { count: exportRequest.rows })}</span>
          <span>
            {purposes[exportRequest.purpose]} · <code>{exportRequest.caseRef}</code>
          </span>
        </>
      }
      details={
        <p>
          {page.filter}:{' '}
          {conditions.length === 0
            ? page.noFilter
            : conditions.map(([name, value]) => `${name}: ${value}`).join(' · ')}
        </p>
      }
      comment={exportRequest.text}
      downloads={
        exportRequest.downloads > 0 ? (
          <p className={styles.quiet}>{format.text(page.downloads, { count: exportRequest.downloads })}</p>
        ) : null
      }
      approval={{
        draft: { env, kind: 'export_answer', about: `${noDraftSubject}.${exportRequest.request}` },
        help: page.answerHelp,
        answering: exportRequestQueries(client, env).answer(exportRequest.request),
        refresh: () => refreshExportRequests(queryClient, env),
      }}
    >
      {exportRequest.mayWithdraw ? <WithdrawAction env={env} exportRequest={exportRequest} /> : null}
      {exportRequest.mayDownload ? <DownloadAction env={env} exportRequest={exportRequest} /> : null}
    </ApprovalRequestCard>
  )
}

function WithdrawAction({ env, exportRequest }: ExportRequestItemProps): ReactNode {
  const { page: texts } = useMessages('exportRequests')
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { mutate, isPending, error } = useMutation({
    ...exportRequestQueries(useApiClient(), env).withdraw(exportRequest.request),
    onSuccess({ answer }) {
      announce(answer === 'done' ? texts.withdrawn : texts.notWithdrawn)
      return refreshExportRequests(queryClient, env)
    },
  })
  return (
    <>
      <p className={styles.line}>
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
    case 'decisions':
      return client.stream(endpoints.exportDecisions, call)
    case 'notifications':
      return client.stream(endpoints.exportNotifications, call)
    case 'cases':
      return client.stream(endpoints.exportCases, call)
    case 'questions':
      return client.stream(endpoints.exportQuestions, call)
    case 'customer_transactions':
      return client.stream(endpoints.exportCustomerTransactions, call)
    case 'payment_requests':
      return client.stream(endpoints.exportPaymentRequests, call)
    case 'audit_entries':
      return client.stream(endpoints.exportAuditEntries, call)
    case 'audit_log':
      return client.stream(endpoints.exportAuditLog, { ...call, query: { request } })
  }
}

function DownloadAction({ env, exportRequest }: ExportRequestItemProps): ReactNode {
  const { page: texts } = useMessages('exportRequests')
  const client = useApiClient()
  const { list } = exportRequest.selection
  const exporting = useDataExport({
    name: `paydesk-${list.replaceAll('_', '-')}-${env}`,
    open: (signal, format) => streamRequested(client, env, exportRequest, { signal, format }),
    missing: texts.notDownloaded,
    expected: exportRequest.rows,
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
