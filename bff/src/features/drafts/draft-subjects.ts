import { type DraftKind, noDraftSubject } from '@paydesk/shared/administration/drafts'
import { decisionIdSchema } from '@paydesk/shared/cases/decisions'
import { questionIdSchema } from '@paydesk/shared/cases/questions'
import { discrepancyIdSchema } from '@paydesk/shared/cases/reconciliation'
import { customerHandleSchema, identityHandleSchema } from '@paydesk/shared/core/ids'
import type { StaffPermission } from '@paydesk/shared/core/permissions'
import type { Kysely } from 'kysely'
import type { AuditSubject } from '../../platform/audit/entry.ts'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { Scope } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem/problem.ts'

type SubjectKind = 'customer' | 'identity' | 'transaction' | 'decision' | 'question' | 'discrepancy'

interface DraftRule {
  /** Permission to send the form; the draft needs the same. */
  readonly permission: StaffPermission
  /** Records that the form may be about; null stands for none. */
  readonly about: readonly (SubjectKind | null)[]
}

/** Permission and subjects of each form. */
export const draftRules: Readonly<Record<DraftKind, DraftRule>> = {
  payment_request: { permission: 'payment_request.create', about: ['customer', null] },
  question: { permission: 'question.ask', about: ['customer', 'identity', 'transaction'] },
  question_answer: { permission: 'question.answer', about: ['question'] },
  discrepancy_explanation: { permission: 'reconciliation.explain', about: ['discrepancy'] },
  case_take_over: { permission: 'review.work', about: ['transaction'] },
  case_note: { permission: 'review.work', about: ['transaction'] },
  case_snooze: { permission: 'review.work', about: ['transaction'] },
  decision_approval: { permission: 'review.work', about: ['decision'] },
  document_request: { permission: 'document.download', about: ['identity'] },
  api_key: { permission: 'api_key.manage', about: [null] },
  import: { permission: 'import.run', about: [null] },
  subject_access: { permission: 'subject_access.export', about: ['customer'] },
  export_request: { permission: 'records.export', about: [null] },
  reveal: { permission: 'reveal.use', about: ['identity', 'transaction', null] },
  record_access: { permission: 'audit.every', about: ['customer', 'identity', 'transaction', null] },
  notification_reprocess: { permission: 'notification_queue.reprocess', about: [null] },
  break_glass: { permission: 'break_glass.start', about: [null] },
  break_glass_report: { permission: 'session.own', about: [null] },
  bulk_decision: { permission: 'review.work', about: [null] },
  decision_close: { permission: 'review.work', about: ['decision'] },
  document_access: { permission: 'document.read', about: ['identity'] },
  download_answer: { permission: 'document.download', about: [null] },
  export_answer: { permission: 'export.approve', about: [null] },
  subject_access_answer: { permission: 'subject_access.export', about: [null] },
}

const prefixes = [
  ['customer', customerHandleSchema],
  ['identity', identityHandleSchema],
  ['decision', decisionIdSchema],
  ['question', questionIdSchema],
  ['discrepancy', discrepancyIdSchema],
] as const

function readSubjectKind(id: string): SubjectKind | null {
  if (id === noDraftSubject) return null
  return prefixes.find(([, schema]) => schema.safeParse(id).success)?.[0] ?? 'transaction'
}

/** Returns the merchants of a record; several if an ID is known at several. */
async function findMerchants(
  db: Kysely<DatabaseSchema>,
  kind: SubjectKind,
  { environment, id }: { readonly environment: string; readonly id: string },
): Promise<readonly string[]> {
  const rows = await selectMerchants(db, kind, environment, id)
  return rows.map(({ merchant }) => merchant)
}

async function selectMerchants(
  db: Kysely<DatabaseSchema>,
  kind: SubjectKind,
  environment: string,
  id: string,
): Promise<{ readonly merchant: string }[]> {
  switch (kind) {
    case 'customer':
    case 'identity':
      return db
        .selectFrom('handles')
        .select('merchant')
        .where('handle', '=', id)
        .where('kind', '=', kind)
        .where('environment', '=', environment)
        .execute()
    case 'transaction':
      return db
        .selectFrom('transactions')
        .select('merchant')
        .where('environment', '=', environment)
        .where('id', '=', id)
        .execute()
    case 'decision':
    case 'question':
    case 'discrepancy':
      return db
        .selectFrom(
          ({ decision: 'decisions', question: 'questions', discrepancy: 'discrepancies' } as const)[kind],
        )
        .select('merchant')
        .where('environment', '=', environment)
        .where('id', '=', id)
        .execute()
  }
}

/**
 * Finds the record that a form is about, within the merchants of the scope; null for a form about none. Throws
 * `not_found`.
 */
export async function findDraftSubject(
  db: Kysely<DatabaseSchema>,
  { kind, about }: { readonly kind: DraftKind; readonly about: string },
  { environment, merchants }: Scope,
): Promise<AuditSubject | null> {
  const [id = ''] = about.split('.')
  const subject = readSubjectKind(id)
  if (!draftRules[kind].about.includes(subject)) throw new ProblemError('not_found')
  if (subject === null) return null
  const found = await findMerchants(db, subject, { environment, id })
  const merchant = merchants.find((one) => found.includes(one))
  if (merchant === undefined) throw new ProblemError('not_found')
  return { kind: subject, id, merchant }
}
