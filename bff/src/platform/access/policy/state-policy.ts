import {
  cellsHiddenFromAll,
  cellsVisibleToStaff,
  createComplianceOnlyCells,
  createMaskCell,
  createRevealCell,
  definePolicyRow,
  fullAccessCell,
  hiddenCell,
  presenceCell,
} from './cells.ts'

const code = [
  createMaskCell('code'),
  createMaskCell('code'),
  createMaskCell('code'),
  createMaskCell('code'),
  hiddenCell,
] as const
const lifetime = [hiddenCell, fullAccessCell, fullAccessCell, createMaskCell('band'), hiddenCell] as const
const scrubbed = [
  createMaskCell('scrubbed'),
  fullAccessCell,
  fullAccessCell,
  createMaskCell('scrubbed'),
  hiddenCell,
] as const

/** Fields of the state record (interface, endpoint 2) and of the per-customer list (endpoint 3). */
export const statePolicyRows = {
  'state.mode': definePolicyRow('O', cellsVisibleToStaff, 'kind of transaction'),
  'state.state': definePolicyRow('O', cellsVisibleToStaff, 'the state drives every decision'),
  'state.compound_state': definePolicyRow('O', cellsVisibleToStaff, 'the reason behind the state'),
  'state.expires_at': definePolicyRow('O', cellsVisibleToStaff, 'until when the customer can act'),
  'state.workflow_step': definePolicyRow('O', cellsVisibleToStaff, 'which step the payment waits in'),
  'state.test_transaction': definePolicyRow('O', cellsVisibleToStaff, 'a test is not real money'),
  'original.merchant_id': definePolicyRow('P1', cellsVisibleToStaff, 'tells which shop'),
  'original.transaction_id': definePolicyRow(
    'P1',
    cellsVisibleToStaff,
    'the key by which the merchant speaks of the payment',
  ),
  'original.reference': definePolicyRow('P1', cellsVisibleToStaff, 'the reference that customers quote'),
  'account.ext': definePolicyRow(
    'P2',
    createComplianceOnlyCells(createRevealCell('dots')),
    'free object: anything may be in it',
  ),

  'ppr.operation_type': definePolicyRow('O', cellsVisibleToStaff, 'what the provider was asked'),
  'ppr.operation_successful': definePolicyRow('O', cellsVisibleToStaff, 'whether the provider did it'),
  'ppr.provider_type': definePolicyRow('O', cellsVisibleToStaff, 'kind of provider'),
  'ppr.provider_name': definePolicyRow('O', cellsVisibleToStaff, 'which provider to ask'),
  'ppr.request_currency': definePolicyRow('O', cellsVisibleToStaff, 'currency of the request'),
  'ppr.reference_code': definePolicyRow(
    'P1',
    [createMaskCell('ref6'), fullAccessCell, fullAccessCell, createMaskCell('ref6'), hiddenCell],
    'finance reconciles by it; the tail is enough to compare',
  ),
  'ppr.provider_reference_code': definePolicyRow(
    'P1',
    [createMaskCell('ref6'), fullAccessCell, fullAccessCell, createMaskCell('ref6'), hiddenCell],
    'finance reconciles by it; the tail is enough to compare',
  ),
  'ppr.response_id': definePolicyRow(
    'P2',
    [hiddenCell, createMaskCell('number'), createMaskCell('number'), hiddenCell, hiddenCell],
    'a surname has been seen here',
  ),
  'ppr.status_code': definePolicyRow('O', code, 'a code explains the result; a time has been seen here'),
  'ppr.status_description': definePolicyRow(
    'P2',
    [
      createMaskCell('scrubbed'),
      createMaskCell('scrubbed'),
      fullAccessCell,
      createMaskCell('scrubbed'),
      hiddenCell,
    ],
    'free text of a provider may quote account data',
  ),
  'ppr.manual_reconciliation': definePolicyRow(
    'O',
    cellsVisibleToStaff,
    'whether somebody must reconcile by hand',
  ),

  'identity.id': definePolicyRow(
    'P1',
    [presenceCell, presenceCell, fullAccessCell, createMaskCell('last4'), hiddenCell],
    'opens the identity record; most roles follow a handle',
  ),
  'identity.download_url': definePolicyRow(
    'K',
    cellsHiddenFromAll,
    'address that serves the identity record',
  ),
  'identity.ledger_lifetime_amount': definePolicyRow(
    'F',
    lifetime,
    'lifetime totals say much about a person',
  ),
  'identity.ledger_lifetime_currency': definePolicyRow('F', lifetime, 'belongs to the amount'),
  'identity.credit_ledger_lifetime_amount': definePolicyRow(
    'F',
    lifetime,
    'lifetime totals say much about a person',
  ),
  'identity.credit_ledger_lifetime_currency': definePolicyRow('F', lifetime, 'belongs to the amount'),
  'identity.kyc_state': definePolicyRow(
    'P2',
    cellsVisibleToStaff,
    'an open identity review explains a pending payment',
  ),
  'identity.created_at': definePolicyRow(
    'P1',
    [createMaskCell('date'), createMaskCell('date'), fullAccessCell, createMaskCell('date'), hiddenCell],
    'the day tells new from old customers; the second identifies',
  ),

  'response.code': definePolicyRow('O', scrubbed, 'the outcome as a code; providers write into it'),
  'response.code_description': definePolicyRow('O', scrubbed, 'free text; providers write into it'),

  'list.transaction_uid': definePolicyRow('P1', cellsVisibleToStaff, "the service's key of the transaction"),
  'list.transaction_state': definePolicyRow(
    'O',
    cellsVisibleToStaff,
    'the compound state under another name',
  ),
} as const
