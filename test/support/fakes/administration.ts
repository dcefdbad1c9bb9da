import type { HealthCheckDetail, HealthView, UndocumentedValue } from '@paydesk/shared/administration/health'
import {
  type EnvironmentLastDay,
  type HealthLastDay,
  measuredServiceOperations,
} from '@paydesk/shared/administration/health-last-day'
import type { IdImport } from '@paydesk/shared/administration/imports'
import { productionEnvironment, stageEnvironment, waitingTransaction } from './ids.ts'
import { hoursFromNow } from './values.ts'

export const someImportId = 'm_0123456789abcdefghij'

export function buildImportView(change: Partial<IdImport> = {}): IdImport {
  return {
    import: someImportId,
    kind: 'rid',
    by: 'page',
    status: 'done',
    startedAt: hoursFromNow(-1),
    endedAt: hoursFromNow(-0.9),
    lines: 120,
    done: 120,
    added: 311,
    refused: 6,
    refusedLines: [
      { line: 3, reason: 'not_a_rid' },
      { line: 7, reason: 'twice' },
      { line: 8, reason: 'twice' },
      { line: 9, reason: 'twice' },
      { line: 14, reason: 'card_number' },
    ],
    moreRefused: false,
    service: { unknown: 1, unread: 0 },
    ...change,
  }
}

const buildGoodCheck = (check: string, ...facts: HealthCheckDetail[]) =>
  ({ check, status: 'good', facts, checkedAt: hoursFromNow(-0.01) }) as const

function buildEnvironmentHealth(
  name: typeof stageEnvironment,
): NonNullable<HealthView['environments']>[number] {
  return {
    environment: name,
    service: [
      {
        operation: 'state',
        status: 'good',
        facts: [{ code: 'responding', at: hoursFromNow(-0.01) }],
        lastSuccessAt: hoursFromNow(-0.01),
        lastFailureAt: null,
        failureRate: 0,
      },
      {
        operation: 'list',
        status: 'attention',
        facts: [{ code: 'calls_failed', count: 1, total: 8 }],
        lastSuccessAt: hoursFromNow(-0.02),
        lastFailureAt: hoursFromNow(-0.1),
        failureRate: 0.125,
      },
      {
        operation: 'notifications',
        status: 'bad',
        facts: [{ code: 'not_responding' }],
        lastSuccessAt: hoursFromNow(-3),
        lastFailureAt: hoursFromNow(-0.01),
        failureRate: 1,
      },
      {
        operation: 'identity',
        status: 'unknown',
        facts: [{ code: 'not_called' }],
        lastSuccessAt: null,
        lastFailureAt: null,
        failureRate: null,
      },
    ],
    notificationQueue: buildGoodCheck('notification_queue', { code: 'queue_empty' }),
    sync: buildGoodCheck('sync', { code: 'transactions_read', count: 300 }),
    missingNotifications: {
      ...buildGoodCheck('missing_notifications', { code: 'missing', count: 2 }),
      status: 'attention',
    },
    originProof: buildGoodCheck('origin_proof', { code: 'proof_by_checksum' }),
    secrets: buildGoodCheck('notification_secrets', { code: 'no_foreign_secret' }),
    operatorActions: buildGoodCheck('operator_actions', { code: 'actions_off' }),
    rejectedNotifications: buildGoodCheck('rejected_notifications', { code: 'rejected_empty', count: 41 }),
    credentials: [
      buildGoodCheck('api_token', { code: 'accepted_at', at: hoursFromNow(-0.01) }),
      buildGoodCheck('notification_token', { code: 'loaded_at', at: hoursFromNow(-5) }),
    ],
  }
}

export function buildHealthView(change: Partial<HealthView> = {}): HealthView {
  return {
    summary: { status: 'attention', environments: [stageEnvironment], checkedAt: hoursFromNow(-0.01) },
    environments: [buildEnvironmentHealth(stageEnvironment), buildEnvironmentHealth(productionEnvironment)],
    installation: [
      buildGoodCheck('database', { code: 'embedded_responds', count: 2 }),
      buildGoodCheck('clock', { code: 'clocks_agree' }),
      buildGoodCheck('browser_files', { code: 'no_secrets', count: 40 }),
    ],
    ...change,
  }
}

const slotMs = 900_000
const lastSlot = Date.parse('2026-06-30T12:00:00Z')
const slots = Array.from({ length: 96 }, (_, at) => lastSlot - (95 - at) * slotMs)

/** Figures of a process that started six hours ago: states and lists were read, some lists failed. */
function buildEnvironmentLastDay(change: Partial<EnvironmentLastDay> = {}): EnvironmentLastDay {
  const counted = <T>(value: (at: number) => T, none: T) => slots.map((_, at) => (at < 72 ? none : value(at)))
  return {
    environment: stageEnvironment,
    since: new Date(lastSlot - 23 * slotMs).toISOString(),
    service: measuredServiceOperations.map((operation) => {
      const isCalled = operation === 'state' || operation === 'list'
      const failures = operation === 'list' ? 2 : 0
      return {
        operation,
        calls: {
          ended: counted(() => (isCalled ? 10 : 0), 0),
          failed: counted((at) => (at % 8 === 0 ? failures : 0), 0),
        },
        p95Ms: counted((at) => (isCalled ? 100 + at : null), null),
        total: isCalled ? { p50Ms: 60, p95Ms: 180 } : { p50Ms: null, p95Ms: null },
      }
    }),
    notifications: slots.map((_, at) => at % 5),
    syncLagMs: slots.map((_, at) => (at < 4 ? null : 300_000 + at * 1_000)),
    ...change,
  }
}

export function buildHealthLastDay(change: Partial<EnvironmentLastDay> = {}): HealthLastDay {
  return {
    slots: slots.map((at) => new Date(at).toISOString()),
    environments: [
      buildEnvironmentLastDay(change),
      buildEnvironmentLastDay({ environment: productionEnvironment, ...change }),
    ],
  }
}

export const undocumentedValues: readonly UndocumentedValue[] = [
  {
    place: 'state',
    value: 'QUARANTINED',
    firstSeenAt: hoursFromNow(-300),
    lastSeenAt: hoursFromNow(-2),
    times: 12,
    firstTransaction: waitingTransaction,
  },
  {
    place: 'event',
    value: 'moon_phase_changed',
    firstSeenAt: hoursFromNow(-30),
    lastSeenAt: hoursFromNow(-0.5),
    times: 3,
    firstTransaction: null,
  },
]
