import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { HandoverAnswer, HandoverPage, HandoverView } from '@paydesk/shared/work/handover'
import { handoverAnswer } from '@paydesk/shared/work/handover'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { Kbd } from '../../ui/text/kbd.tsx'
import { shownText } from '../../ui/text/masked-value.tsx'
import { RowTime } from '../../ui/text/row-time.tsx'
import { ChoiceForm } from './choice-form.tsx'
import styles from './handover.module.css'
import { handoverQueries, readHandoversAgain } from './queries.ts'
import { answerWords, deskWord } from './words.ts'

interface HandoversPageProps {
  readonly env: EnvironmentName
  readonly place: string
  readonly mayAnswer: boolean
  readonly aboutLink: (about: HandoverView['about']) => ReactNode
}

/** Questions of this person with their answers, and those that their role is asked. */
export function HandoversPage({ env, place, mayAnswer, aboutLink }: HandoversPageProps): ReactNode {
  const queries = handoverQueries(useClient())
  const asked = useInfiniteQuery(queries.pages(env, 'asked'))
  return (
    <div className={styles.page}>
      <PageHead title="Questions" place={place} />
      {mayAnswer ? <ToAnswer env={env} aboutLink={aboutLink} /> : null}
      <Section title="Asked by you">
        <AsyncView
          query={asked}
          retry={() => asked.refetch()}
          skeleton={<Skeleton lines={4} height={24} />}
          missing="Your questions could not be read"
        >
          {({ pages }) => (
            <>
              {listed(pages).length === 0 ? (
                <p className={styles.quiet}>
                  You have asked nothing. On a customer or a transaction, <Kbd keys="h" /> asks.
                </p>
              ) : null}
              <ul className={styles.list}>
                {listed(pages).map((one) => (
                  <Asked key={one.handover} one={one} aboutLink={aboutLink} />
                ))}
              </ul>
              <Older query={asked} />
            </>
          )}
        </AsyncView>
      </Section>
    </div>
  )
}

/** A question that came between two pages may stand on both: it is shown once. */
function listed(pages: readonly HandoverPage[]): HandoverView[] {
  const all = pages.flatMap(({ handovers }) => handovers)
  return [...new Map(all.map((one) => [one.handover, one])).values()]
}

interface OlderProps {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** The way to what is older. */
function Older({ query }: OlderProps): ReactNode {
  if (!query.hasNextPage) return null
  return (
    <p className={styles.line}>
      <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Reading…' : 'Show older ones'}
      </Button>
    </p>
  )
}

interface AskedProps extends Pick<HandoversPageProps, 'aboutLink'> {
  readonly one: HandoverView
}

function Asked({ one: { about, question, to, at, answer }, aboutLink }: AskedProps): ReactNode {
  return (
    <li className={styles.item}>
      <p className={styles.quiet}>
        {aboutLink(about)} · to {deskWord(to)} · <RowTime at={at} as="age" />
      </p>
      <p className={styles.words}>{shownText(question)}</p>
      {answer === null ? (
        <p className={styles.quiet}>Waits for an answer.</p>
      ) : (
        <p className={styles.words}>
          <b>
            {answer.isNew ? 'New: ' : ''}
            {answerWords[answer.answer]}
          </b>
          {answer.text.seen === 'absent' ? null : <> – {shownText(answer.text)}</>}{' '}
          <span className={styles.quiet}>
            {answer.by.name}, <RowTime at={answer.at} as="age" />
          </span>
        </p>
      )}
    </li>
  )
}

function ToAnswer({ env, aboutLink }: Pick<HandoversPageProps, 'env' | 'aboutLink'>): ReactNode {
  const waiting = useInfiniteQuery(handoverQueries(useClient()).pages(env, 'to_answer'))
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
            {listed(pages).length === 0 ? <p className={styles.quiet}>No question waits for you.</p> : null}
            <ul className={styles.list}>
              {listed(pages).map((one) => (
                <li key={one.handover} className={styles.item}>
                  <p className={styles.quiet}>
                    {aboutLink(one.about)} · from {one.by.name} · <RowTime at={one.at} as="age" />
                  </p>
                  <p className={styles.words}>{shownText(one.question)}</p>
                  <AnswerForm env={env} one={one} />
                </li>
              ))}
            </ul>
            <Older query={waiting} />
          </>
        )}
      </AsyncView>
    </Section>
  )
}

const choices = (['yes', 'no', 'text'] as const).map((value) => ({ value, word: answerWords[value] }))

/** `1` yes, `2` no, `3` in words, once the form has the keyboard. */
function AnswerForm({ env, one }: { readonly env: EnvironmentName; readonly one: HandoverView }): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [chosen, setChosen] = useState<HandoverAnswer['answer'] | null>(null)
  const [text, setText] = useState('')
  const answer = useMutation({
    ...handoverQueries(useClient()).answer(env),
    onSuccess(given) {
      announce(given.answer === 'done' ? 'Your answer is recorded' : 'A colleague had answered it already')
      return readHandoversAgain(queryClient, env)
    },
  })
  const body = handoverAnswer.safeParse({ answer: chosen, ...(text.trim() === '' ? {} : { text }) })
  return (
    <ChoiceForm
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
