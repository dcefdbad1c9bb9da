import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import { createReleasedCustomerTexts } from '@paydesk/shared/messages/customer/released-customer-texts'
import type { Config } from '../config/config.ts'
import { listLoadedSecrets } from '../config/loaded-secrets.ts'
import { createAuditLogDeps } from '../features/audit-log/create-audit-log-deps.ts'
import { countAuditExport } from '../features/audit-log/export.ts'
import { countAuditEntries } from '../features/audit-log/list.ts'
import { createDraftRetentionJob } from '../features/drafts/draft-retention.ts'
import { createDraftDeps } from '../features/drafts/routes.ts'
import { admitExport } from '../features/exports/admit.ts'
import { type ExportRowCounter, maxCountedExportRows } from '../features/exports/requests.ts'
import { createFieldPermissionDeps } from '../features/field-permissions/routes.ts'
import { createSecretScanner } from '../features/health/browser-files.ts'
import { createHealthChecker } from '../features/health/checks.ts'
import { createLastDayLoader } from '../features/health/last-day.ts'
import { createMetricsRegistry } from '../features/health/metrics.ts'
import { createImportStore } from '../features/imports/import-store.ts'
import { createImportWorker } from '../features/imports/import-worker.ts'
import { createLiveChangeHub } from '../features/live-updates/hub.ts'
import { countNotificationExport } from '../features/notifications/queue-export.ts'
import { createNotificationDeps } from '../features/notifications/receiver.ts'
import { createPaymentRequestDeps } from '../features/payment-requests/create-payment-request-deps.ts'
import { countPaymentRequestExport } from '../features/payment-requests/export.ts'
import { createQuestionDeps } from '../features/questions/ask.ts'
import { countQuestionExport } from '../features/questions/list.ts'
import { createReadAheadDeps } from '../features/read-ahead/routes.ts'
import { listReconciliationExportSeqs } from '../features/reconciliation/report-export.ts'
import { type AccessAttempt, consumeAccessBudget } from '../features/reveals/budget.ts'
import { createCaseClaimReleaser } from '../features/review/case-claims.ts'
import { createReviewDeps } from '../features/review/decisions/create-review-deps.ts'
import { countDecisionExport } from '../features/review/decisions/decision-list.ts'
import { countCaseExport } from '../features/review/queue/queue-export.ts'
import { createSavedViewDeps } from '../features/saved-views/routes.ts'
import { createSearchDeps } from '../features/search/routes.ts'
import { createSettingsDeps } from '../features/settings/routes.ts'
import { createIdentityProvider } from '../features/sign-in/provider.ts'
import { createSessionRightsRenewer } from '../features/sign-in/session-rights-renewer.ts'
import { createFilterChoicesLoader } from '../features/transaction-list/choices.ts'
import { createRecordsCoverageLoader } from '../features/transaction-list/coverage.ts'
import { countCustomerTransactions } from '../features/transaction-list/customer-export.ts'
import { countTransactionExport } from '../features/transaction-list/export.ts'
import { createTransactionTrendLoader } from '../features/transaction-list/trend.ts'
import { createTransactionViewDeps } from '../features/transactions/routes.ts'
import { createPaymentServiceClients } from '../payment-service/create-payment-service-clients.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { createBulkhead } from '../payment-service/transport/bulkhead.ts'
import type { UpstreamLogEntry } from '../payment-service/transport/call.ts'
import { createFieldAccessByRole } from '../platform/access/field-access.ts'
import { resolveFieldAccessRole, resolvePermissions } from '../platform/access/permissions.ts'
import { listLooserPolicyCells } from '../platform/access/policy/overrides.ts'
import type { ExportGate } from '../platform/approvals/export-gate.ts'
import { openSignedAuditLog } from '../platform/audit/signed-audit-log.ts'
import { createBackupStateReader } from '../platform/database/backups/backup-folder.ts'
import { openStore, type StoreOptions } from '../platform/database/database.ts'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { createLeaseStore } from '../platform/database/leases.ts'
import { createRateLimiter } from '../platform/http/rate-limiter.ts'
import { createReverseProxyWatcher } from '../platform/http/reverse-proxy-watcher.ts'
import type { ScopedActor } from '../platform/http/route.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { createLogger, type Logger } from '../platform/runtime/log.ts'
import { createTraceForwarding, type Tracing } from '../platform/runtime/trace-context.ts'
import { createHostCookie } from '../platform/session/cookies.ts'
import { createSessionStore } from '../platform/session/session-store.ts'
import { createSessionWatcher } from '../platform/session/session-watcher.ts'
import { createStaffReadRecorder } from '../records/confirmation/staff-read-recorder.ts'
import { createHandleStore } from '../records/handles.ts'
import { createStoredTransactionFactsCache } from '../records/observations/stored-transaction-facts-cache.ts'
import { createFreshnessChecker } from '../records/read-ahead/freshness-marks.ts'
import { createReadAhead } from '../records/read-ahead/read-ahead.ts'
import { createSessionChangePublisher } from '../records/session-changes.ts'
import { createSyncWorkers } from '../sync/workers.ts'
import { createCustomerOpenWorkDeps, createHomeDeps } from './home-counters.ts'
import { createInboxDeps } from './inbox-sources.ts'

