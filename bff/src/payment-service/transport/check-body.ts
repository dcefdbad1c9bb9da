import type { IdentityId, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { type DocumentElements, parseDocumentElements } from '../parsing/document-elements.ts'
import { classifyDocumentUrl, type DocumentLocation } from '../parsing/document-location.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../parsing/json.ts'
import type { BaseAddress } from '../parsing/path.ts'
import {
  type CustomerTransactionList,
  type IdentityRecord,
  type NotificationList,
  parseCustomerTransactionList,
  parseIdentityRecord,
  parseNotificationList,
  parseStateRecord,
  type StateRecord,
} from '../parsing/wire.ts'
import { createFault, type UpstreamFault } from './fault.ts'

/** A body that answers the question, or the fault that the caller hears of. Nothing of it is shown then. */
export type CheckedBody<T> = { readonly kind: 'good'; readonly value: T } | UpstreamFault

/** Endpoint 2: the record must be the one asked for, and of a merchant of this environment. */
export function checkStateRecord(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): CheckedBody<StateRecord> {
  if (!isJsonObject(body)) return createFault('upstream_bad_response', 'not_an_object')
  return (
    findIdMismatch(body.id, asked) ??
    findMerchantMismatch(body, merchants) ??
    checkWire(parseStateRecord(body))
  )
}

/** Endpoint 5: the record must be the one asked for. */
export function checkIdentityRecord(body: JsonValue, asked: IdentityId): CheckedBody<IdentityRecord> {
  if (!isJsonObject(body)) return createFault('upstream_bad_response', 'not_an_object')
  return findIdMismatch(body.id, asked) ?? checkWire(parseIdentityRecord(body))
}

/** An identity record with the elements of its documents, which are not published. */
export type IdentityDocuments = { readonly record: IdentityRecord; readonly elements: DocumentElements }

/** Endpoint 5 for the sake of its documents: addresses are judged against the base address. */
export function checkIdentityDocuments(
  body: JsonValue,
  asked: IdentityId,
  base: BaseAddress,
): CheckedBody<IdentityDocuments> {
  if (!isJsonObject(body)) return createFault('upstream_bad_response', 'not_an_object')
  const checked = checkIdentityRecord(body, asked)
  if (checked.kind === 'fault') return checked
  const judge = (text: string): DocumentLocation => classifyDocumentUrl(base, asked, text)
  const elements = parseDocumentElements(body.supporting_documents, judge)
  return { kind: 'good', value: { record: checked.value, elements } }
}

/** Endpoint 3: an object with the array `data`; its entries name no customer that could be compared. */
export function checkTransactionList(body: JsonValue): CheckedBody<CustomerTransactionList> {
  if (!isJsonObject(body)) return createFault('upstream_bad_response', 'not_an_object')
  const value = parseCustomerTransactionList(body)
  return value.shapeKnown ? { kind: 'good', value } : createFault('upstream_bad_response', 'no_list')
}

/**
 * Endpoint 4, body not published: any array or object is taken, `shapeKnown` says whether it could
 * be read. What came of a transaction's own message must name this transaction and a merchant of
 * ours; incoming transfers have no such message and ids of their own.
 */
export function checkNotificationList(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): CheckedBody<NotificationList> {
  if (typeof body !== 'object' || body === null) return createFault('upstream_bad_response', 'not_an_object')
  const elements = isJsonObject(body) ? Object.values(body).filter(Array.isArray).flat() : body
  for (const element of elements) {
    if (!isJsonObject(element) || !isJsonObject(element.original_message)) continue
    const isOther = idText(element.id) !== null && idText(element.id) !== asked
    const wrong = isOther
      ? createFault('upstream_mismatch', 'other_id')
      : findMerchantMismatch(element, merchants)
    if (wrong !== null) return wrong
  }
  return { kind: 'good', value: parseNotificationList(body) }
}

type Wire<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

function checkWire<T>(wire: Wire<T>): CheckedBody<T> {
  return wire.ok ? { kind: 'good', value: wire.value } : createFault('upstream_bad_response', wire.why)
}

function findIdMismatch(given: JsonValue | undefined, asked: string): UpstreamFault | null {
  const id = idText(given)
  if (id === null) return createFault('upstream_bad_response', 'no_id')
  return id === asked ? null : createFault('upstream_mismatch', 'other_id')
}

/** Ids of digits alone may come as numbers. */
function idText(given: JsonValue | undefined): string | null {
  if (typeof given === 'number') return String(given)
  return typeof given === 'string' && given !== '' ? given : null
}

/** A record that names no merchant is taken: the member is not promised. */
function findMerchantMismatch(record: JsonObject, merchants: readonly MerchantId[]): UpstreamFault | null {
  const message = record.original_message
  const given = isJsonObject(message) ? message.merchant_id : null
  if (given === undefined || given === null || given === '') return null
  const isOurs = merchants.some((one) => one === idText(given))
  return isOurs ? null : createFault('upstream_mismatch', 'other_merchant')
}
