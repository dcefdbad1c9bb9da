import { endpoints } from '@paydesk/shared/endpoints'
import type { Answer } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { WalkInput, WalkSubject } from './walk.ts'

/** Values from earlier answers of a visit about the audit log. */
export interface GivenTrail {
  /** Person in the audit log; undefined if the list was refused. */
  trailPerson?: string
}

const ofEnvironment = (): WalkInput[] => [{ params: { env } }]

/** Well-formed calls about the audit log. */
export const trailCalls = {
  listAuditEntries: ({ customer, transactions }: WalkSubject): WalkInput[] => [
    { params: { env } },
    ...[customer, ...transactions].map((subject) => ({ params: { env }, query: { subject } })),
    { params: { env }, query: { result: 'refused' } },
  ],
  showAuditLogFigures: ofEnvironment,
  showRecordAccess: ({ customer, identityHandle, transactions }: WalkSubject): WalkInput[] =>
    [customer, identityHandle, ...transactions].flatMap((subject) => [
      { params: { env }, body: { subject } },
      { params: { env }, body: { subject, purpose: 'incident', caseRef: 'T-1' } },
    ]),
  showStaffActivity: (_: WalkSubject, { trailPerson }: GivenTrail): WalkInput[] => [
    { params: { env, person: trailPerson ?? 'p_00000000000000000000' } },
  ],
  startAuditLogVerification: ofEnvironment,
  showAuditLogVerification: ofEnvironment,
  exportAuditEntries: () => [{ params: { env } }, { params: { env }, query: { format: 'xlsx' } }],
  // Export no rows: the scan searches the whole table anyway.
  exportAuditLog: () => [{ params: { env }, query: { to: '2020-01-01' } }],
} as const

/** Stores what later calls of the visit need from an answer. */
export function takeTrail(givenTrail: GivenTrail, name: string, { json }: Answer): void {
  if (name !== 'showAuditLogFigures') return
  const [first] = endpoints.showAuditLogFigures.response.parse(json).people
  if (first !== undefined) givenTrail.trailPerson = first.person.person
}
