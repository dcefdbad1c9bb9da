import type { HealthCheck, operationHealthSchema } from '@paydesk/shared/administration/health'
import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { z } from 'zod'
import type { OperationHealth, ServiceHealth } from '../../payment-service/transport/health.ts'
import { createHealthCheck, createHealthCheckAgeDetail, createHealthCheckDetail } from './check-format.ts'
import type { EnvironmentFigures } from './figures.ts'
import type { HealthEnvironmentConfig } from './health-environment-config.ts'

type Operation = z.infer<typeof operationHealthSchema>

/** Minimum number of calls for a share of failures: among fewer, a single failure would look like a disruption. */
const minCallsForShare = 5

function describeOperation(one: OperationHealth, isWhole: boolean): Pick<Operation, 'status' | 'facts'> {
  const { lastSuccess, lastFailure, lastProblem, breaker, recent } = one
  const failedLast = lastFailure !== null && (lastSuccess === null || lastFailure > lastSuccess)
  const since =
    lastSuccess === null
      ? createHealthCheckDetail('no_success')
      : createHealthCheckDetail('no_success_since', { at: lastSuccess })
  if (lastSuccess === null && lastFailure === null)
    return { status: 'unknown', facts: [createHealthCheckDetail('not_called')] }
  if (breaker !== 'closed')
    return {
      status: 'bad',
      facts: [createHealthCheckDetail('not_responding'), since, createHealthCheckDetail('retrying')],
    }
  if (failedLast && lastProblem === 'upstream_auth')
    return { status: 'bad', facts: [createHealthCheckDetail('credentials_rejected'), since] }
  const share = recent.ended === 0 ? 0 : recent.failed / recent.ended
  const facts = [
    isWhole
      ? createHealthCheckDetail('calls_failed', { count: recent.failed, total: recent.ended })
      : createHealthCheckDetail('some_calls_failed'),
  ]
  if (recent.ended >= minCallsForShare && share > 0.5) return { status: 'bad', facts }
  if (recent.ended >= minCallsForShare && share > 0.05) return { status: 'attention', facts }
  if (failedLast) return { status: 'attention', facts: [createHealthCheckDetail('last_call_failed'), since] }
  return { status: 'good', facts: [createHealthCheckDetail('responding', { at: lastSuccess ?? 0 })] }
}

/**
 * Presents each read of the payment service as this instance finds it. `isWhole`: this person sees all merchants of the
 * environment; others get no numbers, because the calls are those about all merchants.
 */
export function presentServiceOperations({ operations }: ServiceHealth, isWhole: boolean): Operation[] {
  return (['state', 'list', 'notifications', 'identity'] as const).map((operation) => {
    const one = operations[operation]
    return {
      operation,
      ...describeOperation(one, isWhole),
      lastSuccessAt: one.lastSuccess,
      lastFailureAt: one.lastFailure,
      failureRate: !isWhole || one.recent.ended === 0 ? null : one.recent.failed / one.recent.ended,
    }
  })
}

/**
 * Checks the notification queue. `isWhole`: this person sees all merchants of the environment;
 * others get no numbers.
 */
export function checkNotificationQueueHealth(figures: EnvironmentFigures, isWhole: boolean): HealthCheck {
  const { waiting, oldestAt, countedAt } = figures
  const isolated = isWhole ? figures.isolated : 0
  const age = oldestAt === null ? 0 : countedAt - oldestAt
  const name = 'notification_queue'
  if (waiting === 0 && isolated === 0)
    return createHealthCheck(name, 'good', [createHealthCheckDetail('queue_empty')], countedAt)
  const facts = [
    isWhole
      ? createHealthCheckDetail('waiting', { count: waiting })
      : createHealthCheckDetail('some_waiting'),
    ...(waiting === 0 ? [] : [createHealthCheckAgeDetail(age)]),
    ...(isolated === 0 ? [] : [createHealthCheckDetail('isolated', { count: isolated })]),
  ]
  const status = age > 600_000 ? 'bad' : age > 60_000 || isolated > 0 ? 'attention' : 'good'
  return createHealthCheck(name, status, facts, countedAt)
}

