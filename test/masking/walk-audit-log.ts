import { endpoints } from '@paydesk/shared/endpoints'
import type { Answer } from '../support/stack/start.ts'
import { env } from './service.ts'
import type { Input, Subject } from './walk.ts'

/** What the answers of a visit said of the audit trail. */
export interface GivenTrail {
  /** Somebody who stands in it; undefined where they were refused the list. */
  trailPerson?: string
}

const ofEnvironment = (): Input[] => [{ params: { env } }]

/** Well-formed calls about the audit trail. */
export const trailCalls = {
  listAuditEntries: ({ customer, transactions }: Subject): Input[] => [
    { params: { env } },
    ...[customer, ...transactions].map((subject) => ({ params: { env }, query: { subject } })),
    { params: { env }, query: { result: 'refused' } },
  ],
  showAuditLogFigures: ofEnvironment,
  showRecordAccess: ({ customer, identityHandle, transactions }: Subject): Input[] =>
    [customer, identityHandle, ...transactions].map((subject) => ({ params: { env }, body: { subject } })),
  showStaffActivity: (_: Subject, { trailPerson }: GivenTrail): Input[] => [
    { params: { env, person: trailPerson ?? 'p_00000000000000000000' } },
  ],
  startAuditLogVerification: ofEnvironment,
  showAuditLogVerification: ofEnvironment,
  // Its entries are those of the table, which is searched as a whole: a walk has no need of each again and again.
  exportAuditLog: () => [{ params: { env }, query: { to: '2020-01-01' } }],
} as const

/** Keeps what later calls of the visit need of an answer. */
export function takeTrail(given: GivenTrail, name: string, { json }: Answer): void {
  if (name !== 'showAuditLogFigures') return
  const [first] = endpoints.showAuditLogFigures.response.parse(json).people
  if (first !== undefined) given.trailPerson = first.person.person
}
