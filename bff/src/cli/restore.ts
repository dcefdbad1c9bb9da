import { readConfig } from '../config/config.ts'
import { readHeadFiles } from '../platform/audit/head-file.ts'
import { loadSigningKeys } from '../platform/audit/signed-audit-log.ts'
import { openAuditLogReader } from '../platform/audit/verification/audit-log-reader.ts'
import type { FindingKind } from '../platform/audit/verification/chain-walker.ts'
import { verifyAuditLog } from '../platform/audit/verification/verify.ts'
import { restoreDatabase } from '../platform/database/backup.ts'
import { countCopiedRows } from '../platform/database/copied-rows.ts'
import { lockDataDir } from '../platform/database/instance-lock.ts'
import { restoreDump } from '../platform/database/postgres-copy.ts'
import { exitCodes, printLine, runCommand, UsageError } from './run-command.ts'

/** Puts a copy into an empty place, verifies it, and says how old it is (docs/backup.md). */
const usage =
  'Usage: restore <copy>    puts a copy into PAYDESK_DATA_DIR, or into the empty database of DATABASE_URL'

/** Findings that a right copy has: the head file went on after it, or is not on this machine. */
const expectedFindings: ReadonlySet<FindingKind> = new Set(['cut', 'no head', 'no checkpoint'])

await runCommand(async () => {
  const [copy, more] = process.argv.slice(2)
  if (copy === undefined || more !== undefined) throw new UsageError(usage)
  const config = readConfig(process.env)
  const { dataDir } = config
  const databaseUrl = config.databaseUrl?.reveal() ?? null
  const claim = databaseUrl === null ? lockDataDir(dataDir) : null
  if (databaseUrl === null) restoreDatabase(copy, dataDir)
  else await restoreDump(copy, databaseUrl)
  const { rows, newestAt } = await countCopiedRows({ dataDir, databaseUrl })
  for (const [table, count] of Object.entries(rows)) printLine(`${table}: ${count}`)
  printLine(`newest audit entry: ${newestAt === null ? 'none' : new Date(newestAt).toISOString()}`)
  const keys = loadSigningKeys(config).all.map(({ publicKey }) => publicKey)
  const heads = await readHeadFiles([config.audit.headFile], keys)
  const source = await openAuditLogReader({ dataDir, databaseUrl })
  const verified = await verifyAuditLog(source, heads)
  const findings = verified.findings.filter(({ what }) => !expectedFindings.has(what))
  await source.close()
  claim?.release()
  if (findings.length > 0) {
    process.stderr.write(
      'The audit log of the copy is NOT WHOLE: the command audit verify says what is wrong.\n',
    )
    return exitCodes.failed
  }
  printLine('Restored; the audit log is whole.')
  return 0
})
