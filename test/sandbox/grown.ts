import type { AccountName, SandboxAccount } from './accounts.ts'
import { sandboxAccounts } from './accounts.ts'
import { identityRecord } from './customers.ts'
import { hexFrom, numberFrom } from './ids.ts'
import type { JsonObject } from './json.ts'
import { buildDetail } from './materialise.ts'
import { personFor } from './persons.ts'
import type { CustomerSketch } from './sketch.ts'
import type { StateRowName } from './states.ts'
import type { StoredTransaction, World } from './world.ts'

/**
 * Group of transactions that use no memory until they are read: everything is derived from account, seed and
 * number. `bulk-000042-1f3a9c07` belongs to one of `customers` customers.
 */
export interface GrownGroup {
  readonly account: AccountName
  readonly seed: number
  /** Number of the first transaction and of the first customer. */
  readonly first: number
  readonly count: number
  readonly customers: number
  readonly rows: readonly StateRowName[]
}

type Asked = Pick<GrownGroup, 'account' | 'seed' | 'count' | 'customers' | 'rows'>

/** Adds a group. Numbers continue after the account's last group. */
export function addGroup(world: World, asked: Asked): GrownGroup {
  const before = world.grown.filter(({ account }) => account === asked.account)
  const first = 1 + before.reduce((sum, { count }) => sum + count, 0)
  const group = { ...asked, first }
  world.grown.push(group)
  return group
}

function padded(number: number): string {
  return String(number).padStart(6, '0')
}

export function grownId({ account, seed }: GrownGroup, number: number): string {
  return `bulk-${padded(number)}-${hexFrom(`bulk|${account}|${seed}|${number}`, 8)}`
}

export function grownRid(number: number): string {
  return `bulk-cust-${padded(number)}`
}

function identityIdOf({ account, seed }: GrownGroup, customer: number): string {
  const hex = hexFrom(`bulk-identity|${account}|${seed}|${customer}`, 13)
  return `_b${padded(customer)}_18${hex.slice(0, 9)}__${hex.slice(9)}`
}

const customerOf = ({ first, customers }: GrownGroup, number: number) =>
  first + ((number - first) % customers)

/** Assigns every tenth customer to the second merchant of the account, if there is one. */
function merchantOf({ account }: GrownGroup, customer: number): string {
  const { merchants }: SandboxAccount = sandboxAccounts[account]
  const [main = '', second = main] = merchants.filter((merchant) => merchant !== 'foreign-merchant')
  return customer % 10 === 0 ? second : main
}

function groupWith(world: World, account: AccountName, number: number): GrownGroup | undefined {
  return world.grown.find(
    (group) => group.account === account && number >= group.first && number < group.first + group.count,
  )
}

/** Customer of a transaction of the group. */
export const findGrownRid = (group: GrownGroup, number: number): string => grownRid(customerOf(group, number))

export const findGrownMerchant = (group: GrownGroup, number: number): string =>
  merchantOf(group, customerOf(group, number))

/** State that the service gives for a transaction of the group. Throws if the group has no rows. */
export function findGrownRow({ account, seed, rows }: GrownGroup, number: number): StateRowName {
  const row = rows[numberFrom(`bulk-row|${account}|${seed}|${number}`, rows.length)]
  if (row === undefined) throw new Error('a group without rows')
  return row
}

export function grownTransaction(
  world: World,
  account: AccountName,
  id: string,
): StoredTransaction | undefined {
  const number = Number(/^bulk-([0-9]{6,9})-[0-9a-f]{8}$/.exec(id)?.[1] ?? Number.NaN)
  const group = groupWith(world, account, number)
  if (group === undefined || grownId(group, number) !== id) return undefined
  const customer = customerOf(group, number)
  const rid = grownRid(customer)
  const merchant = merchantOf(group, customer)
  const row = findGrownRow(group, number)
  const sketch: CustomerSketch = { account, merchant, rid, text: 'Grown', transactions: [{ row, id }] }
  let detail: ReturnType<typeof buildDetail> | undefined
  return {
    id,
    account,
    merchant,
    rid,
    shape: 'data',
    detail: () => {
      detail ??= buildDetail({ world, sketch, index: 0, identityId: identityIdOf(group, customer) })
      return detail
    },
  }
}

/** Yields the ids of a group in the order of their numbers. */
export function* grownIds(group: GrownGroup): Generator<string> {
  for (let number = group.first; number < group.first + group.count; number += 1) yield grownId(group, number)
}

/** Lists the transaction ids of a grown customer, newest (highest number) first. */
export function grownIdsOf(world: World, account: AccountName, merchant: string, rid: string): string[] {
  const customer = Number(/^bulk-cust-([0-9]{6,9})$/.exec(rid)?.[1] ?? Number.NaN)
  const group = groupWith(world, account, customer)
  if (group === undefined || customer >= group.first + group.customers) return []
  if (rid !== grownRid(customer) || merchant !== merchantOf(group, customer)) return []
  const ids: string[] = []
  for (let number = customer; number < group.first + group.count; number += group.customers)
    ids.unshift(grownId(group, number))
  return ids
}

export function grownIdentity(
  world: World,
  account: AccountName,
  id: string,
): { rid: string; record: JsonObject } | undefined {
  const customer = Number(/^_b([0-9]{6,9})_/.exec(id)?.[1] ?? Number.NaN)
  const group = groupWith(world, account, customer)
  if (group === undefined || customer >= group.first + group.customers) return undefined
  if (identityIdOf(group, customer) !== id) return undefined
  const rid = grownRid(customer)
  return { rid, record: identityRecord(rid, personFor(rid), id, []) }
}
