import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { MerchantId } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseTransactionState } from '@paydesk/shared/core/state'
import type { SentNotification, TransactionSentNotifications } from '@paydesk/shared/payments/notifications'
import type { NotificationList, NotificationRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue, unwrapOperationalText } from '../../platform/access/guarded.ts'
import { extractNotificationKey } from '../../records/observations/notification-columns.ts'
import { classifyNotificationEvent } from '../../records/observations/notification-events.ts'
import {
  matchSentNotifications,
  type StoredNotification,
} from '../../records/observations/notification-matching.ts'

export interface LoadedSentNotifications {
  readonly list: NotificationList
  readonly reading: DataFreshness
  readonly merchant: MerchantId
  /** Notifications received for the same transaction. */
  readonly receivedNotifications: readonly StoredNotification[]
}

function presentSentNotification(
  record: NotificationRecord,
  { position, received }: Pick<SentNotification, 'position' | 'received'>,
  fieldAccess: FieldAccess,
): SentNotification {
  const state = unwrapOperationalText(record.state)
  const compound = unwrapOperationalText(record.compound_state)
  return {
    position,
    kind: record.kind,
    event: classifyNotificationEvent(unwrapOperationalText(record.event)),
    state: state === null ? null : parseTransactionState(state),
    compound: compound === null ? null : parseCompoundState(compound),
    received,
    amount: fieldAccess.mask(record.payment_amount.amount),
    currency: fieldAccess.mask(record.payment_amount.currency),
    responseCode: fieldAccess.mask(record.response_code),
    responseCodeDescription: fieldAccess.mask(record.response_code_description),
    cardBrand: fieldAccess.mask(record.card_reference.card_brand),
    maskedPan: fieldAccess.mask(record.card_reference.masked_pan),
    outstandingTasks: fieldAccess.mask(record.outstanding_tasks.count),
    senderName: fieldAccess.mask(record.original_sender_name),
    senderIban: fieldAccess.mask(record.original_sender_iban),
    senderBankCountry: fieldAccess.mask(record.original_sender_bank_country),
    beneficiaryIban: fieldAccess.mask(record.beneficiary_iban),
    transactionDetail: fieldAccess.mask(record.transaction_detail),
  }
}

const noAmount = guardValue('notification.amount', null)
const noCurrency = guardValue('notification.currency', null)

/** Presents the notifications of endpoint 4, masked for the role, in the order of the payment service. */
export function presentSentNotifications(
  { list, reading, receivedNotifications }: LoadedSentNotifications,
  fieldAccess: FieldAccess,
): TransactionSentNotifications {
  const { arrived } = matchSentNotifications(list.entries.map(extractNotificationKey), receivedNotifications)
  const last = list.entries.findLast(
    ({ payment_amount }) => fieldAccess.mask(payment_amount.amount).visibility !== 'absent',
  )
  return {
    reading,
    entries: list.entries.map((record, index) =>
      presentSentNotification(record, { position: index + 1, received: arrived[index] ?? null }, fieldAccess),
    ),
    shapeKnown: list.shapeKnown,
    amount: fieldAccess.mask(last?.payment_amount.amount ?? noAmount),
    currency: fieldAccess.mask(last?.payment_amount.currency ?? noCurrency),
  }
}
