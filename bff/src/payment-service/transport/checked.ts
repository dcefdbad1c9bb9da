import type { IdentityId, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { type DocumentAddress, documentAddress } from '../parsing/document-address.ts'
import { type DocumentElements, documentElements } from '../parsing/document-elements.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../parsing/json.ts'
import type { BaseAddress } from '../parsing/path.ts'
import {
  type CustomerList,
  customerList,
  type IdentityRecord,
  identityRecord,
  type NotificationList,
  notificationList,
  type StateRecord,
  stateRecord,
} from '../parsing/wire.ts'
import { type Fault, fault } from './fault.ts'

/** A body that answers the question, or the fault that the caller hears of. Nothing of it is shown then. */
export type Checked<T> = { readonly kind: 'good'; readonly value: T } | Fault

/** Endpoint 2: the record must be the one asked for, and of a merchant of this environment. */
export function checkedState(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): Checked<StateRecord> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  return otherId(body.id, asked) ?? otherMerchant(body, merchants) ?? ofWire(stateRecord(body))
}

/** Endpoint 5: the record must be the one asked for. */
export function checkedIdentity(body: JsonValue, asked: IdentityId): Checked<IdentityRecord> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  return otherId(body.id, asked) ?? ofWire(identityRecord(body))
}

/** An identity record with the elements of its documents, which are not published. */
export type IdentityDocuments = { readonly record: IdentityRecord; readonly elements: DocumentElements }

/** Endpoint 5 for the sake of its documents: addresses are judged against the base address. */
export function checkedDocuments(
  body: JsonValue,
  asked: IdentityId,
  base: BaseAddress,
): Checked<IdentityDocuments> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  const checked = checkedIdentity(body, asked)
  if (checked.kind === 'fault') return checked
  const judge = (text: string): DocumentAddress => documentAddress(base, asked, text)
  const elements = documentElements(body.supporting_documents, judge)
  return { kind: 'good', value: { record: checked.value, elements } }
}

/** Endpoint 3: an object with the array `data`; its entries name no customer that could be compared. */
export function checkedList(body: JsonValue): Checked<CustomerList> {
  if (!isJsonObject(body)) return fault('upstream_bad_response', 'not_an_object')
  const value = customerList(body)
  return value.shapeKnown ? { kind: 'good', value } : fault('upstream_bad_response', 'no_list')
}

/**
 * Endpoint 4, body not published: any array or object is taken, `shapeKnown` says whether it could
 * be read. What came of a transaction's own message must name this transaction and a merchant of
 * ours; incoming transfers have no such message and ids of their own.
 */
export function checkedNotifications(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): Checked<NotificationList> {
  if (typeof body !== 'object' || body === null) return fault('upstream_bad_response', 'not_an_object')
  const elements = isJsonObject(body) ? Object.values(body).filter(Array.isArray).flat() : body
  for (const element of elements) {
    if (!isJsonObject(element) || !isJsonObject(element.original_message)) continue
    const isOther = idText(element.id) !== null && idText(element.id) !== asked
    const wrong = isOther ? fault('upstream_mismatch', 'other_id') : otherMerchant(element, merchants)
    if (wrong !== null) return wrong
  }
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

/** A record that names no merchant is taken: the member is not promised. */
function otherMerchant(record: JsonObject, merchants: readonly MerchantId[]): Fault | null {
  const message = record.original_message
  const given = isJsonObject(message) ? message.merchant_id : null
  if (given === undefined || given === null || given === '') return null
  const isOurs = merchants.some((one) => one === idText(given))
  return isOurs ? null : fault('upstream_mismatch', 'other_merchant')
}
