import { type Kysely, sql } from 'kysely'

export type ColumnDefinition = readonly [name: string, type: string]

/** The words in which the two databases differ. `binary`: by bytes, so that a range of texts is one of prefixes. */
export interface ColumnDialect {
  readonly identity: string
  readonly binary: string
}

export const notNull = 'not null'
export const timeType = 'bigint'

/** Of every length that is bounded: ids, codes and handles, which no language puts in order. */
export const createTextType =
  ({ binary }: ColumnDialect) =>
  (length: number, more = '') =>
    `varchar(${length}) ${binary} ${more}`.trim()

/** Creates tables of named columns (a part without a name is a constraint), then their indexes. */
export async function createTables(
  db: Kysely<unknown>,
  tables: Readonly<Record<string, readonly ColumnDefinition[]>>,
  indexes: readonly string[],
): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    const parts = columns.map(([name, type]) => (name === '' ? type : `"${name}" ${type}`))
    await sql.raw(`create table ${table} (${parts.join(', ')})`).execute(db)
  }
  for (const index of indexes) await sql.raw(index).execute(db)
}
