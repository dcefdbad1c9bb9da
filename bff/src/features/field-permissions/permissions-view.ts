import type {
  FieldPermissionRow,
  FieldPermissionsView,
  MaskingProof,
  PermissionCell,
  PermissionCellChange,
} from '@paydesk/shared/compliance/field-permissions'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import type { LastMaskingProof } from '../../platform/access/masking-proof-file.ts'
import { accessPolicy, type FieldName, fieldNames } from '../../platform/access/policy/access-policy.ts'
import {
  fingerprintAccessPolicy,
  resolveEffectivePolicyCell,
} from '../../platform/access/policy/effective-policy.ts'
import { identityPolicyRows } from '../../platform/access/policy/identity-policy.ts'
import { interfaceFields } from '../../platform/access/policy/interface-fields.ts'
import { notificationPolicyRows } from '../../platform/access/policy/notification-policy.ts'
import {
  formatPolicyCell,
  listLooserPolicyCells,
  type PolicyCellOverride,
} from '../../platform/access/policy/overrides.ts'
import { statePolicyRows } from '../../platform/access/policy/state-policy.ts'
import { transactionPolicyRows } from '../../platform/access/policy/transaction-policy.ts'
import { buildCurrencyExample, presentPermissionCell } from './cells.ts'

/** Access policy as it is shown, built once: the policy does not change while the process runs. */
export type PresentedAccessPolicy = Omit<FieldPermissionsView, 'proof' | 'fields'> & {
  readonly fields: readonly Omit<FieldPermissionRow, 'coverage'>[]
}

function getFieldGroup(field: FieldName): FieldPermissionRow['group'] {
  if (Object.hasOwn(transactionPolicyRows, field)) return 'authorization'
  if (Object.hasOwn(statePolicyRows, field)) return 'state'
  if (Object.hasOwn(identityPolicyRows, field)) return 'identity'
  return Object.hasOwn(notificationPolicyRows, field) ? 'notifications' : 'paydesk'
}

/**
 * Builds examples for currency fields, which share their cells with amounts: the usual example is an amount.
 */
function buildExamples(
  field: FieldName,
  overrides: readonly PolicyCellOverride[],
): Pick<FieldPermissionRow, 'examples'> {
  if (!field.endsWith('currency')) return {}
  const examples = roles.options.flatMap((role) => {
    const cell = resolveEffectivePolicyCell(field, role, overrides)
    const example = buildCurrencyExample(cell)
    return example === null ? [] : [[formatPolicyCell(cell), example] as const]
  })
  return { examples: Object.fromEntries(examples) }
}

function listCellChanges(overrides: readonly PolicyCellOverride[]): PermissionCellChange[] {
  const changes = overrides.flatMap((one): PermissionCellChange[] => {
    const from = formatPolicyCell(accessPolicy[one.field].cells[one.role])
    const to = formatPolicyCell(resolveEffectivePolicyCell(one.field, one.role, overrides))
    if (from === to) return []
    return [{ field: one.field, role: one.role, from, to, isLooser: listLooserPolicyCells([one]).length > 0 }]
  })
  return changes.sort((a, b) => Number(b.isLooser) - Number(a.isLooser))
}

/** Presents the access policy with these overrides, without the masking proof. */
export function presentAccessPolicy(overrides: readonly PolicyCellOverride[]): PresentedAccessPolicy {
  const cells: Record<string, PermissionCell> = {}
  const cellOf = (field: FieldName, role: Role): string => {
    const cell = resolveEffectivePolicyCell(field, role, overrides)
    const before = accessPolicy[field].cells[role]
    for (const one of [cell, before]) cells[formatPolicyCell(one)] = presentPermissionCell(one)
    return formatPolicyCell(cell)
  }
  return {
    fingerprint: fingerprintAccessPolicy(overrides),
    fields: fieldNames.map((field) => ({
      field,
      group: getFieldGroup(field),
      interfaceField: interfaceFields[field],
      class: accessPolicy[field].class,
      ...buildExamples(field, overrides),
      cells: {
        support: cellOf(field, 'support'),
        finance: cellOf(field, 'finance'),
        compliance: cellOf(field, 'compliance'),
        auditor: cellOf(field, 'auditor'),
        admin: cellOf(field, 'admin'),
      },
    })),
    cells,
    changes: listCellChanges(overrides),
  }
}

/** Presents the state of the masking proof. */
export function presentMaskingProof({ status, proof }: LastMaskingProof): FieldPermissionsView['proof'] {
  if (proof === null) return { status, proof: null }
  const { cells: _, ...facts } = proof
  return { status, proof: facts }
}

/** Builds the whole page. Leaves out the coverage of a proof that was made for another policy. */
export function presentFieldPermissions(
  policy: PresentedAccessPolicy,
  last: LastMaskingProof,
): FieldPermissionsView {
  const coverage: MaskingProof['cells'] =
    last.proof?.fingerprint === policy.fingerprint ? last.proof.cells : {}
  return {
    ...policy,
    fields: policy.fields.map((row) => ({ ...row, coverage: coverage[row.field] ?? null })),
    proof: presentMaskingProof(last),
  }
}
