import type { AccountName } from './accounts.ts'
import { accounts } from './accounts.ts'
import { numberFrom } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import { serialise } from './json.ts'
import type { Delivery } from './notify.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { StoredTransaction } from './world.ts'

/** What becomes of a notification on its way. Each is listed by endpoint 4 as sent, whatever happens to it. */
export interface Sending {
  /** It never arrives, and the service never tries again. */
  readonly lost?: boolean
  /** It waits until it is released, perhaps after younger ones. */
  readonly held?: boolean
  readonly delayMs?: number
  readonly times?: number
  readonly altered?: boolean
  readonly unsigned?: boolean
}

/** Reads the members of a control call that say what becomes of notifications. */
export function sendingFrom(body: JsonObject): Sending {
  const { notify, hold, delayMs, times, altered, unsigned } = body
  return {
    ...(typeof notify === 'boolean' ? { lost: !notify } : {}),
    ...(typeof hold === 'boolean' ? { held: hold } : {}),
    ...(typeof delayMs === 'number' ? { delayMs } : {}),
    ...(typeof times === 'number' ? { times } : {}),
    ...(typeof altered === 'boolean' ? { altered } : {}),
    ...(typeof unsigned === 'boolean' ? { unsigned } : {}),
  }
}

/** The address of an account's notifications: the customer's own, or the one on file with `{account}` filled in. */
function addressFor(sandbox: SandboxState, transaction: StoredTransaction): string | undefined {
  return transaction.webhookUrl ?? sandbox.settings.notifyUrl?.replaceAll('{account}', transaction.account)
}

/** Sends a notification as this call, or else the standing order, says. True when something left or will leave. */
export function deliver(
  sandbox: SandboxState,
  transaction: StoredTransaction,
  notice: Json,
  own: Sending = {},
): boolean {
  const {
    lost = false,
    held = false,
    delayMs = 0,
    times = 1,
    ...rest
  } = { ...sandbox.sending[transaction.account], ...own }
  const url = addressFor(sandbox, transaction)
  if (url === undefined || lost) return false
  const delivery: Delivery = {
    url,
    body: serialise(notice),
    token: accounts[transaction.account].notificationToken,
    ...rest,
  }
  const all = Array.from({ length: times }, () => delivery)
  if (held) {
    for (const one of all)
      sandbox.held.push({ account: transaction.account, id: transaction.id, delivery: one })
    return false
  }
  return all.map((one) => sandbox.notifier.send(one, delayMs)).includes(true)
}

export interface HeldDelivery {
  readonly account: AccountName
  readonly id: string
  readonly delivery: Delivery
}

const orders = ['kept', 'reverse', 'shuffled'] as const
type Order = (typeof orders)[number]

export function isOrder(value: unknown): value is Order {
  return orders.some((order) => order === value)
}

/** Sends what is held, each after the answer to the one before, so that the order is the one asked for. */
export function release(sandbox: SandboxState, order: Order, seed: number): number {
  const held = sandbox.held
  sandbox.held = []
  const placed = held.map((one, at) => ({ one, place: numberFrom(`release|${seed}|${at}`, 1_000_000) }))
  const ordered =
    order === 'kept'
      ? held
      : order === 'reverse'
        ? held.toReversed()
        : placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one)
  void sandbox.notifier.sendInOrder(ordered.map(({ delivery }) => delivery))
  return ordered.length
}
