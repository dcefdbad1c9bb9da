import {
  complianceOnly,
  defineRow,
  fullCell,
  hiddenCell,
  hiddenFromAll,
  maskCell,
  namesCell,
  presenceCell,
  revealCell,
  stepUpCell,
  visibleToStaff,
} from './cells.ts'

const amount = [fullCell, fullCell, fullCell, maskCell('band'), hiddenCell] as const
const account = [maskCell('iban'), revealCell('iban'), revealCell('iban'), hiddenCell, hiddenCell] as const

/** Fields of notifications (interface, endpoint 4 and events), and of error bodies of the payment service. */
export const notificationPolicyRows = {
  'notification.event': defineRow(
    'O',
    visibleToStaff,
    'what the service says happened; admin sees counts, not single notifications',
  ),
  'notification.arrived_at': defineRow('O', visibleToStaff, 'order of events'),
  'notification.tries': defineRow('O', visibleToStaff, 'delivery trouble'),
  'notification.checksum_ok': defineRow('O', visibleToStaff, 'whether it can be believed'),
  'notification.amount': defineRow('F', amount, 'as the amount of the transaction'),
  'notification.currency': defineRow('F', amount, 'belongs to the amount'),
  'notification.screen_entities': defineRow(
    'P3',
    complianceOnly(stepUpCell('count')),
    'sanction and PEP hits: even their existence is a finding about a person',
  ),
  'notification.body': defineRow(
    'P3',
    complianceOnly(stepUpCell('dots')),
    'only ever through the same projection, never raw',
  ),

  'card.brand': defineRow('O', visibleToStaff, 'customers speak of "my Visa"'),
  'card.masked_pan': defineRow(
    'P3',
    [maskCell('last4'), maskCell('pan'), maskCell('pan'), hiddenCell, hiddenCell],
    'cut upstream, cut again here: never trusted',
  ),
  'card.expiry_date': defineRow('P3', complianceOnly(revealCell('dots')), 'with the number, enough to pay'),
  'card.recurring_id': defineRow('K', hiddenFromAll, 'charges the card again'),
  'card.card_token': defineRow('K', hiddenFromAll, 'charges the card again'),

  'task.count': defineRow(
    'O',
    [presenceCell, hiddenCell, fullCell, presenceCell, hiddenCell],
    'that an operator must act',
  ),
  'task.id': defineRow('O', complianceOnly(fullCell), 'accepts or rejects the task'),
  'task.kind': defineRow('O', complianceOnly(fullCell), 'kind of review'),

  'transfer.sender_iban': defineRow('P3', account, 'account of a payer'),
  'transfer.beneficiary_iban': defineRow('P3', account, 'account of a payee'),
  'transfer.beneficiary_acno': defineRow(
    'P3',
    [maskCell('last4'), revealCell('last4'), revealCell('last4'), hiddenCell, hiddenCell],
    'account of a payee',
  ),
  'transfer.sender_name': defineRow(
    'P2',
    [maskCell('initials'), maskCell('initials'), revealCell('initials'), hiddenCell, hiddenCell],
    'a payer who need not be our customer',
  ),
  'transfer.sender_address': defineRow(
    'P2',
    [hiddenCell, revealCell('dots'), revealCell('dots'), hiddenCell, hiddenCell],
    'where somebody lives',
  ),
  'transfer.detail': defineRow(
    'P2',
    [hiddenCell, revealCell('dots'), revealCell('dots'), hiddenCell, hiddenCell],
    'free text of a payer',
  ),
  'transfer.sender_bank_country': defineRow(
    'O',
    [fullCell, fullCell, fullCell, hiddenCell, hiddenCell],
    'country of a bank',
  ),

  'member.other': defineRow(
    'P2',
    complianceOnly(namesCell),
    'nobody has classified it: its name at most, never its value',
  ),

  'error.code': defineRow(
    'O',
    [fullCell, fullCell, fullCell, fullCell, fullCell],
    'needed to report a fault',
  ),
  'error.http_status': defineRow(
    'O',
    [fullCell, fullCell, fullCell, fullCell, fullCell],
    'needed to report a fault',
  ),
  'error.message': defineRow(
    'P2',
    [hiddenCell, maskCell('scrubbed'), maskCell('scrubbed'), hiddenCell, maskCell('scrubbed')],
    'may quote what was sent',
  ),
  'error.detail': defineRow(
    'P2',
    [hiddenCell, maskCell('scrubbed'), maskCell('scrubbed'), hiddenCell, maskCell('scrubbed')],
    'may quote what was sent',
  ),
} as const
