import type { HandleStore } from './handles.ts'

/** A row with the RID behind its customer's handle, where there is one. */
export interface RowWithRid<Row> {
  readonly row: Row
  readonly rid: string | null
}

/** Rows with the RIDs of their customers, looked up together. */
export async function attachRids<Row extends { readonly customer: string | null; readonly merchant: string }>(
  rows: readonly Row[],
  environment: string,
  handles: Pick<HandleStore, 'resolveAll'>,
): Promise<RowWithRid<Row>[]> {
  const named = rows.flatMap(({ customer }) => (customer === null ? [] : [customer]))
  const known = await handles.resolveAll(environment, named)
  return rows.map((row) => {
    const behind = row.customer === null ? undefined : known.get(row.customer)
    // A handle belongs to a merchant as the row does: another one's RID is never shown beside it.
    return { row, rid: behind?.merchant === row.merchant ? behind.id : null }
  })
}
