import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { EnvironmentName, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { LRUCache } from 'lru-cache'
import type { StateRecord, TransactionListEntry } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { unwrapGuardedForHandle, unwrapOperationalText } from '../../platform/access/guarded.ts'
import type { FieldCipher } from '../../platform/database/field-cipher.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { createDebouncedJob } from '../../platform/jobs/debounced-job.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import {
  findUndocumentedValues,
  fingerprintUndocumentedValues,
  recordUndocumentedValues,
} from '../observations/undocumented-values.ts'
import { enqueueTransactionRead, type ReadQueueRequest } from '../read-queue.ts'
import { resolveStateRecordOwner } from './identify-record.ts'
import { mergeReadIntoTransactionRow } from './merge-read.ts'
import {
  type ListedTransactions,
  type ListedTransactionsDeps,
  type NewTransactionRow,
  recordListedTransactions,
  recordNewTransactions,
} from './record-listed-transactions.ts'

export interface StaffReadRecorderDeps extends ListedTransactionsDeps {
  readonly cipher: FieldCipher
  readonly log: Logger
  /** Longest duration of a read in ms: a joined read began no earlier than this before its answer. */
  readonly maxReadMs: number
  /** Current time in ms since 1970. */
  now(): number
}

export interface StaffReadEnvironment {
  readonly name: EnvironmentName
  readonly merchantIds: readonly MerchantId[]
}

export interface StaffReadRecorder {
  /** Wraps the services for staff: their reads are recorded in the background, after the answer. */
  wrapWithRecording(
    services: ReadonlyMap<EnvironmentName, PaymentService>,
    environments: readonly StaffReadEnvironment[],
  ): ReadonlyMap<EnvironmentName, PaymentService>
  stop(): Promise<void>
}

interface PendingRecord {
  readonly environment: StaffReadEnvironment
  readonly transaction: TransactionId
  readonly record: StateRecord
  /** Time of the answer in ms since 1970. */
  readonly at: number
}

/**
 * Time in ms during which an unchanged record is not compared with our records again, only with its
 * fingerprint in memory.
 */
const fingerprintTtlMs = 30_000
const maxFingerprints = 20_000
/**
 * Limit of pending records; further ones are skipped, because the next read by staff or the sync records
 * them.
 */
const maxPending = 1_000
const flushDelayMs = 50
const maxBatchSize = 50

const fingerprintByRecord = new WeakMap<StateRecord, string>()

/**
 * Computes the fingerprint of the fields that are compared: records with equal fingerprints do not differ.
 */
function fingerprintRecord(record: StateRecord): string {
  const known = fingerprintByRecord.get(record)
  if (known !== undefined) return known
  const { state, compound_state, expires_at } = record
  const texts = [state, compound_state, expires_at].map(unwrapOperationalText)
  const fingerprint = [...texts, fingerprintUndocumentedValues(findUndocumentedValues(record))].join('\n')
  fingerprintByRecord.set(record, fingerprint)
  return fingerprint
}

const fingerprintEntry = ({ state, transaction_state, workflow }: TransactionListEntry) =>
  `${unwrapOperationalText(state)}\n${unwrapOperationalText(transaction_state)}\n${unwrapOperationalText(workflow)}`

/**
 * Write-behind for reads made by staff. Adds transactions that our records do not have; queues a confirmed
 * read where the answer differs from our records, because only confirmed reads may change a row.
 */
export function createStaffReadRecorder(deps: StaffReadRecorderDeps): StaffReadRecorder {
  const { store, log, now } = deps
  const fingerprints = new LRUCache<string, string>({ max: maxFingerprints, ttl: fingerprintTtlMs })
  const records: PendingRecord[] = []
  const lists: ListedTransactions[] = []
  const writing = createDebouncedJob(flushDelayMs, writeAll)

  async function writeAll(): Promise<void> {
    const [some, list] = [records.splice(0, maxBatchSize), lists.splice(0, 1)]
    try {
      if (some.length > 0) await writeRecords(some)
      for (const one of list) await recordListedTransactions(deps, one, now())
    } catch (error) {
      for (const { transaction, environment } of some)
        fingerprints.delete(`${environment.name}/${transaction}`)
      log.warn({ err: error }, 'reads of staff could not be recorded')
    }
    if (records.length + lists.length > 0) writing.schedule()
  }

  /**
   * Builds the row of a record as for a transaction not seen before; null if its merchant is none of this
   * environment.
   */
  async function buildRow({
    environment,
    transaction,
    record,
    at,
  }: PendingRecord): Promise<NewTransactionRow | null> {
    const found = await resolveStateRecordOwner(record, transaction, { ...deps, environment })
    if (found === null) return null
    const recordValues = findUndocumentedValues(record)
    const none = { notifications: [], sent: null, listedAmounts: [], listValues: [] }
    const nothing = { ...none, recordValues, source: 'read' as const }
    const begunAt = at - deps.maxReadMs
    const interval = { from: null, to: at, source: 'read' as const, notificationSeq: null }
    const read = { environment: environment.name, transaction, begunAt, arrivedAt: at, found, ...nothing }
    const row = mergeReadIntoTransactionRow(read, undefined, interval)
    return row === null ? null : { row, record: found.review }
  }

  async function writeRecords(some: readonly PendingRecord[]): Promise<void> {
    const byKey = new Map(some.map((one) => [`${one.environment.name}/${one.transaction}`, one]))
    const made = await Promise.all(
      [...byKey.entries()].map(async ([key, one]) => [key, one, await buildRow(one)] as const),
    )
    const news = made
      .flatMap(([, , one]) => (one === null ? [] : [one]))
      .sort((a, b) => (a.row.id < b.row.id ? -1 : 1))
    const ids = news.map(({ row }) => row.id)
    if (ids.length === 0) return
    const written = await withTransaction(store, async (trx) => {
      const known = await trx
        .selectFrom('transactions')
        .select(['environment', 'id', 'state', 'compound', 'expires_at', 'read_at', 'record_values', 'gone'])
        .where('id', 'in', ids)
        .execute()
      const storedRows = new Map(known.map((row) => [`${row.environment}/${row.id}`, row]))
      const readRequests = made.flatMap(([key, one, newTransactionRow]): ReadQueueRequest[] => {
        const storedRow = storedRows.get(key)
        const row = newTransactionRow?.row ?? null
        const same =
          storedRow === undefined ||
          row === null ||
          (storedRow.state === row.state &&
            storedRow.compound === row.compound &&
            storedRow.expires_at === row.expires_at &&
            storedRow.record_values === row.record_values &&
            storedRow.read_at !== null &&
            storedRow.gone === 0)
        if (same) return []
        return [
          { environment: one.environment.name, transaction: one.transaction, why: 'differs', dueAt: now() },
        ]
      })
      await enqueueTransactionRead(trx, readRequests, now())
      const fresh = news.filter(({ row }) => !storedRows.has(`${row.environment}/${row.id}`))
      for (const {
        row: { environment, id, merchant },
      } of fresh) {
        const one = byKey.get(`${environment}/${id}`)
        const values = one === undefined ? [] : findUndocumentedValues(one.record)
        await recordUndocumentedValues(trx, { environment, merchant }, values, id, now())
      }
      const added = await recordNewTransactions(trx, deps, fresh, now())
      return { added: added.size, requested: readRequests.length }
    })
    if (written.added > 0) store.wake('changes')
    if (written.requested > 0) store.wake('reads')
  }

  /** Returns true if this fingerprint was stored a moment ago; otherwise stores it. */
  function isRecentlyRecorded(key: string, fingerprint: string): boolean {
    if (fingerprints.get(key) === fingerprint) return true
    fingerprints.set(key, fingerprint)
    return false
  }

  function scheduleRecord(
    environment: StaffReadEnvironment,
    transaction: TransactionId,
    { value: record, reading }: { readonly value: StateRecord; readonly reading: DataFreshness },
  ): void {
    if (isRecentlyRecorded(`${environment.name}/${transaction}`, fingerprintRecord(record))) return
    if (records.length >= maxPending) return
    // Take the arrival: an answer that was read ahead is some seconds old.
    records.push({ environment, transaction, record, at: Math.min(now(), Date.parse(reading.at)) })
    writing.schedule()
  }

  function scheduleEntries(list: ListedTransactions): void {
    // Avoid `some()` here: `isKnown` also stores the fingerprint, so every entry must be checked.
    const news = list.entries.filter((entry) => {
      const key = `list/${list.environment}/${unwrapGuardedForHandle(entry.transaction_uid)}`
      return !isRecentlyRecorded(key, fingerprintEntry(entry))
    })
    if (news.length === 0) return
    if (lists.length >= maxPending) return
    lists.push(list)
    writing.schedule()
  }

  const wrapService = (environment: StaffReadEnvironment, service: PaymentService): PaymentService => ({
    ...service,
    async readState(transaction, options) {
      const outcome = await service.readState(transaction, options)
      if (outcome.outcome === 'found' && outcome.reading.from === 'service')
        scheduleRecord(environment, transaction, outcome)
      return outcome
    },
    async listTransactionsOfCustomer(merchant, rid, options) {
      const outcome = await service.listTransactionsOfCustomer(merchant, rid, options)
      if (outcome.outcome === 'found') {
        const { entries } = outcome.value
        scheduleEntries({ environment: environment.name, merchant, rid, entries, source: 'list' })
      }
      return outcome
    },
  })

  return {
    wrapWithRecording: (services, environments) =>
      new Map(
        environments.flatMap((environment) => {
          const service = services.get(environment.name)
          return service === undefined ? [] : [[environment.name, wrapService(environment, service)]]
        }),
      ),
    stop: writing.stop,
  }
}