/** Checks the sync. `everyMs`: interval between two syncs. `isWhole` as for the notification queue. */
export function checkSyncHealth(
  { syncRun, overdue, countedAt }: EnvironmentFigures,
  { everyMs, isWhole }: { everyMs: number; isWhole: boolean },
): HealthCheck {
  if (syncRun === null)
    return createHealthCheck('sync', 'unknown', [createHealthCheckDetail('never_synced')], countedAt)
  const { startedAt, endedAt, read, changed, failed } = syncRun
  if (countedAt - startedAt > 3 * everyMs + 60_000)
    return createHealthCheck(
      'sync',
      'bad',
      [createHealthCheckDetail('no_sync_since', { at: startedAt })],
      countedAt,
    )
  const when =
    endedAt === null
      ? createHealthCheckDetail('sync_running', { at: startedAt })
      : createHealthCheckDetail('sync_ended', { at: endedAt })
  if (!isWhole) return createHealthCheck('sync', 'good', [when], countedAt)
  const facts = [
    when,
    createHealthCheckDetail('transactions_read', { count: read }),
    createHealthCheckDetail('transactions_changed', { count: changed }),
    createHealthCheckDetail('transactions_failed', { count: failed }),
    ...(overdue === 0 ? [] : [createHealthCheckDetail('reads_overdue', { count: overdue })]),
  ]
  return createHealthCheck('sync', failed > 0 ? 'attention' : 'good', facts, countedAt)
}

export function checkMissingNotificationsHealth(gaps: number, at: number): HealthCheck {
  const name = 'missing_notifications'
  if (gaps === 0) return createHealthCheck(name, 'good', [createHealthCheckDetail('none_missing')], at)
  return createHealthCheck(name, 'attention', [createHealthCheckDetail('missing', { count: gaps })], at)
}

/** Reports loudly that anybody can send notifications if no proof of origin is configured. */
export function checkNotificationOriginProofHealth(
  { notification: { proof } }: HealthEnvironmentConfig,
  at: number,
): HealthCheck {
  const code = (
    { none: 'no_origin_proof', checksum: 'proof_by_checksum', bearer: 'proof_by_bearer' } as const
  )[proof]
  return createHealthCheck(
    'origin_proof',
    proof === 'none' ? 'bad' : 'good',
    [createHealthCheckDetail(code)],
    at,
  )
}

/** Reports a notification that carried a secret which is not the one of its transaction. */
export function checkNotificationSecretsHealth({
  foreignSecretAt,
  countedAt,
}: EnvironmentFigures): HealthCheck {
  const name = 'notification_secrets'
  if (foreignSecretAt === null)
    return createHealthCheck(name, 'good', [createHealthCheckDetail('no_foreign_secret')], countedAt)
  return createHealthCheck(
    name,
    'bad',
    [createHealthCheckDetail('foreign_secret', { at: foreignSecretAt })],
    countedAt,
  )
}

/** Reports whether decisions are sent to the payment service, because that decides who acts there. */
export const checkOperatorActionsHealth = (
  { operatorActions }: HealthEnvironmentConfig,
  at: number,
): HealthCheck =>
  createHealthCheck(
    'operator_actions',
    'good',
    [createHealthCheckDetail(operatorActions ? 'actions_on' : 'actions_off')],
    at,
  )

type Refusal = NotificationFigures['rejected'][number]['reason']

const refusalCodes = {
  no_proof: 'rejected_no_proof',
  wrong_proof: 'rejected_wrong_proof',
  too_large: 'rejected_too_large',
  encoded: 'rejected_encoded',
  empty: 'rejected_empty',
  not_ready: 'rejected_not_ready',
} as const satisfies Record<Refusal, string>

const isRefusal = (reason: string): reason is Refusal => Object.hasOwn(refusalCodes, reason)

export function checkRejectedNotificationsHealth({ refused, countedAt }: EnvironmentFigures): HealthCheck {
  const name = 'rejected_notifications'
  if (refused.length === 0)
    return createHealthCheck(name, 'good', [createHealthCheckDetail('none_rejected')], countedAt)
  const facts = refused.map(({ reason, times }) =>
    createHealthCheckDetail(isRefusal(reason) ? refusalCodes[reason] : 'rejected_other', { count: times }),
  )
  const at = Math.max(...refused.map(({ lastAt }) => lastAt))
  return createHealthCheck(
    name,
    'attention',
    [...facts, createHealthCheckDetail('last_at', { at })],
    countedAt,
  )
}
