import type { Role } from '@paydesk/shared/core/permissions'
import type { PolicyCell, PolicyRow } from './cells.ts'
import { identityPolicyRows } from './identity-policy.ts'
import { notificationPolicyRows } from './notification-policy.ts'
import { paydeskPolicyRows } from './paydesk-policy.ts'
import { statePolicyRows } from './state-policy.ts'
import { transactionPolicyRows } from './transaction-policy.ts'

/** Access policy: field × role → cell, with the reason. A field that is missing here cannot be shown. */
export const accessPolicy = {
  ...transactionPolicyRows,
  ...statePolicyRows,
  ...identityPolicyRows,
  ...notificationPolicyRows,
  ...paydeskPolicyRows,
} as const satisfies Readonly<Record<string, PolicyRow>>

/** Name of a row of the access policy. Values can be guarded only under one of these names. */
export type FieldName = keyof typeof accessPolicy

/**
 * Fields that every role with customer screens sees in full, and from which sentences, orders and states are
 * made: code may open these fields (`unwrapOperationalText`). Configuration cannot tighten them, because the
 * values derived from them would reveal them anyway.
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

/** Returns the cell of one field for one role, without the overrides of the deployment. */
export function getDefaultPolicyCell(field: FieldName, role: Role): PolicyCell {
  return accessPolicy[field].cells[role]
}

/** True for a field of the access policy; inherited names such as `constructor` do not count. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(accessPolicy, name)
}

/** Names of all fields, in the order of the access policy. */
export const fieldNames: readonly FieldName[] = Object.keys(accessPolicy).filter(isFieldName)
