import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { RequestHandler } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { UpstreamLogEntry } from '../../payment-service/transport/call.ts'
import type { BackupState } from '../../platform/database/backups/backup-folder.ts'
import { buildInfo } from '../../platform/runtime/build-info.ts'
import type { ReadAheadResult } from '../../records/read-ahead/read-ahead.ts'
import type { EnvironmentFigures } from './figures.ts'

export interface MetricsRegistry {
  /** Counts every request by the pattern of its route. Must run before anything can answer. */
  readonly countRequests: RequestHandler
  /** Counts a call to the payment service, or a change of its circuit breaker. */
  countUpstreamCall(entry: UpstreamLogEntry): void
  /** Counts a read ahead, by what came of it. */
  countReadAhead(environment: EnvironmentName, result: ReadAheadResult): void
  readonly notifications: NotificationMetrics
  /** Renders all metrics in the text format of Prometheus. */
  renderText(sources: MetricSources): Promise<string>
  readonly contentType: string
}

export interface NotificationMetrics {
  /** Counts an acknowledged notification, with the ms from its last byte to the response. */
  acknowledged(environment: EnvironmentName, ms: number): void
  /** Counts deliveries, acknowledged too, of bytes that were already stored. */
  repeated(environment: EnvironmentName, times: number): void
}

/** Sources that are read when somebody requests the metrics. */
export interface MetricSources {
  /** Returns the figures of each environment; rejects if the database does not answer. */
  figures(): Promise<readonly { readonly name: EnvironmentName; readonly figures: EnvironmentFigures }[]>
  streams(): { readonly streams: number; readonly cut: number }
  /** Reads the state of the folder of backups; null if none is configured. */
  readonly backups: (() => Promise<BackupState>) | null
}

const prefix = 'paydesk_'
const secondBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Methods of our routes; any other is counted as `other`, because clients may send any word. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

function createGauge(
  registry: Registry,
  name: string,
  help: string,
  labels: readonly string[] = ['environment'],
) {
  return new Gauge({ name: `${prefix}${name}`, help, labelNames: [...labels], registers: [registry] })
}

/** Creates gauges for values from the database, filled when they are read. */
function createDatabaseGauges(registry: Registry) {
  const up = createGauge(registry, 'database_up', '1 while the database answers', [])
  const waiting = createGauge(
    registry,
    'notifications_waiting',
    'Received notifications that no read has confirmed yet',
  )
  const oldest = createGauge(
    registry,
    'notifications_oldest_seconds',
    'Age of the oldest waiting notification',
  )
  const isolated = createGauge(
    registry,
    'notifications_isolated',
    'Notifications that could not be processed',
  )
  const due = createGauge(registry, 'read_queue', 'Transactions that wait to be read')
  const overdue = createGauge(registry, 'read_queue_overdue', 'Transactions whose read is overdue')
  const syncAge = createGauge(registry, 'sync_age_seconds', 'Time since the last sync began')
  const synced = createGauge(registry, 'sync_transactions', 'Transactions of the last sync by result', [
    'environment',
    'result',
  ])
  const rejected = createGauge(
    registry,
    'notifications_rejected',
    'Notifications rejected since yesterday (UTC)',
    ['environment', 'reason'],
  )
  return {
    up,
    fill(environment: string, figures: EnvironmentFigures): void {
      const { syncRun, oldestAt, countedAt } = figures
      waiting.set({ environment }, figures.waiting)
      oldest.set({ environment }, oldestAt === null ? 0 : Math.max(0, countedAt - oldestAt) / 1_000)
      isolated.set({ environment }, figures.isolated)
      due.set({ environment }, figures.due)
      overdue.set({ environment }, figures.overdue)
      for (const { reason, times } of figures.refused) rejected.set({ environment, reason }, times)
      if (syncRun === null) return
      syncAge.set({ environment }, (countedAt - syncRun.startedAt) / 1_000)
      for (const result of ['read', 'changed', 'failed'] as const)
        synced.set({ environment, result }, syncRun[result])
    },
    /** Resets the gauges, so that old figures are not repeated while the database does not answer. */
    clear(): void {
      for (const one of [waiting, oldest, isolated, due, overdue, syncAge, synced, rejected]) one.reset()
    },
  }
}

/** Creates gauges of the backups, which have no sample if no folder is configured. */
function createBackupGauges(registry: Registry) {
  // Without a label a gauge begins with a sample of 0.
  const createEmpty = (name: string, help: string) => {
    const gauge = createGauge(registry, name, help, [])
    gauge.remove()
    return gauge
  }
  const age = createEmpty('backup_age_seconds', 'Age of the newest backup; +Inf if there is none')
  const size = createEmpty('backup_size_bytes', 'Size of the newest backup')
  const failed = createEmpty('backup_failed', '1 if the last backup failed')
  return ({ newest, failedAt }: BackupState): void => {
    const seconds = newest === null ? Number.POSITIVE_INFINITY : (Date.now() - newest.at) / 1_000
    age.set(Math.max(0, seconds))
    size.set(newest?.bytes ?? 0)
    failed.set(failedAt !== null && failedAt > (newest?.at ?? 0) ? 1 : 0)
  }
}

