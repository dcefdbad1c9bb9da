import type { UnusualAccessAlert } from '@paydesk/shared/compliance/reveals'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApiClient } from '../../lib/api/api-client-context.tsx'
import { useFormatter, useMessages } from '../../lib/messages/messages-context.tsx'
import { useFormatColleagueName } from '../../lib/messages/use-format-colleague-name.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ProblemNote } from '../../ui/page/problem-note.tsx'
import { Timestamp } from '../../ui/text/timestamp.tsx'
import { useToast } from '../../ui/text/toasts.tsx'
import { revealQueries } from './queries.ts'
import styles from './unusual-access-alert-list.module.css'

interface UnusualAccessAlertListProps {
  readonly env: EnvironmentName
  readonly open: readonly UnusualAccessAlert[]
}

/** Alerts on the home page that nobody has acknowledged. */
export function UnusualAccessAlertList({ env, open }: UnusualAccessAlertListProps): ReactNode {
  const texts = useMessages('reveals')
  return (
    <section aria-labelledby="reveal-alerts" className={styles.alerts}>
      <h2 id="reveal-alerts" className={styles.alertsHead}>
        {texts.alerts}
      </h2>
      <ul>
        {open.map((alert) => (
          <AlertItem key={alert.alert} env={env} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

function AlertSentence({ alert }: { readonly alert: UnusualAccessAlert }): ReactNode {
  const texts = useMessages('reveals')
  const format = useFormatter()
  const nameColleague = useFormatColleagueName()
  const { person, reason, reveals } = alert
  const time = <Timestamp key="time" at={alert.at} as="relative" />
  const name = <b key="name">{person && nameColleague(person, 'subject')}</b>
  const count = format.number(reveals)
  if (reason === 'foreign_secret') return <span>{format.parts(texts.foreignSecret, { time })}</span>
  if (reason !== 'pace' && reason !== 'customers') {
    const { own, other } = texts.accessAlerts[reason]
    return (
      <span>
        {person?.me ? format.parts(own, { count, time }) : format.parts(other, { name, count, time })}
      </span>
    )
  }
  const counts = {
    values: format.text(texts.values, { count: reveals }),
    customers: format.text(texts.customers, { count: alert.customers }),
    reason: texts.alertReasons[reason],
    time,
  }
  return (
    <span>
      {person?.me ? format.parts(texts.ownAlert, counts) : format.parts(texts.alert, { name, ...counts })}
    </span>
  )
}

function AlertItem({
  env,
  alert,
}: {
  readonly env: EnvironmentName
  readonly alert: UnusualAccessAlert
}): ReactNode {
  const texts = useMessages('reveals')
  const queryClient = useQueryClient()
  const showToast = useToast()
  const queries = revealQueries(useApiClient())
  const useMutationResult = useMutation({
    ...queries.acknowledge(env),
    onSuccess: ({ answer }) => {
      showToast({ text: answer === 'done' ? texts.reviewed : texts.reviewedBefore })
      return queryClient.invalidateQueries(queries.alerts(env))
    },
  })
  return (
    <li className={styles.alert}>
      <AlertSentence alert={alert} />
      {alert.person?.me ? (
        <span className={styles.quiet}>{texts.otherReviews}</span>
      ) : (
        <Button disabled={useMutationResult.isPending} onClick={() => useMutationResult.mutate(alert.alert)}>
          {texts.markReviewed}
        </Button>
      )}
      {useMutationResult.error ? (
        <ProblemNote error={useMutationResult.error} missing={texts.notReviewed} />
      ) : null}
    </li>
  )
}
