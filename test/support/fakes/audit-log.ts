import {
  type AuditActorView,
  type AuditEntryList,
  type AuditEntryView,
  type AuditEventSummary,
  type AuditLogFigures,
  auditActorHandleSchema,
  type RecordAccessReport,
  type StaffActivityReport,
} from '@paydesk/shared/compliance/audit-log'
import type { AuditLogVerification } from '@paydesk/shared/compliance/audit-verification'
import { maraCustomer, someReference } from './ids.ts'
import { buildClearValue, buildMaskedValue, hoursFromNow } from './values.ts'

export const buildAuditActorHandle = (n: number) =>
  auditActorHandleSchema.parse(`p_${String(n).padStart(20, '0')}`)

const buildAna = (change: Partial<AuditActorView> = {}): AuditActorView => ({
  person: buildAuditActorHandle(1),
  name: buildClearValue('Ana Ruiz'),
  me: false,
  ...change,
})

/** Builds the n-th audit entry, newest first. */
export function buildAuditEntry(n: number, change: Partial<AuditEntryView> = {}): AuditEntryView {
  return {
    entry: `stage-${4_117 - n}`,
    chain: 'stage',
    number: 4_117 - n,
    hash: '0123456789ab',
    previousHash: 'ba9876543210',
    at: hoursFromNow(-n / 60),
    person: buildAna(),
    role: 'support',
    group: 'reads',
    action: 'customer.viewed',
    about: { kind: 'customer', id: buildMaskedValue('••••ghij', 'last4'), link: null },
    field: null,
    purpose: null,
    ticket: null,
    reauthenticationAge: null,
    result: 'allowed',
    outcome: [],
    reference: someReference,
    source: buildClearValue('192.0.2.7'),
    instance: '0f3c0f3c0f3c',
    repeated: null,
    ...change,
  }
}

const buildRefusedEntry = (n: number) =>
  buildAuditEntry(n, {
    action: 'field.revealed',
    group: 'reveals',
    field: 'profile.dob',
    purpose: 'customer_call',
    ticket: '5512',
    reauthenticationAge: 41,
    result: 'refused',
    outcome: [{ code: 'not_allowed' }],
  })

export const buildOwnAuditEntry = (n: number) =>
  buildAuditEntry(n, {
    person: buildAna({ me: true }),
    about: {
      kind: 'customer',
      id: buildClearValue(maraCustomer),
      link: { page: 'customer', customer: maraCustomer },
    },
  })

export const buildAuditEntryList = (change: Partial<AuditEntryList> = {}): AuditEntryList => ({
  entries: [buildRefusedEntry(0), ...Array.from({ length: 11 }, (_, n) => buildAuditEntry(n + 1))],
  next: null,
  lookedBackTo: null,
  visibility: 'every',
  ...change,
})

export const buildAuditLogVerification = (
  change: object = {},
): Extract<AuditLogVerification, { state: 'done' }> => ({
  state: 'done',
  startedAt: hoursFromNow(-0.01),
  endedAt: hoursFromNow(0),
  durationMs: 140,
  isIntact: true,
  entries: 12_412,
  chains: [
    {
      chain: 'global',
      entries: 312,
      last: 312,
      signedTo: 312,
      cutTo: 0,
      signedAt: hoursFromNow(-0.02),
      head: 'aaaaaaaaaaaa',
    },
    {
      ...{ chain: 'stage', entries: 12_100, last: 12_100, signedTo: 12_100, cutTo: 0 },
      ...{ signedAt: hoursFromNow(-0.01), head: 'bbbbbbbbbbbb' },
    },
  ],
  findings: [],
  ...change,
})

const eventCounts = { entries: 412, reads: 300, reveals: 2, refused: 3, failed: 1 }

export const buildAuditLogFigures = (change: Partial<AuditLogFigures> = {}): AuditLogFigures => ({
  day: '2026-06-30',
  today: eventCounts,
  people: [
    { person: buildAna(), ...eventCounts, entries: 400 },
    {
      person: { person: buildAuditActorHandle(2), name: buildClearValue('Clara Weiss'), me: false },
      ...{ entries: 12, reads: 8, reveals: 0, refused: 0, failed: 0 },
    },
  ],
  morePeople: false,
  coverage: [
    { chain: 'stage', entries: 12_100, since: hoursFromNow(-2_000) },
    { chain: 'global', entries: 312, since: hoursFromNow(-2_001) },
  ],
  visibility: 'every',
  lastVerification: { state: 'never' },
  ...change,
})

const buildEventSummary = (change: Partial<AuditEventSummary> = {}): AuditEventSummary => ({
  group: 'reads',
  action: 'customer.viewed',
  kind: 'customer',
  records: 1,
  field: null,
  purpose: null,
  ticket: null,
  result: 'allowed',
  times: 3,
  firstAt: hoursFromNow(-20),
  lastAt: hoursFromNow(-0.2),
  ...change,
})

export const buildRecordAccessReport = (change: Partial<RecordAccessReport> = {}): RecordAccessReport => ({
  records: 12,
  entries: 7,
  people: [
    {
      person: buildAna(),
      roles: ['support'],
      times: 7,
      firstAt: hoursFromNow(-20),
      lastAt: hoursFromNow(-0.2),
      events: [
        buildEventSummary(),
        buildEventSummary({ action: 'transaction.viewed', kind: 'transaction', records: 3, times: 3 }),
        buildEventSummary({
          ...{
            action: 'field.revealed',
            group: 'reveals',
            field: 'profile.dob',
            ticket: '5512',
            times: 1,
          },
          purpose: 'customer_call',
        }),
      ],
    },
  ],
  more: false,
  ...change,
})

export const buildStaffActivityReport = (change: Partial<StaffActivityReport> = {}): StaffActivityReport => ({
  person: buildAna(),
  from: '2026-06-24',
  to: '2026-06-30',
  entries: 9,
  days: [
    {
      day: '2026-06-30',
      records: [
        {
          about: { kind: 'customer', id: buildMaskedValue('••••ghij', 'last4'), link: null },
          times: 3,
          lastAt: hoursFromNow(-0.2),
          events: [buildEventSummary()],
        },
        {
          about: null,
          times: 6,
          lastAt: hoursFromNow(-1),
          events: [buildEventSummary({ action: 'records.listed', kind: null, times: 6 })],
        },
      ],
    },
  ],
  more: false,
  ...change,
})
