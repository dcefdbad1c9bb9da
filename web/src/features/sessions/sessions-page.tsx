import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useMay } from '../../lib/session-context.tsx'
import { PageHeader, RefreshButton } from '../../ui/page/page-header.tsx'
import { AllSessionsSection } from './all-sessions-section.tsx'
import { OwnSessionsSection } from './own-sessions-section.tsx'
import { refreshSessions, sessionsKey } from './queries.ts'
import styles from './sessions-page.module.css'

/** Sessions page: own sessions, and all sessions for permitted roles. Rows update live. */
export function SessionsPage(): ReactNode {
  const texts = useMessages('sessions')
  const queryClient = useQueryClient()
  const mayAll = useMay('session.every')
  return (
    <div className={styles.page}>
      <PageHeader
        title={useMessages('shell').navigation.sessions}
        about={mayAll ? texts.aboutAll : texts.about}
      >
        <RefreshButton
          help={texts.all.refresh}
          said={texts.all.refreshed}
          isBusy={useIsFetching({ queryKey: sessionsKey }) > 0}
          read={() => refreshSessions(queryClient)}
        />
      </PageHeader>
      <OwnSessionsSection />
      {mayAll ? <AllSessionsSection /> : null}
    </div>
  )
}
