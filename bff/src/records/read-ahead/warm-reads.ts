import type { EnvironmentName, SupportReference, TransactionId } from '@paydesk/shared/core/ids'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import type { ReadAheadBinding } from '../../payment-service/transport/call.ts'
import { createRollingCounts } from '../../payment-service/transport/rolling-counts.ts'
import type { Scope } from '../../platform/http/route.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { resolveMerchantInScope } from '../transactions.ts'
import { createEncryptedReadAheadCache } from './encrypted-read-ahead-cache.ts'
import type { FreshnessChecker, FreshnessMark } from './freshness-marks.ts'

/**
 * Result of a warm read for the metrics. `read`: the payment service was asked; `used`: the answer was opened;
 * `dropped`: the record or the session changed before; the others say why nothing was asked.
 */
export type WarmReadResult = 'read' | 'used' | 'dropped' | 'not_calm' | 'over_budget'

export interface WarmReadsDeps {
  readonly isOn: boolean
  readonly changes: FreshnessChecker
  readonly log: Pick<Logger, 'warn'>
  readonly count: (environment: EnvironmentName, result: WarmReadResult) => void
  /** Milliseconds of a clock that never goes back, above 0. */
  readonly now?: () => number
}

/** Rights of a person who has a list on screen and may open one of its rows next. */
export interface WarmReader {
  readonly scope: Scope
  readonly binding: ReadAheadBinding
  readonly reference: SupportReference
}

type Services = ReadonlyMap<EnvironmentName, PaymentService>

export interface WarmReads {
  /** Wraps the services for staff: a read with a binding opens the answer that was read ahead for that binding. */
  wrapWithSealedAnswers(services: Services): Services
  /** Reads rows of our records ahead. Resolves when nothing is left to do; never rejects. */
  warm(transactions: readonly TransactionId[], reader: WarmReader): Promise<void>
  /** Resolves once no read ahead is under way. */
  stop(): Promise<void>
}

/** Share of the reads by staff up to which reads ahead may have been in vain. */
const maxShareInVain = 0.3
const budgetWindowMs = 300_000
/** Duration of a read (ms) from which the payment service counts as slow. */
const slowReadMs = 2_000
/** Slots of the lane that must be free: reads ahead never let a person wait. */
const maxRunningReads = 4

/** Tells if the payment service answers reads of states, quickly, with room for more. */
function isCalm(service: PaymentService): boolean {
  const { lanes, operations } = service.health()
  const { breaker, lastFailure, lastSuccess } = operations.state
  const isAnswering = lastFailure === null || (lastSuccess !== null && lastSuccess > lastFailure)
  const { running, waiting } = lanes.transaction
  return breaker === 'closed' && isAnswering && running <= maxRunningReads && waiting === 0
}

/**
 * Creates reads of states before somebody opens the record. Nothing of their answers is kept in the clear or leaves
 * this process before the opening, which passes masks and audit log as any other read.
 */
