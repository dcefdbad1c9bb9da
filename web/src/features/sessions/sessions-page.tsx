import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AllSessionsSection } from './all-sessions-section.tsx'
import { OwnSessionsSection } from './own-sessions-section.tsx'
import styles from './sessions-page.module.css'

interface SessionsPageProps {
  /** True if the role may also list all sessions. */
  readonly seesEvery: boolean
}

/** Sessions page: own sessions, and all sessions for permitted roles. Rows update live. */
export function SessionsPage({ seesEvery }: SessionsPageProps): ReactNode {
  return (
    <div className={styles.page}>
      <PageHeader title="Sessions" />
      <OwnSessionsSection />
      {seesEvery ? <AllSessionsSection /> : null}
    </div>
  )
}
