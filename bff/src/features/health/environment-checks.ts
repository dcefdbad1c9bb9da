import type { HealthCheck, operationHealth } from '@paydesk/shared/administration/health'
import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { z } from 'zod'
import type { OperationHealth, ServiceHealth } from '../../payment-service/transport/health.ts'
import { createCheck, formatAge, pluralizeCount, type ZoneTimeFormatter } from './check-format.ts'
import type { CheckedEnvironment } from './checked-environment.ts'
import type { EnvironmentFigures } from './figures.ts'

type Operation = z.infer<typeof operationHealth>

/** Calls from which on a share of failures says something; below this number, a single failure would. */
const minCallsForShare = 5

function describeOperation(
  one: OperationHealth,
  clock: ZoneTimeFormatter,
): Pick<Operation, 'status' | 'says'> {
  const { lastSuccess, lastFailure, lastProblem, breaker, recent } = one
  const failedLast = lastFailure !== null && (lastSuccess === null || lastFailure > lastSuccess)
  const since = lastSuccess === null ? 'since the start' : `since ${clock(Date.parse(lastSuccess))}`
  if (lastSuccess === null && lastFailure === null)
    return { status: 'unknown', says: 'Not asked since the start' }
  if (breaker !== 'closed')
    return { status: 'bad', says: `Does not answer; no success ${since}. Paydesk tries again by itself` }
  if (failedLast && lastProblem === 'upstream_auth')
    return { status: 'bad', says: `Refuses our credentials; no success ${since}` }
  const share = recent.ended === 0 ? 0 : recent.failed / recent.ended
  const failures = `${recent.failed} of ${pluralizeCount(recent.ended, 'call')} failed in the last five minutes`
  if (recent.ended >= minCallsForShare && share > 0.5) return { status: 'bad', says: failures }
  if (recent.ended >= minCallsForShare && share > 0.05) return { status: 'attention', says: failures }
  if (failedLast) return { status: 'attention', says: `The last call failed; no success ${since}` }
  return { status: 'good', says: `Answers; last ${clock(Date.parse(lastSuccess ?? ''))}` }
}

/** Presents each read of the payment service as this instance finds it. */
export function presentOperations({ operations }: ServiceHealth, clock: ZoneTimeFormatter): Operation[] {
  return (['state', 'list', 'notifications', 'identity'] as const).map((operation) => {
    const one = operations[operation]
    return {
      operation,
      ...describeOperation(one, clock),
      lastSuccessAt: one.lastSuccess,
      lastFailureAt: one.lastFailure,
      failing: one.recent.ended === 0 ? null : one.recent.failed / one.recent.ended,
    }
  })
}

/**
 * Checks the notification queue. `isWhole`: this person sees all merchants of the environment;
 * others get no numbers.
 */
export function checkNotificationQueue(figures: EnvironmentFigures, isWhole: boolean): HealthCheck {
  const { waiting, oldestAt, countedAt } = figures
  const isolated = isWhole ? figures.isolated : 0
  const age = oldestAt === null ? 0 : countedAt - oldestAt
  const aside = isolated === 0 ? '' : `; ${pluralizeCount(isolated, 'notification')} could not be worked on`
  if (waiting === 0 && isolated === 0)
    return createCheck('Inbox', 'good', 'No notification waits to be confirmed', countedAt)
  const oldest = waiting === 0 ? '' : `, the oldest for ${formatAge(age)}`
  const many = isWhole
    ? pluralizeCount(waiting, 'notification waits', 'notifications wait')
    : 'Notifications wait'
  const words = `${many} to be confirmed${oldest}${aside}`
  const status = age > 600_000 ? 'bad' : age > 60_000 || isolated > 0 ? 'attention' : 'good'
  return createCheck('Inbox', status, words, countedAt)
}

