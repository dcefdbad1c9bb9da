import { transactionIdSchema } from '@paydesk/shared/core/ids'
import { parseTransactionState } from '@paydesk/shared/core/state'
import type { IdSuggestions } from '@paydesk/shared/payments/search'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue } from '../../platform/access/guarded.ts'
import type { Store } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/route.ts'

type Suggestion = IdSuggestions['suggestions'][number]

const maxSuggestions = 8

/** Prefixes of ids: ASCII without `@`, so that no e-mail address is searched for while it is typed. */
const idPrefixPattern = /^[A-Za-z0-9][A-Za-z0-9._:/#-]{2,63}$/
const ibanLike = [/^[A-Z]{2}\d{2}[A-Z0-9]{3,}$/, /^[a-z]{2}\d{2}[a-z0-9]{10,30}$/i]
const cardLike = /^(\d[.-]?){12,}$/

/**
 * Returns the typed prefix, or null if it may be an e-mail address, an IBAN or a card
 * number, or is too short.
 */
export function parseIdPrefix(typed: string): string | null {
  const text = typed.trim()
  if (!idPrefixPattern.test(text) || cardLike.test(text)) return null
  return ibanLike.some((form) => form.test(text)) ? null : text
}

/** Returns the first text after all texts with this prefix, in byte order: a prefix is ASCII below `~`. */
function prefixEnd(beginning: string): string {
  const last = beginning.charCodeAt(beginning.length - 1)
  return beginning.slice(0, -1) + String.fromCharCode(last + 1)
}

const columns = [
  { kind: 'transaction', column: 'id', field: 'response.id' },
  { kind: 'merchant_transaction_id', column: 'merchant_transaction_id', field: 'original.transaction_id' },
  { kind: 'reference', column: 'reference', field: 'original.reference' },
] as const

type Column = (typeof columns)[number]['column']

/**
 * Selects transactions whose column begins with the prefix, in its order: one index range per merchant, so
 * that people with a small merchant do not scan the rows of others.
 */
export function selectTransactionsByPrefix(
  db: Store['db'],
  column: Column,
  beginning: string,
  { environment, merchants }: Scope,
) {
  const of = db
    .selectFrom('transactions')
    .select(['id', `${column} as text`, 'state'])
    .where('environment', '=', environment)
    .where(column, '>=', beginning)
    .where(column, '<', prefixEnd(beginning))
    .orderBy(column)
    .limit(maxSuggestions)
  return merchants.map((merchant) => of.where('merchant', '=', merchant))
}

/**
 * Suggests transactions in our records whose id, merchant's id or reference begins as typed, within the
 * scope. Skips fields that this role does not see in full: their prefixes would reveal them.
 */
export async function loadIdSuggestions(
  typed: string,
  scope: Scope,
  fieldAccess: FieldAccess,
  store: Store,
): Promise<Suggestion[]> {
  const beginning = parseIdPrefix(typed)
  if (beginning === null) return []
  const seen = columns.filter(
    ({ field }) => fieldAccess.mask(guardValue(field, beginning)).visibility === 'clear',
  )
  const found = await Promise.all(
    seen.map(async ({ kind, column }) =>
      (
        await Promise.all(
          selectTransactionsByPrefix(store.db, column, beginning, scope).map((range) => range.execute()),
        )
      )
        .flat()
        .flatMap(({ id, text, state }): Suggestion[] => {
          const transaction = transactionIdSchema.safeParse(id).data
          if (transaction === undefined || text === null) return []
          return [{ kind, text, transaction, state: parseTransactionState(state) }]
        }),
    ),
  )
  const order = (one: Suggestion, other: Suggestion) =>
    one.text < other.text ? -1 : one.text > other.text ? 1 : 0
  const taken = new Set<string>()
  return found
    .flatMap((some) => some.sort(order).slice(0, maxSuggestions))
    .filter(({ transaction }) => !taken.has(transaction) && taken.add(transaction))
    .slice(0, maxSuggestions)
}
