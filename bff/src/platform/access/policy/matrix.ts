import type { Role } from '@paydesk/shared/core/permissions'
import type { Cell, Row } from './cells.ts'
import { identityRows } from './matrix-identity.ts'
import { notificationRows } from './matrix-notification.ts'
import { officeRows } from './matrix-office.ts'
import { stateRows } from './matrix-state.ts'
import { transactionRows } from './matrix-transaction.ts'

/** Who may see what: field × role → cell, with the reason. What is not here cannot be shown. */
export const matrix = {
  ...transactionRows,
  ...stateRows,
  ...identityRows,
  ...notificationRows,
  ...officeRows,
} as const satisfies Readonly<Record<string, Row>>

/** Name of a row of the matrix. A value can be guarded only under one of these names. */
export type Field = keyof typeof matrix

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
] as const satisfies readonly Field[]
export type OperationalField = (typeof operationalFields)[number]

/** The cell of one field for one role. */
export function cellOf(field: Field, role: Role): Cell {
  return matrix[field].cells[role]
}

/** True for a name of the matrix; own names only, so `constructor` is none. */
export function isField(name: string): name is Field {
  return Object.hasOwn(matrix, name)
}

/** Every field, in the order of the matrix. */
export const fields: readonly Field[] = Object.keys(matrix).filter(isField)
