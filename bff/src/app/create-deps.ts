import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/core/ids'
import type { Role } from '@paydesk/shared/core/permissions'
import type { Config } from '../config/config.ts'
import { secretsOf } from '../config/loaded-secrets.ts'
import { makeNamedEntry } from '../features/audit-log/entry.ts'
import { makeVerifications } from '../features/audit-log/verification.ts'
import { matrixWords } from '../features/field-permissions/matrix-view.ts'
import { makeSecretSearch } from '../features/health/browser-files.ts'
import { makeChecks } from '../features/health/checks.ts'
import { makeMetrics } from '../features/health/metrics.ts'
import { makeImports } from '../features/imports/jobs.ts'
import { makeImportWork } from '../features/imports/workers.ts'
import { makeHub } from '../features/live-updates/hub.ts'
import { makeNamed } from '../features/notifications/named-tasks.ts'
import { makeTakeIn } from '../features/notifications/process-notification-queue.ts'
import { makeReceiver } from '../features/notifications/receiver.ts'
import { makePaymentRequests } from '../features/payment-requests/payment-requests.ts'
import { findOut } from '../features/payment-requests/resolve-unanswered.ts'
import { type Taking, takeReveal } from '../features/reveals/budget.ts'
import { makeReleaseAll } from '../features/review/claims.ts'
import { keepExpiring } from '../features/review/decisions/expiry.ts'
import { makeReviewLimits } from '../features/review/limits.ts'
import type { ActionNeeds } from '../features/review/operator-actions/action-plan.ts'
import { carryOut } from '../features/review/operator-actions/action-work.ts'
import { makeOwnIds } from '../features/search/own-index.ts'
import { makeIdentityProvider } from '../features/sign-in/provider.ts'
import { makeChoices } from '../features/transaction-list/choices.ts'
import { makeCoverage } from '../features/transaction-list/coverage.ts'
import { makeFiredRules, makeTransactionViews } from '../features/transactions/routes.ts'
import { connectServices } from '../payment-service/connect.ts'
import type { PaymentService } from '../payment-service/payment-service.ts'
import { createBulkhead } from '../payment-service/transport/bulkhead.ts'
import { sightsOf } from '../platform/access/field-access.ts'
import { permissionsOf, sightRoleOf } from '../platform/access/permissions.ts'
import { loosened } from '../platform/access/policy/overrides.ts'
import { makeProofs } from '../platform/access/proof-file.ts'
import { openTrail, signingKeys } from '../platform/audit/trail.ts'
import { openTrailSource } from '../platform/audit/verification/source.ts'
import { openStore } from '../platform/database/database.ts'
import { makeSeal } from '../platform/database/field-cipher.ts'
import { makeLeases } from '../platform/database/leases.ts'
import { makeAllowance } from '../platform/http/rate-limiter.ts'
import { ProblemError } from '../platform/problem/problem.ts'
import { type Log, makeLog } from '../platform/runtime/log.ts'
import { hostCookie } from '../platform/session/cookies.ts'
import { makeSessionWatch } from '../platform/session/session-watch.ts'
import { makeSessions } from '../platform/session/sessions.ts'
import { makeSeen } from '../records/confirmation/staff-read-indexer.ts'
import { makeHandles } from '../records/handles.ts'
import { makeKnownFacts } from '../records/observations/cached-facts.ts'
import { makeTellSessions } from '../records/session-news.ts'
import { makeWorkers } from '../sync/workers.ts'

/** Ids are suggested while somebody types: a few times for each look-up. */
const suggestionsPerLookUp = 5

/** What is of no environment is told under the first one. */
function officeOf({ environments: [first] }: Config): EnvironmentName {
  if (first === undefined) throw new Error('an environment is needed')
  return first.name
}

/** The payment service of one environment. The guards let no other name through. */
function oneOf(services: ReadonlyMap<EnvironmentName, PaymentService>) {
  return (environment: EnvironmentName): PaymentService => {
    const found = services.get(environment)
    if (found === undefined) throw new ProblemError('not_found')
    return found
  }
}

/**
 * Builds everything that the app needs from the configuration, once. Rejects when the database cannot
 * be opened or brought up to date.
 */
