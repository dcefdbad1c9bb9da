import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Words in which the two databases differ. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Type of a key that the database counts up. */
  readonly identity: string
  /** Collation that compares text by bytes, in any language of the database. */
  readonly binary: string
}

/** Runs the statements of a file in order. Each ends with `;` before an empty line: bodies of triggers hold `;` too. */
async function runSqlFile(db: Kysely<unknown>, file: string, dialect: SqlDialect): Promise<void> {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/^--.*\n/gm, '')
  const statements = text.replaceAll('$identity', dialect.identity).replaceAll('$binary', dialect.binary)
  for (const statement of statements.split(/;\n+(?=\n|$)/).filter((one) => one.trim() !== ''))
    await sql.raw(statement).execute(db)
}

/** Files of each migration by its name; `$dialect` is the database. The folder of this file has them. */
const filesByMigration: Readonly<Record<string, readonly string[]>> = {
  '001_baseline': ['baseline.sql', 'baseline.$dialect.sql'],
  '002_exports_and_received_amounts': ['export-requests.sql', 'received-amounts.sql', 'table-layouts.sql'],
  '003_inbox': ['inbox.sql'],
  '004_case_claims': ['case-claims.sql'],
  '005_take_overs_from_claims': ['take-overs.sql'],
  '006_discrepancies_by_customer': ['discrepancies-by-customer.sql'],
  '007_shared_views': ['saved-views.sql'],
  '008_discarded_drafts_and_sync_runs': ['discarded-drafts.sql', 'sync-runs.sql'],
}

/**
 * Migrations by name, in order. The baseline creates the whole schema; the database itself then refuses changes of
 * the audit log, so that a mistake in our code cannot lose an entry. Once a version is released its migrations never
 * change: docs/decisions/051 has the rules and the form of a name.
 */
export function listMigrations(dialect: SqlDialect): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(filesByMigration).map(([name, files]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          for (const file of files)
            await runSqlFile(db, `./${file.replace('$dialect', dialect.name)}`, dialect)
        },
      },
    ]),
  )
}

/** Thrown if a newer version has taken away from the database what this version uses. */
export class SchemaTooNewError extends Error {
  constructor(name: string) {
    super(
      `The database belongs to a newer version (${name}). Run that version, or restore a copy from before it.`,
    )
    this.name = 'SchemaTooNewError'
  }
}

const needsPattern = /_needs_(\d{3})$/

/**
 * Compares the migrations of this version with those of the database: `pending` are to be run, `later` are of a newer
 * version beside which this one can run. Throws `SchemaTooNewError` if a later one needs a version that knows another
 * migration than ours.
 */
export function planMigrations(
  known: readonly string[],
  applied: readonly string[],
): { readonly pending: readonly string[]; readonly later: readonly string[] } {
  const later = applied.filter((name) => !known.includes(name))
  for (const name of later) {
    const needed = needsPattern.exec(name)?.[1]
    if (needed !== undefined && !known.some((one) => one.startsWith(`${needed}_`)))
      throw new SchemaTooNewError(name)
  }
  return { pending: known.filter((name) => !applied.includes(name)), later }
}
