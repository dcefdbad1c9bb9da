import {
  askQuestionRequest,
  type QuestionRecipient,
  type QuestionSubject,
  questionRecipient,
} from '@paydesk/shared/cases/questions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { ChoiceTextForm } from './choice-form.tsx'
import { labelAnsweringRole } from './labels.ts'
import { questionQueries, refreshQuestions } from './queries.ts'

interface AskQuestionDialogProps {
  readonly env: EnvironmentName
  readonly about: QuestionSubject
  /** Keys typed before the form was loaded: an optional role digit, then text. */
  readonly early: string
  readonly onClose: () => void
  readonly onAsked: (words: string) => void
}

const roleOptions = questionRecipient.options.map((value) => ({ value, word: labelAnsweringRole(value) }))

/** Dialog to choose the answering role and write a question. */
export function AskQuestionDialog({
  env,
  about,
  early,
  onClose,
  onAsked,
}: AskQuestionDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const first = roleOptions[Number(early.at(0)) - 1]?.value ?? null
  const [to, setTo] = useState<QuestionRecipient | null>(first)
  const [text, setText] = useState(first === null ? early : early.slice(1))
  const ask = useMutation({
    ...questionQueries(useApiClient()).ask(env),
    onSuccess(given) {
      const words =
        given.answer === 'asked'
          ? `${labelAnsweringRole(given.handover.to)} was asked.`
          : 'Nothing was sent: another question of yours about this is open.'
      announce(words)
      onAsked(words)
      return refreshQuestions(queryClient, env)
    },
  })
  const body = askQuestionRequest.safeParse({ about, to, question: text })
  return (
    <Dialog title="Hand over a question" onClose={onClose}>
      <ChoiceTextForm
        label="Question"
        legend="Who should answer"
        choices={roleOptions}
        chosen={to}
        onChoose={setTo}
        text={text}
        textLabel="Question"
        onText={setText}
        help="15 to 500 characters. They see what it is about; you read their answer under your questions."
        go="Ask"
        canSend={body.success}
        isSending={ask.isPending}
        onSend={() => body.success && ask.mutate(body.data)}
        error={ask.error}
        missing="Nothing was asked"
      />
    </Dialog>
  )
}