export async function makeDeps(config: Config, log: Log = makeLog(config.logLevel)) {
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl?.reveal() ?? null,
  })
  const seal = makeSeal(config.dataKeys)
  const secure = config.origin.protocol === 'https:'
  const metrics = makeMetrics()
  const { services, doors, createDoors } = connectServices(config, (entry) => {
    metrics.upstream(entry)
    log.info(entry, entry.event)
  })
  const actions: ActionNeeds = { isOn: (name) => doors.has(name), named: makeNamed(seal) }
  const sights = sightsOf(config.cells)
  const inForce = matrixWords(config.cells)
  const proofs = makeProofs(config.proofFile, inForce.fingerprint)
  for (const cell of loosened(config.cells))
    log.warn({ cell }, 'a cell of the access matrix is looser than the default')
  const receiver = makeReceiver(config, { store, seal, log, figures: metrics.notifications })
  const lookUps = makeAllowance(config.lookupsPerMinute)
  const tellSessions = makeTellSessions(store, log, officeOf(config))
  const sessions = makeSessions(store, seal, config, Date.now, makeReleaseAll({ store, log }), tellSessions)
  const watch = makeSessionWatch(sessions, log)
  const knownFacts = makeKnownFacts(store, log)
  const hub = makeHub(store, log, knownFacts.hear)
  const metricsToken = config.metricsToken?.reveal() ?? null
  const handles = makeHandles(store, seal)
  const service = oneOf(services)
  const longestMs = config.upstreamDeadlineMs
  const seen = makeSeen({ store, seal, log, handles, longestMs, review: config.review, now: Date.now })
  const takeIn = makeTakeIn({ store, seal, log, isCrowded: receiver.isCrowded })
  const { environments } = config
  const shownEnvironments = environments.map(({ name, label, kind, banner }) => ({
    name,
    label,
    kind,
    banner,
  }))
  const rates = { perSecond: config.readsPerSecond, catchUpPerSecond: config.catchUpReadsPerSecond }
  const work = { store, seal, log, handles, service, environments, rates, review: config.review }
  const importing = makeImportWork(work)
  // One name for whatever this process does: in the audit log, and as holder of its leases.
  const instance = randomBytes(6).toString('hex')
  const audit = await openTrail(store, config, { log, instance })
  const trailAt = { dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null }
  const trailKeys = signingKeys(config).all.map(({ publicKey }) => publicKey)
  const verifications = makeVerifications(
    { ...trailAt, headFile: config.audit.headFile, keys: trailKeys.map(({ text }) => text) },
    { audit, log },
  )
  const createDoor = (name: EnvironmentName) => createDoors.get(name) ?? null
  const requesting = { ...work, config, createDoor }
  const door = (name: string) => doors.get(name) ?? null
  const carry = { ...work, leases: makeLeases(store), audit, instance, actions, door, longestMs }
  const finding = { ...carry, absentMs: config.requestAbsentMs }
  const beside: typeof importing = (environment, way) => {
    const parts = [
      importing(environment, way),
      carryOut(carry, environment, way),
      findOut(finding, environment, way),
    ]
    return async (lease, signal) => {
      const expiring = keepExpiring({ store, log, config }, environment, signal)
      await Promise.all([...parts.map((part) => part(lease, signal)), expiring])
    }
  }
  const workers = makeWorkers({ ...work, holder: instance, sweepMs: config.sweepMs, takeIn, beside })
  const checks = makeChecks({
    store,
    environments: config.environments,
    zone: config.zone,
    sweepMs: config.sweepMs,
    loosened: loosened(config.cells),
    secrets: makeSecretSearch(secretsOf(config)),
    service,
    streams: () => hub.figures(),
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
    permissions: permissionsOf,
    sight: (role: Role, isBroken = false) => sights[sightRoleOf(role, isBroken)],
    matrixWords: inForce,
    proofs,
    office: officeOf(config),
    mayLookUp: lookUps.take,
    maySuggest: makeAllowance(suggestionsPerLookUp * config.lookupsPerMinute).take,
    reviewLimits: makeReviewLimits(config.review.callsPerMinute),
    // Fewer than look-ups: each may give all there is about somebody.
    subjectCalls: makeAllowance(Math.ceil(config.lookupsPerMinute / 2)).take,
    ownIds: makeOwnIds(store, config.zone),
    imports: makeImports(store, seal),
    checks,
    metrics,
    metricsToken,
    misses: makeAllowance(config.lookupsPerMinute),
    cookie: hostCookie('paydesk_session', secure),
    sessions,
    watch,
    hub,
    handles,
    documentHolds: createBulkhead(2, 8),
    namedEntry: makeNamedEntry({ store, config }),
    choices: makeChoices(store),
    coverage: makeCoverage({ store, environments }),
    actions,
    paymentRequests: makePaymentRequests(requesting),
    requestCalls: makeAllowance(config.requestsPerMinute).take,
    takeReveal: (taking: Taking) => takeReveal(taking, { store, config }),
    audit,
    trailSource: () => openTrailSource(trailAt),
    trailKeys,
    verifications,
    provider: makeIdentityProvider(config.oidc, config.origin),
    environments: shownEnvironments,
    transactionView: makeTransactionViews({ knownFacts, handles, environments: shownEnvironments }),
    firedRules: makeFiredRules({ knownFacts, handles, environments: shownEnvironments }),
    knownFacts,
    zone: config.zone,
    /** What staff read through it is noted; the workers read past it, because they write what they read. */
    service: oneOf(seen.noticing(services, config.environments)),
    /** Begins to take in notifications, to re-read, to sweep and to import. Not where a test wants to be alone. */
    startWorkers() {
      workers.start()
    },
    async close() {
      // Before the service's door closes: reads under way come to their end.
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

export type Deps = Awaited<ReturnType<typeof makeDeps>>
