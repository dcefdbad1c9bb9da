import {
  cellsHiddenFromAll,
  cellsVisibleToStaff,
  createComplianceOnlyCells,
  createMaskCell,
  createRevealCell,
  definePolicyRow,
  fullAccessCell,
  hiddenCell,
} from './cells.ts'

/** Credentials, then the fields of the authorization request and response (interface, endpoint 1). */
export const transactionPolicyRows = {
  credential: definePolicyRow(
    'K',
    cellsHiddenFromAll,
    'From value, tokens, client secret, session id: they open the payment service or Paydesk',
  ),
  secret: definePolicyRow('K', cellsHiddenFromAll, 'validates notifications; with it they can be forged'),
  redirect_url: definePolicyRow(
    'K',
    cellsHiddenFromAll,
    "opens the customer's hosted page without a further check",
  ),

  workflow: definePolicyRow('O', cellsVisibleToStaff, 'name of a configured flow'),
  'merchant.id': definePolicyRow(
    'P1',
    [fullAccessCell, fullAccessCell, fullAccessCell, fullAccessCell, fullAccessCell],
    'tells which shop; every role works for one, admin configures it',
  ),
  'merchant.notification_url': definePolicyRow(
    'O',
    [hiddenCell, hiddenCell, hiddenCell, hiddenCell, fullAccessCell],
    'a setting, for the people who set it',
  ),
  'merchant.return_url': definePolicyRow(
    'P2',
    [hiddenCell, hiddenCell, createMaskCell('host'), hiddenCell, fullAccessCell],
    'its query may hold personal data',
  ),
  'transaction.id': definePolicyRow(
    'P1',
    cellsVisibleToStaff,
    'the key by which merchant and staff speak of a payment',
  ),
  'transaction.reference': definePolicyRow('P1', cellsVisibleToStaff, 'the reference that customers quote'),
  'transaction.amount': definePolicyRow(
    'F',
    [fullAccessCell, fullAccessCell, fullAccessCell, createMaskCell('band'), hiddenCell],
    'needed to find and reconcile; judging access needs the size only',
  ),
  'transaction.datetime': definePolicyRow('O', cellsVisibleToStaff, 'when the payment was requested'),
  'transaction.currency': definePolicyRow(
    'F',
    [fullAccessCell, fullAccessCell, fullAccessCell, createMaskCell('band'), hiddenCell],
    'belongs to the amount',
  ),
  client: definePolicyRow(
    'P2',
    createComplianceOnlyCells(createRevealCell('dots')),
    'members without published names: each is treated as personal',
  ),
  rid: definePolicyRow(
    'P1',
    [
      createMaskCell('rid'),
      createMaskCell('rid'),
      createRevealCell('rid'),
      createMaskCell('last4'),
      hiddenCell,
    ],
    'pseudonymous unless it is an e-mail address or an IBAN',
  ),
  'holder.name': definePolicyRow(
    'P2',
    [
      createMaskCell('initials'),
      createMaskCell('initials'),
      createRevealCell('initials'),
      hiddenCell,
      hiddenCell,
    ],
    'a caller is checked by comparing, not by reading',
  ),
  'holder.type': definePolicyRow(
    'O',
    [fullAccessCell, fullAccessCell, fullAccessCell, hiddenCell, hiddenCell],
    'person or business decides which rules apply',
  ),
  'holder.iban': definePolicyRow(
    'P3',
    [createMaskCell('iban'), createRevealCell('iban'), createRevealCell('iban'), hiddenCell, hiddenCell],
    'finance traces money by it, one record at a time',
  ),
  'holder.bic': definePolicyRow(
    'O',
    [hiddenCell, fullAccessCell, fullAccessCell, hiddenCell, hiddenCell],
    'names a bank, of use when tracing',
  ),
  'response.id': definePolicyRow('P1', cellsVisibleToStaff, "the service's key of the transaction"),
  'response.uid': definePolicyRow('P1', cellsVisibleToStaff, "the service's second key"),
  'response.context_id': definePolicyRow(
    'P1',
    cellsVisibleToStaff,
    "the service's key of the session behind the payment",
  ),
  'transactions.data': definePolicyRow(
    'F',
    [hiddenCell, fullAccessCell, fullAccessCell, hiddenCell, hiddenCell],
    'known members only; of use when reconciling',
  ),
} as const
