import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { useShortcut } from '../state/shortcuts.tsx'
import { useAnnounce } from '../text/announce.tsx'
import { Kbd } from '../text/kbd.tsx'
import styles from './page-header.module.css'
import { PageHeading } from './page-heading.tsx'

interface PageHeaderProps {
  readonly title: string
  /** The environment's name, for the window's title. */
  readonly place?: string | undefined
  /** What can be done here and where it leads, at the end of the line. */
  readonly children?: ReactNode
}

/** The first line of a page of the office: its name, the ways from it, and `Reread`. */
export function PageHeader({ title, place, children }: PageHeaderProps): ReactNode {
  return (
    <header className={styles.head}>
      <PageHeading title={title} place={place} className={styles.title}>
        {title}
      </PageHeading>
      {children ? <span className={styles.actions}>{children}</span> : null}
    </header>
  )
}

interface RefreshButtonProps {
  /** What the button says. */
  readonly words?: string
  /** What the key does, in the list of keys. */
  readonly help: string
  /** Told to a screen reader once it is done. */
  readonly said?: string
  readonly isBusy: boolean
  readonly read: () => Promise<unknown>
}

/** `r`: reads what is on the page once more. */
export function RefreshButton({
  words = 'Read again',
  help,
  said,
  isBusy,
  read,
}: RefreshButtonProps): ReactNode {
  const announce = useAnnounce()
  async function reread() {
    await read()
    if (said !== undefined) announce(said)
  }
  useShortcut('r', help, () => void reread())
  return (
    <Button look="quiet" disabled={isBusy} onClick={() => void reread()}>
      <RotateCw size={13} aria-hidden className={isBusy ? styles.turning : undefined} /> {words}{' '}
      <Kbd keys="r" />
    </Button>
  )
}
