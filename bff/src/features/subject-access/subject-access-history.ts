import { roleSchema } from '@paydesk/shared/core/permissions'
import type { Kysely } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import { type IdentityOwnerDeps, recordIdentityOwners } from '../../records/identity-owners.ts'
import {
  describeAuditActionForDataSubject,
  describePurposeForDataSubject,
  type SubjectExportTexts,
} from './labels.ts'
import type { DataSubject } from './subject-transactions.ts'

type Db = Kysely<DatabaseSchema>

/** Batch size of ids in one query; both databases allow many more. */
const maxIdsPerQuery = 200

const idsOf = (rows: readonly { readonly id: string | number }[]) => rows.map(({ id }) => String(id))

/** Loads the ids of everything of the customer that an audit entry can be about. */
async function loadRelatedIds(
  subject: DataSubject,
  deps: IdentityOwnerDeps,
): Promise<[kind: string, ids: string[]][]> {
  const { environment, merchant, customer } = subject
  const { db } = deps.store
  await recordIdentityOwners(environment, merchant, deps)
  const identities = db.selectFrom('identity_owners').select('identity as id')
  const own = db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('customer', '=', customer)
  const decisions = db.selectFrom('decisions').select('id').where('environment', '=', environment)
  const handovers = db.selectFrom('questions').select('id').where('environment', '=', environment)
  const differences = db.selectFrom('discrepancies').select('id').where('environment', '=', environment)
  const requests = db.selectFrom('payment_requests').select('id').where('environment', '=', environment)
  const messages = db
    .selectFrom('notification_queue')
    .select('seq as id')
    .where('environment', '=', environment)
  return [
    ['customer', [customer]],
    ['identity', idsOf(await identities.where('customer', '=', customer).execute())],
    ['transaction', idsOf(await own.execute())],
    ['decision', idsOf(await decisions.where('transaction_id', 'in', own).execute())],
    ['discrepancy', idsOf(await differences.where('transaction_id', 'in', own).execute())],
    ['payment_request', idsOf(await requests.where('customer', '=', customer).execute())],
    ['notification', idsOf(await messages.where('transaction_id', 'in', own).execute())],
    [
      'question',
      idsOf(
        await handovers
          .where((is) => is.or([is('subject_id', '=', customer), is('subject_id', 'in', own)]))
          .execute(),
      ),
    ],
  ]
}

async function loadAuditEntries(db: Db, { environment }: DataSubject, kind: string, ids: readonly string[]) {
  return db
    .selectFrom('audit')
    .select(['seq', 'time_ms', 'actor_issuer', 'actor_subject', 'role', 'action', 'result'])
    .select(['subject_kind', 'subject_id', 'field', 'purpose_code', 'case_ref'])
    .where('subject_kind', '=', kind)
    .where('subject_id', 'in', ids)
    .where('environment', '=', environment)
    .execute()
}

type AuditEntry = Awaited<ReturnType<typeof loadAuditEntries>>[number]

/** Numbers people in the order in which they appear: the same within one export, and in no other. */
function createPseudonyms({ employee, system }: SubjectExportTexts['texts']) {
  const numbers = new Map<string, number>()
  return ({ actor_issuer, actor_subject }: Pick<AuditEntry, 'actor_issuer' | 'actor_subject'>): string => {
    if (actor_subject === null) return system
    const person = JSON.stringify([actor_issuer, actor_subject])
    const known = numbers.get(person) ?? numbers.size + 1
    numbers.set(person, known)
    return employee.replace('{number}', String(known))
  }
}

/** Loads when and why the customer's data was seen, in time order, with people as a number and a role. */
export async function loadDataSubjectAccessLog(
  subject: DataSubject,
  deps: IdentityOwnerDeps,
  words: SubjectExportTexts,
) {
  const { texts, roles } = words
  const { db } = deps.store
  const found: AuditEntry[] = []
  for (const [kind, ids] of await loadRelatedIds(subject, deps))
    for (let from = 0; from < ids.length; from += maxIdsPerQuery)
      found.push(...(await loadAuditEntries(db, subject, kind, ids.slice(from, from + maxIdsPerQuery))))
  found.sort((a, b) => a.seq - b.seq)
  const whoOf = createPseudonyms(texts)
  return found.map((entry) => {
    const known = roleSchema.safeParse(entry.role).data
    return {
      at: new Date(entry.time_ms).toISOString(),
      who: whoOf(entry),
      role: known === undefined ? null : roles[known].label,
      what: describeAuditActionForDataSubject(entry.action, texts),
      about:
        entry.subject_kind === 'transaction'
          ? texts.payment.replace('{id}', entry.subject_id ?? '')
          : texts.you,
      field: entry.field,
      ...describePurposeForDataSubject(entry.purpose_code, entry.case_ref, words),
      result: texts.results[entry.result],
    }
  })
}
