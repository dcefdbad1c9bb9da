import {
  askQuestionRequestSchema,
  type QuestionSubject,
  questionRecipientSchema,
} from '@paydesk/shared/cases/questions'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DialogPlaceholder } from '../../ui/dialog/dialog-placeholder.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { ChoiceTextForm } from './choice-form.tsx'
import { questionQueries, refreshQuestions } from './queries.ts'

interface AskQuestionDialogProps {
  readonly env: EnvironmentName
  readonly about: QuestionSubject
  /** Keys typed before the form was loaded: an optional role digit, then text. */
  readonly early: string
  /** Keeps keys typed until the draft is loaded. */
  readonly onTyped: (piece: string) => void
  readonly onClose: () => void
  readonly onAsked: (text: string) => void
}

/** Dialog to choose the answering role and write a question. */
export function AskQuestionDialog({ onTyped, ...props }: AskQuestionDialogProps): ReactNode {
  const { env, about, onClose } = props
  const { ask } = useMessages('questions')
  return (
    <FormDraftLoader
      draftRef={{ env, kind: 'question', about: readSubjectId(about) }}
      waiting={<DialogPlaceholder title={ask} onTyped={onTyped} onClose={onClose} />}
    >
      {(draft) => <AskQuestionForm {...props} draft={draft} />}
    </FormDraftLoader>
  )
}

function readSubjectId(about: QuestionSubject): string {
  switch (about.kind) {
    case 'transaction':
      return about.transaction
    case 'customer':
      return about.customer
    case 'identity':
      return about.identity
  }
}

interface AskQuestionFormProps extends Omit<AskQuestionDialogProps, 'onTyped'> {
  readonly draft: FormDraft<'question'>
}

function AskQuestionForm({ env, about, early, draft, onClose, onAsked }: AskQuestionFormProps): ReactNode {
  const texts = useMessages('questions')
  const { roles } = useMessages('signIn')
  const format = useFormatter()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const first = questionRecipientSchema.options[Number(early.at(0)) - 1] ?? null
  const [typed, setTyped] = useState({
    to: first ?? draft.initial?.to ?? null,
    text: (draft.initial?.text ?? '') + (first === null ? early : early.slice(1)),
  })
  const { to, text } = typed
  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(next.text === '' ? null : next)
  }
  const ask = useMutation({
    ...questionQueries(useApiClient()).ask(env),
    onSuccess(given) {
      draft.forget()
      const text =
        given.answer === 'asked'
          ? format.text(texts.asked, { role: roles[given.question.to].label })
          : texts.alreadyOpen
      showToast({
        text,
        link: (
          <Link to="/$env/questions" params={{ env }}>
            {texts.openQuestions}
          </Link>
        ),
      })
      onAsked(text)
      return refreshQuestions(queryClient, env)
    },
  })
  const body = askQuestionRequestSchema.safeParse({ about, to, question: text })
  return (
    <Dialog title={texts.ask} onClose={onClose}>
      <ChoiceTextForm
        label={texts.question}
        legend={texts.sendTo}
        choices={questionRecipientSchema.options.map((value) => ({ value, label: roles[value].label }))}
        chosen={to}
        onChoose={(role) => change({ to: role })}
        text={text}
        textLabel={texts.question}
        onText={(text) => change({ text })}
        help={texts.askHelp}
        go={texts.send}
        canSend={body.success}
        isSending={ask.isPending}
        onSend={() => body.success && ask.mutate(body.data)}
        error={ask.error}
        missing={texts.notAsked}
      />
      <DraftStatus {...draft.status} />
    </Dialog>
  )
}
