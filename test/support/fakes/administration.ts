import type { HealthView, UndocumentedValue } from '@paydesk/shared/administration/health'
import type { ImportView } from '@paydesk/shared/administration/imports'
import { productionEnvironment, stageEnvironment, waitingTransaction } from './ids.ts'
import { hoursFromNow } from './values.ts'

export const someImportId = 'm_0123456789abcdefghij'

export function buildImportView(change: Partial<ImportView> = {}): ImportView {
  return {
    import: someImportId,
    of: 'rid',
    by: 'page',
    status: 'done',
    startedAt: hoursFromNow(-1),
    endedAt: hoursFromNow(-0.9),
    lines: 120,
    done: 120,
    added: 311,
    refused: 6,
    refusedLines: [
      { line: 3, why: 'not_a_rid' },
      { line: 7, why: 'twice' },
      { line: 8, why: 'twice' },
      { line: 9, why: 'twice' },
      { line: 14, why: 'card_number' },
    ],
    moreRefused: false,
    service: { unknown: 1, unread: 0 },
    ...change,
  }
}

const buildGoodCheck = (name: string, says: string) =>
  ({ name, status: 'good', says, checkedAt: hoursFromNow(-0.01) }) as const

function buildEnvironmentHealth(
  name: typeof stageEnvironment,
): NonNullable<HealthView['environments']>[number] {
  return {
    environment: name,
    service: [
      {
        operation: 'state',
        status: 'good',
        says: 'Answers in 84 ms.',
        lastSuccessAt: hoursFromNow(-0.01),
        lastFailureAt: null,
        failing: 0,
      },
      {
        operation: 'list',
        status: 'attention',
        says: 'Answers, but not always.',
        lastSuccessAt: hoursFromNow(-0.02),
        lastFailureAt: hoursFromNow(-0.1),
        failing: 0.125,
      },
      {
        operation: 'notifications',
        status: 'bad',
        says: 'Does not answer.',
        lastSuccessAt: hoursFromNow(-3),
        lastFailureAt: hoursFromNow(-0.01),
        failing: 1,
      },
      {
        operation: 'identity',
        status: 'unknown',
        says: 'Nothing was asked yet.',
        lastSuccessAt: null,
        lastFailureAt: null,
        failing: null,
      },
    ],
    notificationQueue: buildGoodCheck('Inbox', 'Empty: everything received was looked at.'),
    sync: buildGoodCheck('Sweep', '300 re-read, 0 failed.'),
    missingNotifications: {
      ...buildGoodCheck('Gaps', '2 transactions with fewer notifications than sent.'),
      status: 'attention',
    },
    proof: buildGoodCheck('Proof of origin', 'Checksum over the bytes that came.'),
    secrets: buildGoodCheck('Secrets in notifications', 'No foreign secret is known'),
    actions: buildGoodCheck('Operator actions', 'Off: Paydesk carries no decision out.'),
    rejectedNotifications: buildGoodCheck('Refused', '41 in the last day.'),
    credentials: [
      buildGoodCheck('Bearer', 'Present, worked 40 s ago.'),
      buildGoodCheck('Notification token', 'Present.'),
    ],
  }
}

export function buildHealthView(change: Partial<HealthView> = {}): HealthView {
  return {
    summary: {
      ...buildGoodCheck('Paydesk', 'Paydesk works; the service does not answer one operation.'),
      status: 'attention',
    },
    environments: [buildEnvironmentHealth(stageEnvironment), buildEnvironmentHealth(productionEnvironment)],
    installation: [
      buildGoodCheck('Database', 'Writes and reads.'),
      buildGoodCheck('Clock', 'Within 0.1 s of the service.'),
      buildGoodCheck('Browser files', 'Hold no credential.'),
    ],
    ...change,
  }
}

export const undocumentedValues: readonly UndocumentedValue[] = [
  {
    place: 'state',
    value: 'QUARANTINED',
    firstSeenAt: hoursFromNow(-300),
    lastSeenAt: hoursFromNow(-2),
    times: 12,
    firstOn: waitingTransaction,
  },
  {
    place: 'event',
    value: 'moon_phase_changed',
    firstSeenAt: hoursFromNow(-30),
    lastSeenAt: hoursFromNow(-0.5),
    times: 3,
    firstOn: null,
  },
]
