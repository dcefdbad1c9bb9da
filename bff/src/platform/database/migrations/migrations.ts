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

/**
 * Migrations by name, in order: a released migration is never changed. The baseline creates the whole schema; the
 * database itself then refuses changes of the audit log, so that a mistake in our code cannot lose an entry.
 */
export function listMigrations(dialect: SqlDialect): Record<string, Migration> {
  return {
    '001_baseline': {
      async up(db: Kysely<unknown>) {
        await runSqlFile(db, './baseline.sql', dialect)
        await runSqlFile(db, `./baseline.${dialect.name}.sql`, dialect)
      },
    },
  }
}
