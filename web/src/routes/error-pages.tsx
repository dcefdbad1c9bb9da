import { textsNotLoadedNotices } from '@paydesk/shared/messages/texts-not-loaded'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages, useMessagesOfError } from '../lib/messages/messages-context.tsx'
import { getButtonClassName } from '../ui/forms/button.tsx'
import { PageHeading } from '../ui/page/page-heading.tsx'
import { ProblemNote } from '../ui/page/problem-note.tsx'
import styles from './error-pages.module.css'

/** States that the address leads nowhere, and guesses no other page. */
export function NotFoundPage(): ReactNode {
  const { notFoundPage: texts, goHome } = useMessages('ui')
  return (
    <div className={styles.page}>
      <PageHeading title={texts.title} className={styles.title}>
        {texts.title}
      </PageHeading>
      <p>{texts.detail}</p>
      <p>
        <Link to="/" className={getButtonClassName()}>
          {goHome}
        </Link>
      </p>
    </div>
  )
}

/** Shows `NotFoundPage` outside of the app shell. */
export function StandaloneNotFoundPage(): ReactNode {
  return (
    <main className={styles.alone}>
      <NotFoundPage />
    </main>
  )
}

interface ErrorPageProps {
  readonly error: unknown
  readonly reset: () => void
}

/** Shows an error of a page, or that its texts did not arrive. */
export function ErrorPage(props: ErrorPageProps): ReactNode {
  const texts = useMessagesOfError('ui', true)
  if (texts === undefined) return <MissingTextsPage />
  return texts === null ? null : <ErrorDetails {...props} />
}

function MissingTextsPage(): ReactNode {
  return (
    <main className={styles.page}>
      {Object.entries(textsNotLoadedNotices).map(([language, text]) => (
        <p key={language} lang={language}>
          {text}
        </p>
      ))}
    </main>
  )
}

function ErrorDetails({ error, reset }: ErrorPageProps): ReactNode {
  const { errorPage: texts } = useMessages('ui')
  const router = useRouter()
  function retry() {
    reset()
    void router.invalidate()
  }
  return (
    <main className={styles.page}>
      <PageHeading title={texts.windowTitle} className={styles.title}>
        {texts.title}
      </PageHeading>
      <ProblemNote error={error} retry={retry} />
    </main>
  )
}
