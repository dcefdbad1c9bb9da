import type { ReactNode } from 'react'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useSession } from '../../lib/session-context.tsx'
import { RoleChoice } from './account-panel.tsx'
import styles from './no-access-notice.module.css'

/** Explains why a page or section is closed to the user, and offers other roles. */
export function NoAccessNotice({
  to,
  children,
}: {
  readonly to: string
  readonly children?: ReactNode
}): ReactNode {
  const { role, roles } = useSession()
  const texts = useMessages('signIn')
  const { label, sees } = texts.roles[role]
  const format = useFormatter()
  return (
    <div className={styles.box}>
      <p>{format.parts(texts.noAccess, { role: <b key={role}>{label}</b>, page: to, sees })}</p>
      {roles.length > 1 ? (
        <RoleChoice />
      ) : role === 'admin' ? null : (
        <p className={styles.quiet}>{texts.askAdministrator}</p>
      )}
      {children}
    </div>
  )
}
