import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Config, readConfig } from '../config/config.ts'
import { readAuditHeadFiles } from '../platform/audit/audit-head-file.ts'
import { loadAuditSigningKeys } from '../platform/audit/signed-audit-log.ts'
import type { AuditFindingKind } from '../platform/audit/verification/audit-chain-verifier.ts'
import { openAuditLogReader } from '../platform/audit/verification/audit-log-reader.ts'
import { verifyAuditLog } from '../platform/audit/verification/verify.ts'
import { BackupError, restoreDatabase } from '../platform/database/backup.ts'
import { openBackup } from '../platform/database/backups/backup-file.ts'
import { isEncryptedBackup } from '../platform/database/backups/encrypted-file.ts'
import { countRestoredRows } from '../platform/database/copied-rows.ts'
import type { StoreOptions } from '../platform/database/database.ts'
import { lockDataDir } from '../platform/database/instance-lock.ts'
import { restoreDump } from '../platform/database/postgres-copy.ts'
import { exitCodes, printLine, runCommand, UsageError } from './run-command.ts'

/** Puts a backup into an empty place, verifies it, and says how old it is (docs/backup.md). */
const usage =
  'Usage: restore <file>    puts a backup, or an unencrypted copy, into PAYDESK_DATA_DIR, or into the empty database of DATABASE_URL'

/** Findings that a right copy has: the head file went on after it, or is not on this machine. */
const expectedFindings: ReadonlySet<AuditFindingKind> = new Set(['cut', 'no head', 'no checkpoint'])

/** Opens the file when it is read, so that an error is one of the reader. */
async function* readPlainCopy(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}

/** Opens the copy in a file, encrypted or not. `rows` as they were counted when it was made; null if nobody did. */
async function openCopy(file: string, { dataKeys, databaseUrl }: Config) {
  if (!(await isEncryptedBackup(file))) return { rows: null, content: readPlainCopy(file) }
  const backup = await openBackup(file, dataKeys)
  printLine(`made ${new Date(backup.at).toISOString()} by version ${backup.version}`)
  if ((backup.database === 'postgres') !== (databaseUrl !== null))
    throw new BackupError(
      backup.database === 'postgres'
        ? 'The backup is of PostgreSQL: set DATABASE_URL to an empty database.'
        : 'The backup is of the embedded database: restore it without DATABASE_URL.',
    )
  return backup
}

async function writeCopy(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
}

/** Restores PostgreSQL from a file of its own, which `pg_restore` reads with several jobs, and which is then removed. */
async function restoreServer({ dataDir }: Config, databaseUrl: string, content: AsyncIterable<Uint8Array>) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const plain = join(dataDir, `restore-${process.pid}.dump`)
  try {
    await writeCopy(plain, content)
    await restoreDump(plain, databaseUrl)
  } finally {
    await rm(plain, { force: true })
  }
}

/** Describes an age by its two largest units. */
function describeAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)]
  return days > 0 ? `${days} d ${hours} h` : `${hours} h ${minutes % 60} min`
}

/** Prints the rows by table and the age of the newest entry. Returns false if rows of the copy are missing. */
async function reportRows(where: StoreOptions, copied: Readonly<Record<string, number>> | null) {
  const { rows, newestAt } = await countRestoredRows(where)
  for (const [table, count] of Object.entries(rows)) printLine(`${table}: ${count}`)
  printLine(`newest audit entry: ${newestAt === null ? 'none' : new Date(newestAt).toISOString()}`)
  if (newestAt !== null) printLine(`age of that entry: ${describeAge(Date.now() - newestAt)}`)
  const differing = Object.entries(copied ?? {}).filter(([table, count]) => (rows[table] ?? count) !== count)
  for (const [table, count] of differing)
    process.stderr.write(`${table} had ${count} rows when the backup was made, and has ${rows[table]} now.\n`)
  return differing.length === 0
}

/** Verifies the audit log of the restored database. Returns false if it is not whole. */
async function verifyRestored(config: Config, where: StoreOptions): Promise<boolean> {
  const keys = loadAuditSigningKeys(config).all.map(({ publicKey }) => publicKey)
  const heads = await readAuditHeadFiles([config.audit.headFile], keys)
  const source = await openAuditLogReader(where)
  const { findings } = await verifyAuditLog(source, heads)
  await source.close()
  return findings.every(({ what }) => expectedFindings.has(what))
}

await runCommand(async () => {
  const [file, more] = process.argv.slice(2)
  if (file === undefined || more !== undefined) throw new UsageError(usage)
  const config = readConfig(process.env)
  const where = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null }
  const { rows, content } = await openCopy(file, config)
  const claim = where.databaseUrl === null ? lockDataDir(where.dataDir) : null
  if (where.databaseUrl === null) await restoreDatabase(where.dataDir, (to) => writeCopy(to, content))
  else if (rows === null) await restoreDump(file, where.databaseUrl)
  else await restoreServer(config, where.databaseUrl, content)
  const areRowsThere = await reportRows(where, rows)
  const isLogWhole = await verifyRestored(config, where)
  claim?.release()
  if (!isLogWhole)
    process.stderr.write(
      'The audit log of the copy is NOT WHOLE: the command audit verify says what is wrong.\n',
    )
  if (!isLogWhole || !areRowsThere) return exitCodes.failed
  printLine('Restored; the audit log is whole.')
  return 0
})
