import type { HealthCheck } from '@paydesk/shared/administration/health'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { ServiceHealth } from '../../payment-service/transport/health.ts'
import type { MaskingProofReader } from '../../platform/access/masking-proof-file.ts'
import type { HeadWriterState } from '../../platform/audit/head-writer.ts'
import type { Store } from '../../platform/database/database.ts'
import { createLeaseStore } from '../../platform/database/leases.ts'
import { type SecretSearch, searchBrowserFiles } from './browser-files.ts'
import {
  createCheck,
  createZoneTimeFormatter,
  pluralizeCount,
  type ZoneTimeFormatter,
} from './check-format.ts'
import type { CheckedEnvironment } from './checked-environment.ts'
import { checkCredentials } from './credential-checks.ts'
import { countMissingNotifications, type EnvironmentFigures, loadEnvironmentFigures } from './figures.ts'
import { checkMaskingProof } from './masking-check.ts'

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
        checkAuditHead(deps.heads(), clock, now()),
        checkAccessPolicy(deps.loosened, loadedAt),
        checkMaskingProof(proof, clock, now()),
        createCheck('Data key', 'good', `Present, loaded ${clock(loadedAt)}`, now()),
        createCheck('Sign-in client secret', 'good', `Present, loaded ${clock(loadedAt)}`, now()),
        searched,
      ]
    },
  }
}
