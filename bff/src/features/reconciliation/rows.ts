import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { TransactionAmountColumns } from '../../records/observations/amounts.ts'
import type { DiscrepancyRow } from '../../records/rules/discrepancies.ts'
import { isDiscrepancyKind } from '../../records/rules/discrepancy-kinds.ts'

export type DiscrepancyExplanationRow = Selectable<DatabaseSchema['discrepancy_explanations']>

/** Discrepancy with the amount of its transaction as it came, if that is in another form than documented. */
export type ListedDiscrepancyRow = DiscrepancyRow &
  Pick<TransactionAmountColumns, 'amount_text' | 'currency_text'>

/** Discrepancy with its explanations, the newest first. */
export interface ExplainedDiscrepancy {
  readonly row: ListedDiscrepancyRow
  readonly explanations: readonly DiscrepancyExplanationRow[]
}

/** Explanations shown per discrepancy. */
const maxExplanations = 20

const amountAsDocumented = { amount_text: null, currency_text: null }

/** Loads the amounts that came in another form than documented, by transaction ID. Nearly no discrepancy has one. */
async function loadReceivedAmounts(db: Kysely<DatabaseSchema>, rows: readonly DiscrepancyRow[]) {
  const unread = rows.filter(({ amount_minor, currency }) => amount_minor === null || currency === null)
  const [environment] = unread.map((row) => row.environment)
  if (environment === undefined) return new Map<string, typeof amountAsDocumented>()
  const found = await db
    .selectFrom('transactions')
    .select(['id', 'amount_text', 'currency_text'])
    .where('environment', '=', environment)
    .where(
      'id',
      'in',
      unread.map((row) => row.transaction_id),
    )
    .execute()
  return new Map(found.map(({ id, ...received }) => [id, received]))
}

/** Adds the explanations and the amounts as received to discrepancies of one environment, whose order stays. */
export async function attachDiscrepancyExplanations(
  db: Kysely<DatabaseSchema>,
  rows: readonly DiscrepancyRow[],
): Promise<ExplainedDiscrepancy[]> {
  const named = rows.filter(({ explained }) => explained > 0).map(({ id }) => id)
  const said =
    named.length === 0
      ? []
      : await db
          .selectFrom('discrepancy_explanations as e')
          .innerJoin('discrepancies as i', 'i.id', 'e.item')
          .selectAll('e')
          .where('e.item', 'in', named)
          .where(sql<boolean>`e.nth > i.explained - ${sql.lit(maxExplanations)}`)
          .orderBy('e.nth', 'desc')
          .execute()
  const received = await loadReceivedAmounts(db, rows)
  return rows.map((row) => ({
    row: { ...row, ...(received.get(row.transaction_id) ?? amountAsDocumented) },
    explanations: said.filter(({ item }) => item === row.id),
  }))
}

/**
 * Loads discrepancies by `seq`, in that order, with their explanations. Skips kinds that this
 * version does not know.
 */
export async function loadDiscrepancies(
  db: Kysely<DatabaseSchema>,
  numbers: readonly number[],
): Promise<ExplainedDiscrepancy[]> {
  if (numbers.length === 0) return []
  const rows = await db.selectFrom('discrepancies').selectAll().where('seq', 'in', numbers).execute()
  const bySeq = new Map(rows.filter(({ kind }) => isDiscrepancyKind(kind)).map((row) => [row.seq, row]))
  return attachDiscrepancyExplanations(
    db,
    numbers.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}
