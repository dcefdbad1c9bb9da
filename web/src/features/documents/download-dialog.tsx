import { downloadRequestCommentSchema } from '@paydesk/shared/compliance/document-downloads'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { ApprovalRequestForm } from '../../ui/page/approval-request-form.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import type { DocumentAccessReason, DocumentsIdentityRef } from './queries.ts'
import { documentQueries, refreshDownloadRequests } from './queries.ts'
import type { ViewableFile } from './viewable-files.ts'

interface DownloadRequestDialogProps {
  readonly identityRef: DocumentsIdentityRef
  readonly file: ViewableFile
  /** Reason given when the document was opened: its ticket is filled in, the purpose is chosen again. */
  readonly opening: DocumentAccessReason | null
  readonly onClose: () => void
}

/** Requests a download of a file; a second person decides. */
export function DownloadRequestDialog(props: DownloadRequestDialogProps): ReactNode {
  const { identityRef, file, onClose } = props
  const { request: texts } = useMessages('documents')
  return (
    <FormDraftLoader
      draftRef={{
        env: identityRef.env,
        kind: 'document_request',
        about: `${identityRef.identity}.${file.document}_${file.file}`,
      }}
      waiting={<DialogPlaceholder title={texts.title} onClose={onClose} />}
    >
      {(draft) => <DownloadRequestForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function DownloadRequestForm({
  identityRef,
  file,
  opening,
  onClose,
  draft,
}: DownloadRequestDialogProps & { readonly draft: FormDraft<'document_request'> }): ReactNode {
  const { request: texts, requests } = useMessages('documents')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const ask = useMutation({
    ...documentQueries(useApiClient()).ask({ ...identityRef, document: file.document }),
    onSuccess({ answer }) {
      draft.forget()
      showToast({ text: texts.results[answer] })
      return refreshDownloadRequests(queryClient, identityRef.env)
    },
  })
  if (ask.data)
    return (
      <Dialog title={texts.title} onClose={onClose}>
        <p role="status">{texts.results[ask.data.answer]}</p>
        <p>
          <Link to="/$env/document-downloads" params={{ env: identityRef.env }}>
            {texts.view}
          </Link>
        </p>
      </Dialog>
    )
  return (
    <Dialog title={format.text(texts.titleOf, { document: file.label })} onClose={onClose}>
      <ApprovalRequestForm
        texts={texts}
        draft={draft}
        ticket={opening?.caseRef}
        commentSchema={downloadRequestCommentSchema}
        note={`${texts.note} ${requests.form}`}
        isSending={ask.isPending}
        error={ask.error}
        onSend={(request) => ask.mutate({ file: file.file, ...request })}
      />
    </Dialog>
  )
}
