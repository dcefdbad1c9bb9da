import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Config } from '../config/config.ts'
import { listLoadedSecrets } from '../config/loaded-secrets.ts'
import { createAuditEntryFinder } from '../features/audit-log/find-entry.ts'
import { createAuditVerifier } from '../features/audit-log/verification.ts'
import { describeFieldPermissions } from '../features/field-permissions/permissions-view.ts'
import { createSecretSearch } from '../features/health/browser-files.ts'
import { createHealthChecker } from '../features/health/checks.ts'
import { createMetricsRegistry } from '../features/health/metrics.ts'
import { createImportStore } from '../features/imports/import-store.ts'
import { createImportWorker } from '../features/imports/import-worker.ts'
import { createChangeHub } from '../features/live-updates/hub.ts'
import { createNamedTasksReader } from '../features/notifications/named-tasks.ts'
import { createNotificationProcessor } from '../features/notifications/process-notification-queue.ts'
import { createNotificationReceiver } from '../features/notifications/receiver.ts'
import { createPaymentRequestService } from '../features/payment-requests/payment-requests.ts'
import { createUnansweredResolveLoop } from '../features/payment-requests/resolve-unanswered.ts'
import { createPaymentRequestLimits } from '../features/payment-requests/routes.ts'
import { consumeRevealBudget, type RevealAttempt } from '../features/reveals/budget.ts'
import { createClaimReleaser } from '../features/review/claims.ts'
import { runDecisionExpiry } from '../features/review/decisions/expiry.ts'
import { createReviewLimits } from '../features/review/limits.ts'
import type { ActionPlanDeps } from '../features/review/operator-actions/action-plan.ts'
import { createOperatorActionWorker } from '../features/review/operator-actions/action-worker.ts'
import { createRecordIndex } from '../features/search/record-index.ts'
import { createSearchLimits } from '../features/search/routes.ts'
import { createIdentityProvider } from '../features/sign-in/provider.ts'
import { createFilterChoices } from '../features/transaction-list/choices.ts'
import { createCoverage } from '../features/transaction-list/coverage.ts'
import { createContradictionFinder, createTransactionViews } from '../features/transactions/routes.ts'
import { connectServices } from '../payment-service/connect-services.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { createBulkhead } from '../payment-service/transport/bulkhead.ts'
import { createFieldAccessByRole } from '../platform/access/field-access.ts'
import { createMaskingProofReader } from '../platform/access/masking-proof-file.ts'
import { resolveFieldAccessRole, resolvePermissions } from '../platform/access/permissions.ts'
import { listLooserCells } from '../platform/access/policy/overrides.ts'
import { loadSigningKeys, openSignedAuditLog } from '../platform/audit/signed-audit-log.ts'
import { openAuditLogReader } from '../platform/audit/verification/audit-log-reader.ts'
import { openStore } from '../platform/database/database.ts'
import { createFieldCipher } from '../platform/database/field-cipher.ts'
import { createLeaseStore } from '../platform/database/leases.ts'
import { createRateLimiter } from '../platform/http/rate-limiter.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { createLogger, type Logger } from '../platform/runtime/log.ts'
import { createHostCookie } from '../platform/session/cookies.ts'
import { createSessionStore } from '../platform/session/session-store.ts'
import { createSessionWatcher } from '../platform/session/session-watcher.ts'
import { createStaffReadIndexer } from '../records/confirmation/staff-read-indexer.ts'
import { createHandleStore } from '../records/handles.ts'
import { createIndexFactsCache } from '../records/observations/index-facts-cache.ts'
import { createSessionChangePublisher } from '../records/session-changes.ts'
import { createSyncWorkers } from '../sync/workers.ts'

/** Returns the first environment, used for changes that belong to no environment. Throws if there is none. */
function pickDefaultEnvironment({ environments: [first] }: Config): EnvironmentName {
  if (first === undefined) throw new Error('an environment is needed')
  return first.name
}

/**
 * Creates the lookup of payment services by environment. Throws `not_found` for an unknown name, which the
 * guards already reject.
 */
function createServiceLookup(services: ReadonlyMap<EnvironmentName, PaymentService>) {
  return (environment: EnvironmentName): PaymentService => {
    const found = services.get(environment)
    if (found === undefined) throw new ProblemError('not_found')
    return found
  }
}

/**
 * Builds all dependencies of the app from the configuration, once. Rejects if the database cannot be opened
 * or migrated.
 */
