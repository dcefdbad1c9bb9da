import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment, useMay } from '../../lib/session-context.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import styles from './home-page.module.css'

const SearchHelp = lazy(() => import('./search-help.tsx').then((part) => ({ default: part.SearchHelp })))

interface HomePageProps {
  /** Search box, or the reason why there is none. */
  readonly box: ReactNode
  /** Dashboard of the role. */
  readonly children: ReactNode
}

export function HomePage({ box, children }: HomePageProps): ReactNode {
  const environment = useEnvironment()
  const { home } = useMessages('shell').navigation
  const maySearch = useMay('search.use')
  return (
    <div className={styles.home}>
      <PageHeading title={home} place={environment.label} unfocused className={styles.title}>
        {home}
      </PageHeading>
      {box}
      {maySearch ? <SearchHelpPanel /> : null}
      {children}
    </div>
  )
}

function SearchHelpPanel(): ReactNode {
  const { help } = useMessages('search')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.help} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{help}</summary>
      {isOpen ? (
        <Suspense>
          <SearchHelp />
        </Suspense>
      ) : null}
    </details>
  )
}
