import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { dirname, resolve } from 'node:path'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Config, EnvironmentConfig } from '../config/config.ts'
import { createIdentityProvider } from '../features/sign-in/provider.ts'
import { createPaymentServiceClients } from '../payment-service/create-payment-service-clients.ts'
import { listBackups } from '../platform/database/backups/backup-folder.ts'
import { isDatabaseFailure, listPendingMigrations } from '../platform/database/database.ts'
import { SchemaTooNewError } from '../platform/database/migrations/migrations.ts'
import { generateSupportReference } from '../platform/runtime/reference.ts'
import { withTimeout } from '../platform/runtime/timeout.ts'

/** Result of one check: a sentence for operators with names of variables and fixed words, never with a value. */
export interface InstallationFinding {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly check: string
  readonly text: string
}

type Result = Omit<InstallationFinding, 'check'>

const ok = (text: string): Result => ({ level: 'ok', text })
const warning = (text: string): Result => ({ level: 'warning', text })
const fault = (text: string): Result => ({ level: 'fault', text })

/** Time limit of a check (ms): with the start of the command, each fault is named within two seconds. */
const checkTimeoutMs = 1_500
const maxClockDriftMs = 5_000

async function checkDatabase({ dataDir, databaseUrl }: Config): Promise<Result> {
  const kind = databaseUrl === null ? 'the embedded database' : 'PostgreSQL'
  try {
    const pending = await listPendingMigrations({ dataDir, databaseUrl: databaseUrl?.reveal() ?? null })
    return ok(
      pending.length === 0 ? `${kind} is up to date` : `${kind} is to be migrated: ${pending.join(', ')}`,
    )
  } catch (error) {
    if (error instanceof SchemaTooNewError) return fault(error.message)
    if (error instanceof Error && error.message.includes('synchronous_commit')) return fault(error.message)
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    const variable = databaseUrl === null ? 'PAYDESK_DATA_DIR' : 'DATABASE_URL'
    return fault(
      `${kind} ${isDatabaseFailure(error) ? 'does not answer' : 'cannot be used'}${code}: ${variable}`,
    )
  }
}

/** Variables to look at, by the cause of a sign-in failure (docs/operations.md). */
const variablesByCause: Readonly<Record<string, string>> = {
  provider_unreachable: 'OIDC_ISSUER, network, DNS, TLS',
  discovery_failed: 'OIDC_ISSUER',
  client_refused: 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY, OIDC_CLIENT_AUTH',
}

async function checkIdentityProvider(config: Config): Promise<Result> {
  const found = await createIdentityProvider(config.oidc, config.origin).checkClient()
  if (found === null) return ok('answers, and takes the client of Paydesk')
  const error = found.facts.error === undefined ? '' : ` (${found.facts.error})`
  return fault(
    `${found.cause}${error}: ${variablesByCause[found.cause] ?? 'docs/operations.md explains the cause'}`,
  )
}

/** Describes the offset of another clock (ms, positive if it is ahead of ours). */
function describeClock(driftMs: number | null): Result {
  if (driftMs === null) return warning('no answer told the time')
  const seconds = Math.round(Math.abs(driftMs) / 1_000)
  if (Math.abs(driftMs) <= maxClockDriftMs) return ok('agrees with the clock of this machine')
  return fault(
    `is ${seconds} s ${driftMs > 0 ? 'ahead of' : 'behind'} the clock of this machine: synchronise it`,
  )
}

async function checkProviderClock({ oidc }: Config): Promise<Result> {
  const begun = Date.now()
  const request = oidc.issuer.protocol === 'https:' ? httpsRequest : httpRequest
  const date = await new Promise<string | undefined>((done, fail) => {
    request(oidc.issuer, { method: 'HEAD', agent: false }, (answer) => {
      answer.resume()
      done(answer.headers.date)
    })
      .once('error', fail)
      .end()
  })
  const told = Date.parse(date ?? '')
  // The Date header is cut to whole seconds: half a second more is right on average.
  return describeClock(Number.isNaN(told) ? null : told + 500 - (begun + Date.now()) / 2)
}

/** ID that no payment service has issued. */
const noTransaction = transactionIdSchema.parse('00000000-0000-4000-8000-000000000000')

const variablesByProblem: Readonly<Record<string, string>> = {
  upstream_auth: 'CLIENT_NAME and TOKEN are refused',
  upstream_unreachable: 'BASE_URL, network, DNS, TLS',
  upstream_timeout: 'no answer in time',
}

async function checkPaymentService(
  config: Config,
  { name }: EnvironmentConfig,
): Promise<{ service: Result; clock: Result }> {
  const { services } = createPaymentServiceClients(config, () => undefined)
  const service = services.get(name)
  if (service === undefined) throw new Error('an environment without a service')
  try {
    const outcome = await service.readState(noTransaction, {
      reference: generateSupportReference(),
      fresh: true,
    })
    const clock = describeClock(service.health().clockDrift?.ms ?? null)
    // Any web server answers 404. Warn only: not every payment service may write the error body that we know.
    if (outcome.outcome === 'not_found' && outcome.isForeign === true)
      return {
        service: warning('answers 404 in another form. BASE_URL: is this the payment service?'),
        clock,
      }
    if (outcome.outcome !== 'failed') return { service: ok('answers, and takes the credentials'), clock }
    const hint = variablesByProblem[outcome.problem] ?? 'BASE_URL: is this the payment service?'
    return { service: fault(`${outcome.problem} (${outcome.cause}): ${hint}`), clock }
  } finally {
    await Promise.all([...services.values()].map((one) => one.close()))
  }
}

