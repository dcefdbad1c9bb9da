import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Stack } from '../stack/start.ts'
import { runSql } from './support.ts'

/** Makes the database unable to take audit entries. Returns the function that undoes the fault. */
type Fault = (stack: Stack) => Promise<() => Promise<unknown>>

const ofEmbedded: Readonly<Record<'read-only' | 'full' | 'locked', Fault>> = {
  'read-only': async (stack) => {
    await runSql(stack, 'pragma query_only = on')
    return () => runSql(stack, 'pragma query_only = off')
  },
  full: async (stack) => {
    // Forbid new pages: the next rows fill the last page.
    await runSql(stack, 'pragma max_page_count = 1')
    return () => runSql(stack, 'pragma max_page_count = 1000000')
  },
  locked: async (stack) => {
    const other = new DatabaseSync(join(stack.dataDir, 'paydesk.db'))
    other.exec('begin immediate')
    return async () => {
      other.exec('rollback')
      other.close()
    }
  },
}

const asAdministrator =
  (before: string, after: string): Fault =>
  async (stack) => {
    const client = new pg.Client({ connectionString: stack.deps.config.databaseUrl?.reveal() })
    await client.connect()
    await client.query(before)
    return async () => {
      await client.query(after)
      await client.end()
    }
  }

const refuseInserts = (code: string) =>
  asAdministrator(
    `create function fault() returns trigger language plpgsql as $$ begin raise exception 'zqx7' using errcode = '${code}'; end $$;
     create trigger fault before insert on audit for each row execute function fault()`,
    'drop trigger fault on audit; drop function fault()',
  )

const ofPostgres: Readonly<Record<'read-only' | 'full' | 'of another shape' | 'locked', Fault>> = {
  'read-only': refuseInserts('25006'),
  full: refuseInserts('53100'),
  'of another shape': refuseInserts('42703'),
  locked: asAdministrator('begin; lock table audit in access exclusive mode', 'rollback'),
}

/** Faults of the storage of audit entries, by database. */
export const auditFaults = { embedded: ofEmbedded, postgres: ofPostgres } as const
