import { randomBytes } from 'node:crypto'
import type { EnvironmentName } from '@paydesk/shared/ids'
import type { Role } from '@paydesk/shared/permissions'
import { loosened } from './access/overrides.ts'
import { permissionsOf } from './access/permissions.ts'
import { sightsOf } from './access/show.ts'
import { makeAuditLog } from './audit/log.ts'
import type { Config } from './config.ts'
import { makeAllowance } from './http/allowance.ts'
import { hostCookie } from './http/cookies.ts'
import { type Log, makeLog } from './http/log.ts'
import { ProblemError } from './http/problem.ts'
import { makeSessionWatch } from './http/session-watch.ts'
import { makeSessions } from './http/sessions.ts'
import { makeImports } from './imports/jobs.ts'
import { makeHandles } from './known/handles.ts'
import { makeHub } from './live/hub.ts'
import { makeOwnIds } from './lookup/own-index.ts'
import { makeInbox } from './notifications/inbox.ts'
import { makeProof } from './notifications/proof.ts'
import { receiveNotifications } from './notifications/receive.ts'
import { makeRefusals } from './notifications/refusals.ts'
import { makeChoices } from './overview/choices.ts'
import { makeCoverage } from './overview/coverage.ts'
import { makeIdentityProvider } from './session/provider.ts'
import { openStore, type Store } from './store/database.ts'
import { makeSeal, type Seal } from './store/seal.ts'
import { defaultLimits } from './upstream/limits.ts'
import { createPaymentService, type PaymentService } from './upstream/payment-service.ts'

function connect(config: Config, log: Log): Map<EnvironmentName, PaymentService> {
  const limits = {
    ...defaultLimits,
    totalMs: config.upstreamDeadlineMs,
    firstByteMs: Math.min(defaultLimits.firstByteMs, config.upstreamDeadlineMs),
  }
  return new Map(
    config.environments.map((environment) => [
      environment.name,
      createPaymentService({
        environment: {
          name: environment.name,
          baseUrl: environment.baseUrl.href.replace(/\/$/, ''),
          clientName: environment.clientName.reveal(),
          token: environment.token.reveal(),
          merchantIds: environment.merchantIds,
        },
        limits,
        log: (entry) => log.info(entry, entry.event),
      }),
    ]),
  )
}

/** Ids are suggested while somebody types: a few times for each look-up. */
const suggestionsPerLookUp = 5

/** The endpoint for notifications, with the ways in of the environments. */
function makeReceiver(config: Config, { store, seal, log }: { store: Store; seal: Seal; log: Log }) {
  const refusals = makeRefusals(store, log)
  for (const { name, notification } of config.environments)
    if (notification.proof === 'none')
      log.warn({ environment: name }, 'NOTIFICATIONS WITHOUT PROOF OF ORIGIN: anybody can send them')
  const entrances = config.environments.map(
    ({ name, notification }) => [name, { environment: name, proof: makeProof(notification) }] as const,
  )
  const inbox = makeInbox(store, seal, config.inboxMost)
  const receiver = receiveNotifications({ entrances: new Map(entrances), inbox, refusals, log })
  return { ...receiver, flush: refusals.flush, close: refusals.close }
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
  const services = connect(config, log)
  const sights = sightsOf(config.cells)
  for (const cell of loosened(config.cells))
    log.warn({ cell }, 'a cell of the access matrix is looser than the default')
  const receiver = makeReceiver(config, { store, seal, log })
  const lookUps = makeAllowance(config.lookupsPerMinute)
  const sessions = makeSessions(store, seal, config)
  const watch = makeSessionWatch(sessions, log)
  const hub = makeHub(store, log)
  return {
    config,
    log,
    store,
    seal,
    secure,
    receiver,
    permissions: permissionsOf,
    sight: (role: Role) => sights[role],
    mayLookUp: lookUps.take,
    maySuggest: makeAllowance(suggestionsPerLookUp * config.lookupsPerMinute).take,
    ownIds: makeOwnIds(store, config.zone),
    imports: makeImports(store, seal),
    misses: makeAllowance(config.lookupsPerMinute),
    cookie: hostCookie('paydesk_session', secure),
    sessions,
    watch,
    hub,
    handles: makeHandles(store, seal),
    choices: makeChoices(store),
    coverage: makeCoverage(store),
    audit: makeAuditLog(store, randomBytes(6).toString('hex')),
    provider: makeIdentityProvider(config.oidc, config.origin),
    environments: config.environments.map(({ name, label, kind, banner }) => ({ name, label, kind, banner })),
    zone: config.zone,
    /** The payment service of one environment. The guards let no other name through. */
    service(environment: EnvironmentName): PaymentService {
      const service = services.get(environment)
      if (service === undefined) throw new ProblemError('not_found')
      return service
    },
    async close() {
      watch.stop()
      hub.stop()
      await Promise.all([...services.values()].map((service) => service.close()))
      await receiver.close()
      await store.close()
    },
  }
}

export type Deps = Awaited<ReturnType<typeof makeDeps>>
