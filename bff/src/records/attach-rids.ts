import type { HandleStore } from './handles.ts'

/** Row with the RID behind its customer handle; null if the row has no customer or the RID is not known. */
export interface RowWithRid<Row> {
  readonly row: Row
  readonly rid: string | null
}

/** Adds the customers' RIDs to the rows with one query for all of them. */
export async function attachCustomerRids<
  Row extends { readonly customer: string | null; readonly merchant: string },
>(
  rows: readonly Row[],
  environment: string,
  handles: Pick<HandleStore, 'resolveAll'>,
): Promise<RowWithRid<Row>[]> {
  const named = rows.flatMap(({ customer }) => (customer === null ? [] : [customer]))
  const known = await handles.resolveAll(environment, named)
  return rows.map((row) => {
    const behind = row.customer === null ? undefined : known.get(row.customer)
    // Compare the merchants: a handle belongs to one, and the RID of another merchant is never shown.
    return { row, rid: behind?.merchant === row.merchant ? behind.plaintext : null }
  })
}
