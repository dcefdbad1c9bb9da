import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { MaskingProofStatus } from '@paydesk/shared/compliance/field-permissions'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { ServiceHealth } from '../../payment-service/transport/health.ts'
import {
  describeProofState,
  type LastMaskingProof,
  type MaskingProofReader,
} from '../../platform/access/masking-proof-file.ts'
import type { HeadWriterState } from '../../platform/audit/head-writer.ts'
import type { Store } from '../../platform/database/database.ts'
import { createLeaseStore } from '../../platform/database/leases.ts'
import type { ProxyState } from '../../platform/http/proxy-watch.ts'
import { type SecretSearch, searchBrowserFiles } from './browser-files.ts'
import {
  createCheck,
  createZoneTimeFormatter,
  formatAge,
  pluralizeCount,
  type ZoneTimeFormatter,
} from './check-format.ts'
import type { CheckedEnvironment } from './checked-environment.ts'
import { countMissingNotifications, type EnvironmentFigures, loadEnvironmentFigures } from './figures.ts'

const statuses: Readonly<Record<MaskingProofStatus, HealthCheck['status']>> = {
  never: 'unknown',
  unreadable: 'bad',
  failed: 'bad',
  other: 'bad',
  old: 'attention',
  passed: 'good',
}

/** Checks the last masking proof: its date, its figures, and whether it is of the access policy in force. */
function checkMaskingProof(
  { standing, proof }: LastMaskingProof,
  clock: ZoneTimeFormatter,
  now: number,
): HealthCheck {
  const says = describeProofState(standing)
  const name = 'Masking proof'
  if (proof === null) return createCheck(name, statuses[standing], says, now)
  const { cells, routesWalked, routes, killed, mutants } = proof.figures
  const walked = `${routesWalked.toLocaleString('en')} of ${pluralizeCount(routes, 'route')} walked`
  const caught = `${killed.toLocaleString('en')} of ${pluralizeCount(mutants, 'mutant')} caught`
  const words = `${says}; run ${clock(Date.parse(proof.at))}: ${pluralizeCount(cells, 'cell')}, ${walked}, ${caught}`
  return createCheck(name, statuses[standing], words, now)
}

/** Clock drift that is worth a look: dates have whole seconds, and responses take time. */
const maxClockDriftMs = 5_000

function checkApiToken(
  { operations }: ServiceHealth,
  loaded: string,
  now: number,
  clock: ZoneTimeFormatter,
): HealthCheck {
  const name = 'API token'
  const all = Object.values(operations)
  const latest = (times: readonly (string | null)[]) =>
    times.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null)
  const success = latest(all.map((one) => one.lastSuccess))
  const refusal = latest(all.map((one) => (one.lastProblem === 'upstream_auth' ? one.lastFailure : null)))
  if (refusal !== null && refusal > (success ?? ''))
    return createCheck(
      name,
      'bad',
      `Bearer present, ${loaded}; the service refuses it since ${clock(Date.parse(refusal))}`,
      now,
    )
  if (success === null) return createCheck(name, 'unknown', `Bearer present, ${loaded}; not used since`, now)
  return createCheck(name, 'good', `Bearer present, ${loaded}; last taken ${clock(Date.parse(success))}`, now)
}

function checkClock({ clockDrift }: ServiceHealth): HealthCheck {
  const name = 'Clock'
  if (clockDrift === null) return createCheck(name, 'unknown', 'The service has not told its time yet', null)
  const { ms, at } = clockDrift
  const seconds = Math.round(Math.abs(ms) / 1_000)
  const apart = Math.abs(ms) > maxClockDriftMs
  const words = apart
    ? `The service’s clock is ${seconds} s ${ms > 0 ? 'ahead of' : 'behind'} ours: one of the two is wrong`
    : 'The service’s clock and ours agree'
  return createCheck(name, apart ? 'attention' : 'good', words, Date.parse(at))
}

/**
 * Reports which credentials of an environment are loaded, since when and whether they work: never a value,
 * not even a part or a length. `loadedAt`: ms since 1970.
 */
export function checkCredentials(
  { notification }: CheckedEnvironment,
  health: ServiceHealth,
  { loadedAt, now, clock }: { loadedAt: number; now: number; clock: ZoneTimeFormatter },
): HealthCheck[] {
  const loaded = `loaded ${clock(loadedAt)}`
  const { proof, token, oldToken } = notification
  const tokens: HealthCheck[] = []
  if (token !== null) tokens.push(createCheck('Notification token', 'good', `Present, ${loaded}`, now))
  else if (proof === 'none')
    tokens.push(
      createCheck('Notification token', 'bad', 'None: notifications come without proof of origin', now),
    )
  if (oldToken !== null)
    tokens.push(
      createCheck(
        'Old notification token',
        'attention',
        `Present, ${loaded}, and still taken: remove it once the service signs with the new one`,
        now,
      ),
    )
  return [
    createCheck('Client name', 'good', `From header present, ${loaded}`, now),
    checkApiToken(health, loaded, now, clock),
    ...tokens,
    checkClock(health),
  ]
}

