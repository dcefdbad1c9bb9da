import { compliance, everyone, full, mask, no, nobody, presence, reveal, row } from './cells.ts'

const code = [mask('code'), mask('code'), mask('code'), mask('code'), no] as const
const lifetime = [no, full, full, mask('band'), no] as const
const scrubbed = [mask('scrubbed'), full, full, mask('scrubbed'), no] as const

/** Members of the state record (interface, endpoint 2) and of the per-customer list (endpoint 3). */
export const stateRows = {
  'state.mode': row('O', everyone, 'kind of transaction'),
  'state.state': row('O', everyone, 'the state drives every decision'),
  'state.compound_state': row('O', everyone, 'the reason behind the state'),
  'state.expires_at': row('O', everyone, 'until when the customer can act'),
  'state.workflow_step': row('O', everyone, 'which step the payment waits in'),
  'state.test_transaction': row('O', everyone, 'a test is not real money'),
  'original.merchant_id': row('P1', everyone, 'tells which shop'),
  'original.transaction_id': row('P1', everyone, 'the key by which the merchant speaks of the payment'),
  'original.reference': row('P1', everyone, 'the reference that customers quote'),
  'account.ext': row('P2', compliance(reveal('dots')), 'free object: anything may be in it'),

  'ppr.operation_type': row('O', everyone, 'what the provider was asked'),
  'ppr.operation_successful': row('O', everyone, 'whether the provider did it'),
  'ppr.provider_type': row('O', everyone, 'kind of provider'),
  'ppr.provider_name': row('O', everyone, 'whom to ask'),
  'ppr.request_currency': row('O', everyone, 'currency of the request'),
  'ppr.reference_code': row(
    'P1',
    [mask('ref6'), full, full, mask('ref6'), no],
    'finance reconciles by it; the tail is enough to compare',
  ),
  'ppr.provider_reference_code': row(
    'P1',
    [mask('ref6'), full, full, mask('ref6'), no],
    'finance reconciles by it; the tail is enough to compare',
  ),
  'ppr.response_id': row('P2', [no, mask('number'), mask('number'), no, no], 'a surname has been seen here'),
  'ppr.status_code': row('O', code, 'a code explains the result; a time has been seen here'),
  'ppr.status_description': row(
    'P2',
    [mask('scrubbed'), mask('scrubbed'), full, mask('scrubbed'), no],
    'free text of a provider may quote account data',
  ),
  'ppr.manual_reconciliation': row('O', everyone, 'whether somebody must reconcile by hand'),

  'identity.id': row(
    'P1',
    [presence, presence, full, mask('last4'), no],
    'opens the identity record; most roles follow a handle',
  ),
  'identity.download_url': row('K', nobody, 'address that serves the identity record'),
  'identity.ledger_lifetime_amount': row('F', lifetime, 'lifetime totals say much about a person'),
  'identity.ledger_lifetime_currency': row('F', lifetime, 'belongs to the amount'),
  'identity.credit_ledger_lifetime_amount': row('F', lifetime, 'lifetime totals say much about a person'),
  'identity.credit_ledger_lifetime_currency': row('F', lifetime, 'belongs to the amount'),
  'identity.kyc_state': row('P2', everyone, 'an open identity review explains a pending payment'),
  'identity.created_at': row(
    'P1',
    [mask('date'), mask('date'), full, mask('date'), no],
    'the day tells new from old customers; the second identifies',
  ),

  'response.code': row('O', scrubbed, 'the outcome as a code; providers write into it'),
  'response.code_description': row('O', scrubbed, 'free text; providers write into it'),

  'list.transaction_uid': row('P1', everyone, "the service's key of the transaction"),
  'list.transaction_state': row('O', everyone, 'the compound state under another name'),
} as const
