import type { EnvironmentName, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { rid as ridSchema } from '@paydesk/shared/core/ids'
import type { ListEntry, StateRecord } from '../../payment-service/parsing/wire.ts'
import type { PaymentService } from '../../payment-service/payment-service.ts'
import { openForHandle, openOperational } from '../../platform/access/guarded.ts'
import type { Seal } from '../../platform/database/field-cipher.ts'
import { transact } from '../../platform/database/transaction.ts'
import type { Log } from '../../platform/runtime/log.ts'
import { noteUndocumented, printOfValues, undocumentedIn } from '../observations/undocumented-values.ts'
import { type Ask, ask } from '../read-queue.ts'
import { ownMerchantOf } from '../transactions.ts'
import { nextRow } from './merge-read.ts'
import {
  insertSeen,
  type ListNeeds,
  type NewRow,
  noteList,
  type SeenList,
} from './record-listed-transactions.ts'
import { columnsOf } from './transaction-columns.ts'

export interface SeenNeeds extends ListNeeds {
  readonly seal: Seal
  readonly log: Log
  /** The longest a read may take (ms): one that was joined began no earlier. */
  readonly longestMs: number
  /** ms since 1970. */
  now(): number
}

export interface OwnEnvironment {
  readonly name: EnvironmentName
  readonly merchantIds: readonly MerchantId[]
}

export interface Seen {
  /** The same services for members of staff: what they read is noted behind their answer. */
  noticing(
    services: ReadonlyMap<EnvironmentName, PaymentService>,
    environments: readonly OwnEnvironment[],
  ): ReadonlyMap<EnvironmentName, PaymentService>
  stop(): Promise<void>
}

interface SeenRecord {
  readonly environment: OwnEnvironment
  readonly transaction: TransactionId
  readonly record: StateRecord
  /** When its answer had come (ms since 1970). */
  readonly at: number
}

/** What was noted last of a transaction is compared in memory; for so long (ms) the index is not asked again. */
const believedMs = 30_000
const mostRemembered = 20_000
/** Beyond it nothing is noted: the next look does it, or the sweep. */
const mostWaiting = 1_000
const gatherMs = 50
const atOnce = 50

const printsMade = new WeakMap<StateRecord, string>()

/** What is compared of a record: two records with the same print say the same. */
function printOf(record: StateRecord): string {
  const known = printsMade.get(record)
  if (known !== undefined) return known
  const { state, compound_state, expires_at } = record
  const told = [state, compound_state, expires_at].map(openOperational)
  const print = [...told, printOfValues(undocumentedIn(record))].join('\n')
  printsMade.set(record, print)
  return print
}

const entryPrint = ({ state, transaction_state, workflow }: ListEntry) =>
  `${openOperational(state)}\n${openOperational(transaction_state)}\n${openOperational(workflow)}`

function makePrints(now: () => number) {
  const prints = new Map<string, { readonly print: string; readonly at: number }>()
  return {
    /** True where this was noted a moment ago; remembers it. */
    knows(key: string, print: string): boolean {
      const known = prints.get(key)
      const at = now()
      if (known !== undefined && known.print === print && at - known.at < believedMs) return true
      prints.delete(key)
      prints.set(key, { print, at })
      if (prints.size > mostRemembered) for (const oldest of prints.keys()) return !prints.delete(oldest)
      return false
    },
    forget: (key: string) => void prints.delete(key),
  }
}

/**
 * Notes what members of staff read: transactions that nobody has seen go into the index, and what says
 * something else than the index is read again by the reader, because only its reads change what is known.
 */
export function makeSeen(needs: SeenNeeds): Seen {
  const { store, log, now } = needs
  const prints = makePrints(() => performance.now())
  const records: SeenRecord[] = []
  const lists: SeenList[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null
  let stopped = false

  function soon(): void {
    if (timer !== undefined || writing !== null || stopped) return
    timer = setTimeout(() => {
      timer = undefined
      writing = writeAll().finally(() => {
        writing = null
        if (records.length + lists.length > 0) soon()
      })
    }, gatherMs).unref()
  }

  async function writeAll(): Promise<void> {
    const [some, list] = [records.splice(0, atOnce), lists.splice(0, 1)]
    try {
      if (some.length > 0) await writeRecords(some)
      for (const one of list) await noteList(needs, one, now())
    } catch (thrown) {
      for (const { transaction, environment } of some) prints.forget(`${environment.name}/${transaction}`)
      log.warn({ err: thrown }, 'what was seen could not be noted')
    }
  }

  /** The row of a record as of one that nobody has seen, or null where it is of no merchant of ours. */
  async function rowOf({ environment, transaction, record, at }: SeenRecord): Promise<NewRow | null> {
    const { name, merchantIds } = environment
    const only = merchantIds.length === 1 ? (merchantIds[0] ?? null) : null
    const merchant = ownMerchantOf(record, { environment: name, merchants: merchantIds, only })
    if (merchant === null) return null
    const rid = ridSchema.safeParse(openForHandle(record.original_message.account.identifier)).data
    const customer = rid === undefined ? null : await needs.handles.customer(name, merchant, rid)
    const found = { merchant, customer, ...columnsOf(record, name, transaction, needs.seal) }
    const recordValues = undocumentedIn(record)
    const none = { notices: [], sent: null, listedAmounts: [], listValues: [] }
    const nothing = { ...none, recordValues, source: 'read' as const }
    const begunAt = at - needs.longestMs
    const interval = { from: null, to: at, source: 'read' as const, inboxSeq: null }
    const read = { environment: name, transaction, begunAt, arrivedAt: at, found, ...nothing }
    const row = nextRow(read, undefined, interval)
    return row === null ? null : { row, record: found.review }
  }

  async function writeRecords(some: readonly SeenRecord[]): Promise<void> {
    const byKey = new Map(some.map((one) => [`${one.environment.name}/${one.transaction}`, one]))
    const made = await Promise.all(
      [...byKey.entries()].map(async ([key, one]) => [key, one, await rowOf(one)] as const),
    )
    const news = made
      .flatMap(([, , one]) => (one === null ? [] : [one]))
      .sort((a, b) => (a.row.id < b.row.id ? -1 : 1))
    const ids = news.map(({ row }) => row.id)
    if (ids.length === 0) return
    const told = await transact(store, async (trx) => {
      const known = await trx
        .selectFrom('transactions')
        .select(['environment', 'id', 'state', 'compound', 'expires_at', 'read_at', 'record_values', 'gone'])
        .where('id', 'in', ids)
        .execute()
      const index = new Map(known.map((row) => [`${row.environment}/${row.id}`, row]))
      const asks = made.flatMap(([key, one, given]): Ask[] => {
        const here = index.get(key)
        const row = given?.row ?? null
        const same =
          here === undefined ||
          row === null ||
          (here.state === row.state &&
            here.compound === row.compound &&
            here.expires_at === row.expires_at &&
            here.record_values === row.record_values &&
            here.read_at !== null &&
            here.gone === 0)
        if (same) return []
        return [
          { environment: one.environment.name, transaction: one.transaction, why: 'differs', dueAt: now() },
        ]
      })
      await ask(trx, asks, now())
      const fresh = news.filter(({ row }) => !index.has(`${row.environment}/${row.id}`))
      for (const {
        row: { environment, id, merchant },
      } of fresh) {
        const one = byKey.get(`${environment}/${id}`)
        const values = one === undefined ? [] : undocumentedIn(one.record)
        await noteUndocumented(trx, { environment, merchant }, values, id, now())
      }
      const added = await insertSeen(trx, needs, fresh, now())
      return { added: added.size, asked: asks.length }
    })
    if (told.added > 0) store.wake('changes')
    if (told.asked > 0) store.wake('due')
  }

  function noteRecord(environment: OwnEnvironment, transaction: TransactionId, record: StateRecord): void {
    if (prints.knows(`${environment.name}/${transaction}`, printOf(record))) return
    if (records.length >= mostWaiting || stopped) return
    records.push({ environment, transaction, record, at: now() })
    soon()
  }

  function noteEntries(list: SeenList): void {
    // Each is asked, so that each is remembered.
    const news = list.entries.filter((entry) => {
      const key = `list/${list.environment}/${openForHandle(entry.transaction_uid)}`
      return !prints.knows(key, entryPrint(entry))
    })
    if (news.length === 0) return
    if (lists.length >= mostWaiting || stopped) return
    lists.push(list)
    soon()
  }

  const noticing = (environment: OwnEnvironment, service: PaymentService): PaymentService => ({
    ...service,
    async readState(transaction, options) {
      const outcome = await service.readState(transaction, options)
      if (outcome.outcome === 'found' && outcome.reading.from === 'service')
        noteRecord(environment, transaction, outcome.value)
      return outcome
    },
    async listTransactions(merchant, rid, options) {
      const outcome = await service.listTransactions(merchant, rid, options)
      if (outcome.outcome === 'found') {
        const { entries } = outcome.value
        noteEntries({ environment: environment.name, merchant, rid, entries, source: 'list' })
      }
      return outcome
    },
  })

  return {
    noticing: (services, environments) =>
      new Map(
        environments.flatMap((environment) => {
          const service = services.get(environment.name)
          return service === undefined ? [] : [[environment.name, noticing(environment, service)]]
        }),
      ),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await writing
    },
  }
}
