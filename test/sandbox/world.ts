import type { AccountName } from './accounts.ts'
import { identityIdFor, identityRecord } from './customers.ts'
import type { FaultName, ServiceOperation } from './fault-names.ts'
import { isFaultName, isOperation } from './fault-names.ts'
import type { GrownGroup } from './grown.ts'
import { grownIdentity, grownIdsOf, grownTransaction } from './grown.ts'
import type { Json, JsonObject } from './json.ts'
import { cloneJson } from './json.ts'
import { buildDetail, transactionId } from './materialise.ts'
import { personFor } from './persons.ts'
import type { CanaryValue } from './situations-canary.ts'
import { canaryRid, canarySituation } from './situations-canary.ts'
import { faultSituations } from './situations-faults.ts'
import { hostileSituations } from './situations-hostile.ts'
import { knownSituations } from './situations-known.ts'
import { oddSituations } from './situations-odd.ts'
import { ruleSituations } from './situations-rules.ts'
import type { CustomerSketch, NotificationListShape, ServedFile, TransactionDetail } from './sketch.ts'

export interface StoredTransaction {
  readonly id: string
  readonly account: AccountName
  readonly merchant: string
  readonly rid: string
  readonly shape: NotificationListShape
  /** Built on first use: a customer with 5,000 transactions costs nothing until read. */
  detail(): TransactionDetail
  returnUrl?: string
  webhookUrl?: string
}

interface StoredIdentity {
  readonly rid: string
  readonly record: JsonObject
}

interface CustomerList {
  readonly sketch: Pick<CustomerSketch, 'account' | 'merchant' | 'rid' | 'text'>
  readonly identityId: string
  readonly transactionIds: string[]
  readonly unlistedIds: string[]
}

export interface World {
  readonly baseUrlOf: (account: AccountName) => string
  readonly startedAt: number
  readonly transactions: Map<string, StoredTransaction>
  readonly lists: Map<string, CustomerList>
  readonly identities: Map<string, StoredIdentity>
  readonly files: Map<string, ServedFile>
  readonly standingFaults: Map<string, FaultName>
  readonly canaries: CanaryValue[]
  readonly grown: GrownGroup[]
  /** Transaction ids and references already used, per account. */
  readonly used: Set<string>
}

export function keyOf(...parts: string[]): string {
  return parts.join('\n')
}

export function createWorld(serviceUrl: string, startedAt: number): World {
  const world: World = {
    baseUrlOf: (account) => `${serviceUrl}/${account}`,
    // Round to the minute, so that expiry times read well.
    startedAt: Math.floor(startedAt / 60_000) * 60_000,
    transactions: new Map(),
    lists: new Map(),
    identities: new Map(),
    files: new Map(),
    standingFaults: new Map(),
    canaries: [],
    grown: [],
    used: new Set(),
  }
  const sketches = [
    ...knownSituations,
    ...oddSituations,
    ...ruleSituations,
    ...hostileSituations,
    canarySituation(world.canaries),
    ...faultSituations,
  ]
  for (const sketch of sketches) addCustomer(world, sketch)
  // Build the canary customer now, so that its markers are listed.
  for (const transaction of world.transactions.values())
    if (transaction.rid === canaryRid) transaction.detail()
  return world
}

function addCustomer(world: World, sketch: CustomerSketch): void {
  const identityId = sketch.identityId ?? identityIdFor(sketch.account, sketch.rid)
  const list: CustomerList = { sketch, identityId, transactionIds: [], unlistedIds: [] }
  world.lists.set(keyOf(sketch.account, sketch.merchant, sketch.rid), list)
  addIdentity(world, sketch, identityId)
  for (const [index, transaction] of sketch.transactions.entries()) {
    const id = transactionId(sketch, index)
    ;(transaction.unlisted === true ? list.unlistedIds : list.transactionIds).push(id)
    if (transaction.identityId !== undefined) addIdentity(world, sketch, transaction.identityId)
    const facts = { world, sketch, index, identityId: transaction.identityId ?? identityId }
    world.transactions.set(keyOf(sketch.account, id), {
      id,
      account: sketch.account,
      merchant: sketch.merchant,
      rid: sketch.rid,
      shape: transaction.shape ?? 'data',
      detail: once(() => buildDetail(facts)),
    })
  }
  for (const { operation, index, fault } of sketch.faults ?? []) {
    if (!isFaultName(fault) || !isOperation(operation)) throw new Error(`Unknown fault ${operation} ${fault}`)
    const transaction = sketch.transactions[index]
    const target =
      operation === 'list'
        ? sketch.rid
        : operation === 'identity'
          ? (transaction?.identityId ?? identityId)
          : transactionId(sketch, index)
    world.standingFaults.set(keyOf(sketch.account, operation, target), fault)
  }
}

function addIdentity(world: World, sketch: CustomerSketch, identityId: string): void {
  const key = keyOf(sketch.account, identityId)
  if (world.identities.has(key)) return
  const documents = sketch.documents?.(world.baseUrlOf(sketch.account), identityId) ?? {
    elements: [],
    files: [],
  }
  const record = identityRecord(
    sketch.rid,
    sketch.person ?? personFor(sketch.rid),
    identityId,
    documents.elements,
  )
  world.identities.set(key, { rid: sketch.rid, record: sketch.tweakIdentity?.(record) ?? record })
  for (const file of documents.files) world.files.set(keyOf(sketch.account, file.path), file)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export function findTransaction(
  world: World,
  account: AccountName,
  id: string,
): StoredTransaction | undefined {
  return world.transactions.get(keyOf(account, id)) ?? grownTransaction(world, account, id)
}

/** Stores a grown transaction, which has a history of its own from now on. */
export function storeTransaction(world: World, transaction: StoredTransaction): void {
  world.transactions.set(keyOf(transaction.account, transaction.id), transaction)
}

export function findIdentity(world: World, account: AccountName, id: string): StoredIdentity | undefined {
  return world.identities.get(keyOf(account, id)) ?? grownIdentity(world, account, id)
}

export function standingFault(
  world: World,
  account: AccountName,
  operation: ServiceOperation,
  id: string,
): FaultName | undefined {
  return world.standingFaults.get(keyOf(account, operation, id))
}

/** Body of endpoint 3; an unknown customer has an empty list. */
export function listBody(world: World, account: AccountName, merchant: string, rid: string): Json {
  const list = world.lists.get(keyOf(account, merchant, rid))
  const ids = [...(list?.transactionIds ?? []), ...grownIdsOf(world, account, merchant, rid)]
  const entries = ids.map((id) => findTransaction(world, account, id)?.detail().entry ?? null)
  return { data: entries }
}

/** Body of endpoint 4, whose shape is not published. */
export function notificationsBody(transaction: StoredTransaction): Json {
  const notifications = transaction.detail().notifications
  if (transaction.shape === 'bare') return notifications
  return transaction.shape === 'notifications' ? { notifications } : { data: notifications }
}

export function identityBody(world: World, account: AccountName, id: string): JsonObject | undefined {
  const stored = findIdentity(world, account, id)
  return stored === undefined ? undefined : cloneJson(stored.record)
}
