import type { SubjectAnswer, SubjectRequestView } from '@paydesk/shared/compliance/subject'
import { subjectAnswer } from '@paydesk/shared/compliance/subject'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { WarnedText } from '../../ui/forms/warned-text.tsx'
import { leaveAnswered, useLeavingForm } from '../../ui/page/focus-next-card.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { readRequestsAgain, subjectQueries } from './queries.ts'
import styles from './subjects.module.css'

interface AnswerFormProps {
  readonly env: EnvironmentName
  readonly one: SubjectRequestView
}

/** Confirms a colleague's request, or refuses it with a reason. */
export function AnswerForm({ env, one: { request, by } }: AnswerFormProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const form = useRef<HTMLFormElement>(null)
  useLeavingForm(form)
  const [text, setText] = useState('')
  const answer = useMutation({
    ...subjectQueries(useClient()).answer(env),
    onSuccess(given) {
      announce(given.answer === 'done' ? 'Your answer is recorded' : 'It was too late: see what became of it')
      leaveAnswered(form.current)
      return readRequestsAgain(queryClient, env)
    },
  })
  const words = text.trim() === '' ? {} : { text }
  const bodyOf = (kind: SubjectAnswer['answer']) => subjectAnswer.safeParse({ answer: kind, ...words })
  function send(kind: SubjectAnswer['answer']) {
    const body = bodyOf(kind)
    if (body.success) answer.mutate({ request, ...body.data })
  }
  return (
    <form
      ref={form}
      aria-label={`Answer to ${by.name}`}
      className={styles.form}
      onSubmit={(event) => event.preventDefault()}
    >
      <WarnedText
        label="Words (needed for a refusal)"
        value={text}
        onChange={setText}
        rows={2}
        maxLength={500}
        help="Check that the ticket is the customer’s own request. Once confirmed, each of you can take it once."
      />
      <p className={styles.line}>
        <Button
          look="primary"
          disabled={!bodyOf('confirm').success || answer.isPending}
          onClick={() => send('confirm')}
        >
          Confirm
        </Button>
        <Button disabled={!bodyOf('refuse').success || answer.isPending} onClick={() => send('refuse')}>
          Refuse
        </Button>
      </p>
      {answer.error ? <ProblemNote error={answer.error} missing="Nothing was answered" /> : null}
    </form>
  )
}
