import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import styles from './home-page.module.css'

/** Explains what the search box accepts, and where the text goes. */
export function SearchHelp(): ReactNode {
  const { accepted, privacy } = useMessages('searchHelp')
  return (
    <>
      <dl>
        {Object.entries(accepted).map(([kind, { what, means }]) => (
          <div key={kind} className={styles.row}>
            <dt>{what}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>{privacy}</p>
    </>
  )
}
