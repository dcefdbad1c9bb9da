import {
  cellsHiddenFromAll,
  cellsVisibleToStaff,
  createComplianceOnlyCells,
  createMaskCell,
  createRevealCell,
  createStepUpRevealCell,
  definePolicyRow,
  fieldNamesCell,
  fullAccessCell,
  hiddenCell,
  presenceCell,
} from './cells.ts'

const amount = [fullAccessCell, fullAccessCell, fullAccessCell, createMaskCell('band'), hiddenCell] as const
const account = [
  createMaskCell('iban'),
  createRevealCell('iban'),
  createRevealCell('iban'),
  hiddenCell,
  hiddenCell,
] as const

/** Fields of notifications (interface, endpoint 4 and events), and of error bodies of the payment service. */
export const notificationPolicyRows = {
  'notification.event': definePolicyRow(
    'O',
    cellsVisibleToStaff,
    'what the service says happened; admin sees counts, not single notifications',
  ),
  'notification.arrived_at': definePolicyRow('O', cellsVisibleToStaff, 'order of events'),
  'notification.tries': definePolicyRow('O', cellsVisibleToStaff, 'delivery trouble'),
  'notification.checksum_ok': definePolicyRow('O', cellsVisibleToStaff, 'whether it can be believed'),
  'notification.amount': definePolicyRow('F', amount, 'as the amount of the transaction'),
  'notification.currency': definePolicyRow('F', amount, 'belongs to the amount'),
  'notification.screen_entities': definePolicyRow(
    'P3',
    createComplianceOnlyCells(createStepUpRevealCell('count')),
    'sanction and PEP hits: even their existence is a finding about a person',
  ),
  'notification.body': definePolicyRow(
    'P3',
    createComplianceOnlyCells(createStepUpRevealCell('dots')),
    'only ever through the same projection, never raw',
  ),

  'card.brand': definePolicyRow('O', cellsVisibleToStaff, 'customers speak of "my Visa"'),
  'card.masked_pan': definePolicyRow(
    'P3',
    [createMaskCell('last4'), createMaskCell('pan'), createMaskCell('pan'), hiddenCell, hiddenCell],
    'cut upstream, cut again here: never trusted',
  ),
  'card.expiry_date': definePolicyRow(
    'P3',
    createComplianceOnlyCells(createRevealCell('dots')),
    'with the number, enough to pay',
  ),
  'card.recurring_id': definePolicyRow('K', cellsHiddenFromAll, 'charges the card again'),
  'card.card_token': definePolicyRow('K', cellsHiddenFromAll, 'charges the card again'),

  'task.count': definePolicyRow(
    'O',
    [presenceCell, hiddenCell, fullAccessCell, presenceCell, hiddenCell],
    'that an operator must act',
  ),
  'task.id': definePolicyRow('O', createComplianceOnlyCells(fullAccessCell), 'accepts or rejects the task'),
  'task.kind': definePolicyRow('O', createComplianceOnlyCells(fullAccessCell), 'kind of review'),

  'transfer.sender_iban': definePolicyRow('P3', account, 'account of a payer'),
  'transfer.beneficiary_iban': definePolicyRow('P3', account, 'account of a payee'),
  'transfer.beneficiary_acno': definePolicyRow(
    'P3',
    [createMaskCell('last4'), createRevealCell('last4'), createRevealCell('last4'), hiddenCell, hiddenCell],
    'account of a payee',
  ),
  'transfer.sender_name': definePolicyRow(
    'P2',
    [
      createMaskCell('initials'),
      createMaskCell('initials'),
      createRevealCell('initials'),
      hiddenCell,
      hiddenCell,
    ],
    'a payer who need not be our customer',
  ),
  'transfer.sender_address': definePolicyRow(
    'P2',
    [hiddenCell, createRevealCell('dots'), createRevealCell('dots'), hiddenCell, hiddenCell],
    'where somebody lives',
  ),
  'transfer.detail': definePolicyRow(
    'P2',
    [hiddenCell, createRevealCell('dots'), createRevealCell('dots'), hiddenCell, hiddenCell],
    'free text of a payer',
  ),
  'transfer.sender_bank_country': definePolicyRow(
    'O',
    [fullAccessCell, fullAccessCell, fullAccessCell, hiddenCell, hiddenCell],
    'country of a bank',
  ),

  'member.other': definePolicyRow(
    'P2',
    createComplianceOnlyCells(fieldNamesCell),
    'nobody has classified it: its name at most, never its value',
  ),

  'error.code': definePolicyRow(
    'O',
    [fullAccessCell, fullAccessCell, fullAccessCell, fullAccessCell, fullAccessCell],
    'needed to report a fault',
  ),
  'error.http_status': definePolicyRow(
    'O',
    [fullAccessCell, fullAccessCell, fullAccessCell, fullAccessCell, fullAccessCell],
    'needed to report a fault',
  ),
  'error.message': definePolicyRow(
    'P2',
    [
      hiddenCell,
      createMaskCell('scrubbed'),
      createMaskCell('scrubbed'),
      hiddenCell,
      createMaskCell('scrubbed'),
    ],
    'may quote what was sent',
  ),
  'error.detail': definePolicyRow(
    'P2',
    [
      hiddenCell,
      createMaskCell('scrubbed'),
      createMaskCell('scrubbed'),
      hiddenCell,
      createMaskCell('scrubbed'),
    ],
    'may quote what was sent',
  ),
} as const
