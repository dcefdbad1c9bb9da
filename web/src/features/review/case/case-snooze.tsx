import { type CaseSummary, snoozeDurationSchema } from '@paydesk/shared/cases/review-cases'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../../lib/messages/messages-context.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ProblemNote } from '../../../ui/page/problem-note.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { Timestamp } from '../../../ui/text/timestamp.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { CaseTextForm } from '../case-text-form.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { refreshReviewQueue, reviewQueries, updateCachedReviewCase } from '../queries.ts'
import styles from './case-snooze.module.css'

type SnoozeSpan = z.output<typeof snoozeDurationSchema>

interface CaseSnoozeSectionProps {
  readonly reviewCaseRef: ReviewCaseRef
  readonly until: string | null
}

/** Snoozes the case: out of the queue until then, with the reason stored as a note. */
export function CaseSnoozeSection({ reviewCaseRef, until }: CaseSnoozeSectionProps): ReactNode {
  const { snooze: texts } = useMessages('reviewCase')
  const format = useFormatter()
  const queries = reviewQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const name = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [span, setSpan] = useState<SnoozeSpan>('4h')
  async function showCase(row: CaseSummary): Promise<void> {
    updateCachedReviewCase(queryClient, reviewCaseRef.env, row)
    await Promise.all([
      queryClient.invalidateQueries(queries.item(reviewCaseRef)),
      refreshReviewQueue(queryClient, reviewCaseRef.env),
    ])
  }
  const end = useMutation({
    ...queries.endSnooze(reviewCaseRef),
    onSuccess(row) {
      showToast({ text: row.snoozedUntil === null ? texts.ended : texts.notEnded })
      return showCase(row)
    },
  })
  const snooze = useMutation({
    ...queries.snooze(reviewCaseRef),
    onSuccess(row) {
      const { snoozedUntil } = row
      showToast({
        text: format.text(texts.done, { span: texts.spans[span] }),
        // A snooze over another one is not undone: the time of the other one is gone.
        ...(until === null && snoozedUntil !== null ? { undo: () => end.mutateAsync(snoozedUntil) } : {}),
      })
      setIsOpen(false)
      return showCase(row)
    },
  })
  useShortcut('z', texts.title, () => setIsOpen(true))
  return (
    <Section
      title={texts.title}
      note={
        until === null
          ? texts.none
          : format.parts(texts.until, { time: <Timestamp key="until" at={until} as="full" /> })
      }
      aside={
        isOpen ? null : (
          <>
            {until === null ? null : (
              <Button look="quiet" disabled={end.isPending} onClick={() => end.mutate(until)}>
                {texts.end}
              </Button>
            )}
            <Button look="quiet" aria-keyshortcuts="z" onClick={() => setIsOpen(true)}>
              {texts.open}
            </Button>
          </>
        )
      }
    >
      {end.error ? <ProblemNote error={end.error} missing={texts.notEnded} /> : null}
      {isOpen ? (
        <CaseTextForm
          isFocused
          reviewCaseRef={reviewCaseRef}
          kind="case_snooze"
          label={texts.reason}
          go={format.text(texts.send, { span: texts.spans[span] })}
          going={texts.sending}
          missing={texts.failed}
          onLeave={() => setIsOpen(false)}
          send={(text) => snooze.mutateAsync({ duration: span, text })}
        >
          <fieldset className={styles.spans}>
            <legend>{texts.legend}</legend>
            {snoozeDurationSchema.options.map((each) => (
              <label key={each} className={styles.span}>
                <input type="radio" name={name} checked={each === span} onChange={() => setSpan(each)} />
                {texts.spans[each]}
              </label>
            ))}
          </fieldset>
        </CaseTextForm>
      ) : null}
    </Section>
  )
}
