import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import type { DownloadRequestView } from '@paydesk/shared/compliance/document-downloads'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ReauthenticationPrompt } from '../../ui/forms/reauthentication-prompt.tsx'
import { CustomerLink, IdentityLink } from '../../ui/links/record-links.tsx'
import styles from '../../ui/page/approval-request-list.module.css'
import { ApprovalRequestCard } from '../../ui/page/approval-request-list.tsx'
import { restoreCardFocus } from '../../ui/page/focus-next-card.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { downloadFile } from '../../ui/table/data-export.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { DocumentFileLink } from './document-file-link.tsx'
import { labelRequestedFile } from './labels.ts'
import { documentQueries, fetchDownload, refreshDownloadRequests } from './queries.ts'

interface DownloadRequestItemProps {
  readonly env: EnvironmentName
  readonly downloadRequest: DownloadRequestView
}

/** Shows one download request: requester, purpose, status, and the actions open to this user. */
export function DownloadRequestItem({ env, downloadRequest }: DownloadRequestItemProps): ReactNode {
  const texts = useMessages('documents')
  const { requests } = texts
  const format = useFormatter()
  const { purposes } = useMessages('lists')
  const client = useApiClient()
  const queryClient = useQueryClient()
  const card = useRef<HTMLLIElement>(null)
  // Keep this state in the card: `mayDownload` turns false before the outcome of the fetch is known.
  const fetching = useDownload(env, downloadRequest.request, card)
  return (
    <ApprovalRequestCard
      request={downloadRequest}
      card={card}
      texts={{ ...requests, statuses: texts.statuses }}
      facts={
        <>
          <DocumentFileLink
            env={env}
            identity={downloadRequest.identity}
            document={downloadRequest.document}
            file={downloadRequest.file}
          >
            {labelRequestedFile(downloadRequest, texts, format)}
          </DocumentFileLink>
          {downloadRequest.customer === null ? null : (
            <span>
              {format.parts(requests.for, {
                customer: (
                  <CustomerLink key="customer" customer={downloadRequest.customer.customer}>
                    <code>{getVisibleText(downloadRequest.customer.rid) ?? requests.customerHidden}</code>
                  </CustomerLink>
                ),
                merchant: <FieldValue key="merchant" value={downloadRequest.customer.merchant} mono />,
              })}
            </span>
          )}
          <span>
            {format.parts(requests.of, {
              identity: (
                <IdentityLink key="identity" identity={downloadRequest.identity}>
                  {format.parts(requests.identity, { id: <code key="id">{downloadRequest.identity}</code> })}
                </IdentityLink>
              ),
            })}
          </span>
          <span>
            {purposes[downloadRequest.purpose]} · <code>{downloadRequest.caseRef}</code>
          </span>
        </>
      }
      comment={downloadRequest.text}
      approval={{
        draft: { env, kind: 'download_answer', about: `${noDraftSubject}.${downloadRequest.request}` },
        help: requests.answerHelp,
        answering: documentQueries(client).answer(env, downloadRequest.request),
        refresh: () => refreshDownloadRequests(queryClient, env),
      }}
    >
      {downloadRequest.mayDownload || fetching.isBusy || fetching.error !== null ? (
        <DownloadAction {...fetching} mayDownload={downloadRequest.mayDownload} />
      ) : null}
    </ApprovalRequestCard>
  )
}

const idle = { isBusy: false, error: null } as const

function useDownload(
  env: EnvironmentName,
  request: DownloadRequestView['request'],
  card: RefObject<HTMLElement | null>,
) {
  const { requests } = useMessages('documents')
  const client = useApiClient()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(idle)
  async function fetchIt() {
    setState({ isBusy: true, error: null })
    try {
      // Bypass the query cache: no copy stays in memory once the browser has the file.
      const bytes = await fetchDownload(client, env, request)
      // Fixed name: the name of a downloaded file must not contain data of the record.
      downloadFile('document.pdf', [bytes], 'application/pdf')
      showToast({ text: requests.downloaded })
      setState(idle)
    } catch (error) {
      setState({ isBusy: false, error })
    }
    await refreshDownloadRequests(queryClient, env)
    restoreCardFocus(card.current)
  }
  return { ...state, fetchIt }
}

interface DownloadActionProps extends ReturnType<typeof useDownload> {
  readonly mayDownload: boolean
}

function DownloadAction({ isBusy, error, fetchIt, mayDownload }: DownloadActionProps): ReactNode {
  const { requests: texts } = useMessages('documents')
  const { pathname } = useLocation()
  if (error !== null && describeFailure(error).id === 'reauthentication_needed')
    return <ReauthenticationPrompt returnTo={pathname}>{texts.reauthentication}</ReauthenticationPrompt>
  return (
    <>
      {mayDownload || isBusy ? (
        <p className={styles.line}>
          <Button look="primary" disabled={isBusy} onClick={() => void fetchIt()}>
            {isBusy ? texts.downloading : texts.download}
          </Button>
          <span className={styles.quiet}>{texts.form}</span>
        </p>
      ) : null}
      {error === null ? null : <ProblemNote error={error} missing={texts.notDownloaded} />}
    </>
  )
}