/** Looks up labels once per environment, not for each of thousands of notifications a second. */
function createNotificationMetrics(registry: Registry): NotificationMetrics {
  const about = { labelNames: ['environment'], registers: [registry] }
  const accepted = new Counter({
    ...about,
    name: `${prefix}notifications_accepted_total`,
    help: 'Acknowledged notifications, including repeated ones',
  })
  const repeats = new Counter({
    ...about,
    name: `${prefix}notifications_repeated_total`,
    help: 'Acknowledged notifications whose bytes were stored before',
  })
  const took = new Histogram({
    ...about,
    name: `${prefix}notification_seconds`,
    help: 'From the last byte of an accepted notification to its acknowledgement',
    buckets: secondBuckets,
  })
  const counters = new Map<
    EnvironmentName,
    { accepted: Counter.Internal; took: Histogram.Internal<string> }
  >()
  return {
    acknowledged(environment, ms) {
      const own = counters.get(environment) ?? {
        accepted: accepted.labels(environment),
        took: took.labels(environment),
      }
      counters.set(environment, own)
      own.accepted.inc()
      own.took.observe(ms / 1_000)
    },
    repeated: (environment, times) => repeats.inc({ environment }, times),
  }
}

/**
 * Creates the metrics of this instance. Every label is a word of ours (pattern of a route, status, operation,
 * outcome, environment), never outside input.
 */
export function createMetricsRegistry(): MetricsRegistry {
  const registry = new Registry()
  // Collect process and event loop metrics: memory, processor, descriptors, delay of the loop.
  collectDefaultMetrics({ register: registry, prefix })
  const registers = [registry]
  const requests = new Histogram({
    name: `${prefix}request_seconds`,
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: secondBuckets,
    registers,
  })
  const calls = new Histogram({
    name: `${prefix}upstream_seconds`,
    help: 'Calls to the payment service by operation and outcome',
    labelNames: ['environment', 'operation', 'outcome'],
    buckets: secondBuckets,
    registers,
  })
  const breakers = new Counter({
    name: `${prefix}upstream_breaker_total`,
    help: 'Changes of a circuit breaker by new state',
    labelNames: ['environment', 'operation', 'state'],
    registers,
  })
  const readAhead = new Counter({
    name: `${prefix}read_ahead_total`,
    help: 'Reads ahead by result: read, used, dropped, not_calm, over_budget',
    labelNames: ['environment', 'result'],
    registers,
  })
  createGauge(registry, 'build_info', '1, with version and build of this instance', ['version', 'build']).set(
    buildInfo,
    1,
  )
  const open = createGauge(registry, 'streams', 'Open event streams of this instance', [])
  const cut = createGauge(registry, 'streams_cut', 'Streams cut because they read too slowly', [])
  const databaseGauges = createDatabaseGauges(registry)
  const fillBackups = createBackupGauges(registry)

  return {
    contentType: registry.contentType,
    notifications: createNotificationMetrics(registry),
    countRequests(request, response, next) {
      const begun = performance.now()
      response.once('close', () => {
        const method = methods.has(request.method) ? request.method : 'other'
        const status = response.writableFinished ? String(response.statusCode) : 'cut'
        const route = response.locals.pattern ?? 'none'
        requests.observe({ route, method, status }, (performance.now() - begun) / 1_000)
      })
      next()
    },
    countUpstreamCall({ event, environment, operation, code, ms }) {
      if (event === 'upstream.breaker') breakers.inc({ environment, operation, state: code })
      else calls.observe({ environment, operation, outcome: code }, (ms ?? 0) / 1_000)
    },
    countReadAhead: (environment, result) => readAhead.inc({ environment, result }),
    async renderText({ figures, streams, backups }) {
      const now = streams()
      open.set(now.streams)
      cut.set(now.cut)
      databaseGauges.clear()
      const all = await figures().catch(() => null)
      databaseGauges.up.set(all === null ? 0 : 1)
      for (const one of all ?? []) databaseGauges.fill(one.name, one.figures)
      if (backups !== null) fillBackups(await backups())
      return registry.metrics()
    },
  }
}

const hmacKey = randomBytes(32)
const digest = (text: string) => createHmac('sha256', hmacKey).update(text).digest()

/**
 * Creates the handler for metrics: Prometheus text for callers with the token, 401 for everybody else.
 * Compares the token in constant time.
 */
export function createMetricsHandler(
  metrics: MetricsRegistry,
  sources: MetricSources,
  token: string,
): RequestHandler {
  const expected = digest(`Bearer ${token}`)
  return async (request, response) => {
    response.locals.pattern = '/metrics'
    if (!timingSafeEqual(digest(request.get('authorization') ?? ''), expected)) {
      response.status(401).set('www-authenticate', 'Bearer').type('text/plain').send('needs the token\n')
      return
    }
    const text = await metrics.renderText(sources)
    response.setHeader('content-type', metrics.contentType)
    response.end(text)
  }
}
