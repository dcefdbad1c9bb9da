import {
  type FieldPermissionRow,
  type FieldPermissionsView,
  type MaskingProof,
  maskingProofCheck,
  outputChannel,
  type PermissionCellChange,
  type PermissionCellDescription,
  sensitivityClass,
} from '@paydesk/shared/compliance/field-permissions'
import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import { describeProofState, type LastMaskingProof } from '../../platform/access/masking-proof-file.ts'
import { describeRole } from '../../platform/access/permissions.ts'
import { accessPolicy, type FieldName, fieldNames } from '../../platform/access/policy/access-policy.ts'
import { fingerprintPolicy, resolveEffectiveCell } from '../../platform/access/policy/effective-policy.ts'
import { fieldLabels } from '../../platform/access/policy/field-labels.ts'
import { identityPolicyRows } from '../../platform/access/policy/identity-policy.ts'
import { notificationPolicyRows } from '../../platform/access/policy/notification-policy.ts'
import { type CellOverride, formatCell, listLooserCells } from '../../platform/access/policy/overrides.ts'
import { statePolicyRows } from '../../platform/access/policy/state-policy.ts'
import { transactionPolicyRows } from '../../platform/access/policy/transaction-policy.ts'
import {
  buildCurrencyExample,
  describeCell,
  exitLabels,
  fieldClassLabels,
  proofCheckLabels,
} from './labels.ts'

/** Texts of the access policy, built once: the policy does not change while the process runs. */
export type FieldPermissionTexts = Omit<FieldPermissionsView, 'proof' | 'fields'> & {
  readonly fields: readonly Omit<FieldPermissionRow, 'covered'>[]
}

function getFieldGroup(field: FieldName): string {
  if (Object.hasOwn(transactionPolicyRows, field)) return 'Authorization'
  if (Object.hasOwn(statePolicyRows, field)) return 'State record and list'
  if (Object.hasOwn(identityPolicyRows, field)) return 'Identity record'
  return Object.hasOwn(notificationPolicyRows, field) ? 'Notifications and errors' : 'This office'
}

/**
 * Builds examples for currency fields, which share their cells with amounts: the usual example is an amount.
 */
function buildExamples(
  field: FieldName,
  overrides: readonly CellOverride[],
): Pick<FieldPermissionRow, 'examples'> {
  if (!field.endsWith('currency')) return {}
  const examples = roles.options.flatMap((role) => {
    const cell = resolveEffectiveCell(field, role, overrides)
    const example = buildCurrencyExample(cell)
    return example === null ? [] : [[formatCell(cell), example] as const]
  })
  return { examples: Object.fromEntries(examples) }
}

function listCellChanges(overrides: readonly CellOverride[]): PermissionCellChange[] {
  const changes = overrides.flatMap((one): PermissionCellChange[] => {
    const from = formatCell(accessPolicy[one.field].cells[one.role])
    const to = formatCell(resolveEffectiveCell(one.field, one.role, overrides))
    if (from === to) return []
    return [{ field: one.field, role: one.role, from, to, isLooser: listLooserCells([one]).length > 0 }]
  })
  return changes.sort((a, b) => Number(b.isLooser) - Number(a.isLooser))
}

/** Describes the access policy with these overrides for the page, without the masking proof. */
export function describeFieldPermissions(overrides: readonly CellOverride[]): FieldPermissionTexts {
  const cells: Record<string, PermissionCellDescription> = {}
  const cellOf = (field: FieldName, role: Role): string => {
    const cell = resolveEffectiveCell(field, role, overrides)
    const before = accessPolicy[field].cells[role]
    for (const one of [cell, before]) cells[formatCell(one)] = describeCell(one)
    return formatCell(cell)
  }
  return {
    fingerprint: fingerprintPolicy(overrides),
    roles: roles.options.map((role) => ({ role, ...describeRole(role) })),
    classes: sensitivityClass.options.map((one) => ({ class: one, ...fieldClassLabels[one] })),
    exits: outputChannel.options.map((exit) => ({ exit, ...exitLabels[exit] })),
    checks: maskingProofCheck.options.map((check) => ({ check, ...proofCheckLabels[check] })),
    fields: fieldNames.map((field) => ({
      field,
      group: getFieldGroup(field),
      member: fieldLabels[field][0],
      words: fieldLabels[field][1],
      class: accessPolicy[field].class,
      why: accessPolicy[field].why,
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
export function presentMaskingProof({ standing, proof }: LastMaskingProof): FieldPermissionsView['proof'] {
  const says = describeProofState(standing)
  if (proof === null) return { standing, says, proof: null }
  const { cells: _, ...facts } = proof
  return { standing, says, proof: facts }
}

/** Builds the whole page. Leaves out the coverage of a proof that was made for another policy. */
export function presentFieldPermissions(
  words: FieldPermissionTexts,
  last: LastMaskingProof,
): FieldPermissionsView {
  const covered: MaskingProof['cells'] = last.proof?.fingerprint === words.fingerprint ? last.proof.cells : {}
  return {
    ...words,
    fields: words.fields.map((row) => ({ ...row, covered: covered[row.field] ?? null })),
    proof: presentMaskingProof(last),
  }
}