/** Facts of one environment at a moment; the presenter chooses which of them are shown. */
export interface EnvironmentFacts {
  readonly name: EnvironmentName
  readonly label: string
  readonly merchants: readonly MerchantId[]
  readonly environment: CheckedEnvironment
  readonly service: ServiceHealth
  readonly figures: EnvironmentFigures
  readonly clock: ZoneTimeFormatter
  readonly sweepMs: number
  credentials(): HealthCheck[]
}

export interface HealthChecker {
  loadEnvironments(): Promise<EnvironmentFacts[]>
  countMissing(environment: EnvironmentName, merchants: readonly string[]): Promise<number>
  /** Checks the deployment. `pages`: folder of the files served to browsers. */
  runDeploymentChecks(pages: string): Promise<HealthCheck[]>
}

export interface HealthCheckerDeps {
  readonly store: Store
  readonly environments: readonly CheckedEnvironment[]
  readonly zone: string
  readonly sweepMs: number
  /** Cells of the access policy that show more than the default, in its notation. */
  readonly loosened: readonly string[]
  /** Search for loaded credentials in the built pages. */
  readonly secrets: SecretSearch
  service(environment: EnvironmentName): { health(): ServiceHealth }
  /** Counts open event streams of this instance, and those that were cut. */
  streams(): { readonly streams: number; readonly cut: number }
  /** Returns the state of the signed heads of the audit log. */
  heads(): HeadWriterState & { readonly besideDatabase: boolean }
  /** Returns how the renewals of rights fare. Times in ms since 1970. */
  authority(): {
    readonly renewedAt: number | null
    readonly outage: { readonly since: number; readonly cause: string } | null
    readonly outageMs: number
  }
  proxy(): ProxyState
  /** Reader of the last masking proof. */
  readonly proofs: MaskingProofReader
  readonly now?: () => number
}

/** TTLs (ms) of the results: checks run on request. */
const figuresTtlMs = 2_000
const filesTtlMs = 60_000

/** Caches the last result; concurrent callers share one run (single flight). A failure is not cached. */
function cacheWithTtl<A extends unknown[], T>(ms: number, now: () => number, make: (...of: A) => Promise<T>) {
  let last: { readonly at: number; readonly value: Promise<T> } | undefined
  return (...of: A): Promise<T> => {
    if (last === undefined || now() - last.at >= ms) {
      const value = make(...of)
      last = { at: now(), value }
      value.catch(() => {
        last = undefined
      })
    }
    return last.value
  }
}

async function checkDatabase(store: Store, now: number): Promise<HealthCheck> {
  const begun = performance.now()
  await store.ping()
  const ms = Math.round(performance.now() - begun)
  const kind = store.dialect === 'postgres' ? 'PostgreSQL' : 'The embedded database'
  return createCheck('Database', ms > 500 ? 'attention' : 'good', `${kind} answers in ${ms} ms`, now)
}

async function checkInstances(store: Store, now: number): Promise<HealthCheck> {
  const leases = await createLeaseStore(store).listHeld()
  const holders = new Set(leases.map(({ holder }) => holder))
  if (leases.length === 0) return createCheck('Instances', 'attention', 'No instance has taken up work', now)
  const works = leases.map(({ name }) => name).join(', ')
  const words = `${pluralizeCount(holders.size, 'instance works', 'instances work')} on ${works}`
  return createCheck('Instances', 'good', words, now)
}

function checkAccessPolicy(loosened: readonly string[], loadedAt: number): HealthCheck {
  const name = 'Access matrix'
  if (loosened.length === 0) return createCheck(name, 'good', 'No cell shows more than the default', loadedAt)
  return createCheck(
    name,
    'attention',
    `Cells that show more than the default: ${loosened.join(', ')}`,
    loadedAt,
  )
}

function checkStreams({ streams, cut }: { streams: number; cut: number }, now: number): HealthCheck {
  const words = `${pluralizeCount(streams, 'open stream')} in this instance, ${cut} cut because they read too slowly`
  return createCheck('Streams', 'good', words, now)
}

