import type { DraftContent } from '@paydesk/shared/administration/draft-contents'
import {
  answerQuestionRequestSchema,
  type ListedQuestion,
  type QuestionList,
  type QuestionView,
} from '@paydesk/shared/cases/questions'
import type { CustomerHandle } from '@paydesk/shared/core/ids'
import { endpoints } from '@paydesk/shared/endpoints'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { DraftStatus, type FormDraft, FormDraftLoader } from '../../ui/drafts/draft.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FindCustomerLink } from '../../ui/links/find-customer-link.tsx'
import { CustomerLink, TransactionLink } from '../../ui/links/record-links.tsx'
import styles from '../../ui/page/approval-request-list.module.css'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ExportButton, ExportStatus, useDataExport } from '../../ui/table/data-export.tsx'
import { FieldValue, getVisibleText } from '../../ui/text/field-value.tsx'
import { shortenMiddle } from '../../ui/text/middle-ellipsis.tsx'
import { Money } from '../../ui/text/money.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { StateLabel } from '../../ui/text/state-label.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { ChoiceTextForm } from './choice-form.tsx'
import { questionQueries, refreshQuestions } from './queries.ts'
import own from './questions.module.css'

const route = getRouteApi('/inside/$env/questions')

/** Lists the user's questions with answers, and the questions addressed to the user's role. */
export function QuestionsPage(): ReactNode {
  const texts = useMessages('questions')
  const { name: env, label } = useEnvironment()
  const mayAnswer = useMay('question.answer')
  const { customer } = route.useSearch()
  const client = useApiClient()
  const queries = questionQueries(client)
  const mayExport = useMay('records.export')
  const { notExported } = useMessages('lists').export
  // The page has two lists, of which the answered questions of the role are none: the file has all of them.
  const filter = { show: 'all', ...(customer === undefined ? {} : { customer }) } as const
  const exporting = useDataExport({
    name: (today) => `questions-${env}-${today}`,
    open: (signal, format) =>
      client.stream(endpoints.exportQuestions, { params: { env }, query: { ...filter, ...format }, signal }),
    missing: notExported,
    expected: null,
    selection: { list: 'questions', filter },
  })
  const asked = useInfiniteQuery(queries.pages(env, 'asked', customer))
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} place={label}>
        {mayExport ? <ExportButton {...exporting} /> : null}
      </PageHeader>
      <ExportStatus {...exporting} />
      {customer === undefined ? null : (
        <p>
          {texts.oneCustomer}{' '}
          <Link to="/$env/questions" params={{ env }}>
            {texts.allCustomers}
          </Link>
        </p>
      )}
      {mayAnswer ? <QuestionsToAnswer customer={customer} /> : null}
      <AsyncView
        query={asked}
        retry={() => asked.refetch()}
        skeleton={<Skeleton lines={4} height={24} />}
        missing={texts.ownNotLoaded}
      >
        {({ pages }) => <OwnQuestions questions={listQuestions(pages)} asked={asked} />}
      </AsyncView>
    </div>
  )
}

interface OwnQuestionsProps {
  readonly questions: readonly ListedQuestion[]
  readonly asked: OlderQuestionsButtonProps['query']
}

/** Lists the questions of this user: first those that wait for an answer. */
function OwnQuestions({ questions, asked }: OwnQuestionsProps): ReactNode {
  const texts = useMessages('questions')
  const groups = [
    { title: texts.waiting, rows: questions.filter(({ answer }) => answer === null) },
    { title: texts.answeredOwn, rows: questions.filter(({ answer }) => answer !== null) },
  ]
  if (questions.length === 0) {
    return (
      <Section title={texts.own}>
        <EmptyState>
          <p>{texts.noneAsked}</p>
          <FindCustomerLink />
        </EmptyState>
      </Section>
    )
  }
  return (
    <>
      {groups.map(({ title, rows }) =>
        rows.length === 0 ? null : (
          <Section key={title} title={title}>
            <ul className={own.rows}>
              {rows.map((one) => (
                <OwnQuestion key={one.id} listedQuestion={one} />
              ))}
            </ul>
          </Section>
        ),
      )}
      <OlderQuestionsButton query={asked} />
    </>
  )
}

