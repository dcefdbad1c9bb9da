import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useSession } from '../../lib/session-context.tsx'
import styles from './reauthentication-prompt.module.css'
import { ReauthenticationPrompt } from './reauthentication-prompt.tsx'

/** Returns true while the person authenticated recently enough for what needs a re-authentication. */
export function useIsRecentlyAuthenticated(): boolean {
  const { recentUntil } = useSession()
  const until = recentUntil === null ? 0 : Date.parse(recentUntil)
  const [isRecent, setRecent] = useState(() => until > Date.now())
  useEffect(() => {
    const left = until - Date.now()
    setRecent(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setRecent(false), left)
    return () => clearTimeout(timer)
  }, [until])
  return isRecent
}

interface StepUpFieldsProps {
  /** Path to return to after re-authentication. */
  readonly returnTo: string
  readonly message: ReactNode
  /** True if the server has refused the form, because the time was over. */
  readonly isRefused?: boolean
  readonly children: ReactNode
}

/**
 * Fields of a form that needs a recent re-authentication: asks for it at the top, before anything is typed. If
 * the time runs out while the person types, the fields stay usable.
 */
export function StepUpFields({
  returnTo,
  message,
  isRefused = false,
  children,
}: StepUpFieldsProps): ReactNode {
  const isRecent = useIsRecentlyAuthenticated()
  const [isUsable] = useState(isRecent)
  return (
    <>
      {isRecent && !isRefused ? null : (
        <ReauthenticationPrompt returnTo={returnTo} takesFocus={!isUsable || isRefused}>
          {message}
        </ReauthenticationPrompt>
      )}
      <fieldset disabled={!isUsable} className={styles.fields}>
        {children}
      </fieldset>
    </>
  )
}
