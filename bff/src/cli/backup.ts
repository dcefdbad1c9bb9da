import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { copyDatabase } from '../platform/database/backup.ts'
import { makeBackupFile, makeBackupInFolder } from '../platform/database/backups/make-backup.ts'
import { dumpDatabase } from '../platform/database/postgres-copy.ts'
import { exitCodes, printLine, runCommand, UsageError } from './run-command.ts'

/** Makes a backup of the database while Paydesk runs. docs/backup.md lists what else to keep. */
const usage = `Usage:
  backup                     makes an encrypted backup in PAYDESK_BACKUP_DIR, and deletes those that are not kept
  backup --daily             the same, unless there is one of today (UTC), or another process makes one
  backup <new file>          makes an encrypted backup as this file
  backup --plain <new file>  copies the database unencrypted, for the programs of the database`

function readArguments() {
  try {
    const options = { daily: { type: 'boolean' }, plain: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [file, more] = positionals
    if (more === undefined && (file === undefined ? !values.plain : !values.daily)) return { ...values, file }
  } catch {
    // Answer an unknown option like a wrong combination.
  }
  throw new UsageError(usage)
}

await runCommand(async () => {
  const { daily: isDaily = false, plain, file } = readArguments()
  const { dataDir, databaseUrl: address, dataKeys: keys, backups } = readConfig(process.env)
  const databaseUrl = address?.reveal() ?? null
  const where = { dataDir, databaseUrl }
  const now = Date.now()
  if (file !== undefined) {
    if (!plain) await makeBackupFile(where, file, { keys, now })
    else if (databaseUrl === null) await copyDatabase(dataDir, file)
    else await dumpDatabase(databaseUrl, file)
    printLine(`${plain ? 'Copied, unencrypted,' : 'Encrypted, and read back:'} ${plain ? 'to ' : ''}${file}`)
    return 0
  }
  const { folder, keep } = backups
  if (folder === null) throw new UsageError(`PAYDESK_BACKUP_DIR is not set.\n${usage}`)
  const result = await makeBackupInFolder(where, { folder, keep, keys, isDaily, now })
  switch (result.outcome) {
    case 'made':
      printLine(`Encrypted, and read back: ${result.file}`)
      for (const one of result.deleted) printLine(`Deleted, no longer kept: ${one}`)
      return 0
    case 'present':
      printLine(`There is a backup of today: ${result.file}`)
      return 0
    case 'busy':
      printLine('Another process makes a backup now.')
      return isDaily ? 0 : exitCodes.inUse
  }
})
