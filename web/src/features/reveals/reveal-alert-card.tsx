import type { RevealAlert } from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { useAnnounce } from '../../ui/text/announce.tsx'
import { formatCountOf } from '../../ui/text/format-count.ts'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { revealQueries } from './queries.ts'
import styles from './reveal-alert-card.module.css'

/** Home page card for oversight: staff who revealed unusually many values. Empty if there are none. */
export function RevealAlertCard({ env }: { readonly env: EnvironmentName }): ReactNode {
  const { data } = useQuery(revealQueries(useApiClient()).alerts(env))
  const open = data?.alerts.filter(({ seen }) => seen === null) ?? []
  if (open.length === 0) return null
  return (
    <section aria-labelledby="reveal-alerts" className={styles.alerts}>
      <h2 id="reveal-alerts" className={styles.alertsHead}>
        Seen unusually often
      </h2>
      <ul>
        {open.map((alert) => (
          <AlertItem key={alert.alert} env={env} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

const alertReasonLabels: Readonly<Record<RevealAlert['why'], string>> = {
  pace: 'many within ten minutes',
  customers: 'of many customers within an hour',
}

function AlertItem({
  env,
  alert,
}: {
  readonly env: EnvironmentName
  readonly alert: RevealAlert
}): ReactNode {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const queries = revealQueries(useApiClient())
  const seen = useMutation({
    ...queries.acknowledge(env),
    onSuccess: ({ answer }) => {
      announce(answer === 'done' ? 'Recorded as looked into' : 'A colleague was quicker')
      return queryClient.invalidateQueries(queries.alerts(env))
    },
  })
  return (
    <li className={styles.alert}>
      <span>
        <b>{alert.who.me ? 'You' : alert.who.name}</b> saw {formatCountOf(alert.reveals, 'masked value')} of{' '}
        {formatCountOf(alert.customers, 'customer')} in clear: {alertReasonLabels[alert.why]},{' '}
        <Timestamp at={alert.at} as="relative" />
      </span>
      {alert.who.me ? (
        <span className={styles.quiet}>Somebody else looks into it.</span>
      ) : (
        <Button disabled={seen.isPending} onClick={() => seen.mutate(alert.alert)}>
          I have looked into it
        </Button>
      )}
      {seen.error ? <ProblemNote error={seen.error} missing="It was not recorded" /> : null}
    </li>
  )
}
