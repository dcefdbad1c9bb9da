import type { SessionHandle, SessionView } from '@paydesk/shared/administration/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCallback } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { AsyncView } from '../../ui/page/async-view.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ToneIcon } from '../../ui/text/state-label.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { refreshSessions, sessionListQueries } from './queries.ts'
import styles from './sessions-page.module.css'

/** Lists the user's own sessions, with buttons to end the others. */
export function OwnSessionsSection(): ReactNode {
  const queries = sessionListQueries(useApiClient())
  const queryClient = useQueryClient()
  const showToast = useToast()
  const texts = useMessages('sessions').own
  const format = useFormatter()
  const query = useQuery(queries.own())
  const done = (text: string) => {
    showToast({ text })
    return refreshSessions(queryClient)
  }
  const end = useMutation({ ...queries.endOwn(), onSuccess: () => done(texts.ended) })
  const endOthers = useMutation({
    ...queries.endOthers(),
    onSuccess: () => done(texts.othersEnded),
  })
  const others = (query.data?.sessions.length ?? 1) - 1
  const isBusy = end.isPending || endOthers.isPending
  const failed = end.error ?? endOthers.error
  return (
    <Section
      title={texts.title}
      aside={
        others > 0 ? (
          <Button disabled={isBusy} onClick={() => endOthers.mutate()}>
            {format.text(texts.endOthers, { count: others })}
          </Button>
        ) : null
      }
    >
      <AsyncView
        query={query}
        retry={() => void query.refetch()}
        missing={texts.notLoaded}
        skeleton={<Skeleton lines={3} height={44} />}
      >
        {({ sessions }) => (
          <ul className={styles.list} aria-label={format.text(texts.list, { count: sessions.length })}>
            {sessions.map((one) => (
              <OwnSessionItem
                key={one.session}
                session={one}
                isBusy={isBusy}
                onEnd={(session) => end.mutate(session)}
              />
            ))}
          </ul>
        )}
      </AsyncView>
      {failed ? <ProblemNote error={failed} missing={texts.notEnded} /> : null}
    </Section>
  )
}

interface OwnSessionItemProps {
  readonly session: SessionView
  readonly isBusy: boolean
  readonly onEnd: (session: SessionHandle) => void
}

function OwnSessionItem({ session, isBusy, onEnd }: OwnSessionItemProps): ReactNode {
  const texts = useMessages('sessions').own
  const format = useFormatter()
  const roles = useFormatRoles()
  const where = useFormatBrowser()(session.browser) ?? texts.unknownBrowser
  return (
    <li className={styles.own} data-here={session.isCurrent || undefined}>
      <span className={styles.where}>
        <b>{where}</b>
        {session.isCurrent ? (
          <span className={styles.here}>
            <ToneIcon tone="good" /> {texts.here}
          </span>
        ) : null}
        <span className={styles.quiet}>{session.address ?? texts.unknownAddress}</span>
      </span>
      <span className={styles.facts}>
        <span>{roles(session)}</span>
        <span>
          {format.parts(texts.lastUse, {
            time: <Timestamp key="time" at={session.lastUsedAt} as="relative" />,
          })}
        </span>
        <span>
          {format.parts(texts.since, { time: <Timestamp key="time" at={session.startedAt} as="time" /> })}
        </span>
        <span>
          <SessionEndTimes session={session} />
        </span>
      </span>
      <span className={styles.act}>
        {session.isCurrent ? (
          <span className={styles.quiet}>{texts.signOut}</span>
        ) : (
          <Button disabled={isBusy} onClick={() => onEnd(session.session)}>
            {texts.end}
            <span className="unseen">{format.text(texts.endOf, { browser: where })}</span>
          </Button>
        )}
      </span>
    </li>
  )
}

/** Formats the active role and the other roles of the user, for example `Support (also Auditor)`. */
export function useFormatRoles(): (session: Pick<SessionView, 'role' | 'roles'>) => string {
  const labels = useMessages('signIn').roles
  const texts = useMessages('sessions')
  const format = useFormatter()
  return ({ role, roles }) => {
    const others = roles.filter((each) => each !== role).map((each) => labels[each].label)
    const { label } = labels[role]
    return others.length === 0 ? label : format.text(texts.roles, { role: label, others: others.join(', ') })
  }
}

/** Returns a function that names a browser, for example `Firefox 128 on Linux`; null if it is unknown. */
export function useFormatBrowser(): (browser: SessionView['browser']) => string | null {
  const { browser: texts } = useMessages('sessions')
  const format = useFormatter()
  return useCallback(
    (browser) => {
      if (browser === null) return null
      const { system, ...rest } = browser
      return system === null
        ? format.text(texts.alone, rest)
        : format.text(texts.withSystem, { ...rest, system })
    },
    [texts, format],
  )
}

/** Shows when the session ends: without use, and at the latest. */
export function SessionEndTimes({ session }: { readonly session: SessionView }): ReactNode {
  return useFormatter().parts(useMessages('sessions').expiry, {
    idle: <Timestamp key="idle" at={session.idleExpiresAt} as="time" />,
    end: <Timestamp key="end" at={session.expiresAt} as="time" />,
  })
}
