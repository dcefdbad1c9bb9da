import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { HandoverDesk, HandoverSubject } from '@paydesk/shared/work/handover'
import { askRequest, handoverDesk } from '@paydesk/shared/work/handover'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { handoverQueries, readHandoversAgain } from './queries.ts'
import { deskWord } from './words.ts'

interface AskDialogProps {
  readonly env: EnvironmentName
  readonly about: HandoverSubject
  /** What was typed before the form was there: the digit of a role first, as in the form. */
  readonly early: string
  readonly onClose: () => void
  readonly onAsked: (words: string) => void
}

const desks = handoverDesk.options.map((value) => ({ value, word: deskWord(value) }))

/** Who should answer, and what is asked. */
export function AskDialog({ env, about, early, onClose, onAsked }: AskDialogProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const first = desks[Number(early.at(0)) - 1]?.value ?? null
  const [to, setTo] = useState<HandoverDesk | null>(first)
  const [text, setText] = useState(first === null ? early : early.slice(1))
  const ask = useMutation({
    ...handoverQueries(useClient()).ask(env),
    onSuccess(given) {
      const words =
        given.answer === 'asked'
          ? `${deskWord(given.handover.to)} was asked.`
          : 'Nothing was sent: another question of yours about this is open.'
      announce(words)
      onAsked(words)
      return readHandoversAgain(queryClient, env)
    },
  })
  const body = askRequest.safeParse({ about, to, question: text })
  return (
    <Dialog title="Hand over a question" onClose={onClose}>
      <ChoiceForm
        label="Question"
        legend="Who should answer"
        choices={desks}
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
