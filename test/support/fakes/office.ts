import type { HealthView, UnknownValue } from '@paydesk/shared/administration/health'
import type { ImportView } from '@paydesk/shared/administration/imports'
import { production, stage, waiting } from './ids.ts'
import { inHours } from './values.ts'

export const someImport = 'm_0123456789abcdefghij'

export function importView(change: Partial<ImportView> = {}): ImportView {
  return {
    import: someImport,
    of: 'rid',
    by: 'page',
    status: 'done',
    startedAt: inHours(-1),
    endedAt: inHours(-0.9),
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

const good = (name: string, says: string) =>
  ({ name, status: 'good', says, checkedAt: inHours(-0.01) }) as const

function environment(name: typeof stage): NonNullable<HealthView['environments']>[number] {
  return {
    environment: name,
    service: [
      {
        operation: 'state',
        status: 'good',
        says: 'Answers in 84 ms.',
        lastSuccessAt: inHours(-0.01),
        lastFailureAt: null,
        failing: 0,
      },
      {
        operation: 'list',
        status: 'attention',
        says: 'Answers, but not always.',
        lastSuccessAt: inHours(-0.02),
        lastFailureAt: inHours(-0.1),
        failing: 0.125,
      },
      {
        operation: 'notifications',
        status: 'bad',
        says: 'Does not answer.',
        lastSuccessAt: inHours(-3),
        lastFailureAt: inHours(-0.01),
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
    inbox: good('Inbox', 'Empty: everything received was looked at.'),
    sweep: good('Sweep', '300 re-read, 0 failed.'),
    gaps: { ...good('Gaps', '2 transactions with fewer notifications than sent.'), status: 'attention' },
    proof: good('Proof of origin', 'Checksum over the bytes that came.'),
    actions: good('Operator actions', 'Off: Paydesk carries no decision out.'),
    refused: good('Refused', '41 in the last day.'),
    credentials: [good('Bearer', 'Present, worked 40 s ago.'), good('Notification token', 'Present.')],
  }
}

export function healthView(change: Partial<HealthView> = {}): HealthView {
  return {
    line: {
      ...good('Paydesk', 'Paydesk works; the service does not answer one operation.'),
      status: 'attention',
    },
    environments: [environment(stage), environment(production)],
    office: [
      good('Database', 'Writes and reads.'),
      good('Clock', 'Within 0.1 s of the service.'),
      good('Browser files', 'Hold no credential.'),
    ],
    ...change,
  }
}

export const unknownValuesSeen: readonly UnknownValue[] = [
  {
    place: 'state',
    value: 'QUARANTINED',
    firstSeenAt: inHours(-300),
    lastSeenAt: inHours(-2),
    times: 12,
    firstOn: waiting,
  },
  {
    place: 'event',
    value: 'moon_phase_changed',
    firstSeenAt: inHours(-30),
    lastSeenAt: inHours(-0.5),
    times: 3,
    firstOn: null,
  },
]
