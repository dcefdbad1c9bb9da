import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { lockDataDir } from '../platform/database/instance-lock.ts'
import { upgradeDatabase } from '../platform/database/upgrade.ts'
import { buildInfo } from '../platform/runtime/build-info.ts'
import { exitCodes, printLine, runCommand, UsageError } from './run-command.ts'

/** Upgrades the database to this version, and goes back on failure (docs/operations.md). */
const usage = `Usage: upgrade [--copy <new file> | --copied]
  --copy names the copy of the database that is made first
  --copied says that you have made one of PostgreSQL`

/** Runs the server of this version once, on a free port and without its background work. */
async function checkServer(): Promise<void> {
  const extension = extname(import.meta.url)
  const main = join(import.meta.dirname, extension === '.ts' ? '../main.ts' : 'main.js')
  const server = spawn(process.execPath, [...process.execArgv, main, '--self-check'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((ended) => server.once('close', ended))
  if (code !== 0) throw new Error('the self-check failed')
}

function readOptions() {
  try {
    return parseArgs({ options: { copy: { type: 'string' }, copied: { type: 'boolean' } } }).values
  } catch {
    throw new UsageError(usage)
  }
}

await runCommand(async () => {
  const { copy, copied } = readOptions()
  const config = readConfig(process.env)
  const { dataDir } = config
  const databaseUrl = config.databaseUrl?.reveal() ?? null
  if (databaseUrl === null && !existsSync(join(dataDir, 'paydesk.db'))) {
    printLine('There is no database yet: the start makes one.')
    return 0
  }
  const claim = databaseUrl === null ? lockDataDir(dataDir) : null
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const extension = databaseUrl === null ? 'db' : 'dump'
  const copyTo = copied ? null : (copy ?? join(dataDir, `before-${buildInfo.version}-${time}.${extension}`))
  const result = await upgradeDatabase(
    { dataDir, databaseUrl },
    {
      copyTo,
      async selfCheck() {
        claim?.release()
        await checkServer()
      },
    },
  )
  if (copyTo !== null) printLine(`The database before the upgrade: ${copyTo}`)
  if (result.outcome === 'upgraded') {
    const tables = result.migrated.length === 0 ? 'no table had to change' : result.migrated.join(', ')
    printLine(`Upgraded to ${buildInfo.version} (${tables}), and checked. Start this version now.`)
    return 0
  }
  const state = result.isBack
    ? 'The database is as it was. Start the version before.'
    : 'The version before works on, beside the new tables.'
  const name =
    result.error instanceof Error && 'code' in result.error ? ` (${String(result.error.code)})` : ''
  process.stderr.write(`The ${result.step} failed${name}. ${state}\n`)
  return exitCodes.failed
})
