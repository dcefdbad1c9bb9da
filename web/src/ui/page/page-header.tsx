import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../forms/button.tsx'
import { useShortcut } from '../state/shortcuts.tsx'
import { useAnnounce } from '../text/announce.tsx'
import styles from './page-header.module.css'
import { PageHeading } from './page-heading.tsx'

interface PageHeaderProps {
  readonly title: string
  /** Name of the environment, for the window title. */
  readonly place?: string | undefined
  /** First sentence below the name: what is on the page. */
  readonly about?: ReactNode
  /** Coverage of the page, beside its name. */
  readonly note?: ReactNode
  /** Actions and links of the page, at the end of the line. */
  readonly children?: ReactNode
}

/** First lines of a page: its name, what it covers, its actions and links, `RefreshButton`, and what the page is about. */
export function PageHeader({ title, place, note, about, children }: PageHeaderProps): ReactNode {
  return (
    <header className={styles.head}>
      <PageHeading title={title} place={place} className={styles.title}>
        {title}
      </PageHeading>
      {note ? <div className={styles.note}>{note}</div> : null}
      {children ? <span className={styles.actions}>{children}</span> : null}
      {about ? <p className={styles.about}>{about}</p> : null}
    </header>
  )
}

interface RefreshButtonProps {
  /** Label of the button. */
  readonly text?: string
  /** Description of the shortcut in the list of shortcuts. */
  readonly help: string
  /** Announced to screen readers after the refresh. */
  readonly said?: string
  readonly isBusy: boolean
  readonly read: () => Promise<unknown>
}

/** Refreshes the data of the page; shortcut `r`. */
export function RefreshButton({ text, help, said, isBusy, read }: RefreshButtonProps): ReactNode {
  const texts = useMessages('ui')
  const announce = useAnnounce()
  async function refetch() {
    await read()
    if (said !== undefined) announce(said)
  }
  useShortcut('r', help, () => void refetch())
  return (
    <Button look="quiet" aria-keyshortcuts="r" disabled={isBusy} onClick={() => void refetch()}>
      <RotateCw size={13} aria-hidden className={isBusy ? styles.turning : undefined} />{' '}
      {text ?? texts.refresh}
    </Button>
  )
}
