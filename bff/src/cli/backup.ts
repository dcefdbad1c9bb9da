import { readConfig } from '../config/config.ts'
import { copyDatabase } from '../platform/database/backup.ts'
import { dumpDatabase } from '../platform/database/postgres-copy.ts'
import { printLine, runCommand, UsageError } from './run-command.ts'

/** Copies the database to a new file while Paydesk runs. docs/backup.md lists what else to keep. */
const usage = 'Usage: backup <new file>    copies the database in PAYDESK_DATA_DIR or at DATABASE_URL'

await runCommand(async () => {
  const [target, more] = process.argv.slice(2)
  if (target === undefined || more !== undefined) throw new UsageError(usage)
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (databaseUrl === null) await copyDatabase(dataDir, target)
  else await dumpDatabase(databaseUrl.reveal(), target)
  printLine(`Copied to ${target}${databaseUrl === null ? ', and checked' : ''}.`)
  return 0
})
