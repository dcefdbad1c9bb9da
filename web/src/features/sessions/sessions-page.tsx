import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AllSessionsSection } from './all-sessions-section.tsx'
import { OwnSessionsSection } from './own-sessions-section.tsx'
import styles from './sessions-page.module.css'

/** Sessions page: own sessions, and all sessions for permitted roles. Rows update live. */
export function SessionsPage(): ReactNode {
  return (
    <div className={styles.page}>
      <PageHeader title={useMessages('shell').navigation.sessions} />
      <OwnSessionsSection />
      {useMay('session.every') ? <AllSessionsSection /> : null}
    </div>
  )
}
