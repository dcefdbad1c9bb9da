import type { SubjectAccessRequestView } from '@paydesk/shared/compliance/subject-access'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import styles from '../../ui/page/approval-request-list.module.css'
import { restoreCardFocus } from '../../ui/page/focus-next-card.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { downloadFile, readStreamChunks } from '../../ui/table/data-export.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { refreshSubjectAccessRequests, subjectAccessQueries } from './queries.ts'

/**
 * Downloads one export at a time. The state belongs to the page: the request moves to another group of the
 * list as soon as the download is recorded, long before the download ends. `cardOf` finds the card of a
 * request.
 */
export function useSubjectAccessExport(
  env: EnvironmentName,
  cardOf: (request: SubjectAccessRequestView) => HTMLElement | null,
) {
  const texts = useMessages('subjectAccess')
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { mutate, variables, isPending, error } = useMutation({
    ...subjectAccessQueries(useApiClient()).take(env),
    // Fail the whole download if the stream breaks off: a partial export is no file.
    async onSuccess(body, { request }) {
      const pieces: Uint8Array<ArrayBuffer>[] = []
      await readStreamChunks(body, (piece) => pieces.push(piece))
      downloadFile(`paydesk-customer-export-${request}.json`, pieces, 'application/json')
      showToast({ text: texts.downloaded })
    },
    onSettled: () => refreshSubjectAccessRequests(queryClient, env),
  })
  const stay = useEffectEvent(() => {
    if (variables !== undefined) restoreCardFocus(cardOf(variables))
  })
  // Restore focus after the refreshed list is rendered, when the card has its final position.
  useEffect(() => {
    if (!isPending) stay()
  }, [isPending])
  return {
    take: mutate,
    isPending,
    error,
    /** Returns whether the running or last failed download belongs to this request. */
    isAbout: ({ request }: SubjectAccessRequestView) =>
      variables?.request === request && (isPending || error !== null),
  }
}

interface SubjectAccessExportActionProps {
  readonly subjectExport: ReturnType<typeof useSubjectAccessExport>
  readonly subjectRequest: SubjectAccessRequestView
}

/** Downloads an export: once per person, even if the download fails. */
export function SubjectAccessExportAction({
  subjectExport: { take, isPending, error, isAbout },
  subjectRequest,
}: SubjectAccessExportActionProps): ReactNode {
  const texts = useMessages('subjectAccess')
  const isThis = isAbout(subjectRequest)
  return (
    <>
      {subjectRequest.mayDownload || (isThis && isPending) ? (
        <p className={styles.line}>
          <Button look="primary" disabled={isPending} onClick={() => take(subjectRequest)}>
            <Download size={14} aria-hidden /> {isThis && isPending ? texts.downloading : texts.download}
          </Button>
          <span className={styles.quiet}>{texts.downloadHelp}</span>
        </p>
      ) : null}
      {isThis && error !== null ? <ProblemNote error={error} missing={texts.notDownloaded} /> : null}
    </>
  )
}
