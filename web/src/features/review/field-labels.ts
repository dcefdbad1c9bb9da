import type { DecisionDetail } from '@paydesk/shared/cases/decision'
import { workflowSteps } from '@paydesk/shared/core/state'

/** One member that differs; `name` is where it stands in `transactionView`. */
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

/** A member's name for people; one that is not named here stays as it came. */
export function formatFieldPath(name: string): string {
  const [first = '', second = '', third] = name.split('.')
  const said = (member: string) =>
    (Object.hasOwn(fieldLabels, member) ? fieldLabels[member] : undefined) ?? member
  if (first === 'steps' && second !== '') return `Step ${stepLabels.get(second) ?? second}`
  if (first === 'providerResponses' && third !== undefined)
    return `Provider response ${Number(second) + 1}, ${said(third)}`
  return said(second !== '' && (first === 'identity' || first === 'customer') ? second : name)
}
