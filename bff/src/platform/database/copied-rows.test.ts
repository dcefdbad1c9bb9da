import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { BackupError } from './backup.ts'
import { countRestoredRows } from './copied-rows.ts'
import { createDatabase, databaseKinds } from './test-store.test-kit.ts'

it.each(databaseKinds)('says that a database has no tables of Paydesk (%s)', async (kind) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'paydesk-foreign-'))
  const databaseUrl = kind === 'postgres' ? await createDatabase() : null
  if (databaseUrl === null) {
    const database = new DatabaseSync(join(dataDir, 'paydesk.db'))
    database.exec('create table other (id integer)')
    database.close()
  }
  const counting = countRestoredRows({ dataDir, databaseUrl })
  await expect(counting).rejects.toThrow('does not have the tables of Paydesk')
  await expect(counting).rejects.toBeInstanceOf(BackupError)
})
