import { breakGlassReportTextSchema } from '@paydesk/shared/compliance/break-glass'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DraftStatus, type FormDraft, withFormDraft } from '../../ui/drafts/draft.tsx'
import { useDraftInput } from '../../ui/drafts/use-draft-input.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { isSubmitShortcut } from '../../ui/state/key-press.ts'
import styles from './break-glass-bar.module.css'
import { breakGlassQueries } from './queries.ts'

const minReportLength = 50

interface BreakGlassReportDialogProps {
  /** Environment on screen: the draft is kept with it. */
  readonly env: EnvironmentName
  readonly onClose: () => void
  readonly onWritten: () => Promise<void>
}

/** Form for the report of an activation. The report is written once and cannot be changed. */
export const BreakGlassReportDialog = withFormDraft<'break_glass_report', BreakGlassReportDialogProps>(
  'break_glass_report',
  ReportForm,
)

function ReportForm({
  onClose,
  onWritten,
  draft,
}: BreakGlassReportDialogProps & { readonly draft: FormDraft<'break_glass_report'> }): ReactNode {
  const texts = useMessages('breakGlass').report
  const [{ text }, change] = useDraftInput(draft, { text: '' })
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const report = useMutation({
    ...breakGlassQueries(useApiClient()).report(),
    onSuccess() {
      draft.forget()
      onClose()
      return onWritten()
    },
  })
  const read = breakGlassReportTextSchema.safeParse(text)
  const missing = minReportLength - text.trim().length
  function send(event: FormEvent | KeyboardEvent) {
    event.preventDefault()
    if (read.success && !report.isPending) report.mutate(read.data)
  }
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form
        className={styles.form}
        aria-label={texts.label}
        onSubmit={send}
        onKeyDown={(event) => isSubmitShortcut(event) && send(event)}
      >
        <FreeTextField
          label={texts.text}
          field={field}
          value={text}
          onChange={(text) => change({ text })}
          rows={8}
          maxLength={4_000}
          help={missing > 0 ? texts.tooShort : texts.help}
        />
        <p className={styles.send}>
          <Button
            look="primary"
            type="submit"
            aria-keyshortcuts="Control+Enter"
            disabled={!read.success || report.isPending}
          >
            {report.isPending ? texts.submitting : texts.submit}
          </Button>
        </p>
        <DraftStatus {...draft.status} />
        {report.error ? <ProblemNote error={report.error} missing={texts.notSubmitted} /> : null}
      </form>
    </Dialog>
  )
}
