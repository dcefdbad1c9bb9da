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
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { ChoiceTextForm } from './choice-form.tsx'
import { questionQueries, refreshQuestions } from './queries.ts'

interface AskQuestionDialogProps {
  readonly env: EnvironmentName
  readonly about: QuestionSubject
  /** Keys typed before the form was loaded: an optional role digit, then text. */
  readonly early: string
  readonly onClose: () => void
  readonly onAsked: (words: string) => void
}

/** Dialog to choose the answering role and write a question. */
export function AskQuestionDialog({
  env,
  about,
  early,
  onClose,
  onAsked,
}: AskQuestionDialogProps): ReactNode {
  const texts = useMessages('questions')
  const { roles } = useMessages('signIn')
  const format = useFormat()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const first = questionRecipient.options[Number(early.at(0)) - 1] ?? null
  const [to, setTo] = useState<QuestionRecipient | null>(first)
  const [text, setText] = useState(first === null ? early : early.slice(1))
  const ask = useMutation({
    ...questionQueries(useApiClient()).ask(env),
    onSuccess(given) {
      const words =
        given.answer === 'asked'
          ? format.text(texts.asked, { role: roles[given.question.to].label })
          : texts.alreadyOpen
      announce(words)
      onAsked(words)
      return refreshQuestions(queryClient, env)
    },
  })
  const body = askQuestionRequest.safeParse({ about, to, question: text })
  return (
    <Dialog title={texts.ask} onClose={onClose}>
      <ChoiceTextForm
        label={texts.question}
        legend={texts.sendTo}
        choices={questionRecipient.options.map((value) => ({ value, word: roles[value].label }))}
        chosen={to}
        onChoose={setTo}
        text={text}
        textLabel={texts.question}
        onText={setText}
        help={texts.askHelp}
        go={texts.send}
        canSend={body.success}
        isSending={ask.isPending}
        onSend={() => body.success && ask.mutate(body.data)}
        error={ask.error}
        missing={texts.notAsked}
      />
    </Dialog>
  )
}
