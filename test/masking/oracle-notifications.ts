import type { Rows } from './oracle-cells.ts'
import * as m from './oracle-masks.ts'
import { transactionRows } from './oracle-state.ts'

/** Notifications of a transaction, including incoming bank transfers (interface, endpoint 4). */
export const notificationRows: Rows = {
  ...transactionRows('notifications[]'),
  // Hide the event from the administrator, who sees only a count, which no record contains.
  'notifications[].event': ['full', 'full', 'full', 'full', 'none'],
  'notifications[].payment_amount.amount': ['full', 'full', 'full', m.band, 'none'],
  'notifications[].payment_amount.currency': ['full', 'full', 'full', m.band, 'none'],
  'notifications[].card_reference.card_brand': ['full', 'full', 'full', 'full', 'none'],
  'notifications[].card_reference.masked_pan': [m.last4, m.pan, m.pan, 'none', 'none'],
  'notifications[].card_reference.expiry_date': ['none', 'none', m.dots, 'none', 'none'],
  'notifications[].card_reference.recurring_id': ['none', 'none', 'none', 'none', 'none'],
  'notifications[].card_reference.card_token': ['none', 'none', 'none', 'none', 'none'],
  'notifications[].screen_entities': ['none', 'none', m.count, 'none', 'none'],
  'notifications[].outstanding_tasks': ['presence', 'none', 'full', 'presence', 'none'],
  'notifications[].outstanding_tasks[].id': ['none', 'none', 'full', 'none', 'none'],
  'notifications[].outstanding_tasks[].kind': ['none', 'none', 'full', 'none', 'none'],
  'notifications[].original_sender_iban': [m.iban, m.iban, m.iban, 'none', 'none'],
  'notifications[].beneficiary_iban': [m.iban, m.iban, m.iban, 'none', 'none'],
  'notifications[].beneficiary_acno': [m.last4, m.last4, m.last4, 'none', 'none'],
  'notifications[].original_sender_name': [m.initials, m.initials, m.initials, 'none', 'none'],
  'notifications[].original_sender_address': ['none', m.dots, m.dots, 'none', 'none'],
  'notifications[].transaction_detail': ['none', m.dots, m.dots, 'none', 'none'],
  'notifications[].original_sender_bank_country': ['full', 'full', 'full', 'none', 'none'],
}
