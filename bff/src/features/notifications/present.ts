import type { MerchantId } from '@paydesk/shared/core/ids'
import type { Reading } from '@paydesk/shared/core/reading'
import { readCompound, readState } from '@paydesk/shared/core/state'
import type { NotificationView, TransactionNotifications } from '@paydesk/shared/payments/notification'
import type { NotificationList, NotificationRecord } from '../../payment-service/parsing/wire.ts'
import type { Sight } from '../../platform/access/field-access.ts'
import { guard, openOperational } from '../../platform/access/guarded.ts'
import { toldBy } from '../../records/observations/announced-state.ts'
import { describeEvent } from '../../records/observations/events.ts'
import { match, type Notice } from '../../records/observations/notification-matching.ts'

export interface ReadNotifications {
  readonly list: NotificationList
  readonly reading: Reading
  readonly merchant: MerchantId
  /** What arrived here of the same transaction. */
  readonly notices: readonly Notice[]
}

function presentEntry(
  record: NotificationRecord,
  { position, received }: Pick<NotificationView, 'position' | 'received'>,
  sight: Sight,
): NotificationView {
  const state = openOperational(record.state)
  const compound = openOperational(record.compound_state)
  return {
    position,
    kind: record.kind,
    event: describeEvent(openOperational(record.event)),
    state: state === null ? null : readState(state),
    compound: compound === null ? null : readCompound(compound),
    received,
    amount: sight.show(record.payment_amount.amount),
    currency: sight.show(record.payment_amount.currency),
    responseCode: sight.show(record.response_code),
    responseCodeDescription: sight.show(record.response_code_description),
    cardBrand: sight.show(record.card_reference.card_brand),
    maskedPan: sight.show(record.card_reference.masked_pan),
    outstandingTasks: sight.show(record.outstanding_tasks.count),
    senderName: sight.show(record.original_sender_name),
    senderIban: sight.show(record.original_sender_iban),
    senderBankCountry: sight.show(record.original_sender_bank_country),
    beneficiaryIban: sight.show(record.beneficiary_iban),
    transactionDetail: sight.show(record.transaction_detail),
  }
}

const noAmount = guard('notification.amount', null)
const noCurrency = guard('notification.currency', null)

/** The notifications of endpoint 4 as this role may see them, in the service's order. */
export function presentNotifications(
  { list, reading, notices }: ReadNotifications,
  sight: Sight,
): TransactionNotifications {
  const { arrived } = match(list.entries.map(toldBy), notices)
  const last = list.entries.findLast(
    ({ payment_amount }) => sight.show(payment_amount.amount).seen !== 'absent',
  )
  return {
    reading,
    entries: list.entries.map((record, index) =>
      presentEntry(record, { position: index + 1, received: arrived[index] ?? null }, sight),
    ),
    shapeKnown: list.shapeKnown,
    amount: sight.show(last?.payment_amount.amount ?? noAmount),
    currency: sight.show(last?.payment_amount.currency ?? noCurrency),
  }
}
