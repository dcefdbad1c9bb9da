import type { QuestionView } from '@paydesk/shared/cases/questions'
import type { CustomerHandle, EnvironmentName } from '@paydesk/shared/core/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useMay } from '../../lib/session-context.tsx'
import { FieldValue } from '../../ui/text/field-value.tsx'
import {
  createPagedTimelineSource,
  type TimelineEntry,
  type TimelineSource,
} from '../../ui/timeline/timeline-source.ts'
import { questionQueries } from './queries.ts'

interface CustomerRef {
  readonly env: EnvironmentName
  readonly customer: CustomerHandle
}

/** Returns the questions about a customer that this user may see; null for a role that asks none. */
export function useCustomerQuestionTimeline({ env, customer }: CustomerRef): TimelineSource | null {
  const enabled = useMay('question.ask')
  const query = useInfiniteQuery({ ...questionQueries(useApiClient()).pages(env, 'all', customer), enabled })
  const { record } = useMessages('customerTimeline')
  if (!enabled) return null
  const link = (
    <Link to="/$env/questions" params={{ env }}>
      {record.questions}
    </Link>
  )
  return createPagedTimelineSource(query, ({ questions }) => ({
    oldest: questions.at(-1)?.at,
    entries: questions.flatMap((one): TimelineEntry[] => {
      const asked = { key: one.id, at: one.at, content: <QuestionText question={one} />, record: link }
      if (one.answer === null) return [asked]
      const content = <AnswerText answer={one.answer} />
      return [{ key: `${one.id}-answer`, at: one.answer.at, content, record: link }, asked]
    }),
  }))
}

function QuestionText({ question }: { readonly question: QuestionView }): ReactNode {
  const { asked: templateText } = useMessages('customerTimeline')
  const { roles } = useMessages('signIn')
  const format = useFormatter()
  const name = useFormatColleagueName()(question.by, 'subject')
  return (
    <>
      {format.parts(templateText, { name: <b key="name">{name}</b>, role: roles[question.to].label })}
      <p>
        <FieldValue value={question.question} />
      </p>
    </>
  )
}

interface AnswerTextProps {
  readonly answer: NonNullable<QuestionView['answer']>
}

function AnswerText({ answer: { by, answer, text } }: AnswerTextProps): ReactNode {
  const { answered } = useMessages('customerTimeline')
  const { given: messagesOf } = useMessages('questions')
  const format = useFormatter()
  const name = useFormatColleagueName()(by, 'subject')
  return (
    <>
      {format.parts(answered, { name: <b key="name">{name}</b>, answer: messagesOf[answer] })}
      {text.visibility === 'absent' ? null : (
        <p>
          <FieldValue value={text} />
        </p>
      )}
    </>
  )
}
