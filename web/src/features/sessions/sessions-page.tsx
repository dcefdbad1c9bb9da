import type { ReactNode } from 'react'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AllSessionsSection } from './all-sessions-section.tsx'
import { OwnSessionsSection } from './own-sessions-section.tsx'
import styles from './sessions-page.module.css'

interface SessionsPageProps {
  /** Whether everybody's are listed too. */
  readonly seesEvery: boolean
}

/** Who is signed in: this person everywhere, and everybody for whoever may see that. Rows change by themselves. */
export function SessionsPage({ seesEvery }: SessionsPageProps): ReactNode {
  return (
    <div className={styles.page}>
      <PageHeader title="Sessions" />
      <OwnSessionsSection />
      {seesEvery ? <AllSessionsSection /> : null}
    </div>
  )
}
