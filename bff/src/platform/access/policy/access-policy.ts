import type { Role } from '@paydesk/shared/core/permissions'
import type { PolicyCell, PolicyRow } from './cells.ts'
import { identityPolicyRows } from './identity-policy.ts'
import { notificationPolicyRows } from './notification-policy.ts'
import { paydeskPolicyRows } from './paydesk-policy.ts'
import { statePolicyRows } from './state-policy.ts'
import { transactionPolicyRows } from './transaction-policy.ts'

/** Who may see what: field × role → cell, with the reason. What is not here cannot be shown. */
export const accessPolicy = {
  ...transactionPolicyRows,
  ...statePolicyRows,
  ...identityPolicyRows,
  ...notificationPolicyRows,
  ...paydeskPolicyRows,
} as const satisfies Readonly<Record<string, PolicyRow>>

/** Name of a row of the matrix. A value can be guarded only under one of these names. */
export type FieldName = keyof typeof accessPolicy

/**
 * Fields that every role with customer screens sees in full and that sentences, order and states
 * are made from: code may open these (`openOperational`). They cannot be tightened by configuration,
 * because what is derived from them would tell them anyway.
 */
export const operationalFields = [
  'workflow',
  'state.mode',
  'state.state',
  'state.compound_state',
  'state.expires_at',
  'state.workflow_step',
  'state.test_transaction',
  'ppr.operation_type',
  'ppr.operation_successful',
  'ppr.provider_type',
  'ppr.provider_name',
  'ppr.request_currency',
  'ppr.manual_reconciliation',
  'identity.kyc_state',
  'list.transaction_state',
  'notification.event',
  'card.brand',
] as const satisfies readonly FieldName[]
export type OperationalField = (typeof operationalFields)[number]

/** The cell of one field for one role. */
export function getDefaultCell(field: FieldName, role: Role): PolicyCell {
  return accessPolicy[field].cells[role]
}

/** True for a name of the matrix; own names only, so `constructor` is none. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(accessPolicy, name)
}

/** Every field, in the order of the matrix. */
export const fieldNames: readonly FieldName[] = Object.keys(accessPolicy).filter(isFieldName)