export async function createDeps(config: Config, log: Logger = createLogger(config.logLevel)) {
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl?.reveal() ?? null,
  })
  const seal = createFieldCipher(config.dataKeys)
  const secure = config.origin.protocol === 'https:'
  const metrics = createMetricsRegistry()
  const { services, doors, createDoors } = connectServices(config, (entry) => {
    metrics.countUpstreamCall(entry)
    log.info(entry, entry.event)
  })
  const actions: ActionPlanDeps = {
    isOn: (name) => doors.has(name),
    readNamedTasks: createNamedTasksReader(seal),
  }
  const sights = createFieldAccessByRole(config.cells)
  const inForce = describeFieldPermissions(config.cells)
  const proofs = createMaskingProofReader(config.proofFile, inForce.fingerprint)
  for (const cell of listLooserCells(config.cells))
    log.warn({ cell }, 'a cell of the access matrix is looser than the default')
  const receiver = createNotificationReceiver(config, { store, seal, log, figures: metrics.notifications })
  const tellSessions = createSessionChangePublisher(store, log, pickDefaultEnvironment(config))
  const sessions = createSessionStore(
    store,
    seal,
    config,
    Date.now,
    createClaimReleaser({ store, log }),
    tellSessions,
  )
  const watch = createSessionWatcher(sessions, log)
  const knownFacts = createIndexFactsCache(store, log)
  const hub = createChangeHub(store, log, knownFacts.invalidate)
  const metricsToken = config.metricsToken?.reveal() ?? null
  const handles = createHandleStore(store, seal)
  const service = createServiceLookup(services)
  const longestMs = config.upstreamDeadlineMs
  const seen = createStaffReadIndexer({
    store,
    seal,
    log,
    handles,
    maxReadMs: longestMs,
    review: config.review,
    now: Date.now,
  })
  const takeIn = createNotificationProcessor({ store, seal, log, isOverloaded: receiver.isOverloaded })
  const { environments } = config
  const shownEnvironments = environments.map(({ name, label, kind, banner }) => ({
    name,
    label,
    kind,
    banner,
  }))
  const rates = { perSecond: config.readsPerSecond, catchUpPerSecond: config.catchUpReadsPerSecond }
  const work = { store, seal, log, handles, service, environments, rates, review: config.review }
  const importing = createImportWorker(work)
  // Identifies this process in the audit log and as holder of its leases.
  const instance = randomBytes(6).toString('hex')
  const audit = await openSignedAuditLog(store, config, { log, instance })
  const trailAt = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null }
  const trailKeys = loadSigningKeys(config).all.map(({ publicKey }) => publicKey)
  const verifications = createAuditVerifier(
    { ...trailAt, headFile: config.audit.headFile, keys: trailKeys.map(({ text }) => text) },
    { audit, log },
  )
  const createDoor = (name: EnvironmentName) => createDoors.get(name) ?? null
  const requesting = { ...work, config, createDoor }
  const door = (name: string) => doors.get(name) ?? null
  const carry = { ...work, leases: createLeaseStore(store), audit, instance, actions, door, longestMs }
  const finding = { ...carry, absentMs: config.requestAbsentMs }
  const beside: typeof importing = (environment, way) => {
    const parts = [
      importing(environment, way),
      createOperatorActionWorker(carry, environment, way),
      createUnansweredResolveLoop(finding, environment, way),
    ]
    return async (lease, signal) => {
      const expiring = runDecisionExpiry({ store, log, config }, environment, signal)
      await Promise.all([...parts.map((part) => part(lease, signal)), expiring])
    }
  }
  const workers = createSyncWorkers({
    ...work,
    holder: instance,
    sweepMs: config.sweepMs,
    processNotifications: takeIn,
    extraWork: beside,
  })
  const checks = createHealthChecker({
    store,
    environments: config.environments,
    zone: config.zone,
    sweepMs: config.sweepMs,
    loosened: listLooserCells(config.cells),
    secrets: createSecretSearch(listLoadedSecrets(config)),
    service,
    streams: () => hub.countStreams(),
    heads: audit.heads,
    proofs,
  })
  return {
    config,
    log,
    store,
    seal,
    secure,
    receiver,
    takeIn,
    permissions: resolvePermissions,
    fieldAccessFor: (role: Role, isBroken = false) => sights[resolveFieldAccessRole(role, isBroken)],
    matrixWords: inForce,
    proofs,
    office: pickDefaultEnvironment(config),
    searchLimits: createSearchLimits(config.lookupsPerMinute),
    reviewLimits: createReviewLimits(config.review.callsPerMinute),
    // Limit to half the rate of searches: one subject access call may return all data about a person.
    subjectCalls: createRateLimiter(Math.ceil(config.lookupsPerMinute / 2)).take,
    ownIds: createRecordIndex(store, config.zone),
    imports: createImportStore(store, seal),
    checks,
    metrics,
    metricsToken,
    notFoundLimiter: createRateLimiter(config.lookupsPerMinute),
    cookie: createHostCookie('paydesk_session', secure),
    sessions,
    watch,
    hub,
    handles,
    documentHolds: createBulkhead(2, 8),
    findAuditEntry: createAuditEntryFinder({ store, config }),
    choices: createFilterChoices(store),
    coverage: createCoverage({ store, environments }),
    actions,
    paymentRequests: createPaymentRequestService(requesting),
    paymentRequestLimits: createPaymentRequestLimits(config.requestsPerMinute),
    takeReveal: (taking: RevealAttempt) => consumeRevealBudget(taking, { store, config }),
    audit,
    trailSource: () => openAuditLogReader(trailAt),
    trailKeys,
    verifications,
    provider: createIdentityProvider(config.oidc, config.origin),
    environments: shownEnvironments,
    transactionView: createTransactionViews({ knownFacts, handles, environments: shownEnvironments }),
    firedRules: createContradictionFinder({ knownFacts, handles, environments: shownEnvironments }),
    knownFacts,
    zone: config.zone,
    /**
     * Payment service for requests of staff; indexes what staff read. The workers use the bare service
     * because they store what they read themselves.
     */
    service: createServiceLookup(seen.wrapWithIndexing(services, config.environments)),
    /**
     * Starts notification processing, sync and imports. Tests that need a quiet process leave this call out.
     */
    startWorkers() {
      workers.start()
    },
    async close() {
      // Stop the workers before the payment service closes: reads in progress must finish.
      await workers.stop()
      await seen.stop()
      watch.stop()
      hub.stop()
      await knownFacts.stop()
      await Promise.all([...services.values()].map((service) => service.close()))
      await receiver.close()
      await verifications.stop()
      await audit.stop()
      await store.close()
    },
  }
}

export type AppDeps = Awaited<ReturnType<typeof createDeps>>
