import { subjectAccessRequestInputSchema } from '@paydesk/shared/compliance/subject-access'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { TicketInput } from '../../ui/forms/ticket-input.tsx'
import styles from '../../ui/page/approval-request-list.module.css'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { refreshSubjectAccessRequests, subjectAccessQueries } from './queries.ts'

interface SubjectAccessRequestDialogProps {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
  /** Text typed before the form was loaded. */
  readonly early: string
  /** Keeps keys typed until the draft is loaded. */
  readonly onTyped: (piece: string) => void
  readonly onClose: () => void
  readonly onAsked: (text: string) => void
}

/** Asks for the ticket of the request. */
export function SubjectAccessRequestDialog({
  onTyped,
  ...props
}: SubjectAccessRequestDialogProps): ReactNode {
  const { env, customer, onClose } = props
  const texts = useMessages('subjectAccess')
  return (
    <FormDraftLoader
      draftRef={{ env, kind: 'subject_access', about: customer }}
      waiting={<DialogPlaceholder title={texts.export} onTyped={onTyped} onClose={onClose} />}
    >
      {(draft) => <SubjectExportForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

interface SubjectExportFormProps extends Omit<SubjectAccessRequestDialogProps, 'onTyped'> {
  readonly draft: FormDraft<'subject_access'>
}

function SubjectExportForm({
  env,
  customer,
  early,
  onClose,
  onAsked,
  draft,
}: SubjectExportFormProps): ReactNode {
  const texts = useMessages('subjectAccess')
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [ticket, setTicket] = useState((draft.initial?.ticket ?? '') + early.replaceAll('\n', ''))
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const ask = useMutation({
    ...subjectAccessQueries(useApiClient()).ask(env),
    onSuccess({ answer }) {
      draft.forget()
      const text = texts.results[answer]
      showToast({
        text,
        link: (
          <Link to="/$env/subject-access" params={{ env }}>
            {texts.openRequests}
          </Link>
        ),
      })
      onAsked(text)
      return refreshSubjectAccessRequests(queryClient, env)
    },
  })
  const body = subjectAccessRequestInputSchema.safeParse({ customer, ticket })
  const isReady = body.success && detectPersonalDataInTicket(ticket).length === 0
  function send(event: FormEvent) {
    event.preventDefault()
    if (isReady && !ask.isPending) ask.mutate(body.data)
  }
  return (
    <Dialog title={texts.export} onClose={onClose}>
      <form aria-label={texts.export} className={styles.form} onSubmit={send}>
        <p className={styles.quiet}>{texts.intro}</p>
        <TicketInput
          field={field}
          label={texts.ticket}
          help={texts.ticketHelp}
          value={ticket}
          onChange={(typed) => {
            setTicket(typed)
            draft.change(typed === '' ? null : { ticket: typed })
            // Reset only a failed request, which was about another ticket; a pending one is still awaited.
            if (ask.isError) ask.reset()
          }}
        />
        <p className={styles.line}>
          <Button look="primary" type="submit" disabled={!isReady || ask.isPending}>
            {ask.isPending ? texts.sending : texts.request}
          </Button>
        </p>
        <DraftStatus {...draft.status} />
        {ask.error ? (
          <ProblemNote error={ask.error} missing={texts.notRequested} unknown={texts.unknownOutcome} />
        ) : null}
      </form>
    </Dialog>
  )
}
