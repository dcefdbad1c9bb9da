import type { DownloadAnswer, DownloadView } from '@paydesk/shared/compliance/document-downloads'
import { downloadAnswer } from '@paydesk/shared/compliance/document-downloads'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { purposes } from '@paydesk/shared/core/purpose'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { useId, useRef, useState } from 'react'
import { useClient } from '../../lib/api/client-context.tsx'
import { asFailure, isUnsure } from '../../lib/api/problem-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { personalMarks } from '../../ui/forms/personal-marks.ts'
import { ProofOffer } from '../../ui/forms/step-up-offer.tsx'
import { leaveAnswered, stayOnCard, useLeavingForm } from '../../ui/page/focus-next-card.ts'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { ShownValue } from '../../ui/text/masked-value.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import styles from './documents.module.css'
import { documentQueries, fetchDownload, readDownloadsAgain } from './queries.ts'
import { askedWord, cleaned, statusWords } from './words.ts'

export interface DownloadItemProps {
  readonly env: EnvironmentName
  readonly one: DownloadView
  readonly documentLink: (request: DownloadView, words: ReactNode) => ReactNode
  /** Own path to come back to after a proof of who one is. */
  readonly returnTo: string
  /** The way to whose document it is, for whoever may go there. */
  readonly identityLink: (request: DownloadView, words: ReactNode) => ReactNode
}

/** One request: who, what for, how it stands, and what this person may do about it. */
export function DownloadItem({
  env,
  one,
  returnTo,
  documentLink,
  identityLink,
}: DownloadItemProps): ReactNode {
  const { answer } = one
  const card = useRef<HTMLLIElement>(null)
  // It lives as long as its card: that it may not be fetched any more is known before how the fetch ended.
  const fetching = useFetching(env, one.request, card)
  return (
    <li ref={card} tabIndex={-1} className={styles.request}>
      <div className={styles.line}>
        {documentLink(one, askedWord(one))}
        <span>
          of{' '}
          {identityLink(
            one,
            <>
              identity <code>{one.identity}</code>
            </>,
          )}
        </span>
        <span>
          {purposes[one.purpose]} · <code>{one.caseRef}</code>
        </span>
        <span
          className={styles.status}
          data-open={one.status === 'waiting' || one.status === 'confirmed' || undefined}
        >
          {statusWords[one.status]}
        </span>
      </div>
      <p className={styles.text}>
        <ShownValue value={cleaned(one.text)} />
      </p>
      <p className={styles.says}>
        {one.by.me ? 'You' : one.by.name} asked <Timestamp at={one.at} as="relative" />
        {one.status === 'waiting' ? (
          <>
            , open until <Timestamp at={one.until} as="time" />
          </>
        ) : null}
        {one.fetchUntil && one.status === 'confirmed' ? (
          <>
            , to be fetched until <Timestamp at={one.fetchUntil} as="time" />
          </>
        ) : null}
      </p>
      {answer ? (
        <p className={styles.says}>
          {answer.by.me ? 'You' : answer.by.name} {answer.answer === 'confirm' ? 'confirmed' : 'refused'} it{' '}
          <Timestamp at={answer.at} as="relative" />
          {answer.text.seen === 'absent' ? null : (
            <>
              : <ShownValue value={cleaned(answer.text)} />
            </>
          )}
        </p>
      ) : null}
      {one.mayAnswer ? <Answering env={env} one={one} /> : null}
      {one.by.me && one.status === 'waiting' ? (
        <p className={styles.says}>Somebody else must answer it: nobody confirms their own.</p>
      ) : null}
      {one.mayFetch || fetching.isBusy || fetching.error !== null ? (
        <Fetching {...fetching} mayFetch={one.mayFetch} returnTo={returnTo} />
      ) : null}
    </li>
  )
}

type OwnProps = Pick<DownloadItemProps, 'env' | 'one'>

function Answering({ env, one }: OwnProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const ids = { field: useId(), help: useId() }
  const area = useRef<HTMLDivElement>(null)
  useLeavingForm(area)
  const [text, setText] = useState('')
  const answer = useMutation({
    ...documentQueries(useClient()).answer(env, one.request),
    onSuccess(given) {
      announce(
        given.answer === 'too_late'
          ? 'Nothing was recorded: it had been answered, or its time was over.'
          : statusWords[given.request.status],
      )
      leaveAnswered(area.current)
      return readDownloadsAgain(queryClient, env)
    },
  })
  const words = text.trim()
  const bodyOf = (kind: DownloadAnswer['answer']) =>
    downloadAnswer.safeParse({ answer: kind, ...(words === '' ? {} : { text: words }) })
  const send = (kind: DownloadAnswer['answer']) => {
    const body = bodyOf(kind)
    if (body.success && !answer.isPending) answer.mutate(body.data)
  }
  const marks = personalMarks(text)
  return (
    <div ref={area} className={styles.answering}>
      <label htmlFor={ids.field}>Words; a refusal needs them</label>
      <textarea
        id={ids.field}
        rows={2}
        maxLength={500}
        value={text}
        aria-describedby={ids.help}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={ids.help} aria-live="polite" className={marks.length > 0 ? styles.warning : styles.says}>
        {marks.length > 0
          ? `▲ This looks like ${marks.join(' and ')}: it is kept as typed, so leave it out.`
          : 'Your answer is recorded with your name, and who asked reads the words.'}
      </p>
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
      {answer.error ? (
        <ProblemNote
          error={answer.error}
          missing={
            isUnsure(answer.error)
              ? 'It is not known whether it was recorded: read the requests again before you answer once more'
              : 'Nothing was answered'
          }
        />
      ) : null}
    </div>
  )
}

const idle = { isBusy: false, error: null } as const

function useFetching(
  env: EnvironmentName,
  request: DownloadView['request'],
  card: RefObject<HTMLElement | null>,
) {
  const client = useClient()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(idle)
  async function fetchIt() {
    setState({ isBusy: true, error: null })
    try {
      // Past the queries: nothing of it is kept here once the browser has it.
      save(await fetchDownload(client, env, request))
      announce('Fetched. It cannot be fetched again.')
      setState(idle)
    } catch (error) {
      setState({ isBusy: false, error })
    }
    await readDownloadsAgain(queryClient, env)
    stayOnCard(card.current)
  }
  return { ...state, fetchIt }
}

interface FetchingProps extends ReturnType<typeof useFetching> {
  readonly mayFetch: boolean
  readonly returnTo: string
}

function Fetching({ isBusy, error, fetchIt, mayFetch, returnTo }: FetchingProps): ReactNode {
  if (error !== null && asFailure(error).id === 'step_up_needed')
    return (
      <ProofOffer returnTo={returnTo}>
        A document leaves only with somebody who has just proved once more who they are. Your session and the
        request stay; nothing was fetched yet.
      </ProofOffer>
    )
  return (
    <>
      {mayFetch || isBusy ? (
        <p className={styles.line}>
          <Button look="primary" disabled={isBusy} onClick={() => void fetchIt()}>
            {isBusy ? 'Fetching…' : 'Fetch it, once'}
          </Button>
          <span className={styles.says}>
            A PDF with your name, the time and the reason: a picture under that mark, anything else as an
            attachment behind a cover page.
          </span>
        </p>
      ) : null}
      {error === null ? null : <ProblemNote error={error} missing="The document was not fetched" />}
    </>
  )
}

function save(bytes: Blob): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  // No word of the record is in the name of a file that leaves.
  link.download = 'document.pdf'
  link.click()
  URL.revokeObjectURL(address)
}
