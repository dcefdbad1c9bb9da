import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PageHeading } from '../ui/page/page-heading.tsx'
import { ProblemNote } from '../ui/page/problem-note.tsx'
import styles from './error-pages.module.css'

/** States that the address leads nowhere, and guesses no other page. */
export function NotFoundPage(): ReactNode {
  return (
    <div className={styles.page}>
      <PageHeading title="No such page" className={styles.title}>
        There is no such page
      </PageHeading>
      <p>
        The address is incomplete, or for an environment that you cannot open. A record is found by the box on
        the home page.
      </p>
      <p>
        <Link to="/">Home</Link>
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

export function ErrorPage({
  error,
  reset,
}: {
  readonly error: unknown
  readonly reset: () => void
}): ReactNode {
  const router = useRouter()
  function retry() {
    reset()
    void router.invalidate()
  }
  return (
    <main className={styles.page}>
      <PageHeading title="Fault" className={styles.title}>
        This page could not be shown
      </PageHeading>
      <ProblemNote error={error} retry={retry} />
    </main>
  )
}
