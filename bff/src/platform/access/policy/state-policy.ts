import {
  complianceOnly,
  defineRow,
  fullCell,
  hiddenCell,
  hiddenFromAll,
  maskCell,
  presenceCell,
  revealCell,
  visibleToStaff,
} from './cells.ts'

const code = [maskCell('code'), maskCell('code'), maskCell('code'), maskCell('code'), hiddenCell] as const
const lifetime = [hiddenCell, fullCell, fullCell, maskCell('band'), hiddenCell] as const
const scrubbed = [maskCell('scrubbed'), fullCell, fullCell, maskCell('scrubbed'), hiddenCell] as const

/** Fields of the state record (interface, endpoint 2) and of the per-customer list (endpoint 3). */
export const statePolicyRows = {
  'state.mode': defineRow('O', visibleToStaff, 'kind of transaction'),
  'state.state': defineRow('O', visibleToStaff, 'the state drives every decision'),
  'state.compound_state': defineRow('O', visibleToStaff, 'the reason behind the state'),
  'state.expires_at': defineRow('O', visibleToStaff, 'until when the customer can act'),
  'state.workflow_step': defineRow('O', visibleToStaff, 'which step the payment waits in'),
  'state.test_transaction': defineRow('O', visibleToStaff, 'a test is not real money'),
  'original.merchant_id': defineRow('P1', visibleToStaff, 'tells which shop'),
  'original.transaction_id': defineRow(
    'P1',
    visibleToStaff,
    'the key by which the merchant speaks of the payment',
  ),
  'original.reference': defineRow('P1', visibleToStaff, 'the reference that customers quote'),
  'account.ext': defineRow('P2', complianceOnly(revealCell('dots')), 'free object: anything may be in it'),

  'ppr.operation_type': defineRow('O', visibleToStaff, 'what the provider was asked'),
  'ppr.operation_successful': defineRow('O', visibleToStaff, 'whether the provider did it'),
  'ppr.provider_type': defineRow('O', visibleToStaff, 'kind of provider'),
  'ppr.provider_name': defineRow('O', visibleToStaff, 'which provider to ask'),
  'ppr.request_currency': defineRow('O', visibleToStaff, 'currency of the request'),
  'ppr.reference_code': defineRow(
    'P1',
    [maskCell('ref6'), fullCell, fullCell, maskCell('ref6'), hiddenCell],
    'finance reconciles by it; the tail is enough to compare',
  ),
  'ppr.provider_reference_code': defineRow(
    'P1',
    [maskCell('ref6'), fullCell, fullCell, maskCell('ref6'), hiddenCell],
    'finance reconciles by it; the tail is enough to compare',
  ),
  'ppr.response_id': defineRow(
    'P2',
    [hiddenCell, maskCell('number'), maskCell('number'), hiddenCell, hiddenCell],
    'a surname has been seen here',
  ),
  'ppr.status_code': defineRow('O', code, 'a code explains the result; a time has been seen here'),
  'ppr.status_description': defineRow(
    'P2',
    [maskCell('scrubbed'), maskCell('scrubbed'), fullCell, maskCell('scrubbed'), hiddenCell],
    'free text of a provider may quote account data',
  ),
  'ppr.manual_reconciliation': defineRow('O', visibleToStaff, 'whether somebody must reconcile by hand'),

  'identity.id': defineRow(
    'P1',
    [presenceCell, presenceCell, fullCell, maskCell('last4'), hiddenCell],
    'opens the identity record; most roles follow a handle',
  ),
  'identity.download_url': defineRow('K', hiddenFromAll, 'address that serves the identity record'),
  'identity.ledger_lifetime_amount': defineRow('F', lifetime, 'lifetime totals say much about a person'),
  'identity.ledger_lifetime_currency': defineRow('F', lifetime, 'belongs to the amount'),
  'identity.credit_ledger_lifetime_amount': defineRow(
    'F',
    lifetime,
    'lifetime totals say much about a person',
  ),
  'identity.credit_ledger_lifetime_currency': defineRow('F', lifetime, 'belongs to the amount'),
  'identity.kyc_state': defineRow('P2', visibleToStaff, 'an open identity review explains a pending payment'),
  'identity.created_at': defineRow(
    'P1',
    [maskCell('date'), maskCell('date'), fullCell, maskCell('date'), hiddenCell],
    'the day tells new from old customers; the second identifies',
  ),

  'response.code': defineRow('O', scrubbed, 'the outcome as a code; providers write into it'),
  'response.code_description': defineRow('O', scrubbed, 'free text; providers write into it'),

  'list.transaction_uid': defineRow('P1', visibleToStaff, "the service's key of the transaction"),
  'list.transaction_state': defineRow('O', visibleToStaff, 'the compound state under another name'),
} as const
