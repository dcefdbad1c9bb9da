import { guard } from '@paydesk/bff/access/guarded'
import { type Field, isField } from '@paydesk/bff/access/matrix'
import { sightOf } from '@paydesk/bff/access/show'
import { describe, expect, it } from 'vitest'
import { makeMint } from './mint.ts'
import { nameOf, oracle, roles, seesAt, textSeen } from './oracle.ts'
import { isPlaced } from './placed.ts'

const mint = makeMint(17)
/** Values in every form that a mask tells apart. */
const samples = [
  mint.name(),
  `${mint.name()} ${mint.name()}`,
  mint.email(),
  mint.iban('FR'),
  '1977-05-23',
  '1977-05-23T10:11:12.131Z',
  '20457',
  mint.digits(9),
  mint.digits(16),
  `${mint.digits(6)}......${mint.digits(4)}`,
  'IS0101',
  mint.letters(20),
  'ab',
  `https://${mint.letters(8)}.test/x?y=z`,
]

/** Names of the product's own matrix for members that it does not call by their path. */
const named: Readonly<Record<string, Field>> = {
  'office.note': 'review.note',
  'derived.age': 'profile.age',
  'derived.address_equal': 'profile.address_equal',
  'derived.other_customers': 'identity.other_customers',
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

function fieldOf(path: string): Field {
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
  const field = candidates.find((name) => name !== undefined && isField(name))
  if (field === undefined || !isField(field)) throw new Error(`the matrix has no row for ${path}`)
  return field
}

/** Members that somebody may see by the design and that no answer shows yet. A new view takes its own out of here. */
const unshown = [
  'notifications[].id',
  'notifications[].uid',
  'notifications[].mode',
  'notifications[].test_transaction',
  'notifications[].card_reference.expiry_date',
  'notifications[].screen_entities',
  'notifications[].outstanding_tasks[].id',
  'notifications[].outstanding_tasks[].kind',
  'notifications[].beneficiary_acno',
  'notifications[].original_sender_address',
]

describe('the two copies of the matrix', () => {
  const rows = Object.keys(oracle).map((path) => [path, fieldOf(path)] as const)

  it.each(rows)('agree on %s, which the product calls %s', (path, field) => {
    for (const role of roles) {
      const sees = seesAt(path, role)
      for (const sample of samples) {
        const shown = sightOf(role).showOwn(guard(field, sample))
        const text = 'text' in shown ? shown.text : null
        expect(text, `${role} ${nameOf(sees)} ${sample}`).toBe(textSeen(sees, sample))
        expect(shown.seen === 'hidden', `${role} ${nameOf(sees)}`).toBe(sees === 'none')
      }
    }
  })
})

describe('what may be seen', () => {
  it('is shown by some answer, or stands in the list of what is not shown yet', () => {
    const own = Object.keys(oracle).filter((path) =>
      /^(?:notifications\[\]\.(?!original_message|payment_provider|identity\.|workflow_state)|list)/.test(
        path,
      ),
    )
    const missing = own.filter(
      (path) => !isPlaced(path) && roles.some((role) => seesAt(path, role) !== 'none'),
    )
    expect(missing).toEqual(unshown)
  })
})
