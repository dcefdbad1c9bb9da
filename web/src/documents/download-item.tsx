import type { DownloadAnswer, DownloadView } from '@paydesk/shared/document-downloads'
import { downloadAnswer } from '@paydesk/shared/document-downloads'
import type { EnvironmentName } from '@paydesk/shared/ids'
import { purposes } from '@paydesk/shared/purpose'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { useClient } from '../api/client-context.tsx'
import { isUnsure } from '../api/problem-error.ts'
import { useAnnounce } from '../ui/announce.tsx'
import { Button } from '../ui/button.tsx'
import { personalMarks } from '../ui/personal-marks.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { ShownValue } from '../ui/shown-value.tsx'
import { Timestamp } from '../ui/timestamp.tsx'
import styles from './documents.module.css'
import { documentQueries, fetchDownload, readDownloadsAgain } from './queries.ts'
import { cleaned, statusWords } from './words.ts'

interface DownloadItemProps {
  readonly env: EnvironmentName
  readonly one: DownloadView
  readonly documentLink: (request: DownloadView, words: ReactNode) => ReactNode
}

/** One request: who, what for, how it stands, and what this person may do about it. */
export function DownloadItem({ env, one, documentLink }: DownloadItemProps): ReactNode {
  const { answer } = one
  return (
    <li className={styles.request}>
      <div className={styles.line}>
        {documentLink(one, `Document, file ${one.file + 1}`)}
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
      {one.mayFetch ? <Fetching env={env} one={one} /> : null}
    </li>
  )
}

type OwnProps = Pick<DownloadItemProps, 'env' | 'one'>

function Answering({ env, one }: OwnProps): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const ids = { field: useId(), help: useId() }
  const [text, setText] = useState('')
  const answer = useMutation({
    ...documentQueries(useClient()).answer(env, one.request),
    onSuccess(given) {
      announce(
        given.answer === 'too_late'
          ? 'Nothing was recorded: it had been answered, or its time was over.'
          : statusWords[given.request.status],
      )
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
    <div className={styles.answering}>
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

function Fetching({ env, one }: OwnProps): ReactNode {
  const client = useClient()
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error: unknown }>(idle)
  async function fetchIt() {
    setState({ isBusy: true, error: null })
    try {
      // Past the queries: nothing of it is kept here once the browser has it.
      save(await fetchDownload(client, env, one.request))
      announce('Fetched. It cannot be fetched again.')
      setState(idle)
    } catch (error) {
      setState({ isBusy: false, error })
    }
    await readDownloadsAgain(queryClient, env)
  }
  return (
    <>
      <p className={styles.line}>
        <Button look="primary" disabled={state.isBusy} onClick={() => void fetchIt()}>
          {state.isBusy ? 'Fetching…' : 'Fetch it, once'}
        </Button>
        <span className={styles.says}>
          A PDF with your name, the time and the reason: a picture under that mark, anything else as an
          attachment behind a cover page.
        </span>
      </p>
      {state.error ? <ProblemNote error={state.error} missing="The document was not fetched" /> : null}
    </>
  )
}

const idle = { isBusy: false, error: null } as const

function save(bytes: Blob): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = address
  // No word of the record is in the name of a file that leaves.
  link.download = 'document.pdf'
  link.click()
  URL.revokeObjectURL(address)
}
