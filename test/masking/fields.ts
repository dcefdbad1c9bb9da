import { type FieldName, isFieldName } from '@paydesk/bff/platform/access/policy/access-policy'
import { isUnclassified } from './oracle.ts'

/** Names in the access policy of Paydesk for fields that are not named by their path. */
const named: Readonly<Record<string, FieldName>> = {
  'office.note': 'review.note',
  'derived.age': 'profile.age',
  'derived.address_equal': 'profile.address_equal',
  'derived.other_customers': 'identity.other_customers',
  'derived.document_member': 'document.other',
  'derived.file_name': 'document.other',
  'authorization.merchant.id': 'merchant.id',
  'authorization.merchant.transaction_webhook_url': 'merchant.notification_url',
  'authorization.merchant.return_url': 'merchant.return_url',
  'authorization.account_holder.name': 'holder.name',
  'authorization.account_holder.type': 'holder.type',
  'authorization.account_holder.iban': 'holder.iban',
  'authorization.account_holder.bic': 'holder.bic',
  'authorization.account.identifier': 'rid',
  'authorization.id': 'response.id',
  'authorization.uid': 'response.uid',
  'authorization.context_uid': 'response.context_id',
  'authorization.transactions': 'transactions.data',
  'list.data[].transaction_uid': 'list.transaction_uid',
  'list.data[].transaction_state': 'list.transaction_state',
  'list.data[].state': 'state.state',
  'list.data[].workflow': 'workflow',
  'notifications[].event': 'notification.event',
  'notifications[].payment_amount.amount': 'notification.amount',
  'notifications[].payment_amount.currency': 'notification.currency',
  'notifications[].card_reference.card_brand': 'card.brand',
  'notifications[].screen_entities': 'notification.screen_entities',
  'notifications[].outstanding_tasks': 'task.count',
  'notifications[].outstanding_tasks[].id': 'task.id',
  'notifications[].outstanding_tasks[].kind': 'task.kind',
  'notifications[].original_sender_iban': 'transfer.sender_iban',
  'notifications[].original_sender_name': 'transfer.sender_name',
  'notifications[].original_sender_address': 'transfer.sender_address',
  'notifications[].original_sender_bank_country': 'transfer.sender_bank_country',
  'notifications[].beneficiary_iban': 'transfer.beneficiary_iban',
  'notifications[].beneficiary_acno': 'transfer.beneficiary_acno',
  'notifications[].transaction_detail': 'transfer.detail',
  'identity.id': 'identity.id',
  'identity.uid': 'identity.uid',
  'identity.supporting_documents': 'documents.count',
  'identity.supporting_documents[].type': 'document.kind',
  'identity.supporting_documents[].status': 'document.other',
  'identity.supporting_documents[].country': 'document.other',
  'identity.supporting_documents[].download_url': 'identity.download_url',
}

/** Returns the row of the access policy for a path of the hand-kept copy. Throws if there is none. */
export function fieldOf(path: string): FieldName {
  const inner = path.replace(/^(?:state|notifications\[\]|identity|authorization)\./, '')
  const [parent = '', member = ''] = inner.split('.').slice(-2)
  const candidates = [
    named[path],
    inner,
    `response.${inner}`,
    `state.${inner}`,
    inner.replace('payment_provider_responses[]', 'ppr'),
    inner.replace('card_reference', 'card'),
    inner.replace('supporting_documents[]', 'document'),
    inner.replace('original_message.', 'original.'),
    inner === 'original_message.account.identifier' ? 'rid' : '',
    inner === 'original_message.account.ext.*' ? 'account.ext' : '',
    parent === 'workflow_state' ? 'state.workflow_step' : '',
    inner.replace('response_', 'response.'),
    `identity.${inner}`,
    member,
  ]
  const field = candidates.find((name) => name !== undefined && isFieldName(name))
  if (field === undefined || !isFieldName(field)) throw new Error(`the access policy has no row for ${path}`)
  return field
}

/** Returns the row of the access policy for a place in a record; an unclassified field has a row too. */
export function fieldAt(path: string): FieldName {
  const generic = path.replace(/\[\d+\]/g, '[]')
  if (isUnclassified(path)) return 'member.other'
  return fieldOf(/\.account\.ext\.\w+$/.test(generic) ? generic.replace(/\w+$/, '*') : generic)
}

/** Returns the distinct rows of these places. */
export function fieldsAt(paths: readonly string[]): FieldName[] {
  return [...new Set(paths.map(fieldAt))]
}
