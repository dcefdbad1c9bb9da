import type { AccountName } from './accounts.ts'
import { sandboxAccounts } from './accounts.ts'
import { numberFrom } from './ids.ts'
import type { Json, JsonObject } from './json.ts'
import { serialiseJson } from './json.ts'
import type { NotificationDelivery } from './notify.ts'
import type { SandboxState } from './sandbox-state.ts'
import type { StoredTransaction } from './world.ts'

/** Handling of a notification in transit. Endpoint 4 lists it as sent in any case. */
export interface DeliveryOptions {
  /** True if it never arrives and is never retried. */
  readonly lost?: boolean
  /** True if it waits until it is released, possibly after newer notifications. */
  readonly held?: boolean
  readonly delayMs?: number
  readonly times?: number
  readonly altered?: boolean
  readonly unsigned?: boolean
}

/** Reads the fields of a control call that define the handling of notifications. */
export function readDeliveryOptions(body: JsonObject): DeliveryOptions {
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

/**
 * Returns the address for notifications: that of the transaction, or the configured one with `{account}`
 * filled in.
 */
function addressFor(sandbox: SandboxState, transaction: StoredTransaction): string | undefined {
  return transaction.webhookUrl ?? sandbox.settings.notifyUrl?.replaceAll('{account}', transaction.account)
}

/**
 * Sends a notification as the call, or else the standing order, specifies. Returns true if a delivery was
 * sent or scheduled.
 */
export function deliverNotification(
  sandbox: SandboxState,
  transaction: StoredTransaction,
  notification: Json,
  own: DeliveryOptions = {},
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
  const delivery: NotificationDelivery = {
    url,
    body: serialiseJson(notification),
    token: sandboxAccounts[transaction.account].notificationToken,
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
  readonly delivery: NotificationDelivery
}

const orders = ['kept', 'reverse', 'shuffled'] as const
type Order = (typeof orders)[number]

export function isOrder(value: unknown): value is Order {
  return orders.some((order) => order === value)
}

/**
 * Sends the held notifications, each after the answer to the previous one, so that they arrive in the
 * requested order.
 */
export function releaseHeld(sandbox: SandboxState, order: Order, seed: number): number {
  const heldDeliveries = sandbox.held
  sandbox.held = []
  const placed = heldDeliveries.map((one, at) => ({
    one,
    place: numberFrom(`release|${seed}|${at}`, 1_000_000),
  }))
  const ordered =
    order === 'kept'
      ? heldDeliveries
      : order === 'reverse'
        ? heldDeliveries.toReversed()
        : placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one)
  void sandbox.notifier.sendInOrder(ordered.map(({ delivery }) => delivery))
  return ordered.length
}
