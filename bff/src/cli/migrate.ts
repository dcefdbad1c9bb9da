import { readConfig } from '../config/config.ts'
import { migrateDatabase } from '../platform/database/database.ts'
import { lockDataDir } from '../platform/database/instance-lock.ts'
import { printLine, runCommand } from './run-command.ts'

/** Brings the database to the tables of this version, as the start does. */
await runCommand(async () => {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const claim = databaseUrl === null ? lockDataDir(dataDir) : null
  const migrated = await migrateDatabase({ dataDir, databaseUrl: databaseUrl?.reveal() ?? null })
  claim?.release()
  printLine(migrated.length === 0 ? 'Nothing to migrate.' : `Migrated: ${migrated.join(', ')}.`)
  return 0
})
