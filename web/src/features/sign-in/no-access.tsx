import type { ReactNode } from 'react'
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
  return (
    <div className={styles.box}>
      <p>
        Your role <b>{role.label}</b> does not open {to}. What it sees: {role.sees}
      </p>
      {roles.length > 1 ? (
        <RoleChoice />
      ) : (
        <p className={styles.quiet}>If you need it for your work, ask the people who give out roles.</p>
      )}
      {children}
    </div>
  )
}
