import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../../lib/api/api-client-context.tsx'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { useShortcut } from '../../../ui/state/shortcuts.tsx'
import { useToast } from '../../../ui/text/toasts.tsx'
import { CaseTextForm } from '../case-text-form.tsx'
import type { ReviewCaseRef } from '../queries.ts'
import { reviewQueries, updateCachedReviewCase } from '../queries.ts'

interface CaseNotesSectionProps {
  readonly reviewCaseRef: ReviewCaseRef
  /** True if the role may write notes. */
  readonly may: boolean
  /** False once the case left review: no further notes are accepted. */
  readonly isOpen: boolean
}

const noteFieldId = 'item-note'

/** Takes a note on the case; the timeline below lists it. Notes are never overwritten. */
export function CaseNotesSection({ reviewCaseRef, may, isOpen }: CaseNotesSectionProps): ReactNode {
  const { inputKept, notes: texts } = useMessages('reviewCase')
  const queries = reviewQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const note = useMutation({
    ...queries.note(reviewCaseRef),
    async onSuccess(row) {
      updateCachedReviewCase(queryClient, reviewCaseRef.env, row)
      showToast({ text: texts.saved })
      await queryClient.invalidateQueries(queries.item(reviewCaseRef))
    },
  })
  const mayAdd = may && isOpen
  useShortcut('m', texts.shortcut, () => document.getElementById(noteFieldId)?.focus(), mayAdd)
  if (!may) return null
  return (
    <Section title={texts.title} {...(mayAdd ? { keys: 'm' } : {})}>
      <CaseTextForm
        reviewCaseRef={reviewCaseRef}
        kind="case_note"
        id={noteFieldId}
        closed={isOpen ? null : `${texts.closed} ${inputKept}`}
        label={texts.label}
        go={texts.save}
        going={texts.saving}
        missing={texts.notSaved}
        hasMentions
        send={(text, mentions) => note.mutateAsync({ text, mentions: [...mentions] })}
      />
    </Section>
  )
}
