import type { Messages } from '@paydesk/shared/messages/catalogue'
import { Link, useMatch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { NoAccess } from '../features/sign-in/no-access.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { PageHeading } from '../ui/page/page-heading.tsx'
import styles from './error-pages.module.css'

export type PageName = keyof Messages['pageNames']

interface ForbiddenPageProps {
  readonly to: PageName
  /** Actions that are still possible from here. */
  readonly children?: ReactNode
}

/** Explains that this role may not open the page, which pages it may open, and the way on. */
export function ForbiddenPage({ to, children }: ForbiddenPageProps): ReactNode {
  const environment = useMatch({ from: '/inside/$env', shouldThrow: false })?.context.environment.label
  return (
    <div className={styles.page}>
      <PageHeading title="Not open to you" place={environment ?? 'all environments'} className={styles.title}>
        This page is not open to your role
      </PageHeading>
      <Suspense>
        <NoAccessToPage to={to}>
          {children}
          <p>
            <Link to="/">Home</Link>
          </p>
        </NoAccessToPage>
      </Suspense>
    </div>
  )
}

function NoAccessToPage({ to, children }: ForbiddenPageProps): ReactNode {
  return <NoAccess to={useMessages('pageNames')[to]}>{children}</NoAccess>
}
