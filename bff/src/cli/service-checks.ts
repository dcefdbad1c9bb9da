import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { transactionIdSchema } from '@paydesk/shared/core/ids'
import type { Config, EnvironmentConfig } from '../config/config.ts'
import { createIdentityProvider } from '../features/sign-in/provider.ts'
import { createPaymentServiceClients } from '../payment-service/create-payment-service-clients.ts'
import { isDatabaseFailure, listPendingMigrations } from '../platform/database/database.ts'
import { SchemaTooNewError } from '../platform/database/migrations/migrations.ts'
import { generateSupportReference } from '../platform/runtime/reference.ts'
import { type CheckResult, fault, ok, warning } from './findings.ts'

const maxClockDriftMs = 5_000

export async function checkDatabase({ dataDir, databaseUrl }: Config): Promise<CheckResult> {
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

export async function checkIdentityProvider(config: Config): Promise<CheckResult> {
  const found = await createIdentityProvider(config.oidc, config.origin).checkClient()
  if (found === null) return ok('answers, and takes the client of Paydesk')
  const error = found.facts.error === undefined ? '' : ` (${found.facts.error})`
  return fault(
    `${found.cause}${error}: ${variablesByCause[found.cause] ?? 'docs/operations.md explains the cause'}`,
  )
}

/** Describes the offset of another clock (ms, positive if it is ahead of ours). */
function describeClock(driftMs: number | null): CheckResult {
  if (driftMs === null) return warning('no answer told the time')
  const seconds = Math.round(Math.abs(driftMs) / 1_000)
  if (Math.abs(driftMs) <= maxClockDriftMs) return ok('agrees with the clock of this machine')
  return fault(
    `is ${seconds} s ${driftMs > 0 ? 'ahead of' : 'behind'} the clock of this machine: synchronise it`,
  )
}

export async function checkProviderClock({ oidc }: Config): Promise<CheckResult> {
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

export async function checkPaymentService(
  config: Config,
  { name }: EnvironmentConfig,
): Promise<{ service: CheckResult; clock: CheckResult }> {
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
