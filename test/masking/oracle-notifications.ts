import type { OracleRows } from './oracle-cells.ts'
import { oracleMasks as masks } from './oracle-masks.ts'
import { transactionRows } from './oracle-state.ts'

/** Notifications of a transaction, including incoming bank transfers (interface, endpoint 4). */
export const notificationRows: OracleRows = {
  ...transactionRows('notifications[]'),
  // Hide the event from the administrator, who sees only a count, which no record contains.
  'notifications[].event': ['full', 'full', 'full', 'full', 'none'],
  'notifications[].payment_amount.amount': ['full', 'full', 'full', masks.band, 'none'],
  'notifications[].payment_amount.currency': ['full', 'full', 'full', masks.band, 'none'],
  'notifications[].card_reference.card_brand': ['full', 'full', 'full', 'full', 'none'],
  'notifications[].card_reference.masked_pan': [masks.last4, masks.pan, masks.pan, 'none', 'none'],
  'notifications[].card_reference.expiry_date': ['none', 'none', masks.dots, 'none', 'none'],
  'notifications[].card_reference.recurring_id': ['none', 'none', 'none', 'none', 'none'],
  'notifications[].card_reference.card_token': ['none', 'none', 'none', 'none', 'none'],
  'notifications[].screen_entities': ['none', 'none', masks.count, 'none', 'none'],
  'notifications[].outstanding_tasks': ['presence', 'none', 'full', 'presence', 'none'],
  'notifications[].outstanding_tasks[].id': ['none', 'none', 'full', 'none', 'none'],
  'notifications[].outstanding_tasks[].kind': ['none', 'none', 'full', 'none', 'none'],
  'notifications[].original_sender_iban': [masks.iban, masks.iban, masks.iban, 'none', 'none'],
  'notifications[].beneficiary_iban': [masks.iban, masks.iban, masks.iban, 'none', 'none'],
  'notifications[].beneficiary_acno': [masks.last4, masks.last4, masks.last4, 'none', 'none'],
  'notifications[].original_sender_name': [masks.initials, masks.initials, masks.initials, 'none', 'none'],
  'notifications[].original_sender_address': ['none', masks.dots, masks.dots, 'none', 'none'],
  'notifications[].transaction_detail': ['none', masks.dots, masks.dots, 'none', 'none'],
  'notifications[].original_sender_bank_country': ['full', 'full', 'full', 'none', 'none'],
}
