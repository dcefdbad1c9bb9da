import {
  type SubjectAccessApprovalInput,
  type SubjectAccessRequestView,
  subjectAccessApprovalInput,
} from '@paydesk/shared/compliance/subject-access'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FreeTextField } from '../../ui/forms/free-text-field.tsx'
import { focusNextCard, useNextCardFocus } from '../../ui/page/focus-next-card.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { refreshSubjectRequests, subjectAccessQueries } from './queries.ts'
import styles from './subject-access.module.css'

interface SubjectRequestApprovalFormProps {
  readonly env: EnvironmentName
  readonly one: SubjectAccessRequestView
}

/** Approves a colleague's request, or rejects it with a reason. */
export function SubjectRequestApprovalForm({
  env,
  one: { request, by },
}: SubjectRequestApprovalFormProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const form = useRef<HTMLFormElement>(null)
  useNextCardFocus(form)
  const [text, setText] = useState('')
  const answer = useMutation({
    ...subjectAccessQueries(useApiClient()).answer(env),
    onSuccess(given) {
      announce(given.answer === 'done' ? 'Your answer is recorded' : 'It was too late: see what became of it')
      focusNextCard(form.current)
      return refreshSubjectRequests(queryClient, env)
    },
  })
  const words = text.trim() === '' ? {} : { text }
  const bodyOf = (kind: SubjectAccessApprovalInput['answer']) =>
    subjectAccessApprovalInput.safeParse({ answer: kind, ...words })
  function send(kind: SubjectAccessApprovalInput['answer']) {
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
      <FreeTextField
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
