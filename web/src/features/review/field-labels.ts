import type { DecisionDetail } from '@paydesk/shared/cases/decisions'
import { workflowSteps } from '@paydesk/shared/core/state'

/** Changed field; `name` is its path in `transactionView`. */
export type RecordFieldChange = DecisionDetail['changed'][number]

const fieldLabels: Record<string, string> = {
  state: 'State',
  compound: 'Reason',
  rid: 'RID',
  expiresAt: 'Expires',
  test: 'Test transaction',
  merchant: 'Merchant',
  merchantTransactionId: 'Merchant’s transaction id',
  reference: 'Reference',
  mode: 'Mode',
  responseCode: 'Response code',
  responseCodeDescription: 'Description',
  unclassified: 'Members that nobody has classified',
  id: 'Identity id',
  kycState: 'KYC state',
  createdAt: 'Identity created',
  ledgerLifetimeAmount: 'Lifetime amount',
  ledgerLifetimeCurrency: 'Lifetime currency',
  creditLedgerLifetimeAmount: 'Lifetime credit',
  creditLedgerLifetimeCurrency: 'Lifetime credit currency',
  operationType: 'operation',
  operationSuccessful: 'success',
  providerName: 'provider',
  providerType: 'type',
  requestCurrency: 'currency',
  statusCode: 'code',
  statusDescription: 'description',
  referenceCode: 'reference',
  providerReferenceCode: 'provider reference',
  responseId: 'response id',
  manualReconciliation: 'manual reconciliation',
}

const stepLabels: ReadonlyMap<string, string> = new Map(workflowSteps.map(({ step, word }) => [step, word]))

/** Formats a field path for users; a field without a label keeps its name. */
export function formatFieldPath(name: string): string {
  const [first = '', second = '', third] = name.split('.')
  const said = (member: string) =>
    (Object.hasOwn(fieldLabels, member) ? fieldLabels[member] : undefined) ?? member
  if (first === 'steps' && second !== '') return `Step ${stepLabels.get(second) ?? second}`
  if (first === 'providerResponses' && third !== undefined)
    return `Provider response ${Number(second) + 1}, ${said(third)}`
  return said(second !== '' && (first === 'identity' || first === 'customer') ? second : name)
}
