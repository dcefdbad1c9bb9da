import { type Kysely, type Selectable, sql } from 'kysely'
import type { DatabaseSchema } from '../../platform/database/schema/schema.ts'
import type { DiscrepancyRow } from '../../records/rules/discrepancies.ts'
import { isDiscrepancyKind } from '../../records/rules/discrepancy-kinds.ts'

export type ExplanationRow = Selectable<DatabaseSchema['discrepancy_explanations']>

/** Discrepancy with its explanations, the newest first. */
export interface ExplainedDiscrepancy {
  readonly row: DiscrepancyRow
  readonly explanations: readonly ExplanationRow[]
}

/** Explanations shown per discrepancy. */
const maxExplanations = 20

/** Adds the explanations to discrepancies, whose order stays. */
export async function attachExplanations(
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
  return rows.map((row) => ({ row, explanations: said.filter(({ item }) => item === row.id) }))
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
  return attachExplanations(
    db,
    numbers.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}
