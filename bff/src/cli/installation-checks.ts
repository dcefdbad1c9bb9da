import type { Config } from '../config/config.ts'
import { withTimeout } from '../platform/runtime/timeout.ts'
import { type CheckResult, fault, type InstallationFinding } from './findings.ts'
import { checkBackups, checkDisk, checkProxy } from './machine-checks.ts'

/**
 * Time (ms) from the start of the process until the last fault is named: with the shell before it, a busy machine stays
 * below two seconds.
 */
const namedWithinMs = 1_600
/** Time (ms) that an answer has at least: on a busy machine, the start of the command may have taken long. */
const minAnswerMs = 1_000

/**
 * Runs a check within the time limit. An error becomes a finding in our own words: messages of libraries may quote
 * secrets.
 */
async function runCheckWithin(
  timeoutMs: number,
  check: string,
  work: () => Promise<CheckResult>,
): Promise<InstallationFinding> {
  const late = new Error('late')
  try {
    return { check, ...(await withTimeout(timeoutMs, work(), () => late)) }
  } catch (error) {
    return { check, ...fault(error === late ? 'no answer in time' : 'could not be checked') }
  }
}

/**
 * Checks a complete configuration against the world, and reports each finding as soon as it is there. What this machine
 * tells comes first: the code that asks others takes longer to load than to run. `answerMs` is the time limit of each
 * check, unless it follows from the start of the process.
 */
export async function checkInstallation(
  config: Config,
  report: (finding: InstallationFinding) => void,
  answerMs?: number,
): Promise<readonly InstallationFinding[]> {
  const findings: InstallationFinding[] = []
  const checkWithin = async (timeoutMs: number, check: string, work: () => Promise<CheckResult>) => {
    const finding = await runCheckWithin(timeoutMs, check, work)
    findings.push(finding)
    report(finding)
  }
  const timeLeft = () => answerMs ?? Math.max(minAnswerMs, namedWithinMs - performance.now())

  const machineMs = timeLeft()
  const machine = [
    checkWithin(machineMs, 'proxy', async () => checkProxy(config)),
    checkWithin(machineMs, 'disk', () => checkDisk(config)),
    checkWithin(machineMs, 'backups', () => checkBackups(config)),
  ]
  const { checkDatabase, checkIdentityProvider, checkPaymentService, checkProviderClock } = await import(
    './service-checks.ts'
  )
  const serviceMs = timeLeft()
  const services = config.environments.flatMap((environment) => {
    const both = checkPaymentService(config, environment)
    both.catch(() => undefined)
    const { name } = environment
    return [
      checkWithin(serviceMs, `payment service, ${name}`, async () => (await both).service),
      checkWithin(serviceMs, `clock of the payment service, ${name}`, async () => (await both).clock),
    ]
  })
  await Promise.all([
    ...machine,
    checkWithin(serviceMs, 'database', () => checkDatabase(config)),
    checkWithin(serviceMs, 'identity provider', () => checkIdentityProvider(config)),
    checkWithin(serviceMs, 'clock of the identity provider', () => checkProviderClock(config)),
    ...services,
  ])
  return findings
}
