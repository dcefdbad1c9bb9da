import type { SessionHandle, SessionView } from '@paydesk/shared/administration/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useShortcut } from '../../ui/state/shortcuts.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { Kbd } from '../../ui/text/kbd.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { refreshSessions, sessionListQueries } from './queries.ts'
import styles from './sessions-page.module.css'

/** Lists the user's own sessions, with buttons to end the others. */
export function OwnSessionsSection(): ReactNode {
  const queries = sessionListQueries(useApiClient())
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const query = useQuery(queries.own())
  const done = (words: string) => {
    announce(words)
    return refreshSessions(queryClient)
  }
  const end = useMutation({ ...queries.endOwn(), onSuccess: () => done('The session was ended') })
  const endOthers = useMutation({
    ...queries.endOthers(),
    onSuccess: () => done('All other sessions were ended'),
  })
  const others = (query.data?.sessions.length ?? 1) - 1
  const isBusy = end.isPending || endOthers.isPending
  useShortcut('x', 'End all your other sessions', () => endOthers.mutate(), others > 0 && !isBusy)
  const failed = end.error ?? endOthers.error
  return (
    <Section
      title="Your sessions"
      aside={
        others > 0 ? (
          <Button disabled={isBusy} aria-keyshortcuts="x" onClick={() => endOthers.mutate()}>
            {others === 1 ? 'End the other one' : `End all ${others} others`} <Kbd keys="x" />
          </Button>
        ) : null
      }
    >
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing="Your sessions could not be read"
        skeleton={<Skeleton lines={3} height={44} />}
      >
        {({ sessions }) => (
          <ul className={styles.list} aria-label={`Your ${formatCountOf(sessions.length, 'session')}`}>
            {sessions.map((one) => (
              <OwnSessionItem
                key={one.session}
                one={one}
                isBusy={isBusy}
                onEnd={(session) => end.mutate(session)}
              />
            ))}
          </ul>
        )}
      </AsyncView>
      {failed ? <ProblemNote error={failed} missing="Nothing is known to have been ended" /> : null}
    </Section>
  )
}

interface OwnSessionItemProps {
  readonly one: SessionView
  readonly isBusy: boolean
  readonly onEnd: (session: SessionHandle) => void
}

function OwnSessionItem({ one, isBusy, onEnd }: OwnSessionItemProps): ReactNode {
  const where = one.browser ?? 'A browser that is not known'
  return (
    <li className={styles.own} data-here={one.here || undefined}>
      <span className={styles.where}>
        <b>{where}</b>
        {one.here ? (
          <span className={styles.here}>
            <ToneIcon tone="good" /> this one
          </span>
        ) : null}
        <span className={styles.quiet}>{one.address === null ? 'from an unknown address' : one.address}</span>
      </span>
      <span className={styles.facts}>
        <span>{formatRoles(one)}</span>
        <span>
          last use <Timestamp at={one.seenAt} as="relative" />
        </span>
        <span>
          since <Timestamp at={one.startedAt} as="time" />
        </span>
        <span>
          ends <SessionEndTimes one={one} />
        </span>
      </span>
      <span className={styles.act}>
        {one.here ? (
          <span className={styles.quiet}>sign out to end it</span>
        ) : (
          <Button disabled={isBusy} onClick={() => onEnd(one.session)}>
            End this one<span className="unseen">: {where}</span>
          </Button>
        )}
      </span>
    </li>
  )
}

/** Formats the active role and the other roles of the user, for example `Support (also Auditor)`. */
export function formatRoles({ role, roles }: Pick<SessionView, 'role' | 'roles'>): string {
  const others = roles.filter(({ id }) => id !== role.id).map(({ label }) => label)
  return others.length === 0 ? role.label : `${role.label} (also ${others.join(', ')})`
}

/** Shows when the session ends: without use, and at the latest. */
export function SessionEndTimes({ one }: { readonly one: SessionView }): ReactNode {
  return (
    <>
      unused at <Timestamp at={one.idleEndsAt} as="time" />, in any case at{' '}
      <Timestamp at={one.endsAt} as="time" />
    </>
  )
}
