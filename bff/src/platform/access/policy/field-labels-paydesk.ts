import type { FieldLabel } from './field-label.ts'
import type { notificationPolicyRows } from './notification-policy.ts'
import type { paydeskPolicyRows } from './paydesk-policy.ts'

const ownMember = 'of this office'

/** Fields of notifications, of error bodies and of Paydesk itself. */
export const paydeskFieldLabels: Readonly<
  Record<keyof typeof notificationPolicyRows | keyof typeof paydeskPolicyRows, FieldLabel>
> = {
  'notification.event': ['event', 'Event'],
  'notification.arrived_at': [ownMember, 'When a notification arrived'],
  'notification.tries': [ownMember, 'How often it was delivered'],
  'notification.checksum_ok': [ownMember, 'Whether its origin is proved'],
  'notification.amount': ['payment_amount.amount', 'Amount of the payment'],
  'notification.currency': ['payment_amount.currency', 'Currency of the payment'],
  'notification.screen_entities': ['screen_entities', 'Hits in sanction and PEP lists'],
  'notification.body': ['(whole body)', 'Body of a notification'],
  'card.brand': ['card_reference.card_brand', 'Brand of the card'],
  'card.masked_pan': ['card_reference.masked_pan', 'Card number, cut by the service'],
  'card.expiry_date': ['card_reference.expiry_date', 'Expiry of the card'],
  'card.recurring_id': ['card_reference.recurring_id', 'Id that charges the card again'],
  'card.card_token': ['card_reference.card_token', 'Token that charges the card again'],
  'task.count': ['outstanding_tasks', 'Tasks of an operator'],
  'task.id': ['outstanding_tasks[].id', 'Task'],
  'task.kind': ['outstanding_tasks[].kind', 'Kind of task'],
  'transfer.sender_iban': ['original_sender_iban', 'IBAN of the payer'],
  'transfer.beneficiary_iban': ['beneficiary_iban', 'IBAN of the payee'],
  'transfer.beneficiary_acno': ['beneficiary_acno', 'Account number of the payee'],
  'transfer.sender_name': ['original_sender_name', 'Name of the payer'],
  'transfer.sender_address': ['original_sender_address', 'Address of the payer'],
  'transfer.detail': ['transaction_detail', 'Words of the payer'],
  'transfer.sender_bank_country': ['original_sender_bank_country', 'Country of the payer’s bank'],
  'member.other': ['(any other member)', 'Members that nobody has classified'],
  'error.code': ['code', 'Code of an error of the service'],
  'error.http_status': ['HTTP status', 'Status of an error of the service'],
  'error.message': ['message', 'Words of an error of the service'],
  'error.detail': ['details[]', 'Details of an error of the service'],

  'review.note': [ownMember, 'Notes and other words of staff'],
  'audit.row': [ownMember, 'Entries of the audit trail'],
  'audit.subject_id': [ownMember, 'Whom an entry is about'],
  'audit.seen_by': [ownMember, 'Which colleague an entry tells of'],
  'staff.person': [ownMember, 'Who works here'],
  'request.typed': [ownMember, 'What was typed for a payment, before it is sent'],
  'request.address': ['redirect_url', 'Address of the customer’s hosted page, of our own payment'],
}
