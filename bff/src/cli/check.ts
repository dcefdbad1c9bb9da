import { ConfigError, readConfig } from '../config/config.ts'
import type { InstallationFinding } from './findings.ts'
import { checkInstallation } from './installation-checks.ts'
import { exitCodes, printLine, runCommand, UsageError } from './run-command.ts'

/** Looks for faults of an installation before it serves: one finding a line, and never a value. */
const usage = `Usage:
  check            configuration, database, identity provider, payment service, clocks, proxy, disk, backups
  check sign-in    a sign-in at the identity provider: which claims came, and which role they give`

const printFinding = ({ level, check, text }: InstallationFinding) =>
  printLine(`${level.padEnd(8)}${check}: ${text}`)

function readCheckedConfig() {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const text of error.problems) printFinding({ level: 'fault', check: 'configuration', text })
    return null
  }
}

await runCommand(async () => {
  const [which, more] = process.argv.slice(2)
  if ((which !== undefined && which !== 'sign-in') || more !== undefined) throw new UsageError(usage)
  const config = readCheckedConfig()
  if (config === null) return exitCodes.config
  if (which === 'sign-in') {
    const { trySignIn } = await import('./try-sign-in.ts')
    return trySignIn(config, printLine)
  }
  printFinding({ level: 'ok', check: 'configuration', text: 'complete' })
  const findings = await checkInstallation(config, printFinding)
  return findings.some(({ level }) => level === 'fault') ? exitCodes.failed : 0
})

// End now: an answer that came too late may keep a connection for some seconds.
process.exit()
