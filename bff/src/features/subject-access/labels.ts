import { type RecordedPurposeCode, recordedPurposeCodeSchema } from '@paydesk/shared/core/purposes'
import { loadMessages, type Messages } from '@paydesk/shared/messages/catalogue'
import type { Kysely } from 'kysely'
import type { AuditAction } from '../../platform/audit/entry.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Person } from '../../platform/session/person.ts'
import { loadStaffLanguage } from '../../records/staff-messages.ts'

/** Texts of the export, in the language of the person who downloads it for the customer. */
export interface SubjectExportTexts {
  readonly texts: Messages['subjectExport']
  readonly purposes: Messages['lists']['purposes']
  readonly roles: Messages['signIn']['roles']
}

export async function loadSubjectExportTexts(
  db: Kysely<DatabaseSchema>,
  person: Person,
): Promise<SubjectExportTexts> {
  const language = await loadStaffLanguage(db, person)
  const [texts, { purposes }, { roles }] = await Promise.all([
    loadMessages(language, 'subjectExport'),
    loadMessages(language, 'lists'),
    loadMessages(language, 'signIn'),
  ])
  return { texts, purposes, roles }
}

export function describeAuditActionForDataSubject(
  action: string,
  { actions, actionGroups, otherAction }: Messages['subjectExport'],
): string {
  const labels: Partial<Record<AuditAction, string>> = actions
  return (
    Object.entries(labels).find(([name]) => name === action)?.[1] ??
    Object.entries(actionGroups).find(([begins]) => action.startsWith(begins))?.[1] ??
    otherAction
  )
}

/**
 * Purposes that must not be disclosed to the customer: a suspicion and a request by an authority have one
 * label, and their ticket is left out, because it would tell them apart.
 */
const hiddenPurposes: ReadonlySet<RecordedPurposeCode> = new Set(['fraud_suspicion', 'authority_request'])

export function describePurposeForDataSubject(
  code: string | null,
  ticket: string | null,
  { texts, purposes }: SubjectExportTexts,
) {
  const known = recordedPurposeCodeSchema.safeParse(code).data
  if (known === undefined) return { purpose: null, ticket: code === null ? ticket : null }
  return hiddenPurposes.has(known)
    ? { purpose: texts.hiddenPurpose, ticket: null }
    : { purpose: purposes[known], ticket }
}
