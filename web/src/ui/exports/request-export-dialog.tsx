import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import { type ExportSelection, exportRequestCommentSchema } from '@paydesk/shared/cases/export-requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { DialogPlaceholder } from '../dialog/dialog-placeholder.tsx'
import { type FormDraft, FormDraftLoader } from '../drafts/draft.tsx'
import { ApprovalRequestForm } from '../page/approval-request-form.tsx'
import { useAnnounce } from '../text/announce.tsx'
import { exportRequestQueries, refreshExportRequests } from './queries.ts'

interface RequestExportDialogProps {
  readonly selection: ExportSelection
  readonly onClose: () => void
}

/** Asks for purpose, ticket and comment of an export of many rows; a second person decides. */
export function RequestExportDialog(props: RequestExportDialogProps): ReactNode {
  const { selection, onClose } = props
  const { request: texts } = useMessages('exportRequests')
  const { name: env } = useEnvironment()
  return (
    <FormDraftLoader
      draftRef={{ env, kind: 'export_request', about: `${noDraftSubject}.${selection.list}` }}
      waiting={<DialogPlaceholder title={texts.title} onClose={onClose} />}
    >
      {(draft) => <RequestExportForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function RequestExportForm({
  selection,
  onClose,
  draft,
}: RequestExportDialogProps & { readonly draft: FormDraft<'export_request'> }): ReactNode {
  const { request: texts, needed } = useMessages('exportRequests')
  const { name: env } = useEnvironment()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const ask = useMutation({
    ...exportRequestQueries(useApiClient(), env).ask(),
    onSuccess({ answer }) {
      draft.forget()
      announce(texts.results[answer])
      return refreshExportRequests(queryClient, env)
    },
  })
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {ask.data ? (
        <>
          <p>{texts.results[ask.data.answer]}</p>
          <p>
            <Link to="/$env/export-requests" params={{ env }}>
              {needed.view}
            </Link>
          </p>
        </>
      ) : (
        <ApprovalRequestForm
          texts={texts}
          draft={draft}
          commentSchema={exportRequestCommentSchema}
          isSending={ask.isPending}
          error={ask.error}
          onSend={(request) => ask.mutate({ selection, ...request })}
        />
      )}
    </Dialog>
  )
}