function checkAuditHead(
  heads: ReturnType<HealthCheckerDeps['heads']>,
  clock: ZoneTimeFormatter,
  now: number,
): HealthCheck {
  const name = 'Audit head'
  const { writtenAt, waiting, isFailing, isFull, besideDatabase } = heads
  if (isFull)
    return createCheck(name, 'bad', 'Cannot be written and no more can wait: a cut may not be found', now)
  if (isFailing)
    return createCheck(
      name,
      'bad',
      `Cannot be written: ${pluralizeCount(waiting, 'signed head waits', 'signed heads wait')}`,
      now,
    )
  const last = writtenAt === null ? 'Not written since the start' : `Signed and written ${clock(writtenAt)}`
  if (!besideDatabase) return createCheck(name, 'good', last, now)
  const where = 'it lies in the data folder, but should lie where the database’s owner cannot write'
  return createCheck(name, 'attention', `${last}; ${where}`, now)
}

function checkSignInService(
  { renewedAt, outage, outageMs }: ReturnType<HealthCheckerDeps['authority']>,
  clock: ZoneTimeFormatter,
  now: number,
): HealthCheck {
  const name = 'Sign-in service'
  if (outage !== null) {
    const { since, cause } = outage
    const kept = `sessions keep their rights until ${formatAge(outageMs)} after the last renewal`
    return createCheck(name, 'bad', `Does not renew rights since ${clock(since)} (${cause}): ${kept}`, now)
  }
  if (renewedAt === null) return createCheck(name, 'unknown', 'No rights were renewed since the start', now)
  return createCheck(name, 'good', `Rights of sessions last renewed ${clock(renewedAt)}`, now)
}

/** Reports loudly that source addresses are unknown: limits and the audit log then go by the proxy's address. */
function checkProxy(
  { isNamed, isHttps, unnamedSince }: ProxyState,
  clock: ZoneTimeFormatter,
  now: number,
): HealthCheck {
  const name = 'Proxy'
  if (unnamedSince !== null)
    return createCheck(
      name,
      'bad',
      `Since ${clock(unnamedSince)} requests come through a proxy that PAYDESK_TRUST_PROXY does not name: source addresses are not known. Set it to the address of the proxy, such as loopback or 10.0.0.0/8`,
      now,
    )
  if (isHttps && !isNamed)
    return createCheck(
      name,
      'attention',
      'PAYDESK_TRUST_PROXY is not set, although people use https: set it to the address of the proxy, such as loopback or 10.0.0.0/8',
      now,
    )
  return createCheck(name, 'good', isNamed ? 'Named; it tells the source addresses' : 'None seen', now)
}

/** Creates the checker once, at the start: that is when the credentials were loaded. */
export function createHealthChecker(deps: HealthCheckerDeps): HealthChecker {
  const { store, zone, sweepMs, now = Date.now } = deps
  const loadedAt = now()
  const clock = createZoneTimeFormatter(zone)

  const figures = new Map(
    deps.environments.map(({ name }) => [
      name,
      cacheWithTtl(figuresTtlMs, now, () => loadEnvironmentFigures(store, name, now())),
    ]),
  )
  const files = cacheWithTtl(filesTtlMs, now, (pages: string) =>
    searchBrowserFiles(pages, deps.secrets, now()),
  )

  async function factsOf(environment: CheckedEnvironment): Promise<EnvironmentFacts> {
    const { name, label, merchantIds: merchants } = environment
    const counted = await (figures.get(name)?.() ?? loadEnvironmentFigures(store, name, now()))
    const service = deps.service(name).health()
    const credentials = () => checkCredentials(environment, service, { loadedAt, now: now(), clock })
    return { name, label, merchants, environment, service, figures: counted, clock, sweepMs, credentials }
  }

  return {
    loadEnvironments: () => Promise.all(deps.environments.map(factsOf)),
    countMissing: (environment, merchants) => countMissingNotifications(store, environment, merchants),
    async runDeploymentChecks(pages) {
      const [database, instances, searched, proof] = await Promise.all([
        checkDatabase(store, now()),
        checkInstances(store, now()),
        files(pages),
        deps.proofs.readLast(),
      ])
      return [
        database,
        instances,
        checkStreams(deps.streams(), now()),
        checkProxy(deps.proxy(), clock, now()),
        checkAuditHead(deps.heads(), clock, now()),
        checkAccessPolicy(deps.loosened, loadedAt),
        checkSignInService(deps.authority(), clock, now()),
        checkMaskingProof(proof, clock, now()),
        createCheck('Data key', 'good', `Present, loaded ${clock(loadedAt)}`, now()),
        createCheck('Sign-in client secret', 'good', `Present, loaded ${clock(loadedAt)}`, now()),
        searched,
      ]
    },
  }
}
