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
 * Result of a read ahead for the metrics. `read`: the payment service was asked; `used`: the answer was opened;
 * `dropped`: the record or the session changed before; the others say why nothing was asked.
 */
export type ReadAheadResult = 'read' | 'used' | 'dropped' | 'not_calm' | 'over_budget'

export interface ReadAheadDeps {
  readonly isOn: boolean
  readonly changes: FreshnessChecker
  readonly log: Pick<Logger, 'warn'>
  readonly count: (environment: EnvironmentName, result: ReadAheadResult) => void
  /** Milliseconds of a clock that never goes back, above 0. */
  readonly now?: () => number
}

/** Rights of a person who has a list on screen and may open one of its rows next. */
export interface ReadAheadReader {
  readonly scope: Scope
  readonly binding: ReadAheadBinding
  readonly reference: SupportReference
}

type Services = ReadonlyMap<EnvironmentName, PaymentService>

export interface ReadAhead {
  /** Wraps the services for staff: a read with a binding opens the answer that was read ahead for that binding. */
  wrapWithSealedAnswers(services: Services): Services
  /** Reads rows of our records ahead. Resolves when nothing is left to do; never rejects. */
  readRows(transactions: readonly TransactionId[], reader: ReadAheadReader): Promise<void>
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
export function createReadAhead(deps: ReadAheadDeps): ReadAhead {
  const { changes, count, log, now = () => performance.now() } = deps
  const answers = createEncryptedReadAheadCache<FreshnessMark>(now)
  const services = new Map<EnvironmentName, ReadAheadTarget>()
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
    const target = services.get(environment)
    if (found === null || target === undefined) return null
    if (await changes.hasChangedSince(found.mark, { environment, transaction, session: binding.session })) {
      count(environment, 'dropped')
      return null
    }
    count(environment, 'used')
    target.counts.add('used')
    return target.service.openState(transaction, found)
  }

  async function readAndSeal(
    target: ReadAheadTarget,
    transaction: TransactionId,
    { scope, binding, reference }: ReadAheadReader,
  ): Promise<void> {
    const { environment } = scope
    // Mark first: a change during the read must count as later than the read.
    const mark = await changes.mark()
    const read = await target.time(() => target.service.readStateAhead(transaction, { reference }))
    if (read?.outcome !== 'found' || resolveMerchantInScope(read.value.record, scope) === null) return
    const { bytes } = read.value
    answers.put({ binding: binding.key, environment, transaction }, { bytes, at: read.reading.at, mark })
  }

  async function readOneAhead(transaction: TransactionId, reader: ReadAheadReader): Promise<void> {
    const { binding, scope } = reader
    const { environment } = scope
    const target = services.get(environment)
    const name = nameOf(environment, transaction, binding)
    if (target === undefined || underWay.has(name)) return
    if (answers.has({ binding: binding.key, environment, transaction })) return
    if (target.isSlow() || !isCalm(target.service)) return count(environment, 'not_calm')
    const inVain = Math.max(0, target.counts.sum('read') - target.counts.sum('used'))
    if (inVain + 1 > maxShareInVain * target.counts.sum('asked')) return count(environment, 'over_budget')
    target.counts.add('read')
    count(environment, 'read')
    const run = readAndSeal(target, transaction, reader)
      .catch((thrown: unknown) => log.warn({ err: thrown }, 'a read ahead failed'))
      .finally(() => underWay.delete(name))
    underWay.set(name, run)
    await run
  }

  async function readAllAhead(ids: readonly TransactionId[], reader: ReadAheadReader): Promise<void> {
    try {
      const known = await changes.selectInScope(ids, reader.scope)
      await Promise.all(known.map((transaction) => readOneAhead(transaction, reader)))
    } catch (thrown) {
      log.warn({ err: thrown }, 'rows could not be read ahead')
    }
  }

  return {
    wrapWithSealedAnswers(all) {
      for (const [environment, service] of all) services.set(environment, createReadAheadTarget(service, now))
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
    async readRows(ids, reader) {
      if (!deps.isOn) return
      const task = readAllAhead(ids, reader)
      tasks.add(task)
      await task
      tasks.delete(task)
    },
    async stop() {
      await Promise.all(tasks)
    },
  }
}

interface ReadAheadTarget {
  readonly service: PaymentService
  /** Reads by staff (`asked`), reads ahead (`read`), and those of them that were opened (`used`). */
  readonly counts: ReturnType<typeof createRollingCounts<'asked' | 'read' | 'used'>>
  /** True after a slow or failed read, until a read is quick again. */
  readonly isSlow: () => boolean
  readonly time: <T extends { readonly outcome: string } | null>(read: () => Promise<T>) => Promise<T>
}

function createReadAheadTarget(service: PaymentService, now: () => number): ReadAheadTarget {
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
