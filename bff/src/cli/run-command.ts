import { ConfigError } from '../config/config.ts'
import { BackupError } from '../platform/database/backup.ts'
import { FolderInUseError } from '../platform/database/instance-lock.ts'

/** Exit codes of sysexits.h; `failed` is ours. */
export const exitCodes = { failed: 1, usage: 64, file: 66, unavailable: 69, inUse: 75, config: 78 } as const

/** Wrong command-line usage. The message is printed for the person who runs the command. */
export class UsageError extends Error {}

export const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** Describes an expected failure for the person who runs a command, without a value; null for a bug. */
async function describeFailure(error: unknown): Promise<{ code: number; text: string } | null> {
  if (error instanceof ConfigError) return { code: exitCodes.config, text: error.message }
  if (error instanceof UsageError) return { code: exitCodes.usage, text: error.message }
  if (error instanceof FolderInUseError) return { code: exitCodes.inUse, text: error.message }
  if (error instanceof BackupError) return { code: exitCodes.file, text: error.message }
  // Load the code of the database only now: a command that has not needed it starts in less time.
  const [{ isDatabaseFailure }, { SchemaTooNewError }] = await Promise.all([
    import('../platform/database/database.ts'),
    import('../platform/database/migrations/migrations.ts'),
  ])
  if (error instanceof SchemaTooNewError) return { code: exitCodes.file, text: error.message }
  if (isDatabaseFailure(error)) return { code: exitCodes.unavailable, text: 'The database does not answer.' }
  return null
}

/** Runs a command and sets the exit code of the process. Prints an expected failure as text instead of a stack. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    const failure = await describeFailure(error)
    if (failure === null) throw error
    process.stderr.write(`${failure.text}\n`)
    process.exitCode = failure.code
  }
}
