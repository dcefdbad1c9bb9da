import { compliance, everyone, full, mask, no, nobody, reveal, row } from './cells.ts'

/** Credentials, then the members of the authorization request and response (interface, endpoint 1). */
export const transactionRows = {
  credential: row(
    'K',
    nobody,
    'From value, tokens, client secret, session id: they open the service or the office',
  ),
  secret: row('K', nobody, 'validates notifications; whoever has it can forge them'),
  redirect_url: row('K', nobody, "opens the customer's hosted page without a further check"),

  workflow: row('O', everyone, 'name of a configured flow'),
  'merchant.id': row(
    'P1',
    [full, full, full, full, full],
    'tells which shop; every role works for one, admin configures it',
  ),
  'merchant.notification_url': row('O', [no, no, no, no, full], 'a setting, of use to whoever sets it'),
  'merchant.return_url': row('P2', [no, no, mask('host'), no, full], 'its query may hold personal data'),
  'transaction.id': row('P1', everyone, 'the key by which merchant and staff speak of a payment'),
  'transaction.reference': row('P1', everyone, 'the reference that customers quote'),
  'transaction.amount': row(
    'F',
    [full, full, full, mask('band'), no],
    'needed to find and reconcile; judging access needs the size only',
  ),
  'transaction.datetime': row('O', everyone, 'when the payment was asked for'),
  'transaction.currency': row('F', [full, full, full, mask('band'), no], 'belongs to the amount'),
  client: row(
    'P2',
    compliance(reveal('dots')),
    'members without published names: each is treated as personal',
  ),
  rid: row(
    'P1',
    [mask('rid'), mask('rid'), reveal('rid'), mask('last4'), no],
    'pseudonymous unless it is an e-mail address or an IBAN',
  ),
  'holder.name': row(
    'P2',
    [mask('initials'), mask('initials'), reveal('initials'), no, no],
    'a caller is checked by comparing, not by reading',
  ),
  'holder.type': row('O', [full, full, full, no, no], 'person or business decides which rules apply'),
  'holder.iban': row(
    'P3',
    [mask('iban'), reveal('iban'), reveal('iban'), no, no],
    'finance traces money by it, one record at a time',
  ),
  'holder.bic': row('O', [no, full, full, no, no], 'names a bank, of use when tracing'),
  'response.id': row('P1', everyone, "the service's key of the transaction"),
  'response.uid': row('P1', everyone, "the service's second key"),
  'response.context_id': row('P1', everyone, "the service's key of the session behind the payment"),
  'transactions.data': row('F', [no, full, full, no, no], 'known members only; of use when reconciling'),
} as const
