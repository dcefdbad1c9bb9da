import { type Cells, hiddenFromAll, type Rows, visibleToStaff } from './oracle-cells.ts'
import * as m from './oracle-masks.ts'

const amount: Cells = ['full', 'full', 'full', m.band, 'none']

/** Authorization request and response (interface, endpoint 1), with the fields that Paydesk adds. */
export const authorizationRows: Rows = {
  'authorization.secret': hiddenFromAll,
  'authorization.redirect_url': hiddenFromAll,
  'authorization.workflow': visibleToStaff,
  'authorization.merchant.id': ['full', 'full', 'full', 'full', 'full'],
  'authorization.merchant.transaction_webhook_url': ['none', 'none', 'none', 'none', 'full'],
  'authorization.merchant.return_url': ['none', 'none', m.host, 'none', 'full'],
  'authorization.transaction.id': visibleToStaff,
  'authorization.transaction.reference': visibleToStaff,
  'authorization.transaction.datetime': visibleToStaff,
  'authorization.transaction.amount': amount,
  'authorization.transaction.currency': amount,
  'authorization.client': ['none', 'none', m.dots, 'none', 'none'],
  'authorization.account.identifier': [m.rid, m.rid, m.rid, m.last4, 'none'],
  'authorization.account_holder.name': [m.initials, m.initials, m.initials, 'none', 'none'],
  'authorization.account_holder.type': ['full', 'full', 'full', 'none', 'none'],
  'authorization.account_holder.iban': [m.iban, m.iban, m.iban, 'none', 'none'],
  'authorization.account_holder.bic': ['none', 'full', 'full', 'none', 'none'],
  'authorization.id': visibleToStaff,
  'authorization.uid': visibleToStaff,
  'authorization.context_uid': visibleToStaff,
  'authorization.transactions': ['none', 'full', 'full', 'none', 'none'],
  // Values shown before the request is sent, to the person who typed them.
  'request.typed': ['full', 'full', 'none', 'none', 'none'],
  'request.address': [m.dots, m.dots, m.dots, 'none', 'none'],
}
