import { hiddenFromAll, type OracleRows, type RoleCells, visibleToStaff } from './oracle-cells.ts'
import { oracleMasks as masks } from './oracle-masks.ts'

const lifetime: RoleCells = ['none', 'full', 'full', masks.band, 'none']
const reference: RoleCells = [masks.ref6, 'full', 'full', masks.ref6, 'none']

/** Returns rows of the fields that the state record and a notification share, below `prefix`. */
export function transactionRows(prefix: string): OracleRows {
  const rows: OracleRows = {
    id: visibleToStaff,
    uid: visibleToStaff,
    secret: hiddenFromAll,
    redirect_url: hiddenFromAll,
    mode: visibleToStaff,
    'original_message.merchant_id': visibleToStaff,
    'original_message.transaction_id': visibleToStaff,
    'original_message.reference': visibleToStaff,
    'original_message.account.identifier': [masks.rid, masks.rid, masks.rid, masks.last4, 'none'],
    'original_message.account.ext.*': ['none', 'none', masks.dots, 'none', 'none'],
    'payment_provider_responses[].operation_type': visibleToStaff,
    'payment_provider_responses[].operation_successful': visibleToStaff,
    'payment_provider_responses[].provider_type': visibleToStaff,
    'payment_provider_responses[].provider_name': visibleToStaff,
    'payment_provider_responses[].request_currency': visibleToStaff,
    'payment_provider_responses[].reference_code': reference,
    'payment_provider_responses[].provider_reference_code': reference,
    'payment_provider_responses[].response_id': ['none', masks.number, masks.number, 'none', 'none'],
    'payment_provider_responses[].status_code': [masks.code, masks.code, masks.code, masks.code, 'none'],
    'payment_provider_responses[].status_description': [
      masks.scrubbed,
      masks.scrubbed,
      'full',
      masks.scrubbed,
      'none',
    ],
    'payment_provider_responses[].manual_reconciliation': visibleToStaff,
    'identity.id': ['presence', 'presence', 'full', masks.last4, 'none'],
    'identity.download_url': hiddenFromAll,
    'identity.ledger_lifetime_amount': lifetime,
    'identity.ledger_lifetime_currency': lifetime,
    'identity.credit_ledger_lifetime_amount': lifetime,
    'identity.credit_ledger_lifetime_currency': lifetime,
    'identity.kyc_state': visibleToStaff,
    'identity.created_at': [masks.day, masks.day, 'full', masks.day, 'none'],
    'workflow_state.capture': visibleToStaff,
    'workflow_state.charge': visibleToStaff,
    'workflow_state.credit': visibleToStaff,
    'workflow_state.3ds': visibleToStaff,
    'workflow_state.piv': visibleToStaff,
    'workflow_state.sca': visibleToStaff,
    'workflow_state.docs': visibleToStaff,
    'workflow_state.kyc': visibleToStaff,
    state: visibleToStaff,
    compound_state: visibleToStaff,
    response_code: [masks.scrubbed, 'full', 'full', masks.scrubbed, 'none'],
    response_code_description: [masks.scrubbed, 'full', 'full', masks.scrubbed, 'none'],
    test_transaction: visibleToStaff,
  }
  return Object.fromEntries(Object.entries(rows).map(([path, cells]) => [`${prefix}.${path}`, cells]))
}

/** Transaction state record (interface, endpoint 2). */
export const stateRows: OracleRows = { ...transactionRows('state'), 'state.expires_at': visibleToStaff }

/** Transaction list of a customer (interface, endpoint 3). */
export const listRows: OracleRows = {
  'list.data[].transaction_uid': visibleToStaff,
  'list.data[].transaction_state': visibleToStaff,
  'list.data[].state': visibleToStaff,
  'list.data[].workflow': visibleToStaff,
}