/** Returns the first environment, used for changes that belong to no environment. Throws if there is none. */
function pickDefaultEnvironment({ environments: [first] }: Config): EnvironmentName {
  if (first === undefined) throw new Error('an environment is needed')
  return first.name
}

/**
 * Creates the function that finds the payment service of an environment. Throws `not_found` for an unknown name, which
 * the guards already reject.
 */
function createServiceFinder(services: ReadonlyMap<EnvironmentName, PaymentService>) {
  return (environment: EnvironmentName): PaymentService => {
    const found = services.get(environment)
    if (found === undefined) throw new ProblemError('not_found')
    return found
  }
}

/** Creates the sessions and what the guards of every route need to know of a person. */
function createSessionDeps(
  config: Config,
  { store, cipher, log }: Pick<PlatformDeps, 'store' | 'cipher' | 'log'>,
) {
  const secure = config.origin.protocol === 'https:'
  const defaultEnvironment = pickDefaultEnvironment(config)
  const releaseClaims = createCaseClaimReleaser({ store, log })
  const publishChange = createSessionChangePublisher(store, log, defaultEnvironment)
  const sessions = createSessionStore(store, cipher, config, Date.now, releaseClaims, publishChange)
  const fieldAccess = createFieldAccessByRole(config.cells)
  return {
    secure,
    defaultEnvironment,
    cookie: createHostCookie('paydesk_session', secure),
    sessions,
    watch: createSessionWatcher(sessions, log),
    permissions: resolvePermissions,
    fieldAccessFor: (role: Role, isBreakGlass = false) =>
      fieldAccess[resolveFieldAccessRole(role, isBreakGlass)],
    notFoundLimiter: createRateLimiter(config.searchesPerMinute),
    proxy: createReverseProxyWatcher({ isNamed: config.trustProxy.length > 0, isHttps: secure }, log),
  }
}

/** Configuration of a deployment; a test may give the database more time. */
type DepsConfig = Config & Pick<StoreOptions, 'databaseLimits'>

/** Opens the database and the audit log. Rejects if the database cannot be opened or migrated. */
async function openPlatform(config: DepsConfig, log: Logger) {
  const database = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null }
  const store = await openStore({ ...database, databaseLimits: config.databaseLimits })
  // Identifies this process in the audit log and as holder of its leases.
  const instance = randomBytes(6).toString('hex')
  const audit = await openSignedAuditLog(store, config, { log, instance })
  const cipher = createFieldCipher(config.dataKeys)
  return { database, store, cipher, log, instance, audit, leases: createLeaseStore(store) }
}

/** Loads the code that records traces only if a collector is configured. */
async function createTracing({ traceEndpoint }: Config, log: Logger): Promise<Tracing> {
  if (traceEndpoint === null) return createTraceForwarding()
  const { createOtlpTracing } = await import('../platform/runtime/otlp-tracing.ts')
  return createOtlpTracing(traceEndpoint, log)
}

type PlatformDeps = Awaited<ReturnType<typeof openPlatform>>