/** Removes duplicates: a question asked between two page loads shifts entries onto both pages. */
function listQuestions(pages: readonly QuestionList[]): ListedQuestion[] {
  const all = pages.flatMap(({ questions }) => questions)
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

interface OlderQuestionsButtonProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

function OlderQuestionsButton({ query }: OlderQuestionsButtonProps): ReactNode {
  const texts = useMessages('questions')
  if (!query.hasNextPage) return null
  return (
    <p className={styles.line}>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? texts.loading : texts.older}
      </Button>
    </p>
  )
}

function QuestionSubjectLink({ about }: Pick<QuestionView, 'about'>): ReactNode {
  const texts = useMessages('questions')
  const format = useFormatter()
  if (about.kind === 'customer')
    return <CustomerLink customer={about.customer}>{texts.customer}</CustomerLink>
  return (
    <TransactionLink transaction={about.transaction}>
      {format.parts(texts.transaction, {
        id: (
          <code key="id" title={about.transaction}>
            {shortenMiddle(about.transaction)}
          </code>
        ),
      })}
    </TransactionLink>
  )
}

/** Shows customer, amount and state of the subject, as far as our records have and the role may see them. */
function QuestionFacts({ about, facts, customer }: ListedQuestion): ReactNode {
  const texts = useMessages('questions')
  const { rid, merchant } = facts ?? customer ?? {}
  return (
    <p className={own.facts}>
      {rid === undefined ? null : (
        <b>
          <FieldValue value={rid} mono />
        </b>
      )}
      {merchant === undefined || merchant.visibility === 'hidden' ? null : (
        <FieldValue value={merchant} mono />
      )}
      {facts === null ? null : facts.amount.visibility === 'absent' ? (
        <span>{texts.noAmount}</span>
      ) : (
        <span className={own.amount}>
          <Money amount={facts.amount} currency={facts.currency} />
        </span>
      )}
      {facts === null ? null : <StateLabel state={facts.state} inReview={facts.inReview} />}
      <QuestionSubjectLink about={about} />
    </p>
  )
}

function OwnQuestion({ listedQuestion }: { readonly listedQuestion: ListedQuestion }): ReactNode {
  const { question, to, at, answer } = listedQuestion
  const texts = useMessages('questions')
  const { roles } = useMessages('signIn')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  return (
    <li className={own.row}>
      <QuestionFacts {...listedQuestion} />
      <p className={own.question}>{getVisibleText(question)}</p>
      <p className={styles.quiet}>
        {format.text(texts.to, { role: roles[to].label })} · <RowTime at={at} as="relative" />
      </p>
      {answer === null ? null : (
        <p className={styles.words}>
          <b>
            {answer.isNew
              ? format.text(texts.newAnswer, { answer: texts.given[answer.answer] })
              : texts.given[answer.answer]}
          </b>
          {answer.text.visibility === 'absent' ? null : <> – {getVisibleText(answer.text)}</>}{' '}
          <span className={styles.quiet}>
            {nameColleague(answer.by, 'subject')}, <RowTime at={answer.at} as="relative" />
          </span>
        </p>
      )}
    </li>
  )
}

interface QuestionsToAnswerProps {
  readonly customer: CustomerHandle | undefined
}

