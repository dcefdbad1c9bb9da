import type { Messages } from '@paydesk/shared/messages/catalogue'
import { Link, useMatch } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { NoAccessNotice } from '../features/sign-in/no-access-notice.tsx'
import { useMessages } from '../lib/messages/messages-context.tsx'
import { useLocalizeEnvironment } from '../lib/session-context.tsx'
import { getButtonClassName } from '../ui/forms/button.tsx'
import { PageHeading } from '../ui/page/page-heading.tsx'
import styles from './error-pages.module.css'

export type PageName = keyof Messages['pageNames']

export interface ForbiddenPageProps {
  readonly to: PageName
  /** Actions that are still possible from here. */
  readonly children?: ReactNode
}

/** Explains that this role may not open the page, which pages it may open, and the way on. */
export function ForbiddenPage({ to, children }: ForbiddenPageProps): ReactNode {
  const { forbiddenPage: texts, goHome } = useMessages('ui')
  const here = useMatch({ from: '/inside/$env', shouldThrow: false })?.context.environment
  const localize = useLocalizeEnvironment()
  return (
    <div className={styles.page}>
      <PageHeading
        title={texts.windowTitle}
        place={here === undefined ? texts.allEnvironments : localize(here).label}
        className={styles.title}
      >
        {texts.title}
      </PageHeading>
      <Suspense>
        <NoAccessToPage to={to}>
          {children}
          <p>
            <Link to="/" className={getButtonClassName()}>
              {goHome}
            </Link>
          </p>
        </NoAccessToPage>
      </Suspense>
    </div>
  )
}

function NoAccessToPage({ to, children }: ForbiddenPageProps): ReactNode {
  return <NoAccessNotice to={useMessages('pageNames')[to]}>{children}</NoAccessNotice>
}