/** Creates the budgets of accesses, and the gate of all exports with the counts of each list. */
function createExportDeps(config: Config, { store, cipher }: Pick<PlatformDeps, 'store' | 'cipher'>) {
  /** Counts an opened document, identity record or payment link, or an export, in the budget of its person. */
  const consumeBudget = (
    kind: 'document' | 'record' | 'export' | 'link',
    { actor, scope }: ScopedActor,
    about: string,
  ) =>
    consumeAccessBudget(
      kind,
      { person: actor.session, environment: scope.environment, about },
      { store, config },
    )
  const countExportRows: ExportRowCounter = async (selection, caller, now) => {
    const max = maxCountedExportRows
    switch (selection.list) {
      case 'transactions':
        return countTransactionExport(selection.filter, caller, { now, max }, { store, config })
      case 'reconciliation':
        return (await listReconciliationExportSeqs({ ...selection.filter, now }, caller, { store, config }))
          .length
      case 'audit_log':
        return countAuditExport(selection.filter, caller, { now, max }, { store, config })
      case 'audit_entries':
        return countAuditEntries(selection.filter, caller, { until: now, max }, { store, cipher, config })
      case 'payment_requests':
        return countPaymentRequestExport(selection.filter, caller, max, { store, config })
      case 'decisions':
        return countDecisionExport(selection.filter, caller, max, { store, config })
      case 'notifications':
        return countNotificationExport(selection.filter, caller, max, { store, config })
      case 'cases':
        return countCaseExport(selection.filter, caller, { now, max }, { store, config })
      case 'questions':
        return countQuestionExport(selection.filter, caller, max, { store })
      case 'customer_transactions':
        return countCustomerTransactions(selection.filter, caller, max, { store })
    }
  }
  const admission = { store, cipher, config, consumeBudget, countExportRows }
  const gate: ExportGate = {
    admitExport: (list, query, caller) => admitExport(list, query, caller, admission),
  }
  return { consumeBudget, countExportRows, ...gate }
}

/**
 * Builds all dependencies of the app from the configuration, once: each feature builds what it needs. Rejects
 * if the database cannot be opened or migrated.
 */