/** Checks the sync. `everyMs`: interval between two syncs. `isWhole` as for the notification queue. */
export function checkSync(
  { sweep, overdue, countedAt }: EnvironmentFigures,
  { everyMs, isWhole, clock }: { everyMs: number; isWhole: boolean; clock: ZoneTimeFormatter },
): HealthCheck {
  if (sweep === null) return createCheck('Sweep', 'unknown', 'No sweep has begun here yet', countedAt)
  const ago = countedAt - sweep.startedAt
  if (ago > 3 * everyMs + 60_000)
    return createCheck('Sweep', 'bad', `No sweep since ${clock(sweep.startedAt)}`, countedAt)
  const when =
    sweep.endedAt === null ? `Running since ${clock(sweep.startedAt)}` : `Ended ${clock(sweep.endedAt)}`
  if (!isWhole) return createCheck('Sweep', 'good', when, countedAt)
  const behind = overdue === 0 ? '' : `; ${pluralizeCount(overdue, 'read is', 'reads are')} overdue`
  const words = `${pluralizeCount(sweep.read, 'transaction')} read, ${sweep.changed} changed, ${sweep.failed} failed${behind}`
  return createCheck('Sweep', sweep.failed > 0 ? 'attention' : 'good', `${when}: ${words}`, countedAt)
}

export function checkMissingNotifications(gaps: number, at: number): HealthCheck {
  if (gaps === 0) return createCheck('Gaps', 'good', 'The service lists nothing that was not received', at)
  const words = `Of ${pluralizeCount(gaps, 'transaction')} the service sent more notifications than were received`
  return createCheck('Gaps', 'attention', words, at)
}

/** Reports loudly that anybody can send notifications if no proof of origin is configured. */
export function checkOriginProof({ notification }: CheckedEnvironment, at: number): HealthCheck {
  if (notification.proof === 'none')
    return createCheck(
      'Proof of origin',
      'bad',
      'NO PROOF OF ORIGIN: anybody who knows the address can send notifications. They decide nothing, but set the proof to checksum or bearer as soon as the service has it',
      at,
    )
  const words =
    notification.proof === 'checksum'
      ? 'Each notification proves its origin by a checksum'
      : 'Each notification proves its origin by a bearer token'
  return createCheck('Proof of origin', 'good', words, at)
}

/** Reports a notification that carried a secret which is not the one of its transaction. */
export function checkNotificationSecrets(
  { foreignSecretAt, countedAt }: EnvironmentFigures,
  clock: ZoneTimeFormatter,
): HealthCheck {
  const name = 'Secrets in notifications'
  if (foreignSecretAt === null) return createCheck(name, 'good', 'No foreign secret is known', countedAt)
  const words = `A notification of ${clock(foreignSecretAt)} carried a secret that is not the one of its transaction. It decides nothing; compliance has an alert`
  return createCheck(name, 'bad', words, countedAt)
}

/** Reports whether decisions are sent to the payment service, because that decides who acts there. */
export function checkOperatorActions({ operatorActions }: CheckedEnvironment, at: number): HealthCheck {
  const words = operatorActions
    ? 'On: after its confirmation a decision is sent to the service, once'
    : 'Off: Paydesk carries no decision out; somebody does it at the operator’s console'
  return createCheck('Operator actions', 'good', words, at)
}

type Refusal = NotificationFigures['rejected'][number]['reason']

const refusalLabels: Readonly<Record<string, string>> = {
  no_proof: 'without proof',
  wrong_proof: 'with a wrong proof',
  too_large: 'too large',
  encoded: 'compressed or encoded',
  empty: 'empty',
  not_ready: 'while not ready',
} satisfies Record<Refusal, string>

export function checkRefusals(
  { refused, countedAt }: EnvironmentFigures,
  clock: ZoneTimeFormatter,
): HealthCheck {
  const name = 'Refused notifications'
  if (refused.length === 0) return createCheck(name, 'good', 'None since yesterday', countedAt)
  const parts = refused.map(
    ({ reason, times }) => `${times.toLocaleString('en')} ${refusalLabels[reason] ?? 'otherwise'}`,
  )
  const last = Math.max(...refused.map(({ lastAt }) => lastAt))
  return createCheck(
    name,
    'attention',
    `Since yesterday: ${parts.join(', ')}; last ${clock(last)}`,
    countedAt,
  )
}
