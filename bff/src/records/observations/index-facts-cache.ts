import type { Store } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { type ChangeEvent, listChangesSince, loadLatestChangeSeq } from '../changes.ts'
import {
  createTransactionFinder,
  type IndexFacts,
  type IndexFactsOptions,
  loadIndexFacts,
  type MerchantTransactionKey,
} from './index-facts.ts'

export interface IndexFactsCache {
  /** Null where nothing is known under this merchant, or the service did not know it when it was read last. */
  get(about: MerchantTransactionKey, asked: IndexFactsOptions): Promise<IndexFacts | null>
  /** Changes up to this number were found; called before anybody is told of them who then reads again. */
  invalidate(upTo: number): void
  /** Hears of nothing more; resolves once nothing is being read. */
  stop(): Promise<void>
}

interface CachedFacts {
  readonly about: MerchantTransactionKey
  readonly facts: Promise<IndexFacts | null>
  /** How often it had been heard by then that something changed. */
  readonly heard: number
  /** Monotonic ms. */
  readonly until: number
  /** It also rests on what happens to other transactions, or on the time. */
  isWide: boolean
}

const maxCachedFacts = 2_000
/** Beyond it (ms) it is asked anew, although nothing was heard of. */
const maxAgeMs = 1_000
/** Where more changed at once, everything is asked anew. */
const maxChangesPerRead = 500

const buildTransactionKey = ({ environment, transaction }: { environment: string; transaction: string }) =>
  `${environment}/${transaction}`

/**
 * What is known of a transaction, for the rules that need more than its record. Many look at the same one, and
 * pages that stay open look again and again: it is kept until a change of it is heard of. What was kept before
 * a change that was heard of but not read yet is not given out.
 */
export function createIndexFactsCache(
  { db, onWake }: Pick<Store, 'db' | 'onWake'>,
  log: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): IndexFactsCache {
  const rowOf = createTransactionFinder(db)
  const kept = new Map<string, CachedFacts>()
  /** The number of the last change that was read; null where all that was kept before is forgotten. */
  let head: number | null = null
  let heard = 0
  let isBehind = true
  let reading: Promise<void> | null = null

  async function ask(about: MerchantTransactionKey, asked: IndexFactsOptions): Promise<IndexFacts | null> {
    const row = await rowOf(about)
    return row === undefined || row.gone === 1 ? null : loadIndexFacts(db, row, asked)
  }

  function forget(changes: readonly ChangeEvent[]): void {
    const ids = new Set<string>()
    /** A notification is told by its number, whichever transaction it is of. */
    const environments = new Set<string>()
    for (const { kind, environment, subject_id } of changes) {
      if (kind === 'transaction') ids.add(buildTransactionKey({ environment, transaction: subject_id }))
      if (kind === 'notification') environments.add(environment)
    }
    const at = now()
    for (const [key, { about, isWide, until }] of kept) {
      const isTold = environments.has(about.environment) || ids.has(buildTransactionKey(about))
      if (isTold || isWide || until <= at) kept.delete(key)
    }
  }

  async function readChanges(): Promise<void> {
    if (head === null) {
      const newest = await loadLatestChangeSeq(db)
      // Whatever is asked from here on is newer than this number.
      kept.clear()
      head = newest
      return
    }
    const changes = await listChangesSince(db, head, maxChangesPerRead)
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
      // The next wake tries again; until then nothing older is given out.
      log.warn({ err: error }, 'changes could not be read: what is known is asked for each time')
      kept.clear()
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

  const unhear = onWake('changes', woken)
  return {
    invalidate(upTo) {
      // Mostly the wake was quicker: what was read already is forgotten already.
      if (head === null || head < upTo) woken()
    },
    get(about, asked) {
      const key = `${about.environment}/${about.transaction}/${about.merchant}/${asked.totals}`
      const before = kept.get(key)
      const at = now()
      if (before !== undefined && (!isBehind || before.heard === heard) && at < before.until)
        return before.facts
      if (kept.size >= maxCachedFacts) kept.clear()
      const facts = ask(about, asked)
      const made: CachedFacts = { about, facts, heard, until: at + maxAgeMs, isWide: asked.totals }
      kept.set(key, made)
      facts.then(
        (known) => {
          made.isWide ||= known !== null && known.lastNotificationAt !== null
        },
        () => kept.get(key) === made && kept.delete(key),
      )
      return facts
    },
    async stop() {
      unhear()
      await reading
    },
  }
}
