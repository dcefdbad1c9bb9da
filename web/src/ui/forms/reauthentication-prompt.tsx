import { buildReauthenticationPath } from '@paydesk/shared/administration/sign-in'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { getButtonClassName } from './button.tsx'
import styles from './reauthentication-prompt.module.css'

interface ReauthenticationPromptProps {
  /** Path to return to after re-authentication. */
  readonly returnTo: string
  /** States who may go on, what is kept, and that nothing has happened yet. */
  readonly children: ReactNode
  /** False if the prompt appears while the person types in another field: the focus stays there. */
  readonly takesFocus?: boolean
}

/** Stands before or in place of the requested content: leads to the identity provider and back. */
export function ReauthenticationPrompt({
  returnTo,
  children,
  takesFocus = true,
}: ReauthenticationPromptProps): ReactNode {
  const { signInAgain } = useMessages('lists')
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (takesFocus) link.current?.focus()
  }, [takesFocus])
  return (
    <div className={styles.offer} role="alert">
      <p>{children}</p>
      <p className={styles.go}>
        <a ref={link} className={getButtonClassName('primary')} href={buildReauthenticationPath(returnTo)}>
          {signInAgain}
        </a>
      </p>
    </div>
  )
}
