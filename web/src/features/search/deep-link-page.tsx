import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useEnvironment } from '../../lib/session-context.tsx'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import styles from './home-page.module.css'

/** Target of links from other systems: searches for the text of the link as if it were pasted. */
export function DeepLinkPage({ children }: { readonly children: ReactNode }): ReactNode {
  const { label } = useEnvironment()
  const texts = useMessages('search').deepLink
  return (
    <div className={styles.home}>
      <PageHeading title={texts.windowTitle} place={label} unfocused className={styles.title}>
        {texts.title}
      </PageHeading>
      {children}
    </div>
  )
}

/**
 * Removes the text after `#` from the URL before other code sees the text. The text may be personal, and the
 * browser keeps URLs in its history.
 */
export function consumeUrlFragment(): string {
  const hash = window.location.hash.slice(1)
  if (hash === '') return ''
  window.history.replaceState(window.history.state, '', window.location.pathname)
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}