export async function createDeps(config: DepsConfig, log: Logger = createLogger(config.logLevel)) {
  const { environments, zone, review } = config
  const platform = await openPlatform(config, log)
  const { store, cipher, audit } = platform
  const session = createSessionDeps(config, platform)

  const provider = createIdentityProvider(config.oidc, config.origin)
  const { authorityMs, outageMs } = config
  const authority = createSessionRightsRenewer({ ...platform, ...session, provider, authorityMs, outageMs })

  const metrics = createMetricsRegistry()
  const tracing = await createTracing(config, log)
  const onCall = (entry: UpstreamLogEntry) => {
    metrics.countUpstreamCall(entry)
    log.info(entry, entry.event)
  }
  const { services, operatorActionSenders, paymentCreationSenders } = createPaymentServiceClients(
    config,
    onCall,
    tracing.beginCallSpan,
  )
  const service = createServiceFinder(services)
  const findPaymentCreationSender = (name: EnvironmentName) => paymentCreationSenders.get(name) ?? null

  const upstreamDeadlineMs = config.upstreamDeadlineMs
  const handles = createHandleStore(store, cipher)
  const knownFacts = createStoredTransactionFactsCache(store, log)
  const records = {
    ...platform,
    handles,
    service,
    environments,
    review,
    config,
    upstreamDeadlineMs,
  }
  const staffReadRecorder = createStaffReadRecorder({
    ...records,
    maxReadMs: upstreamDeadlineMs,
    now: Date.now,
  })
  const readAhead = createReadAhead({
    ...{ isOn: config.readAhead, log, count: metrics.countReadAhead },
    changes: createFreshnessChecker(store),
  })
  const shownEnvironments = environments.map(({ name, label, kind, banner }) => ({
    name,
    label,
    kind,
    banner,
  }))

  const customerTexts = createReleasedCustomerTexts(config.customerLanguages, zone)
  const auditLog = createAuditLogDeps(config, platform)
  const fieldPermissions = createFieldPermissionDeps(config, log)
  const { folder } = config.backups
  const backups = folder === null ? null : createBackupStateReader(folder, Date.now)
  const hub = createLiveChangeHub(store, log, knownFacts.invalidate)
  const notifications = createNotificationDeps(config, { ...platform, figures: metrics.notifications })
  const { readNamedTasks, processNotifications } = notifications
  const { reviewJobs, ...reviewing } = createReviewDeps({ ...records, operatorActionSenders, readNamedTasks })
  const { resolveUnanswered, ...requesting } = createPaymentRequestDeps(
    { ...records, findPaymentCreationSender },
    config,
  )
  const workers = createSyncWorkers({
    ...records,
    holder: platform.instance,
    rates: { perSecond: config.readsPerSecond, catchUpPerSecond: config.catchUpReadsPerSecond },
    syncIntervalMs: config.syncIntervalMs,
    processNotifications,
    jobs: [createImportWorker(records), ...reviewJobs, resolveUnanswered, createDraftRetentionJob(platform)],
  })

  let workersStopped: Promise<void> | null = null
  const stopWorkers = () => {
    workersStopped ??= workers.stop()
    return workersStopped
  }

  return {
    config,
    log,
    store,
    cipher,
    audit,
    zone,
    customerTexts,
    handles,
    knownFacts,
    environments: shownEnvironments,
    /**
     * Payment service for requests of staff; records what staff read. The workers use the bare service
     * because they store what they read themselves.
     */
    service: createServiceFinder(
      staffReadRecorder.wrapWithRecording(readAhead.wrapWithSealedAnswers(services), environments),
    ),
    readAhead,
    ...createReadAheadDeps(),
    ...session,
    ...auditLog,
    ...fieldPermissions,
    ...notifications,
    ...reviewing,
    ...requesting,
    ...createDraftDeps(),
    ...createSavedViewDeps(),
    ...createSettingsDeps(),
    ...createQuestionDeps(),
    ...createSearchDeps(store, config),
    ...createTransactionViewDeps({ knownFacts, handles, environments: shownEnvironments, customerTexts }),
    hub,
    metrics,
    tracing,
    metricsToken: config.metricsToken?.reveal() ?? null,
    backups,
    checks: createHealthChecker({
      backups,
      ...records,
      ...fieldPermissions,
      syncIntervalMs: config.syncIntervalMs,
      loosened: listLooserPolicyCells(config.cells),
      secrets: createSecretScanner(listLoadedSecrets(config)),
      streams: () => hub.countStreams(),
      heads: audit.heads,
      authority: authority.health,
      proxy: session.proxy.state,
    }),
    loadLastDay: createLastDayLoader(records),
    imports: createImportStore(store, cipher),
    provider,
    authority,
    consumeRevealBudget: (attempt: AccessAttempt) =>
      consumeAccessBudget('reveal', attempt, { store, config }),
    ...createExportDeps(config, platform),
    // Limit to half the rate of searches: one subject access call may return all data about a person.
    subjectCalls: createRateLimiter(Math.ceil(config.searchesPerMinute / 2)).take,
    documentHolds: createBulkhead(2, 8),
    ...createHomeDeps({ store, config }),
    ...createCustomerOpenWorkDeps({ store, config }),
    ...createInboxDeps({ store, handles }),
    choices: createFilterChoicesLoader(store),
    coverage: createRecordsCoverageLoader({ store, environments }),
    trend: createTransactionTrendLoader({ store, zone }),
    /**
     * Starts notification processing, sync, imports and the renewal of rights. Tests that need a quiet process leave this call out.
     */
    startWorkers() {
      workers.start()
      authority.start()
    },
    stopWorkers,
    async close() {
      // Stop the workers before the payment service closes: reads in progress must finish.
      await stopWorkers()
      await staffReadRecorder.stop()
      await authority.stop()
      session.watch.stop()
      hub.stop()
      await knownFacts.stop()
      await Promise.all([...services.values()].map((one) => one.close()))
      await readAhead.stop()
      await notifications.receiver.close()
      await auditLog.verifications.stop()
      await audit.stop()
      await tracing.stop()
      await store.close()
    },
  }
}

export type AppDeps = Awaited<ReturnType<typeof createDeps>>
