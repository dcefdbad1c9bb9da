import type { HealthCheck, HealthCheckDetail } from '@paydesk/shared/administration/health'
import type { MaskingProofStatus } from '@paydesk/shared/compliance/field-permissions'
import type { EnvironmentName, MerchantId } from '@paydesk/shared/core/ids'
import type { ServiceHealth } from '../../payment-service/transport/health.ts'
import type { LastMaskingProof, MaskingProofReader } from '../../platform/access/masking-proof-file.ts'
import type { AuditHeadWriterState } from '../../platform/audit/audit-head-writer.ts'
import type { BackupState } from '../../platform/database/backups/backup-folder.ts'
import type { Store } from '../../platform/database/database.ts'
import { createLeaseStore } from '../../platform/database/leases.ts'
import type { ReverseProxyState } from '../../platform/http/reverse-proxy-watcher.ts'
import { buildInfo } from '../../platform/runtime/build-info.ts'
import { checkBrowserFilesForSecrets, type SecretScanner } from './browser-files.ts'
import { createHealthCheck, createHealthCheckDetail } from './check-format.ts'
import { countMissingNotifications, type EnvironmentFigures, loadEnvironmentFigures } from './figures.ts'
import type { HealthEnvironmentConfig } from './health-environment-config.ts'

const statuses: Readonly<Record<MaskingProofStatus, HealthCheck['status']>> = {
  never: 'unknown',
  unreadable: 'bad',
  failed: 'bad',
  other: 'bad',
  old: 'attention',
  passed: 'good',
}

/** Checks the last masking proof: its date, its figures, and whether it is of the access policy in force. */
function checkMaskingProof({ status, proof }: LastMaskingProof, now: number): HealthCheck {
  const state = createHealthCheckDetail(`proof_${status}`)
  if (proof === null) return createHealthCheck('masking_proof', statuses[status], [state], now)
  const { cells, routesWalked, routes, killed, mutants } = proof.figures
  const facts = [
    state,
    createHealthCheckDetail('proof_run', { at: proof.at }),
    createHealthCheckDetail('proof_cells', { count: cells }),
    createHealthCheckDetail('proof_routes', { count: routesWalked, total: routes }),
    createHealthCheckDetail('proof_mutants', { count: killed, total: mutants }),
  ]
  return createHealthCheck('masking_proof', statuses[status], facts, now)
}

/** Clock drift that is worth a look: dates have whole seconds, and responses take time. */
const maxClockDriftMs = 5_000

function checkApiToken({ operations }: ServiceHealth, loaded: HealthCheckDetail, now: number): HealthCheck {
  const name = 'api_token'
  const all = Object.values(operations)
  const latest = (times: readonly (string | null)[]) =>
    times.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a), null)
  const success = latest(all.map((one) => one.lastSuccess))
  const refusal = latest(all.map((one) => (one.lastProblem === 'upstream_auth' ? one.lastFailure : null)))
  if (refusal !== null && refusal > (success ?? ''))
    return createHealthCheck(
      name,
      'bad',
      [loaded, createHealthCheckDetail('rejected_since', { at: refusal })],
      now,
    )
  if (success === null)
    return createHealthCheck(name, 'unknown', [loaded, createHealthCheckDetail('not_used')], now)
  return createHealthCheck(
    name,
    'good',
    [loaded, createHealthCheckDetail('accepted_at', { at: success })],
    now,
  )
}

function checkClock({ clockDrift }: ServiceHealth): HealthCheck {
  if (clockDrift === null)
    return createHealthCheck('clock', 'unknown', [createHealthCheckDetail('clock_unknown')], null)
  const { ms, at } = clockDrift
  const count = Math.round(Math.abs(ms) / 1_000)
  const isApart = Math.abs(ms) > maxClockDriftMs
  const fact = isApart
    ? createHealthCheckDetail(ms > 0 ? 'clock_ahead' : 'clock_behind', { count })
    : createHealthCheckDetail('clocks_agree')
  return createHealthCheck('clock', isApart ? 'attention' : 'good', [fact], Date.parse(at))
}

/**
 * Reports which credentials of an environment are loaded, since when and whether they work: never a value,
 * not even a part or a length. `loadedAt`: ms since 1970.
 */
export function checkCredentialsHealth(
  { notification }: HealthEnvironmentConfig,
  health: ServiceHealth,
  { loadedAt, now }: { loadedAt: number; now: number },
): HealthCheck[] {
  const loaded = createHealthCheckDetail('loaded_at', { at: loadedAt })
  const { proof, token, oldToken } = notification
  const tokens: HealthCheck[] = []
  if (token !== null) tokens.push(createHealthCheck('notification_token', 'good', [loaded], now))
  else if (proof === 'none')
    tokens.push(
      createHealthCheck('notification_token', 'bad', [createHealthCheckDetail('token_missing')], now),
    )
  if (oldToken !== null)
    tokens.push(
      createHealthCheck(
        'old_notification_token',
        'attention',
        [loaded, createHealthCheckDetail('still_accepted')],
        now,
      ),
    )
  return [
    createHealthCheck('client_name', 'good', [loaded], now),
    checkApiToken(health, loaded, now),
    ...tokens,
    checkClock(health),
  ]
}

