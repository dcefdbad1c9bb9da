import { LRUCache } from 'lru-cache'
import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { type LiveChange, listLiveChangesSince, loadLatestLiveChangeSeq } from '../live-changes.ts'
import {
  createTransactionFinder,
  loadStoredTransactionFacts,
  type MerchantTransactionKey,
  type StoredTransactionFacts,
  type StoredTransactionFactsOptions,
} from './stored-transaction-facts.ts'

export interface StoredTransactionFactsCache {
  /**
   * Returns the facts; null if no such transaction of this merchant is known, or the payment service did not
   * know it at the last read.
   */
  get(
    about: MerchantTransactionKey,
    storedFactsOptions: StoredTransactionFactsOptions,
  ): Promise<StoredTransactionFacts | null>
  /**
   * Invalidates facts older than the change with this number. Call before notifying clients that then read
   * again.
   */
  invalidate(upTo: number): void
  /** Stops listening for changes; resolves once no read of changes is in flight. */
  stop(): Promise<void>
}

interface CachedFacts {
  readonly about: MerchantTransactionKey
  readonly facts: Promise<StoredTransactionFacts | null>
  /** Number of change signals received before the facts were loaded. */
  readonly heard: number
  /** Expiry in monotonic ms. */
  readonly until: number
  /** Set if the facts also depend on other transactions or on the time. */
  isWide: boolean
}

const maxCachedFacts = 2_000
/** Maximum age in ms; older facts are loaded again even without a change signal. */
const maxAgeMs = 1_000
/** Limit of changes read at once; beyond it, the whole cache is cleared. */
const maxChangesPerRead = 500

const buildTransactionKey = ({ environment, transaction }: { environment: string; transaction: string }) =>
  `${environment}/${transaction}`

/**
 * Caches the facts of our records for the rules that need more than a record. Many users view the same
 * transaction, and open pages refresh repeatedly, so facts are kept until a change is signalled. Facts from
 * before a signalled change that is not read yet are not returned.
 */
export function createStoredTransactionFactsCache(
  { db, onWake }: Pick<Store, 'db' | 'onWake'>,
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): StoredTransactionFactsCache {
  const rowOf = createTransactionFinder(db)
  const cachedFacts = new LRUCache<string, CachedFacts>({ max: maxCachedFacts })
  /** Number of the last change that was read; null if the whole cache has to be cleared. */
  let head: number | null = null
  let heard = 0
  let isBehind = true
  let reading: Promise<void> | null = null

  async function ask(
    about: MerchantTransactionKey,
    storedFactsOptions: StoredTransactionFactsOptions,
  ): Promise<StoredTransactionFacts | null> {
    const row = await rowOf(about)
    return row === undefined || row.gone === 1
      ? null
      : loadStoredTransactionFacts(db, row, storedFactsOptions)
  }

  function forget(changes: readonly LiveChange[]): void {
    const ids = new Set<string>()
    /**
     * Environments with a changed notification: that change has the notification's number, not its
     * transaction.
     */
    const environments = new Set<string>()
    for (const { kind, environment, subject_id } of changes) {
      if (kind === 'transaction') ids.add(buildTransactionKey({ environment, transaction: subject_id }))
      if (kind === 'notification') environments.add(environment)
    }
    const at = now()
    for (const [key, { about, isWide, until }] of cachedFacts) {
      const isTold = environments.has(about.environment) || ids.has(buildTransactionKey(about))
      if (isTold || isWide || until <= at) cachedFacts.delete(key)
    }
  }

  async function readChanges(): Promise<void> {
    if (head === null) {
      const newest = await loadLatestLiveChangeSeq(db)
      // Clear after reading the number: facts loaded from here on are newer.
      cachedFacts.clear()
      head = newest
      return
    }
    const changes = await listLiveChangesSince(db, head, maxChangesPerRead)
    forget(changes)
    head = changes.length < maxChangesPerRead ? (changes.at(-1)?.seq ?? head) : null
  }

  async function readOn(): Promise<void> {
    try {
      let before: number
      do {
        before = heard
        await readChanges()
      } while (before !== heard || head === null)
      isBehind = false
    } catch (error) {
      // Clear the cache: nothing outdated is returned until the next signal tries again.
      log.warn({ err: error }, 'changes could not be read: facts are loaded each time')
      cachedFacts.clear()
      head = null
    } finally {
      reading = null
    }
  }

  function woken(): void {
    heard += 1
    isBehind = true
    reading ??= readOn()
  }

  const unsubscribe = onWake('changes', woken)
  return {
    invalidate(upTo) {
      // Skip if the signal was faster: those changes have been processed already.
      if (head === null || head < upTo) woken()
    },
    get(about, storedFactsOptions) {
      const key = `${about.environment}/${about.transaction}/${about.merchant}/${storedFactsOptions.totals}`
      const before = cachedFacts.get(key)
      const at = now()
      if (before !== undefined && (!isBehind || before.heard === heard) && at < before.until)
        return before.facts
      const facts = ask(about, storedFactsOptions)
      const made: CachedFacts = {
        about,
        facts,
        heard,
        until: at + maxAgeMs,
        isWide: storedFactsOptions.totals,
      }
      cachedFacts.set(key, made)
      facts.then(
        (storedFacts) => {
          made.isWide ||= storedFacts !== null && storedFacts.lastNotificationAt !== null
        },
        () => cachedFacts.get(key) === made && cachedFacts.delete(key),
      )
      return facts
    },
    async stop() {
      unsubscribe()
      await reading
    },
  }
}
