import type { DataFreshness } from '@paydesk/shared/core/data-freshness'
import type { MerchantId } from '@paydesk/shared/core/ids'
import { parseCompoundState, parseState } from '@paydesk/shared/core/state'
import type { SentNotification, TransactionSentNotifications } from '@paydesk/shared/payments/notifications'
import type { NotificationList, NotificationRecord } from '../../payment-service/parsing/wire.ts'
import type { FieldAccess } from '../../platform/access/field-access.ts'
import { guardValue, openOperationalText } from '../../platform/access/guarded.ts'
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
  readonly notices: readonly StoredNotification[]
}

function presentSentNotification(
  record: NotificationRecord,
  { position, received }: Pick<SentNotification, 'position' | 'received'>,
  sight: FieldAccess,
): SentNotification {
  const state = openOperationalText(record.state)
  const compound = openOperationalText(record.compound_state)
  return {
    position,
    kind: record.kind,
    event: classifyNotificationEvent(openOperationalText(record.event)),
    state: state === null ? null : parseState(state),
    compound: compound === null ? null : parseCompoundState(compound),
    received,
    amount: sight.mask(record.payment_amount.amount),
    currency: sight.mask(record.payment_amount.currency),
    responseCode: sight.mask(record.response_code),
    responseCodeDescription: sight.mask(record.response_code_description),
    cardBrand: sight.mask(record.card_reference.card_brand),
    maskedPan: sight.mask(record.card_reference.masked_pan),
    outstandingTasks: sight.mask(record.outstanding_tasks.count),
    senderName: sight.mask(record.original_sender_name),
    senderIban: sight.mask(record.original_sender_iban),
    senderBankCountry: sight.mask(record.original_sender_bank_country),
    beneficiaryIban: sight.mask(record.beneficiary_iban),
    transactionDetail: sight.mask(record.transaction_detail),
  }
}

const noAmount = guardValue('notification.amount', null)
const noCurrency = guardValue('notification.currency', null)

/** Presents the notifications of endpoint 4, masked for the role, in the order of the payment service. */
export function presentSentNotifications(
  { list, reading, notices }: LoadedSentNotifications,
  sight: FieldAccess,
): TransactionSentNotifications {
  const { arrived } = matchSentNotifications(list.entries.map(extractNotificationKey), notices)
  const last = list.entries.findLast(
    ({ payment_amount }) => sight.mask(payment_amount.amount).visibility !== 'absent',
  )
  return {
    reading,
    entries: list.entries.map((record, index) =>
      presentSentNotification(record, { position: index + 1, received: arrived[index] ?? null }, sight),
    ),
    shapeKnown: list.shapeKnown,
    amount: sight.mask(last?.payment_amount.amount ?? noAmount),
    currency: sight.mask(last?.payment_amount.currency ?? noCurrency),
  }
}
