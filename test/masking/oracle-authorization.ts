import { hiddenFromAll, type OracleRows, type RoleCells, visibleToStaff } from './oracle-cells.ts'
import { oracleMasks as masks } from './oracle-masks.ts'

const amount: RoleCells = ['full', 'full', 'full', masks.band, 'none']

/** Authorization request and response (interface, endpoint 1), with the fields that Paydesk adds. */
export const authorizationRows: OracleRows = {
  'authorization.secret': hiddenFromAll,
  'authorization.redirect_url': hiddenFromAll,
  'authorization.workflow': visibleToStaff,
  'authorization.merchant.id': ['full', 'full', 'full', 'full', 'full'],
  'authorization.merchant.transaction_webhook_url': ['none', 'none', 'none', 'none', 'full'],
  'authorization.merchant.return_url': ['none', 'none', masks.host, 'none', 'full'],
  'authorization.transaction.id': visibleToStaff,
  'authorization.transaction.reference': visibleToStaff,
  'authorization.transaction.datetime': visibleToStaff,
  'authorization.transaction.amount': amount,
  'authorization.transaction.currency': amount,
  'authorization.client': ['none', 'none', masks.dots, 'none', 'none'],
  'authorization.account.identifier': [masks.rid, masks.rid, masks.rid, masks.last4, 'none'],
  'authorization.account_holder.name': [masks.initials, masks.initials, masks.initials, 'none', 'none'],
  'authorization.account_holder.type': ['full', 'full', 'full', 'none', 'none'],
  'authorization.account_holder.iban': [masks.iban, masks.iban, masks.iban, 'none', 'none'],
  'authorization.account_holder.bic': ['none', 'full', 'full', 'none', 'none'],
  'authorization.id': visibleToStaff,
  'authorization.uid': visibleToStaff,
  'authorization.context_uid': visibleToStaff,
  'authorization.transactions': ['none', 'full', 'full', 'none', 'none'],
  // Values shown before the request is sent, to the person who typed them.
  'request.typed': ['full', 'full', 'none', 'none', 'none'],
  'request.address': [masks.dots, masks.dots, masks.dots, 'none', 'none'],
}
