import { identitySummary } from './customers.ts'
import { digitsFrom, numberFrom, pastInstantFrom, taskIdFrom, uuidFrom } from './ids.ts'
import { cloneJson } from './json.ts'
import { currencyOf, personFor } from './persons.ts'
import type { CustomerSketch, TransactionDetail, TransactionSketch } from './sketch.ts'
import type { StateRow } from './states.ts'
import { isFinal, stateRow } from './states.ts'
import type { TransactionFacts, TransactionOutcome } from './wire.ts'
import { listEntry, notificationBody, providersFor, stateRecord } from './wire.ts'
import type { World } from './world.ts'

export interface TransactionPlace {
  readonly world: World
  readonly sketch: CustomerSketch
  readonly index: number
  readonly identityId: string
}

export function transactionId(
  sketch: Pick<CustomerSketch, 'account' | 'merchant' | 'rid' | 'transactions'>,
  index: number,
): string {
  return sketch.transactions[index]?.id ?? derivedId(sketch.account, sketch.merchant, sketch.rid, index)
}

function derivedId(account: string, merchant: string, rid: string, index: number): string {
  return uuidFrom(`transaction|${account}|${merchant}|${rid}|${index}`)
}

/** Builds the response bodies of one transaction from its sketch. */
export function buildDetail(place: TransactionPlace): TransactionDetail {
  const { sketch, index, world } = place
  const transaction = sketch.transactions[index]
  if (transaction === undefined) throw new Error(`No transaction ${index} for ${sketch.rid}`)
  const row = stateRow(transaction.row)
  const facts = factsOf(place, transaction)
  const dotted = `${row.state}.${row.reason}`
  const compound = transaction.compound ?? (row.bareInRecord === true ? row.reason : dotted)
  const outcome: TransactionOutcome = {
    state: row.state,
    compound,
    code: transaction.card === true && row.state === 'SUCCESS' ? '00' : row.code,
    description: row.description,
    steps: transaction.steps ?? row.steps,
    providers: providersFor(facts, row.provider, row.description),
  }
  const inList = transaction.listState ?? (row.bareInList === true ? row.reason : dotted)
  const detail: TransactionDetail = cloneJson({
    entry: listEntry(facts.id, inList, row.state, transaction.workflow ?? 'DEMO_OPEN_BANKING'),
    record: stateRecord(facts, outcome, expiryOf(place, transaction, row)),
    notifications: (transaction.events ?? row.events).map((event, position, events) => {
      // Only the newest notification of a row agrees with its state; older ones carry the state at their
      // time.
      const newest = transaction.events === undefined && position === events.length - 1
      return notificationBody(
        facts,
        event,
        newest
          ? { state: row.state, compound: row.reason === 'OK' ? 'SUCCESS.COMPLETE' : dotted }
          : undefined,
      )
    }),
    payment: { amount: facts.amount, currency: facts.currency },
    taskId: facts.taskId,
  })
  transaction.tweak?.(detail, {
    baseUrl: world.baseUrlOf(sketch.account),
    startedAt: world.startedAt,
    idOf: (rid, at) => derivedId(sketch.account, sketch.merchant, rid, at),
  })
  return detail
}

/** Amount of a transaction that does not name one (minor units); the history of the demo has the same. */
export const inventAmount = (id: string): number => 500 + numberFrom(`amount|${id}`, 180_000)

function factsOf(
  { sketch, index, identityId, world }: TransactionPlace,
  transaction: TransactionSketch,
): TransactionFacts {
  const id = transactionId(sketch, index)
  const currency = transaction.currency ?? currencyOf(sketch.person ?? personFor(sketch.rid))
  const number = transaction.orderNumber ?? digitsFrom(`order|${id}`, 8)
  return {
    id,
    secret: transaction.secret ?? uuidFrom(`secret|${id}`),
    merchantId: sketch.merchant,
    rid: sketch.rid,
    orderId: `ord-2025-${number}`,
    reference: `INV-${number}`,
    amount: transaction.amount ?? String(inventAmount(id)),
    currency,
    test: transaction.test ?? false,
    card: transaction.card ?? false,
    taskId: transaction.taskId ?? taskIdFrom(id),
    identity: identitySummary(world.baseUrlOf(sketch.account), identityId, currency),
  }
}

function expiryOf(place: TransactionPlace, transaction: TransactionSketch, row: StateRow): string {
  if (transaction.expiresAt !== undefined) return transaction.expiresAt
  if (isFinal(row.state)) return pastInstantFrom(transactionId(place.sketch, place.index))
  return new Date(place.world.startedAt + (transaction.expiresInHours ?? 41) * 3_600_000).toISOString()
}
