import { activateBreakGlassRequestSchema } from '@paydesk/shared/compliance/break-glass'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { purposeCodeSchema } from '@paydesk/shared/core/purposes'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DraftStatus, type FormDraft, withFormDraft } from '../../ui/drafts/draft.tsx'
import { useDraftInput } from '../../ui/drafts/use-draft-input.ts'
import { detectPersonalData, detectPersonalDataInTicket } from '../../ui/forms/detect-personal-data.ts'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { isSubmitShortcut } from '../../ui/state/key-press.ts'
import styles from './break-glass-bar.module.css'
import { breakGlassQueries } from './queries.ts'

interface BreakGlassFormProps {
  /** Environment on screen: the draft is kept with it. */
  readonly env: EnvironmentName
  readonly onClose: () => void
  readonly onBroken: () => Promise<void>
}

const emptyInput = { purpose: null, ticket: '', text: '' } as const

/** Form to activate break-glass in an emergency: purpose, ticket and comment. */
export const BreakGlassForm = withFormDraft<'break_glass', BreakGlassFormProps>(
  'break_glass',
  OpenedBreakGlassForm,
)

function OpenedBreakGlassForm({
  onClose,
  onBroken,
  draft,
}: BreakGlassFormProps & { readonly draft: FormDraft<'break_glass'> }): ReactNode {
  const texts = useMessages('breakGlass').form
  const { chooseReason, missing, purposes } = useMessages('lists')
  const ids = { purpose: useId(), ticket: useId() }
  const [{ purpose, ticket, text }, change] = useDraftInput(draft, emptyInput)
  const first = useRef<HTMLSelectElement>(null)
  useEffect(() => first.current?.focus(), [])
  const breaking = useMutation({
    ...breakGlassQueries(useApiClient()).breakIt(),
    onSuccess() {
      draft.forget()
      onClose()
      return onBroken()
    },
  })
  const body = activateBreakGlassRequestSchema.safeParse({ purpose, ticket, text })
  const lacks = (field: string) => body.error?.issues.some(({ path }) => path[0] === field) === true
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (body.success && !breaking.isPending) breaking.mutate(body.data)
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className={styles.form}
        aria-label={texts.title}
        onSubmit={send}
        onKeyDown={(event) => isSubmitShortcut(event) && send(event)}
      >
        <p className={styles.alarm}>
          <b>{texts.only}</b> {texts.detail}
        </p>
        <label htmlFor={ids.purpose}>{texts.reason}</label>
        <select
          id={ids.purpose}
          ref={first}
          value={purpose ?? ''}
          onChange={(event) =>
            change({ purpose: purposeCodeSchema.nullable().catch(null).parse(event.target.value) })
          }
        >
          <option value="">{chooseReason}</option>
          {purposeCodeSchema.options.map((code) => (
            <option key={code} value={code}>
              {purposes[code]}
            </option>
          ))}
        </select>
        <label htmlFor={ids.ticket}>{texts.ticket}</label>
        <input
          id={ids.ticket}
          value={ticket}
          maxLength={40}
          autoComplete="off"
          placeholder={texts.ticketExample}
          onChange={(event) => change({ ticket: event.target.value })}
        />
        <FreeTextField
          label={texts.comment}
          value={text}
          onChange={(text) => change({ text })}
          rows={3}
          maxLength={500}
          help={texts.help}
          marks={[...detectPersonalDataInTicket(ticket), ...detectPersonalData(text)]}
        />
        <p className={styles.send}>
          <SubmitButton
            missing={[
              ...(purpose === null ? [missing.reason] : []),
              ...(lacks('ticket') ? [missing.ticket] : []),
              ...(lacks('text') ? [missing.comment] : []),
            ]}
            isBusy={breaking.isPending}
            hasShortcut
          >
            {breaking.isPending ? texts.starting : texts.start}
          </SubmitButton>
        </p>
        <DraftStatus {...draft.status} />
        {breaking.error ? <ProblemNote error={breaking.error} missing={texts.notStarted} /> : null}
      </form>
    </Dialog>
  )
}