export function createWarmReads(deps: WarmReadsDeps): WarmReads {
  const { changes, count, log, now = () => performance.now() } = deps
  const answers = createEncryptedReadAheadCache<FreshnessMark>(now)
  const services = new Map<EnvironmentName, WarmedService>()
  const underWay = new Map<string, Promise<void>>()
  const tasks = new Set<Promise<void>>()
  const nameOf = (environment: EnvironmentName, transaction: TransactionId, { key }: ReadAheadBinding) =>
    JSON.stringify([environment, transaction, key])

  /** Opens the answer of a read ahead, waiting for its end; null if there is none that still holds. */
  async function open(
    environment: EnvironmentName,
    transaction: TransactionId,
    binding: ReadAheadBinding,
  ): Promise<Awaited<ReturnType<PaymentService['readState']>> | null> {
    // Cost the many reads without an answer nothing.
    if (underWay.size === 0 && answers.isEmpty()) return null
    await underWay.get(nameOf(environment, transaction, binding))
    const found = answers.take({ binding: binding.key, environment, transaction })
    const warmed = services.get(environment)
    if (found === null || warmed === undefined) return null
    if (await changes.hasChangedSince(found.mark, { environment, transaction, session: binding.session })) {
      count(environment, 'dropped')
      return null
    }
    count(environment, 'used')
    warmed.counts.add('used')
    return warmed.service.openState(transaction, found)
  }

  async function readAndSeal(
    warmed: WarmedService,
    transaction: TransactionId,
    { scope, binding, reference }: WarmReader,
  ): Promise<void> {
    const { environment } = scope
    // Mark first: a change during the read must count as later than the read.
    const mark = await changes.mark()
    const read = await warmed.time(() => warmed.service.readStateAhead(transaction, { reference }))
    if (read?.outcome !== 'found' || resolveMerchantInScope(read.value.record, scope) === null) return
    const { bytes } = read.value
    answers.put({ binding: binding.key, environment, transaction }, { bytes, at: read.reading.at, mark })
  }

  async function warmOne(transaction: TransactionId, reader: WarmReader): Promise<void> {
    const { binding, scope } = reader
    const { environment } = scope
    const warmed = services.get(environment)
    const name = nameOf(environment, transaction, binding)
    if (warmed === undefined || underWay.has(name)) return
    if (answers.has({ binding: binding.key, environment, transaction })) return
    if (warmed.isSlow() || !isCalm(warmed.service)) return count(environment, 'not_calm')
    const inVain = Math.max(0, warmed.counts.sum('read') - warmed.counts.sum('used'))
    if (inVain + 1 > maxShareInVain * warmed.counts.sum('asked')) return count(environment, 'over_budget')
    warmed.counts.add('read')
    count(environment, 'read')
    const run = readAndSeal(warmed, transaction, reader)
      .catch((thrown: unknown) => log.warn({ err: thrown }, 'a read ahead failed'))
      .finally(() => underWay.delete(name))
    underWay.set(name, run)
    await run
  }

  async function warmAll(ids: readonly TransactionId[], reader: WarmReader): Promise<void> {
    try {
      const known = await changes.selectInScope(ids, reader.scope)
      await Promise.all(known.map((transaction) => warmOne(transaction, reader)))
    } catch (thrown) {
      log.warn({ err: thrown }, 'rows could not be read ahead')
    }
  }

  return {
    wrapWithSealedAnswers(all) {
      for (const [environment, service] of all) services.set(environment, createWarmedService(service, now))
      return new Map(
        [...services].map(([environment, { service, counts, time }]) => [
          environment,
          {
            ...service,
            async readState(transaction, options) {
              const opened =
                options.binding === undefined ? null : await open(environment, transaction, options.binding)
              if (opened?.outcome === 'found') {
                counts.add('asked')
                return opened
              }
              const outcome = await time(() => service.readState(transaction, options))
              if (outcome.outcome !== 'found' || outcome.reading.from === 'service') counts.add('asked')
              return outcome
            },
          },
        ]),
      )
    },
    async warm(ids, reader) {
      if (!deps.isOn) return
      const task = warmAll(ids, reader)
      tasks.add(task)
      await task
      tasks.delete(task)
    },
    async stop() {
      await Promise.all(tasks)
    },
  }
}

interface WarmedService {
  readonly service: PaymentService
  /** Reads by staff (`asked`), reads ahead (`read`), and those of them that were opened (`used`). */
  readonly counts: ReturnType<typeof createRollingCounts<'asked' | 'read' | 'used'>>
  /** True after a slow or failed read, until a read is quick again. */
  readonly isSlow: () => boolean
  readonly time: <T extends { readonly outcome: string } | null>(read: () => Promise<T>) => Promise<T>
}

function createWarmedService(service: PaymentService, now: () => number): WarmedService {
  let isSlow = false
  return {
    service,
    counts: createRollingCounts(now, budgetWindowMs),
    isSlow: () => isSlow,
    async time(read) {
      const begun = now()
      const outcome = await read()
      if (outcome !== null) isSlow = outcome.outcome === 'failed' || now() - begun > slowReadMs
      return outcome
    },
  }
}
