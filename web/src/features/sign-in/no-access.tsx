import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../lib/messages/messages-context.tsx'
import { useSession } from '../../lib/session-context.tsx'
import styles from './no-access.module.css'
import { RoleChoice } from './person-panel.tsx'

/** Explains why a page or section is closed to the user, and offers other roles. */
export function NoAccess({
  to,
  children,
}: {
  readonly to: string
  readonly children?: ReactNode
}): ReactNode {
  const { role, roles } = useSession()
  const texts = useMessages('signIn')
  const { label, sees } = texts.roles[role]
  const format = useFormat()
  return (
    <div className={styles.box}>
      <p>{format.parts(texts.noAccess, { role: <b key={role}>{label}</b>, page: to, sees })}</p>
      {roles.length > 1 ? <RoleChoice /> : <p className={styles.quiet}>{texts.askAdministrator}</p>}
      {children}
    </div>
  )
}
