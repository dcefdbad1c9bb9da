import type { IdentityId, MerchantId, TransactionId } from '@paydesk/shared/ids'
import { type Fault, fault } from './fault.ts'
import { isJsonObject, type JsonValue } from './json.ts'
import {
  type CustomerList,
  customerList,
  type IdentityRecord,
  identityRecord,
  type NotificationList,
  notificationList,
  type StateRecord,
  stateRecord,
} from './wire.ts'

/** A body that answers the question, or the fault that the caller hears of. Nothing of it is shown then. */
export type Checked<T> = { readonly kind: 'good'; readonly value: T } | Fault

/** Endpoint 2: the record must be the one asked for, and of a merchant of this environment. */
export function checkedState(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): Checked<StateRecord> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  const other = otherId(body.id, asked)
  if (other !== null) return other
  const message = body.original_message
  const merchant = isJsonObject(message) ? message.merchant_id : null
  const named = merchant !== undefined && merchant !== null && merchant !== ''
  if (named && !merchants.some((one) => one === idText(merchant))) {
    return fault('upstream_mismatch', 'other_merchant')
  }
  return ofWire(stateRecord(body))
}

/** Endpoint 5: the record must be the one asked for. */
export function checkedIdentity(body: JsonValue, asked: IdentityId): Checked<IdentityRecord> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  return otherId(body.id, asked) ?? ofWire(identityRecord(body))
}

/** Endpoint 3: an object with the array `data`; its entries name no customer that could be compared. */
export function checkedList(body: JsonValue): Checked<CustomerList> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  const value = customerList(body)
  return value.shapeKnown ? { kind: 'good', value } : fault('upstream_bad_response', 'no_list')
}

/** Endpoint 4, body not published: any array or object is taken, `shapeKnown` says whether it was read. */
export function checkedNotifications(body: JsonValue): Checked<NotificationList> {
  if (typeof body !== 'object' || body === null) return fault('upstream_bad_response', 'not_an_object')
  return { kind: 'good', value: notificationList(body) }
}

type Wire<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

function ofWire<T>(wire: Wire<T>): Checked<T> {
  return wire.ok ? { kind: 'good', value: wire.value } : fault('upstream_bad_response', wire.why)
}

function otherId(given: JsonValue | undefined, asked: string): Fault | null {
  const id = idText(given)
  if (id === null) return fault('upstream_bad_response', 'no_id')
  return id === asked ? null : fault('upstream_mismatch', 'other_id')
}

/** Ids of digits alone may come as numbers. */
function idText(given: JsonValue | undefined): string | null {
  if (typeof given === 'number') return String(given)
  return typeof given === 'string' && given !== '' ? given : null
}
