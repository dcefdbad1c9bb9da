import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronsUpDown, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useMessages } from '../../lib/messages/messages-context.tsx'
import { useSession } from '../../lib/session-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import styles from './account-panel.module.css'
import { sessionQueries } from './queries.ts'

interface AccountPanelProps {
  readonly onSignedOut: (next: string) => void
  readonly children?: ReactNode
}

/** Account panel: name, active role, its field access, and the choice of another role. */
export function AccountPanel({ onSignedOut, children }: AccountPanelProps): ReactNode {
  const id = useId()
  const { name, role } = useSession()
  const texts = useMessages('signIn')
  const { label, sees } = texts.roles[role]
  const signOut = useMutation({
    ...sessionQueries(useApiClient()).signOut(),
    onSuccess: ({ next }) => onSignedOut(next),
  })
  return (
    <>
      <button type="button" popoverTarget={id} className={styles.person}>
        <span className={styles.who}>
          <span className={styles.name}>{name}</span>
          <span className={styles.role}>{label}</span>
        </span>
        <span className={styles.initials} aria-hidden>
          {listInitials(name)}
        </span>
        <ChevronsUpDown size={14} aria-hidden className={styles.arrows} />
        <span className="unseen">{texts.person.menu}</span>
      </button>
      <div id={id} popover="auto" className={styles.panel}>
        <p className={styles.name}>{name}</p>
        <p className={styles.sees}>
          <b>{label}</b>: {sees}
        </p>
        <RoleChoice />
        {children}
        {signOut.error ? <ProblemNote error={signOut.error} missing={texts.person.notSignedOut} /> : null}
        <Button
          look="quiet"
          className={styles.out}
          disabled={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <LogOut size={14} aria-hidden /> {texts.person.signOut}
        </Button>
      </div>
    </>
  )
}

/** First letters of the first and the last word of a name. */
function listInitials(name: string): string {
  const texts = name.trim().split(/\s+/)
  const letters = [texts[0], texts.length > 1 ? texts.at(-1) : undefined]
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('')
}

/** Role choice for a person with several roles; exactly one role is active. */
export function RoleChoice(): ReactNode {
  const group = useId()
  const { role, roles } = useSession()
  const texts = useMessages('signIn')
  const client = useApiClient()
  const queryClient = useQueryClient()
  const choose = useMutation({
    ...sessionQueries(client).chooseRole(),
    onSuccess: (session) => {
      // Reset everything except the session: data shown to the former role must not stay on screen.
      queryClient.setQueryData(sessionQueries(client).whoAmI().queryKey, session)
      const records = {
        predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'session',
      }
      return queryClient.resetQueries(records)
    },
  })
  if (roles.length < 2) return null
  return (
    <fieldset className={styles.roles} disabled={choose.isPending}>
      <legend>{texts.person.role}</legend>
      {roles.map((each) => (
        <label key={each} className={styles.choice}>
          <input
            type="radio"
            name={group}
            checked={each === (choose.isPending ? choose.variables : role)}
            onChange={() => choose.mutate(each)}
          />
          {texts.roles[each].label}
        </label>
      ))}
      {choose.error ? <ProblemNote error={choose.error} missing={texts.person.roleNotChanged} /> : null}
    </fieldset>
  )
}
