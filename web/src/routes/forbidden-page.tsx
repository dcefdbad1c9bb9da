import { Link, useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NoAccess } from '../features/sign-in/no-access.tsx'
import { PageHeading } from '../ui/page/page-heading.tsx'
import styles from './error-pages.module.css'

interface ForbiddenPageProps {
  readonly to: string
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
      <NoAccess to={to}>
        {children}
        <p>
          <Link to="/">Home</Link>
        </p>
      </NoAccess>
    </div>
  )
}
