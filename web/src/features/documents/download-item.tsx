import type { DownloadRequestView } from '@paydesk/shared/compliance/documents'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { purposeLabels } from '@paydesk/shared/core/purposes'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { describeFailure } from '../../lib/api/problem-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ReauthenticationPrompt } from '../../ui/forms/reauthentication-prompt.tsx'
import { IdentityLink } from '../../ui/links/record-links.tsx'
import { ApprovalForm } from '../../ui/page/approval-form.tsx'
import { restoreCardFocus } from '../../ui/page/focus-next-card.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import styles from '../../ui/page/request-list.module.css'
import { downloadFile } from '../../ui/table/data-export.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { DocumentFileLink } from './document-file-link.tsx'
import { downloadStatusLabels, labelRequestedFile, sanitizeValue } from './labels.ts'
import { documentQueries, fetchDownload, refreshDownloads } from './queries.ts'

interface DownloadRequestItemProps {
  readonly env: EnvironmentName
  readonly one: DownloadRequestView
}

/** Shows one download request: requester, purpose, status, and the actions open to this user. */
export function DownloadRequestItem({ env, one }: DownloadRequestItemProps): ReactNode {
  const { answer } = one
  const client = useApiClient()
  const queryClient = useQueryClient()
  const card = useRef<HTMLLIElement>(null)
  // Keep this state in the card: `mayFetch` turns false before the outcome of the fetch is known.
  const fetching = useDownload(env, one.request, card)
  return (
    <li ref={card} tabIndex={-1} className={styles.item}>
      <div className={styles.line}>
        <DocumentFileLink env={env} identity={one.identity} document={one.document} file={one.file}>
          {labelRequestedFile(one)}
        </DocumentFileLink>
        <span>
          of{' '}
          <IdentityLink identity={one.identity}>
            identity <code>{one.identity}</code>
          </IdentityLink>
        </span>
        <span>
          {purposeLabels[one.purpose]} · <code>{one.caseRef}</code>
        </span>
        <span className={styles.status} data-status={one.status}>
          {downloadStatusLabels[one.status]}
        </span>
      </div>
      <p className={styles.words}>
        <FieldValue value={sanitizeValue(one.text)} />
      </p>
      <p className={styles.quiet}>
        {one.by.me ? 'You' : one.by.name} asked <Timestamp at={one.at} as="relative" />
        {one.status === 'waiting' ? (
          <>
            , open until <Timestamp at={one.until} as="time" />
          </>
        ) : null}
        {one.fetchUntil && one.status === 'confirmed' ? (
          <>
            , to be fetched until <Timestamp at={one.fetchUntil} as="time" />
          </>
        ) : null}
      </p>
      {answer ? (
        <p className={styles.quiet}>
          {answer.by.me ? 'You' : answer.by.name} {answer.answer === 'confirm' ? 'confirmed' : 'refused'} it{' '}
          <Timestamp at={answer.at} as="relative" />
          {answer.text.seen === 'absent' ? null : (
            <>
              : <FieldValue value={sanitizeValue(answer.text)} />
            </>
          )}
        </p>
      ) : null}
      {one.mayAnswer ? (
        <ApprovalForm
          name={one.by.name}
          help="Your answer is recorded with your name, and who asked reads the words."
          answering={documentQueries(client).answer(env, one.request)}
          refresh={() => refreshDownloads(queryClient, env)}
        />
      ) : null}
      {one.by.me && one.status === 'waiting' ? (
        <p className={styles.quiet}>Somebody else must answer it: nobody confirms their own.</p>
      ) : null}
      {one.mayFetch || fetching.isBusy || fetching.error !== null ? (
        <DownloadAction {...fetching} mayFetch={one.mayFetch} />
      ) : null}
    </li>
  )
}

const idle = { isBusy: false, error: null } as const

function useDownload(
  env: EnvironmentName,
  request: DownloadRequestView['request'],
  card: RefObject<HTMLElement | null>,
) {
  const client = useApiClient()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(idle)
  async function fetchIt() {
    setState({ isBusy: true, error: null })
    try {
      // Bypass the query cache: no copy stays in memory once the browser has the file.
      const bytes = await fetchDownload(client, env, request)
      // Fixed name: the name of a downloaded file must not contain data of the record.
      downloadFile('document.pdf', [bytes], 'application/pdf')
      announce('Fetched. It cannot be fetched again.')
      setState(idle)
    } catch (error) {
      setState({ isBusy: false, error })
    }
    await refreshDownloads(queryClient, env)
    restoreCardFocus(card.current)
  }
  return { ...state, fetchIt }
}

interface DownloadActionProps extends ReturnType<typeof useDownload> {
  readonly mayFetch: boolean
}

function DownloadAction({ isBusy, error, fetchIt, mayFetch }: DownloadActionProps): ReactNode {
  const { pathname } = useLocation()
  if (error !== null && describeFailure(error).id === 'reauthentication_needed')
    return (
      <ReauthenticationPrompt returnTo={pathname}>
        A document leaves only with somebody who has just proved once more who they are. Your session and the
        request stay; nothing was fetched yet.
      </ReauthenticationPrompt>
    )
  return (
    <>
      {mayFetch || isBusy ? (
        <p className={styles.line}>
          <Button look="primary" disabled={isBusy} onClick={() => void fetchIt()}>
            {isBusy ? 'Fetching…' : 'Fetch it, once'}
          </Button>
          <span className={styles.quiet}>
            A PDF with your name, the time and the reason: a picture under that mark, anything else as an
            attachment behind a cover page.
          </span>
        </p>
      ) : null}
      {error === null ? null : <ProblemNote error={error} missing="The document was not fetched" />}
    </>
  )
}
