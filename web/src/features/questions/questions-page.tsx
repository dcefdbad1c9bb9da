import {
  type AnswerQuestionRequest,
  answerQuestionRequest,
  type QuestionList,
  type QuestionView,
} from '@paydesk/shared/cases/questions'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CustomerLink, TransactionLink } from '../../ui/links/record-links.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from '../../ui/page/request-list.module.css'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { getVisibleText } from '../../ui/text/field-value.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ChoiceTextForm } from './choice-form.tsx'
import { labelAnsweringRole, questionAnswerLabels } from './labels.ts'
import { questionQueries, refreshQuestions } from './queries.ts'

/** Lists the user's questions with answers, and the questions addressed to the user's role. */
export function QuestionsPage(): ReactNode {
  const { name: env, label } = useEnvironment()
  const mayAnswer = useMay('question.answer')
  const queries = questionQueries(useApiClient())
  const asked = useInfiniteQuery(queries.pages(env, 'asked'))
  return (
    <div className={styles.page}>
      <PageHeader title="Questions" place={label} />
      {mayAnswer ? <QuestionsToAnswer /> : null}
      <Section title="Asked by you">
        <AsyncView
          query={asked}
          retry={() => asked.refetch()}
          skeleton={<Skeleton lines={4} height={24} />}
          missing="Your questions could not be read"
        >
          {({ pages }) => (
            <>
              {listQuestions(pages).length === 0 ? (
                <p className={styles.quiet}>
                  You have asked nothing. On a customer or a transaction, <Kbd keys="h" /> asks.
                </p>
              ) : null}
              <ul className={styles.list}>
                {listQuestions(pages).map((one) => (
                  <OwnQuestion key={one.handover} one={one} />
                ))}
              </ul>
              <OlderQuestionsButton query={asked} />
            </>
          )}
        </AsyncView>
      </Section>
    </div>
  )
}

/** Removes duplicates: a question asked between two page loads shifts entries onto both pages. */
function listQuestions(pages: readonly QuestionList[]): QuestionView[] {
  const all = pages.flatMap(({ handovers }) => handovers)
  return [...new Map(all.map((one) => [one.handover, one])).values()]
}

interface OlderQuestionsButtonProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

function OlderQuestionsButton({ query }: OlderQuestionsButtonProps): ReactNode {
  if (!query.hasNextPage) return null
  return (
    <p className={styles.line}>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Reading…' : 'Show older ones'}
      </Button>
    </p>
  )
}

function QuestionSubjectLink({ about }: Pick<QuestionView, 'about'>): ReactNode {
  if (about.kind === 'customer') return <CustomerLink customer={about.customer}>Customer</CustomerLink>
  return (
    <TransactionLink transaction={about.transaction}>
      Transaction <code>{about.transaction}</code>
    </TransactionLink>
  )
}

function OwnQuestion({
  one: { about, question, to, at, answer },
}: {
  readonly one: QuestionView
}): ReactNode {
  return (
    <li className={styles.item}>
      <p className={styles.quiet}>
        <QuestionSubjectLink about={about} /> · to {labelAnsweringRole(to)} · <RowTime at={at} as="age" />
      </p>
      <p className={styles.words}>{getVisibleText(question)}</p>
      {answer === null ? (
        <p className={styles.quiet}>Waits for an answer.</p>
      ) : (
        <p className={styles.words}>
          <b>
            {answer.isNew ? 'New: ' : ''}
            {questionAnswerLabels[answer.answer]}
          </b>
          {answer.text.seen === 'absent' ? null : <> – {getVisibleText(answer.text)}</>}{' '}
          <span className={styles.quiet}>
            {answer.by.name}, <RowTime at={answer.at} as="age" />
          </span>
        </p>
      )}
    </li>
  )
}

function QuestionsToAnswer(): ReactNode {
  const { name: env } = useEnvironment()
  const waiting = useInfiniteQuery(questionQueries(useApiClient()).pages(env, 'to_answer'))
  return (
    <Section title="Waiting for your answer">
      <AsyncView
        query={waiting}
        retry={() => waiting.refetch()}
        skeleton={<Skeleton lines={4} height={24} />}
        missing="The questions could not be read"
      >
        {({ pages }) => (
          <>
            {listQuestions(pages).length === 0 ? (
              <p className={styles.quiet}>No question waits for you.</p>
            ) : null}
            <ul className={styles.list}>
              {listQuestions(pages).map((one) => (
                <li key={one.handover} className={styles.item}>
                  <p className={styles.quiet}>
                    <QuestionSubjectLink about={one.about} /> · from {one.by.name} ·{' '}
                    <RowTime at={one.at} as="age" />
                  </p>
                  <p className={styles.words}>{getVisibleText(one.question)}</p>
                  <AnswerForm one={one} />
                </li>
              ))}
            </ul>
            <OlderQuestionsButton query={waiting} />
          </>
        )}
      </AsyncView>
    </Section>
  )
}

const choices = (['yes', 'no', 'text'] as const).map((value) => ({
  value,
  word: questionAnswerLabels[value],
}))

/** Form to answer a question: `1` yes, `2` no, `3` text, while the form has the focus. */
function AnswerForm({ one }: { readonly one: QuestionView }): ReactNode {
  const { name: env } = useEnvironment()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [chosen, setChosen] = useState<AnswerQuestionRequest['answer'] | null>(null)
  const [text, setText] = useState('')
  const answer = useMutation({
    ...questionQueries(useApiClient()).answer(env),
    onSuccess(given) {
      announce(given.answer === 'done' ? 'Your answer is recorded' : 'A colleague had answered it already')
      return refreshQuestions(queryClient, env)
    },
  })
  const body = answerQuestionRequest.safeParse({ answer: chosen, ...(text.trim() === '' ? {} : { text }) })
  return (
    <ChoiceTextForm
      label={`Answer to ${one.by.name}`}
      legend="Answer"
      choices={choices}
      chosen={chosen}
      onChoose={setChosen}
      text={text}
      textLabel="Words"
      onText={setText}
      help="Without personal data: whoever asked may see less than you do."
      go="Answer"
      canSend={body.success}
      isSending={answer.isPending}
      onSend={() => body.success && answer.mutate({ handover: one.handover, ...body.data })}
      error={answer.error}
      missing="Nothing was answered"
    />
  )
}
