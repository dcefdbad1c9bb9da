import { role } from '@paydesk/shared/core/permissions'
import type { Kysely } from 'kysely'
import { wordsOf } from '../../platform/access/permissions.ts'
import type { Schema } from '../../platform/database/schema/schema.ts'
import { learnOwners, type OwnerNeeds } from '../../records/identity-owners.ts'
import type { Whom } from './held.ts'
import { deedWords, purposeWords } from './words.ts'

type Db = Kysely<Schema>

/** Ids that are asked for at a time: both databases allow many more. */
const most = 200

const idsOf = (rows: readonly { readonly id: string | number }[]) => rows.map(({ id }) => String(id))

/** Everything of the customer that an entry of the audit trail can be about. */
async function thingsOf(whom: Whom, needs: OwnerNeeds): Promise<[kind: string, ids: string[]][]> {
  const { environment, merchant, customer } = whom
  const { db } = needs.store
  await learnOwners(environment, merchant, needs)
  const identities = db.selectFrom('identity_owners').select('identity as id')
  const own = db
    .selectFrom('transactions')
    .select('id')
    .where('environment', '=', environment)
    .where('merchant', '=', merchant)
    .where('customer', '=', customer)
  const decisions = db.selectFrom('decisions').select('id').where('environment', '=', environment)
  const handovers = db.selectFrom('handovers').select('id').where('environment', '=', environment)
  const differences = db.selectFrom('drift_items').select('id').where('environment', '=', environment)
  const requests = db.selectFrom('payment_requests').select('id').where('environment', '=', environment)
  const messages = db.selectFrom('inbox').select('seq as id').where('environment', '=', environment)
  return [
    ['customer', [customer]],
    ['identity', idsOf(await identities.where('customer', '=', customer).execute())],
    ['transaction', idsOf(await own.execute())],
    ['decision', idsOf(await decisions.where('transaction_id', 'in', own).execute())],
    ['item', idsOf(await differences.where('transaction_id', 'in', own).execute())],
    ['request', idsOf(await requests.where('customer', '=', customer).execute())],
    ['notification', idsOf(await messages.where('transaction_id', 'in', own).execute())],
    [
      'handover',
      idsOf(
        await handovers
          .where((is) => is.or([is('subject_id', '=', customer), is('subject_id', 'in', own)]))
          .execute(),
      ),
    ],
  ]
}

async function entriesAbout(db: Db, { environment }: Whom, kind: string, ids: readonly string[]) {
  return db
    .selectFrom('audit')
    .select(['seq', 'time_ms', 'actor_issuer', 'actor_subject', 'role', 'action', 'result'])
    .select(['subject_kind', 'subject_id', 'field', 'purpose_code', 'case_ref'])
    .where('subject_kind', '=', kind)
    .where('subject_id', 'in', ids)
    .where('environment', '=', environment)
    .execute()
}

type AuditEntry = Awaited<ReturnType<typeof entriesAbout>>[number]

/** Numbers for people, in the order in which they appear: the same within one export, and in no other. */
function makePseudonyms() {
  const numbers = new Map<string, number>()
  return ({ actor_issuer, actor_subject }: Pick<AuditEntry, 'actor_issuer' | 'actor_subject'>): string => {
    if (actor_subject === null) return 'Our system'
    const person = JSON.stringify([actor_issuer, actor_subject])
    const known = numbers.get(person) ?? numbers.size + 1
    numbers.set(person, known)
    return `Employee ${known}`
  }
}

const results = { allowed: 'done', refused: 'refused', failed: 'failed' } as const

/** When and why it was looked at, in order of time: who did it only as a number and a role. */
export async function looksAt(whom: Whom, needs: OwnerNeeds) {
  const { db } = needs.store
  const found: AuditEntry[] = []
  for (const [kind, ids] of await thingsOf(whom, needs))
    for (let from = 0; from < ids.length; from += most)
      found.push(...(await entriesAbout(db, whom, kind, ids.slice(from, from + most))))
  found.sort((a, b) => a.seq - b.seq)
  const whoOf = makePseudonyms()
  return found.map((entry) => {
    const known = role.safeParse(entry.role).data
    return {
      at: new Date(entry.time_ms).toISOString(),
      who: whoOf(entry),
      role: known === undefined ? null : wordsOf(known).label,
      what: deedWords(entry.action),
      about: entry.subject_kind === 'transaction' ? `payment ${entry.subject_id}` : 'you',
      field: entry.field,
      ...purposeWords(entry.purpose_code, entry.case_ref),
      result: results[entry.result],
    }
  })
}
