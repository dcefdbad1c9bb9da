import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import styles from './home-page.module.css'

interface DeepLinkPageProps {
  readonly place: string
  readonly box: ReactNode
}

/** Target of links from other systems: searches for the text of the link as if it were pasted. */
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
 * Removes the text after `#` from the URL before other code sees the text. The text may be personal, and the
 * browser keeps URLs in its history.
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
