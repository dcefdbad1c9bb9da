import type { HealthCheck, operationHealth } from '@paydesk/shared/administration/health'
import type { NotificationFigures } from '@paydesk/shared/payments/notifications'
import type { z } from 'zod'
import type { OperationHealth, ServiceHealth } from '../../payment-service/transport/health.ts'
import { createAgeFact, createCheck, createFact } from './check-format.ts'
import type { CheckedEnvironment } from './checked-environment.ts'
import type { EnvironmentFigures } from './figures.ts'

type Operation = z.infer<typeof operationHealth>

/** Calls from which on a share of failures says something; below this number, a single failure would. */
const minCallsForShare = 5

function describeOperation(one: OperationHealth): Pick<Operation, 'status' | 'facts'> {
  const { lastSuccess, lastFailure, lastProblem, breaker, recent } = one
  const failedLast = lastFailure !== null && (lastSuccess === null || lastFailure > lastSuccess)
  const since =
    lastSuccess === null ? createFact('no_success') : createFact('no_success_since', { at: lastSuccess })
  if (lastSuccess === null && lastFailure === null)
    return { status: 'unknown', facts: [createFact('not_called')] }
  if (breaker !== 'closed')
    return { status: 'bad', facts: [createFact('not_responding'), since, createFact('retrying')] }
  if (failedLast && lastProblem === 'upstream_auth')
    return { status: 'bad', facts: [createFact('credentials_rejected'), since] }
  const share = recent.ended === 0 ? 0 : recent.failed / recent.ended
  const facts = [createFact('calls_failed', { count: recent.failed, total: recent.ended })]
  if (recent.ended >= minCallsForShare && share > 0.5) return { status: 'bad', facts }
  if (recent.ended >= minCallsForShare && share > 0.05) return { status: 'attention', facts }
  if (failedLast) return { status: 'attention', facts: [createFact('last_call_failed'), since] }
  return { status: 'good', facts: [createFact('responding', { at: lastSuccess ?? 0 })] }
}

/** Presents each read of the payment service as this instance finds it. */
export function presentOperations({ operations }: ServiceHealth): Operation[] {
  return (['state', 'list', 'notifications', 'identity'] as const).map((operation) => {
    const one = operations[operation]
    return {
      operation,
      ...describeOperation(one),
      lastSuccessAt: one.lastSuccess,
      lastFailureAt: one.lastFailure,
      failureRate: one.recent.ended === 0 ? null : one.recent.failed / one.recent.ended,
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
  const name = 'notification_queue'
  if (waiting === 0 && isolated === 0)
    return createCheck(name, 'good', [createFact('queue_empty')], countedAt)
  const facts = [
    isWhole ? createFact('waiting', { count: waiting }) : createFact('some_waiting'),
    ...(waiting === 0 ? [] : [createAgeFact(age)]),
    ...(isolated === 0 ? [] : [createFact('isolated', { count: isolated })]),
  ]
  const status = age > 600_000 ? 'bad' : age > 60_000 || isolated > 0 ? 'attention' : 'good'
  return createCheck(name, status, facts, countedAt)
}

/** Checks the sync. `everyMs`: interval between two syncs. `isWhole` as for the notification queue. */
export function checkSync(
  { sweep, overdue, countedAt }: EnvironmentFigures,
  { everyMs, isWhole }: { everyMs: number; isWhole: boolean },
): HealthCheck {
  if (sweep === null) return createCheck('sync', 'unknown', [createFact('never_synced')], countedAt)
  const { startedAt, endedAt, read, changed, failed } = sweep
  if (countedAt - startedAt > 3 * everyMs + 60_000)
    return createCheck('sync', 'bad', [createFact('no_sync_since', { at: startedAt })], countedAt)
  const when =
    endedAt === null
      ? createFact('sync_running', { at: startedAt })
      : createFact('sync_ended', { at: endedAt })
  if (!isWhole) return createCheck('sync', 'good', [when], countedAt)
  const facts = [
    when,
    createFact('transactions_read', { count: read }),
    createFact('transactions_changed', { count: changed }),
    createFact('transactions_failed', { count: failed }),
    ...(overdue === 0 ? [] : [createFact('reads_overdue', { count: overdue })]),
  ]
  return createCheck('sync', failed > 0 ? 'attention' : 'good', facts, countedAt)
}

export function checkMissingNotifications(gaps: number, at: number): HealthCheck {
  const name = 'missing_notifications'
  if (gaps === 0) return createCheck(name, 'good', [createFact('none_missing')], at)
  return createCheck(name, 'attention', [createFact('missing', { count: gaps })], at)
}

/** Reports loudly that anybody can send notifications if no proof of origin is configured. */
export function checkOriginProof({ notification: { proof } }: CheckedEnvironment, at: number): HealthCheck {
  const code = (
    { none: 'no_origin_proof', checksum: 'proof_by_checksum', bearer: 'proof_by_bearer' } as const
  )[proof]
  return createCheck('origin_proof', proof === 'none' ? 'bad' : 'good', [createFact(code)], at)
}

/** Reports a notification that carried a secret which is not the one of its transaction. */
export function checkNotificationSecrets({ foreignSecretAt, countedAt }: EnvironmentFigures): HealthCheck {
  const name = 'notification_secrets'
  if (foreignSecretAt === null) return createCheck(name, 'good', [createFact('no_foreign_secret')], countedAt)
  return createCheck(name, 'bad', [createFact('foreign_secret', { at: foreignSecretAt })], countedAt)
}

/** Reports whether decisions are sent to the payment service, because that decides who acts there. */
export const checkOperatorActions = ({ operatorActions }: CheckedEnvironment, at: number): HealthCheck =>
  createCheck('operator_actions', 'good', [createFact(operatorActions ? 'actions_on' : 'actions_off')], at)

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

export function checkRefusals({ refused, countedAt }: EnvironmentFigures): HealthCheck {
  const name = 'rejected_notifications'
  if (refused.length === 0) return createCheck(name, 'good', [createFact('none_rejected')], countedAt)
  const facts = refused.map(({ reason, times }) =>
    createFact(isRefusal(reason) ? refusalCodes[reason] : 'rejected_other', { count: times }),
  )
  const at = Math.max(...refused.map(({ lastAt }) => lastAt))
  return createCheck(name, 'attention', [...facts, createFact('last_at', { at })], countedAt)
}
