import type { IdentityId, MerchantId, TransactionId } from '@paydesk/shared/core/ids'
import { type DocumentElements, parseDocumentElements } from '../parsing/document-elements.ts'
import {
  classifyDocumentUrl,
  type DocumentLocation,
  type DocumentUrlRules,
} from '../parsing/document-location.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../parsing/json.ts'
import {
  type IdentityRecord,
  type NotificationList,
  type ParsedTransactionList,
  parseCustomerTransactionList,
  parseIdentityRecord,
  parseNotificationList,
  parseStateRecord,
  type StateRecord,
} from '../parsing/wire.ts'
import { createUpstreamFault, type UpstreamFault } from './fault.ts'

/** Body that answers the request, or the fault to report; nothing of a faulty body is shown. */
export type CheckedResponseBody<T> = { readonly kind: 'good'; readonly value: T } | UpstreamFault

/** Checks a state record (interface, endpoint 2): requested id, and a merchant of this environment. */
export function checkStateRecordBody(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): CheckedResponseBody<StateRecord> {
  if (!isJsonObject(body)) return createUpstreamFault('upstream_bad_response', 'not_an_object')
  return (
    findIdMismatch(body.id, asked) ??
    findMerchantMismatch(body, merchants) ??
    checkWire(parseStateRecord(body))
  )
}

/** Checks an identity record (interface, endpoint 5): the id must be the requested one. */
export function checkIdentityRecordBody(
  body: JsonValue,
  asked: IdentityId,
): CheckedResponseBody<IdentityRecord> {
  if (!isJsonObject(body)) return createUpstreamFault('upstream_bad_response', 'not_an_object')
  return findIdMismatch(body.id, asked) ?? checkWire(parseIdentityRecord(body))
}

/** Identity record with the elements of its documents, whose fields the interface does not publish. */
export type IdentityDocuments = { readonly record: IdentityRecord; readonly elements: DocumentElements }

/**
 * Checks an identity record (interface, endpoint 5) and reads its documents; classifies their URLs against
 * `places`.
 */
export function checkIdentityDocumentsBody(
  body: JsonValue,
  asked: IdentityId,
  places: DocumentUrlRules,
): CheckedResponseBody<IdentityDocuments> {
  if (!isJsonObject(body)) return createUpstreamFault('upstream_bad_response', 'not_an_object')
  const checked = checkIdentityRecordBody(body, asked)
  if (checked.kind === 'fault') return checked
  const judge = (text: string): DocumentLocation => classifyDocumentUrl(places, asked, text)
  const elements = parseDocumentElements(body.supporting_documents, judge)
  return { kind: 'good', value: { record: checked.value, elements } }
}

/**
 * Requires an object with the array `data` (interface, endpoint 3). Its entries name no customer to compare.
 */
export function checkCustomerTransactionListBody(
  body: JsonValue,
): CheckedResponseBody<ParsedTransactionList> {
  if (!isJsonObject(body)) return createUpstreamFault('upstream_bad_response', 'not_an_object')
  const value = parseCustomerTransactionList(body)
  return value.shapeKnown ? { kind: 'good', value } : createUpstreamFault('upstream_bad_response', 'no_list')
}

/**
 * Checks a list of notifications (interface, endpoint 4, body not published). Accepts any array or object;
 * `shapeKnown` tells if the list was understood. An element with an `original_message` must name this
 * transaction and a merchant of this environment; incoming transfers have no such message and ids of their
 * own.
 */
export function checkNotificationListBody(
  body: JsonValue,
  asked: TransactionId,
  merchants: readonly MerchantId[],
): CheckedResponseBody<NotificationList> {
  if (typeof body !== 'object' || body === null)
    return createUpstreamFault('upstream_bad_response', 'not_an_object')
  const elements = isJsonObject(body) ? Object.values(body).filter(Array.isArray).flat() : body
  for (const element of elements) {
    if (!isJsonObject(element) || !isJsonObject(element.original_message)) continue
    const isOther = idText(element.id) !== null && idText(element.id) !== asked
    const wrong = isOther
      ? createUpstreamFault('upstream_mismatch', 'other_id')
      : findMerchantMismatch(element, merchants)
    if (wrong !== null) return wrong
  }
  return { kind: 'good', value: parseNotificationList(body) }
}

type Wire<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: string }

function checkWire<T>(wire: Wire<T>): CheckedResponseBody<T> {
  return wire.ok
    ? { kind: 'good', value: wire.value }
    : createUpstreamFault('upstream_bad_response', wire.why)
}

function findIdMismatch(jsonValue: JsonValue | undefined, asked: string): UpstreamFault | null {
  const id = idText(jsonValue)
  if (id === null) return createUpstreamFault('upstream_bad_response', 'no_id')
  return id === asked ? null : createUpstreamFault('upstream_mismatch', 'other_id')
}

/** Converts a number to text: ids of digits only may come as JSON numbers. */
function idText(jsonValue: JsonValue | undefined): string | null {
  if (typeof jsonValue === 'number') return String(jsonValue)
  return typeof jsonValue === 'string' && jsonValue !== '' ? jsonValue : null
}

/** Accepts a record that names no merchant, because the interface does not promise that field. */
function findMerchantMismatch(record: JsonObject, merchants: readonly MerchantId[]): UpstreamFault | null {
  const message = record.original_message
  const jsonValue = isJsonObject(message) ? message.merchant_id : null
  if (jsonValue === undefined || jsonValue === null || jsonValue === '') return null
  const isOurs = merchants.some((one) => one === idText(jsonValue))
  return isOurs ? null : createUpstreamFault('upstream_mismatch', 'other_merchant')
}