/** Facts of one environment at a moment; the presenter chooses which of them are shown. */
export interface EnvironmentHealthFacts {
  readonly name: EnvironmentName
  readonly merchants: readonly MerchantId[]
  readonly environment: HealthEnvironmentConfig
  readonly service: ServiceHealth
  readonly figures: EnvironmentFigures
  readonly syncIntervalMs: number
  credentials(): HealthCheck[]
}

export interface HealthChecker {
  loadEnvironments(): Promise<EnvironmentHealthFacts[]>
  countMissing(environment: EnvironmentName, merchants: readonly string[]): Promise<number>
  /** Checks the deployment. `pages`: folder of the files served to browsers. */
  runDeploymentChecks(pages: string): Promise<HealthCheck[]>
}

export interface HealthCheckerDeps {
  readonly store: Store
  readonly environments: readonly HealthEnvironmentConfig[]
  readonly syncIntervalMs: number
  /** Cells of the access policy that show more than the default, in its notation. */
  readonly loosened: readonly string[]
  /** Search for loaded credentials in the built pages. */
  readonly secrets: SecretScanner
  service(environment: EnvironmentName): { health(): ServiceHealth }
  /** Counts open event streams of this instance, and those that were cut. */
  streams(): { readonly streams: number; readonly cut: number }
  /** Returns the state of the signed heads of the audit log. */
  heads(): AuditHeadWriterState & { readonly besideDatabase: boolean }
  /** Returns how the renewals of rights fare. Times in ms since 1970. */
  authority(): {
    readonly renewedAt: number | null
    readonly outage: { readonly since: number; readonly cause: string } | null
    readonly outageMs: number
  }
  proxy(): ReverseProxyState
  /** Reads the state of the folder of backups; null if none is configured. */
  readonly backups: (() => Promise<BackupState>) | null
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
  const count = Math.round(performance.now() - begun)
  const code = store.dialect === 'postgres' ? 'postgres_responds' : 'embedded_responds'
  return createHealthCheck(
    'database',
    count > 500 ? 'attention' : 'good',
    [createHealthCheckDetail(code, { count })],
    now,
  )
}

async function checkInstances(store: Store, now: number): Promise<HealthCheck> {
  const leases = await createLeaseStore(store).listHeld()
  if (leases.length === 0)
    return createHealthCheck('instances', 'attention', [createHealthCheckDetail('no_instance')], now)
  const count = new Set(leases.map(({ holder }) => holder)).size
  const names = leases.map(({ name }) => name)
  return createHealthCheck('instances', 'good', [createHealthCheckDetail('instances', { count, names })], now)
}

const checkAccessPolicy = (loosened: readonly string[], loadedAt: number): HealthCheck =>
  loosened.length === 0
    ? createHealthCheck('access_policy', 'good', [createHealthCheckDetail('policy_default')], loadedAt)
    : createHealthCheck(
        'access_policy',
        'attention',
        [createHealthCheckDetail('policy_looser', { names: [...loosened] })],
        loadedAt,
      )

function checkStreams({ streams, cut }: { streams: number; cut: number }, now: number): HealthCheck {
  const facts = [
    createHealthCheckDetail('streams_open', { count: streams }),
    createHealthCheckDetail('streams_cut', { count: cut }),
  ]
  return createHealthCheck('streams', 'good', facts, now)
}

function checkAuditHead(heads: ReturnType<HealthCheckerDeps['heads']>, now: number): HealthCheck {
  const name = 'audit_head'
  const { writtenAt, waiting, isFailing, isFull, besideDatabase } = heads
  if (isFull) return createHealthCheck(name, 'bad', [createHealthCheckDetail('head_full')], now)
  if (isFailing)
    return createHealthCheck(name, 'bad', [createHealthCheckDetail('heads_waiting', { count: waiting })], now)
  const last =
    writtenAt === null
      ? createHealthCheckDetail('head_unwritten')
      : createHealthCheckDetail('head_written', { at: writtenAt })
  if (!besideDatabase) return createHealthCheck(name, 'good', [last], now)
  return createHealthCheck(name, 'attention', [last, createHealthCheckDetail('head_beside_database')], now)
}

function checkSignInService(
  { renewedAt, outage, outageMs }: ReturnType<HealthCheckerDeps['authority']>,
  now: number,
): HealthCheck {
  const name = 'sign_in_service'
  if (outage !== null) {
    const facts = [
      createHealthCheckDetail('rights_not_renewed', { at: outage.since, names: [outage.cause] }),
      createHealthCheckDetail('rights_kept', { count: Math.round(outageMs / 60_000) }),
    ]
    return createHealthCheck(name, 'bad', facts, now)
  }
  if (renewedAt === null)
    return createHealthCheck(name, 'unknown', [createHealthCheckDetail('no_renewal')], now)
  return createHealthCheck(name, 'good', [createHealthCheckDetail('rights_renewed', { at: renewedAt })], now)
}