function QuestionsToAnswer({ customer }: QuestionsToAnswerProps): ReactNode {
  const texts = useMessages('questions')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { name: env } = useEnvironment()
  const waiting = useInfiniteQuery(questionQueries(useApiClient()).pages(env, 'to_answer', customer))
  // One form at a time: the list stays readable, and a question that arrives moves no form that is in use.
  // A question that a colleague answers closes its form and opens no other: keys typed on would answer that one.
  const [opened, setOpened] = useState<QuestionView['id'] | 'first'>('first')
  const [answered, setAnswered] = useState<QuestionView['id'] | null>(null)
  const questions = listQuestions(waiting.data?.pages ?? []).filter(({ id }) => id !== answered)
  const current = questions.find(({ id }) => id === opened)
  if (opened === 'first' && questions[0] !== undefined) setOpened(questions[0].id)
  return (
    <Section title={texts.toAnswer}>
      <AsyncView
        query={waiting}
        retry={() => waiting.refetch()}
        skeleton={<Skeleton lines={4} height={24} />}
        missing={texts.toAnswerNotLoaded}
      >
        {() => (
          <>
            {questions.length === 0 ? <p className={styles.quiet}>{texts.noneToAnswer}</p> : null}
            <ul className={styles.list}>
              {questions.map((one) => (
                <li key={one.id} className={styles.item}>
                  <QuestionFacts {...one} />
                  <p className={own.question}>{getVisibleText(one.question)}</p>
                  <p className={styles.quiet}>
                    {format.text(texts.from, { name: nameColleague(one.by, 'object') })} ·{' '}
                    <RowTime at={one.at} as="relative" />
                  </p>
                  {one === current ? (
                    <AnswerForm
                      listedQuestion={one}
                      onAnswered={() => {
                        setAnswered(one.id)
                        setOpened('first')
                      }}
                    />
                  ) : (
                    <p className={styles.line}>
                      <Button onClick={() => setOpened(one.id)}>{texts.answer}</Button>
                    </p>
                  )}
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

const answers = ['yes', 'no', 'text'] as const
const emptyAnswer = { answer: null, text: '' } as const

interface AnswerFormProps {
  readonly listedQuestion: QuestionView
  readonly onAnswered: () => void
}

/** Form to answer a question: `1` yes, `2` no, `3` text, while the form has the focus. */
function AnswerForm({ listedQuestion, onAnswered }: AnswerFormProps): ReactNode {
  const { name: env } = useEnvironment()
  return (
    <FormDraftLoader draftRef={{ env, kind: 'question_answer', about: listedQuestion.id }}>
      {(draft) => <OpenedAnswerForm listedQuestion={listedQuestion} onAnswered={onAnswered} draft={draft} />}
    </FormDraftLoader>
  )
}

interface OpenedAnswerFormProps extends AnswerFormProps {
  readonly draft: FormDraft<'question_answer'>
}

function OpenedAnswerForm({ listedQuestion, onAnswered, draft }: OpenedAnswerFormProps): ReactNode {
  const texts = useMessages('questions')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { name: env } = useEnvironment()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const [typed, setTyped] = useState<DraftContent<'question_answer'>>(draft.initial ?? emptyAnswer)
  const { answer: chosen, text } = typed
  function change(part: Partial<typeof typed>) {
    const next = { ...typed, ...part }
    setTyped(next)
    draft.change(next.answer === null && next.text === '' ? null : next)
  }
  const answer = useMutation({
    ...questionQueries(useApiClient()).answer(env),
    onSuccess(given) {
      draft.forget()
      showToast({ text: given.answer === 'done' ? texts.answered : texts.answeredBefore })
      onAnswered()
      return refreshQuestions(queryClient, env)
    },
  })
  const body = answerQuestionRequestSchema.safeParse({
    answer: chosen,
    ...(text.trim() === '' ? {} : { text }),
  })
  return (
    <>
      <ChoiceTextForm
        label={format.text(texts.answerTo, { name: nameColleague(listedQuestion.by, 'object') })}
        legend={texts.answer}
        choices={answers.map((value) => ({ value, label: texts.answers[value] }))}
        chosen={chosen}
        onChoose={(value) => change({ answer: value })}
        text={text}
        textLabel={texts.comment}
        onText={(text) => change({ text })}
        help={texts.answerHelp}
        go={texts.send}
        canSend={body.success}
        isSending={answer.isPending}
        onSend={() => body.success && answer.mutate({ handover: listedQuestion.id, ...body.data })}
        error={answer.error}
        missing={texts.notAnswered}
      />
      <DraftStatus {...draft.status} />
    </>
  )
}
