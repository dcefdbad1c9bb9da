import { type Kysely, type Selectable, sql } from 'kysely'
import type { Schema } from '../../platform/database/schema/schema.ts'
import type { DriftItemRow } from '../../records/rules/drift-items.ts'
import { isKind } from '../../records/rules/drift-kinds.ts'

export type ExplanationRow = Selectable<Schema['drift_explanations']>

/** An item with what was said of it, the newest first. */
export interface Explained {
  readonly row: DriftItemRow
  readonly explanations: readonly ExplanationRow[]
}

/** Of one item, so many are shown. */
const mostShown = 20

/** Items with what was said of them, in the order of the items. */
export async function withExplanations(
  db: Kysely<Schema>,
  rows: readonly DriftItemRow[],
): Promise<Explained[]> {
  const named = rows.filter(({ explained }) => explained > 0).map(({ id }) => id)
  const said =
    named.length === 0
      ? []
      : await db
          .selectFrom('drift_explanations as e')
          .innerJoin('drift_items as i', 'i.id', 'e.item')
          .selectAll('e')
          .where('e.item', 'in', named)
          .where(sql<boolean>`e.nth > i.explained - ${sql.lit(mostShown)}`)
          .orderBy('e.nth', 'desc')
          .execute()
  return rows.map((row) => ({ row, explanations: said.filter(({ item }) => item === row.id) }))
}

/** Items by their numbers, in that order, with what was said of them; none of a kind that is not known here. */
export async function itemsNumbered(db: Kysely<Schema>, numbers: readonly number[]): Promise<Explained[]> {
  if (numbers.length === 0) return []
  const rows = await db.selectFrom('drift_items').selectAll().where('seq', 'in', numbers).execute()
  const bySeq = new Map(rows.filter(({ kind }) => isKind(kind)).map((row) => [row.seq, row]))
  return withExplanations(
    db,
    numbers.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}
