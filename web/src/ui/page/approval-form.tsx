import { type ApprovalInput, approvalInputSchema } from '@paydesk/shared/core/approval'
import type { UseMutationOptions } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../drafts/draft.tsx'
import type { DraftRef } from '../drafts/queries.ts'
import { useDraftInput } from '../drafts/use-draft-input.ts'
import { Button } from '../forms/button.tsx'
import { FreeTextField } from '../forms/free-text-field.tsx'
import { useToast } from '../text/toasts.tsx'
import styles from './approval-form.module.css'
import { focusNextCard, useNextCardFocus } from './focus-next-card.ts'
import { ProblemNote } from './problem-note.tsx'

export interface ApprovalResult {
  readonly answer: 'done' | 'too_late'
}

export interface ApprovalFormProps<Result> {
  /** Name of the person who asked. */
  readonly name: string
  readonly help: string
  /** Request, for the draft of the comment. */
  readonly draft: DraftRef<'download_answer' | 'export_answer' | 'subject_access_answer'>
  readonly answering: UseMutationOptions<Result, Error, ApprovalInput>
  /** Refreshes the list that holds the request. */
  readonly refresh: () => Promise<void>
}

/** Approves the request of a colleague, or rejects it with a reason; then focuses the next card. */
export function ApprovalForm<Result extends ApprovalResult>(props: ApprovalFormProps<Result>): ReactNode {
  return (
    <FormDraftLoader draftRef={props.draft}>
      {(draft) => <OpenedApprovalForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

interface OpenedApprovalFormProps<Result> extends Omit<ApprovalFormProps<Result>, 'draft'> {
  readonly draft: FormDraft<ApprovalFormProps<Result>['draft']['kind']>
}

function OpenedApprovalForm<Result extends ApprovalResult>({
  name,
  help,
  draft,
  answering,
  refresh,
}: OpenedApprovalFormProps<Result>): ReactNode {
  const texts = useMessages('lists').approval
  const format = useFormatter()
  const showToast = useToast()
  const form = useRef<HTMLFormElement>(null)
  useNextCardFocus(form)
  const [{ text }, change] = useDraftInput(draft, { text: '' })
  const { mutate, isPending, error } = useMutation({
    ...answering,
    onSuccess({ answer }) {
      draft.forget()
      showToast({ text: answer === 'done' ? texts.recorded : texts.tooLate })
      focusNextCard(form.current)
      return refresh()
    },
  })
  const renderButton = (answer: ApprovalInput['answer'], label: string) => {
    const body = approvalInputSchema.safeParse({ answer, ...(text.trim() === '' ? {} : { text }) })
    return (
      <Button
        look={answer === 'confirm' ? 'primary' : 'plain'}
        disabled={!body.success || isPending}
        onClick={() => body.success && mutate(body.data)}
      >
        {label}
      </Button>
    )
  }
  return (
    <form
      ref={form}
      aria-label={format.text(texts.form, { name })}
      className={styles.form}
      onSubmit={(event) => event.preventDefault()}
    >
      <FreeTextField
        label={texts.comment}
        value={text}
        onChange={(text) => change({ text })}
        rows={2}
        maxLength={500}
        help={help}
      />
      <p className={styles.line}>
        {renderButton('confirm', texts.approve)}
        {renderButton('refuse', texts.reject)}
      </p>
      <DraftStatus {...draft.status} />
      {error ? <ProblemNote error={error} missing={texts.failed} unknown={texts.unknown} /> : null}
    </form>
  )
}
