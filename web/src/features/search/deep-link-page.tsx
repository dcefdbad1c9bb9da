import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import styles from './home-page.module.css'

interface DeepLinkPageProps {
  readonly place: string
  readonly box: ReactNode
}

/** Where a link of another system lands: the text it carried is looked up as if pasted. */
export function DeepLinkPage({ place, box }: DeepLinkPageProps): ReactNode {
  return (
    <div className={styles.home}>
      <PageHeading title="Open" place={place} unfocused className={styles.title}>
        Open from a link
      </PageHeading>
      {box}
    </div>
  )
}

/**
 * Takes the text behind `#` out of the address before anything else sees it: it may be personal,
 * and the address is kept by the browser's history.
 */
export function takeUrlFragment(): string {
  const hash = window.location.hash.slice(1)
  if (hash === '') return ''
  window.history.replaceState(window.history.state, '', window.location.pathname)
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
