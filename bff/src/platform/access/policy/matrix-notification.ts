import {
  compliance,
  everyone,
  full,
  mask,
  names,
  no,
  nobody,
  presence,
  reveal,
  row,
  stepUp,
} from './cells.ts'

const amount = [full, full, full, mask('band'), no] as const
const account = [mask('iban'), reveal('iban'), reveal('iban'), no, no] as const

/** Members of notifications (interface, endpoint 4 and events), and of the service's error bodies. */
export const notificationRows = {
  'notification.event': row(
    'O',
    everyone,
    'what the service says happened; admin sees counts, not single notifications',
  ),
  'notification.arrived_at': row('O', everyone, 'order of events'),
  'notification.tries': row('O', everyone, 'delivery trouble'),
  'notification.checksum_ok': row('O', everyone, 'whether it can be believed'),
  'notification.amount': row('F', amount, 'as the amount of the transaction'),
  'notification.currency': row('F', amount, 'belongs to the amount'),
  'notification.screen_entities': row(
    'P3',
    compliance(stepUp('count')),
    'sanction and PEP hits: even their existence is a finding about a person',
  ),
  'notification.body': row(
    'P3',
    compliance(stepUp('dots')),
    'only ever through the same projection, never raw',
  ),

  'card.brand': row('O', everyone, 'customers speak of "my Visa"'),
  'card.masked_pan': row(
    'P3',
    [mask('last4'), mask('pan'), mask('pan'), no, no],
    'cut upstream, cut again here: never trusted',
  ),
  'card.expiry_date': row('P3', compliance(reveal('dots')), 'with the number, enough to pay'),
  'card.recurring_id': row('K', nobody, 'charges the card again'),
  'card.card_token': row('K', nobody, 'charges the card again'),

  'task.count': row('O', [presence, no, full, presence, no], 'that an operator must act'),
  'task.id': row('O', compliance(full), 'accepts or rejects the task'),
  'task.kind': row('O', compliance(full), 'kind of review'),

  'transfer.sender_iban': row('P3', account, 'account of a payer'),
  'transfer.beneficiary_iban': row('P3', account, 'account of a payee'),
  'transfer.beneficiary_acno': row(
    'P3',
    [mask('last4'), reveal('last4'), reveal('last4'), no, no],
    'account of a payee',
  ),
  'transfer.sender_name': row(
    'P2',
    [mask('initials'), mask('initials'), reveal('initials'), no, no],
    'a payer who need not be our customer',
  ),
  'transfer.sender_address': row('P2', [no, reveal('dots'), reveal('dots'), no, no], 'where somebody lives'),
  'transfer.detail': row('P2', [no, reveal('dots'), reveal('dots'), no, no], 'free text of a payer'),
  'transfer.sender_bank_country': row('O', [full, full, full, no, no], 'country of a bank'),

  'member.other': row('P2', compliance(names), 'nobody has classified it: its name at most, never its value'),

  'error.code': row('O', [full, full, full, full, full], 'needed to report a fault'),
  'error.http_status': row('O', [full, full, full, full, full], 'needed to report a fault'),
  'error.message': row(
    'P2',
    [no, mask('scrubbed'), mask('scrubbed'), no, mask('scrubbed')],
    'may quote what was sent',
  ),
  'error.detail': row(
    'P2',
    [no, mask('scrubbed'), mask('scrubbed'), no, mask('scrubbed')],
    'may quote what was sent',
  ),
} as const