/**
 * Fails the check if source addresses are unknown: limits and the audit log then use the proxy's address for
 * everybody.
 */
function checkProxy({ isNamed, isHttps, unnamedSince }: ReverseProxyState, now: number): HealthCheck {
  const name = 'proxy'
  if (unnamedSince !== null)
    return createHealthCheck(
      name,
      'bad',
      [createHealthCheckDetail('proxy_unnamed', { at: unnamedSince })],
      now,
    )
  if (isHttps && !isNamed)
    return createHealthCheck(name, 'attention', [createHealthCheckDetail('proxy_not_set')], now)
  return createHealthCheck(
    name,
    'good',
    [createHealthCheckDetail(isNamed ? 'proxy_named' : 'proxy_not_seen')],
    now,
  )
}

/** Age (ms) that the newest backup may have: one day, and some time to make the next. */
const maxBackupAgeMs = 26 * 3_600_000

/** Checks that a backup is made every day. `state`: null if no folder is configured. */
export function checkBackupsHealth(state: BackupState | null, now: number): HealthCheck {
  const name = 'backup'
  if (state === null)
    return createHealthCheck(name, 'unknown', [createHealthCheckDetail('backup_not_set')], now)
  const { isReadable, newest, count, failedAt } = state
  if (!isReadable)
    return createHealthCheck(name, 'bad', [createHealthCheckDetail('backup_folder_unreadable')], now)
  const hasFailed = failedAt !== null && failedAt > (newest?.at ?? 0)
  const failed = hasFailed ? [createHealthCheckDetail('backup_failed', { at: failedAt })] : []
  if (newest === null)
    return createHealthCheck(name, 'bad', [createHealthCheckDetail('backup_none'), ...failed], now)
  const isOld = now - newest.at > maxBackupAgeMs
  const facts = [
    createHealthCheckDetail(isOld ? 'backup_old' : 'backup_made', { at: newest.at }),
    createHealthCheckDetail('backup_size', { count: Math.ceil(newest.bytes / 1024 ** 2) }),
    createHealthCheckDetail('backups_kept', { count }),
  ]
  return createHealthCheck(name, isOld ? 'bad' : hasFailed ? 'attention' : 'good', [...facts, ...failed], now)
}

/** Creates the checker once, at the start: that is when the credentials were loaded. */
export function createHealthChecker(deps: HealthCheckerDeps): HealthChecker {
  const { store, syncIntervalMs, now = Date.now } = deps
  const loadedAt = now()

  const figures = new Map(
    deps.environments.map(({ name }) => [
      name,
      cacheWithTtl(figuresTtlMs, now, () => loadEnvironmentFigures(store, name, now())),
    ]),
  )
  const files = cacheWithTtl(filesTtlMs, now, (pages: string) =>
    checkBrowserFilesForSecrets(pages, deps.secrets, now()),
  )

  async function factsOf(environment: HealthEnvironmentConfig): Promise<EnvironmentHealthFacts> {
    const { name, merchantIds: merchants } = environment
    const counted = await (figures.get(name)?.() ?? loadEnvironmentFigures(store, name, now()))
    const service = deps.service(name).health()
    const credentials = () => checkCredentialsHealth(environment, service, { loadedAt, now: now() })
    return { name, merchants, environment, service, figures: counted, syncIntervalMs, credentials }
  }

  return {
    loadEnvironments: () => Promise.all(deps.environments.map(factsOf)),
    countMissing: (environment, merchants) => countMissingNotifications(store, environment, merchants),
    async runDeploymentChecks(pages) {
      const [database, instances, searched, proof, backups] = await Promise.all([
        checkDatabase(store, now()),
        checkInstances(store, now()),
        files(pages),
        deps.proofs.readLast(),
        deps.backups?.() ?? null,
      ])
      return [
        createHealthCheck(
          'version',
          'good',
          [
            createHealthCheckDetail('version_number', { names: [buildInfo.version] }),
            createHealthCheckDetail('build_id', { names: [buildInfo.build] }),
          ],
          loadedAt,
        ),
        database,
        checkBackupsHealth(backups, now()),
        instances,
        checkStreams(deps.streams(), now()),
        checkProxy(deps.proxy(), now()),
        checkAuditHead(deps.heads(), now()),
        checkAccessPolicy(deps.loosened, loadedAt),
        checkSignInService(deps.authority(), now()),
        checkMaskingProof(proof, now()),
        createHealthCheck(
          'data_key',
          'good',
          [createHealthCheckDetail('loaded_at', { at: loadedAt })],
          now(),
        ),
        createHealthCheck(
          'sign_in_secret',
          'good',
          [createHealthCheckDetail('loaded_at', { at: loadedAt })],
          now(),
        ),
        searched,
      ]
    },
  }
}
