import {
  complianceOnly,
  defineRow,
  fullCell,
  hiddenCell,
  hiddenFromAll,
  maskCell,
  revealCell,
  visibleToStaff,
} from './cells.ts'

/** Credentials, then the fields of the authorization request and response (interface, endpoint 1). */
export const transactionPolicyRows = {
  credential: defineRow(
    'K',
    hiddenFromAll,
    'From value, tokens, client secret, session id: they open the payment service or Paydesk',
  ),
  secret: defineRow('K', hiddenFromAll, 'validates notifications; with it they can be forged'),
  redirect_url: defineRow('K', hiddenFromAll, "opens the customer's hosted page without a further check"),

  workflow: defineRow('O', visibleToStaff, 'name of a configured flow'),
  'merchant.id': defineRow(
    'P1',
    [fullCell, fullCell, fullCell, fullCell, fullCell],
    'tells which shop; every role works for one, admin configures it',
  ),
  'merchant.notification_url': defineRow(
    'O',
    [hiddenCell, hiddenCell, hiddenCell, hiddenCell, fullCell],
    'a setting, for the people who set it',
  ),
  'merchant.return_url': defineRow(
    'P2',
    [hiddenCell, hiddenCell, maskCell('host'), hiddenCell, fullCell],
    'its query may hold personal data',
  ),
  'transaction.id': defineRow('P1', visibleToStaff, 'the key by which merchant and staff speak of a payment'),
  'transaction.reference': defineRow('P1', visibleToStaff, 'the reference that customers quote'),
  'transaction.amount': defineRow(
    'F',
    [fullCell, fullCell, fullCell, maskCell('band'), hiddenCell],
    'needed to find and reconcile; judging access needs the size only',
  ),
  'transaction.datetime': defineRow('O', visibleToStaff, 'when the payment was requested'),
  'transaction.currency': defineRow(
    'F',
    [fullCell, fullCell, fullCell, maskCell('band'), hiddenCell],
    'belongs to the amount',
  ),
  client: defineRow(
    'P2',
    complianceOnly(revealCell('dots')),
    'members without published names: each is treated as personal',
  ),
  rid: defineRow(
    'P1',
    [maskCell('rid'), maskCell('rid'), revealCell('rid'), maskCell('last4'), hiddenCell],
    'pseudonymous unless it is an e-mail address or an IBAN',
  ),
  'holder.name': defineRow(
    'P2',
    [maskCell('initials'), maskCell('initials'), revealCell('initials'), hiddenCell, hiddenCell],
    'a caller is checked by comparing, not by reading',
  ),
  'holder.type': defineRow(
    'O',
    [fullCell, fullCell, fullCell, hiddenCell, hiddenCell],
    'person or business decides which rules apply',
  ),
  'holder.iban': defineRow(
    'P3',
    [maskCell('iban'), revealCell('iban'), revealCell('iban'), hiddenCell, hiddenCell],
    'finance traces money by it, one record at a time',
  ),
  'holder.bic': defineRow(
    'O',
    [hiddenCell, fullCell, fullCell, hiddenCell, hiddenCell],
    'names a bank, of use when tracing',
  ),
  'response.id': defineRow('P1', visibleToStaff, "the service's key of the transaction"),
  'response.uid': defineRow('P1', visibleToStaff, "the service's second key"),
  'response.context_id': defineRow(
    'P1',
    visibleToStaff,
    "the service's key of the session behind the payment",
  ),
  'transactions.data': defineRow(
    'F',
    [hiddenCell, fullCell, fullCell, hiddenCell, hiddenCell],
    'known members only; of use when reconciling',
  ),
} as const
