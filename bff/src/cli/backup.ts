import { BackupError, copyDatabase } from '../platform/database/backup.ts'

/** Copies the embedded database to a new file while Paydesk runs. docs/backup.md lists what else to keep. */
const usage = 'Usage: backup <new file>    copies the embedded database in PAYDESK_DATA_DIR (.paydesk)'

async function run(): Promise<{ code: number; line: string }> {
  const [target, more] = process.argv.slice(2)
  if (target === undefined || more !== undefined) return { code: 64, line: usage }
  if (process.env.DATABASE_URL !== undefined || process.env.DATABASE_URL_FILE !== undefined)
    return { code: 64, line: 'PostgreSQL is copied with pg_dump: see docs/backup.md.' }
  try {
    await copyDatabase(process.env.PAYDESK_DATA_DIR ?? '.paydesk', target)
    return { code: 0, line: `Copied to ${target}, and checked.` }
  } catch (error) {
    if (error instanceof BackupError) return { code: 66, line: error.message }
    throw error
  }
}

const { code, line } = await run()
process[code === 0 ? 'stdout' : 'stderr'].write(`${line}\n`)
process.exitCode = code
