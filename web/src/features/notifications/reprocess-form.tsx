import { noDraftSubject } from '@paydesk/shared/administration/drafts'
import {
  type ReceivedNotification,
  reprocessNotificationRequestSchema,
} from '@paydesk/shared/payments/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useId } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { useDraftInput } from '../../ui/drafts/use-draft-input.ts'
import { Button } from '../../ui/forms/button.tsx'
import { detectPersonalData, detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { useFormatPersonalDataKinds } from '../../ui/forms/use-format-personal-data-kinds.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { isSubmitShortcut } from '../../ui/state/key-press.ts'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { NotificationOutcome } from './notification-outcome.tsx'
import { notificationQueries } from './queries.ts'
import styles from './reprocess-form.module.css'

interface ReprocessNotificationFormProps {
  readonly entry: ReceivedNotification
}

const { reason: reasonSchema, ticket: ticketSchema } = reprocessNotificationRequestSchema.shape
const minReasonLength = 15
const maxReasonLength = 500

/** Reprocesses a notification for a recorded reason, and shows the old and the new result side by side. */
export function ReprocessNotificationForm({ entry }: ReprocessNotificationFormProps): ReactNode {
  const { name: env } = useEnvironment()
  const about = `${noDraftSubject}.${entry.number}`
  return (
    <FormDraftLoader draftRef={{ env, kind: 'notification_reprocess', about }}>
      {(draft) => <OpenedReprocessForm entry={entry} draft={draft} />}
    </FormDraftLoader>
  )
}

function OpenedReprocessForm({
  entry,
  draft,
}: ReprocessNotificationFormProps & { readonly draft: FormDraft<'notification_reprocess'> }): ReactNode {
  const texts = useMessages('notifications').reprocess
  const namesOf = useFormatPersonalDataKinds()
  const format = useFormatter()
  const { name: env } = useEnvironment()
  const queries = notificationQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const ids = { reason: useId(), help: useId(), ticket: useId(), heading: useId() }
  const [{ text: reason, ticket }, change] = useDraftInput(draft, { text: '', ticket: '' })
  const reprocess = useMutation({
    ...queries.reprocess(env),
    onSuccess: () => {
      draft.forget()
      showToast({ text: texts.done })
      return queryClient.invalidateQueries({ queryKey: queries.everything(env) })
    },
  })
  const marks = detectPersonalData(reason)
  const missing = minReasonLength - reason.trim().length
  const ticketSigns = detectPersonalDataInTicket(ticket)
  const isTicket = ticket === '' || (ticketSchema.safeParse(ticket).success && ticketSigns.length === 0)
  const isReady = reasonSchema.safeParse(reason.trim()).success && isTicket
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !reprocess.isPending)
      reprocess.mutate({ notification: entry.number, reason: reason.trim(), ticket: ticket || undefined })
  }
  return (
    <section aria-labelledby={ids.heading} className={styles.section}>
      <h3 id={ids.heading}>{texts.title}</h3>
      <p className={styles.help}>{texts.help}</p>
      <form className={styles.form} onSubmit={onSubmit}>
        <label htmlFor={ids.reason}>{texts.reason}</label>
        <textarea
          id={ids.reason}
          rows={2}
          value={reason}
          maxLength={maxReasonLength}
          aria-describedby={ids.help}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (isSubmitShortcut(event)) onSubmit(event)
          }}
        />
        <label htmlFor={ids.ticket}>{texts.ticket}</label>
        <input
          id={ids.ticket}
          value={ticket}
          maxLength={40}
          autoComplete="off"
          placeholder={texts.optional}
          aria-invalid={!isTicket}
          aria-describedby={ids.help}
          onChange={(event) => change({ ticket: event.target.value.trim() })}
        />
        <p id={ids.help} className={styles.words} aria-live="polite">
          {ticketSigns.length > 0 ? (
            <b className={styles.warning}>
              <span aria-hidden>▲</span> {format.text(texts.ticketSigns, { signs: namesOf(ticketSigns) })}
            </b>
          ) : marks.length > 0 ? (
            <b className={styles.warning}>
              <span aria-hidden>▲</span> {format.text(texts.reasonSigns, { signs: namesOf(marks) })}
            </b>
          ) : missing > 0 ? (
            format.text(texts.tooShort, { min: minReasonLength, count: missing })
          ) : isTicket ? (
            texts.recorded
          ) : (
            texts.wrongTicket
          )}
        </p>
        <Button look="primary" type="submit" disabled={!isReady || reprocess.isPending} className={styles.go}>
          {reprocess.isPending ? texts.running : texts.start}
        </Button>
        <DraftStatus {...draft.status} />
      </form>
      {reprocess.error ? <ProblemNote error={reprocess.error} missing={texts.failed} /> : null}
      {reprocess.data ? <ResultComparison {...reprocess.data} /> : null}
    </section>
  )
}

interface ResultComparisonProps {
  readonly before: ReceivedNotification
  readonly after: ReceivedNotification
}

function ResultComparison({ before, after }: ResultComparisonProps): ReactNode {
  const texts = useMessages('notifications').reprocess
  const same =
    before.effect === after.effect && before.status === after.status && before.state?.raw === after.state?.raw
  return (
    <div className={styles.compared} role="status">
      <p className={styles.verdict}>{same ? texts.same : texts.changed}</p>
      {[
        { label: texts.before, entry: before },
        { label: texts.after, entry: after },
      ].map(({ label, entry }) => (
        <div key={label} className={styles.side}>
          <h4>{label}</h4>
          <p>
            <NotificationOutcome entry={entry} />
          </p>
          {entry.state ? (
            <p>
              <StateLabel state={entry.state} />
            </p>
          ) : null}
        </div>
      ))}
    </div>
  )
}
