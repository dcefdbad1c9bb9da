import { type Cells, everyone, nobody, type Rows } from './oracle-cells.ts'
import * as m from './oracle-masks.ts'

const lifetime: Cells = ['none', 'full', 'full', m.band, 'none']
const reference: Cells = [m.ref6, 'full', 'full', m.ref6, 'none']

/** Returns rows of the fields that the state record and a notification share, below `prefix`. */
export function transactionRows(prefix: string): Rows {
  const rows: Rows = {
    id: everyone,
    uid: everyone,
    secret: nobody,
    redirect_url: nobody,
    mode: everyone,
    'original_message.merchant_id': everyone,
    'original_message.transaction_id': everyone,
    'original_message.reference': everyone,
    'original_message.account.identifier': [m.rid, m.rid, m.rid, m.last4, 'none'],
    'original_message.account.ext.*': ['none', 'none', m.dots, 'none', 'none'],
    'payment_provider_responses[].operation_type': everyone,
    'payment_provider_responses[].operation_successful': everyone,
    'payment_provider_responses[].provider_type': everyone,
    'payment_provider_responses[].provider_name': everyone,
    'payment_provider_responses[].request_currency': everyone,
    'payment_provider_responses[].reference_code': reference,
    'payment_provider_responses[].provider_reference_code': reference,
    'payment_provider_responses[].response_id': ['none', m.number, m.number, 'none', 'none'],
    'payment_provider_responses[].status_code': [m.code, m.code, m.code, m.code, 'none'],
    'payment_provider_responses[].status_description': [m.scrubbed, m.scrubbed, 'full', m.scrubbed, 'none'],
    'payment_provider_responses[].manual_reconciliation': everyone,
    'identity.id': ['presence', 'presence', 'full', m.last4, 'none'],
    'identity.download_url': nobody,
    'identity.ledger_lifetime_amount': lifetime,
    'identity.ledger_lifetime_currency': lifetime,
    'identity.credit_ledger_lifetime_amount': lifetime,
    'identity.credit_ledger_lifetime_currency': lifetime,
    'identity.kyc_state': everyone,
    'identity.created_at': [m.day, m.day, 'full', m.day, 'none'],
    'workflow_state.capture': everyone,
    'workflow_state.charge': everyone,
    'workflow_state.credit': everyone,
    'workflow_state.3ds': everyone,
    'workflow_state.piv': everyone,
    'workflow_state.sca': everyone,
    'workflow_state.docs': everyone,
    'workflow_state.kyc': everyone,
    state: everyone,
    compound_state: everyone,
    response_code: [m.scrubbed, 'full', 'full', m.scrubbed, 'none'],
    response_code_description: [m.scrubbed, 'full', 'full', m.scrubbed, 'none'],
    test_transaction: everyone,
  }
  return Object.fromEntries(Object.entries(rows).map(([path, cells]) => [`${prefix}.${path}`, cells]))
}

/** Transaction state record (interface, endpoint 2). */
export const stateRows: Rows = { ...transactionRows('state'), 'state.expires_at': everyone }

/** Transaction list of a customer (interface, endpoint 3). */
export const listRows: Rows = {
  'list.data[].transaction_uid': everyone,
  'list.data[].transaction_state': everyone,
  'list.data[].state': everyone,
  'list.data[].workflow': everyone,
}