function checkProxy({ origin, trustProxy }: Config): Result {
  const isHttps = origin.protocol === 'https:'
  if (trustProxy.length > 0) return ok('PAYDESK_TRUST_PROXY names who may tell the address of a caller')
  if (!isHttps) return ok('none: PAYDESK_ORIGIN is plain http')
  return fault(
    'PAYDESK_TRUST_PROXY is not set, but people use https: everybody would share one address and one limit',
  )
}

const minFreeBytes = 256 * 1024 ** 2
const lowFreeBytes = 2 * 1024 ** 3

/** Returns the folder, or the nearest one above it that exists. */
async function findExisting(folder: string): Promise<string> {
  const exists = await access(folder).then(
    () => true,
    () => false,
  )
  return exists || dirname(folder) === folder ? folder : findExisting(dirname(folder))
}

const canUse = (folder: string, mode: number) =>
  access(folder, mode).then(
    () => true,
    () => false,
  )

async function describeFreeSpace(folder: string, variable: string): Promise<Result> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${Math.floor(free / 1024 ** 2)} MB free for ${variable}`
  if (free < minFreeBytes) return fault(text)
  return free < lowFreeBytes ? warning(text) : ok(text)
}

async function checkDisk({ dataDir }: Config): Promise<Result> {
  const folder = await findExisting(resolve(dataDir))
  if (!(await canUse(folder, constants.W_OK | constants.X_OK)))
    return fault('the folder of PAYDESK_DATA_DIR cannot be written by this user')
  return describeFreeSpace(folder, 'PAYDESK_DATA_DIR')
}

/** True if the file system of a folder is mounted for reading only, as for the server in compose.yaml. */
const isReadOnly = async (folder: string) => {
  const error: unknown = await access(folder, constants.W_OK).catch((reason: unknown) => reason)
  return error instanceof Error && 'code' in error && error.code === 'EROFS'
}

async function checkBackups({ backups: { folder }, dataDir, databaseUrl }: Config): Promise<Result> {
  if (folder === null) return warning('PAYDESK_BACKUP_DIR is not set: Paydesk makes no backups')
  if (!(await canUse(folder, constants.R_OK | constants.X_OK)))
    return fault('the folder of PAYDESK_BACKUP_DIR is not there, or cannot be read by this user')
  if (await isReadOnly(folder)) {
    const [newest] = await listBackups(folder)
    const age =
      newest === undefined ? 'there is no backup yet' : `newest of ${new Date(newest.at).toISOString()}`
    return warning(
      `${age}; PAYDESK_BACKUP_DIR can only be read here: another container must make the backups`,
    )
  }
  if (!(await canUse(folder, constants.W_OK)))
    return fault('the folder of PAYDESK_BACKUP_DIR cannot be written by this user')
  const space = await describeFreeSpace(folder, 'PAYDESK_BACKUP_DIR')
  if (space.level === 'fault') return space
  const [newest] = await listBackups(folder)
  if (newest === undefined) return warning('there is no backup yet: paydesk backup makes one')
  const { dev } = await stat(await findExisting(resolve(dataDir)))
  if (databaseUrl === null && dev === (await stat(folder)).dev)
    return warning('PAYDESK_BACKUP_DIR is on the disk of the database, and would be lost with it')
  return { ...space, text: `newest of ${new Date(newest.at).toISOString()}, ${space.text}` }
}

/**
 * Runs a check within the time limit. An error becomes a finding in our own words: messages of libraries may quote
 * secrets.
 */
async function runCheckWithin(
  timeoutMs: number,
  check: string,
  work: () => Promise<Result>,
): Promise<InstallationFinding> {
  const late = new Error('late')
  try {
    return { check, ...(await withTimeout(timeoutMs, work(), () => late)) }
  } catch (error) {
    return { check, ...fault(error === late ? 'no answer in time' : 'could not be checked') }
  }
}

/** Checks a complete configuration against the world: all checks together, each within the time limit. */
export async function checkInstallation(
  config: Config,
  timeoutMs = checkTimeoutMs,
): Promise<readonly InstallationFinding[]> {
  const runCheck = (check: string, work: () => Promise<Result>) => runCheckWithin(timeoutMs, check, work)
  const services = config.environments.map(async (environment) => {
    const both = checkPaymentService(config, environment)
    both.catch(() => undefined)
    const { name } = environment
    return Promise.all([
      runCheck(`payment service, ${name}`, async () => (await both).service),
      runCheck(`clock of the payment service, ${name}`, async () => (await both).clock),
    ])
  })
  const findings = await Promise.all([
    runCheck('database', () => checkDatabase(config)),
    runCheck('identity provider', () => checkIdentityProvider(config)),
    runCheck('clock of the identity provider', () => checkProviderClock(config)),
    runCheck('proxy', async () => checkProxy(config)),
    runCheck('disk', () => checkDisk(config)),
    runCheck('backups', () => checkBackups(config)),
  ])
  return [...findings, ...(await Promise.all(services)).flat()]
}
