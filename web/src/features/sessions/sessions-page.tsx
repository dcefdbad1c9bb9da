import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page/page-head.tsx'
import { EverySession } from './every-session.tsx'
import { OwnSessions } from './own-sessions.tsx'
import styles from './sessions-page.module.css'

interface SessionsPageProps {
  /** Whether everybody's are listed too. */
  readonly seesEvery: boolean
}

/** Who is signed in: this person everywhere, and everybody for whoever may see that. Rows change by themselves. */
export function SessionsPage({ seesEvery }: SessionsPageProps): ReactNode {
  return (
    <div className={styles.page}>
      <PageHead title="Sessions" />
      <OwnSessions />
      {seesEvery ? <EverySession /> : null}
    </div>
  )
}
