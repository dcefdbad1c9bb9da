import type { Formatter } from '../core/formatter.ts'
import { maskKindSchema } from '../core/masked-value.ts'
import type { Messages } from '../messages/catalogue.ts'
import { formatMaskedText, type MaskedTexts } from '../messages/masked-text.ts'
import type { FieldPermissionRow, FieldPermissionsView, PermissionCell } from './field-permissions.ts'

export type AccessPolicyTexts = Messages['accessPolicy'] & { readonly maskedTexts: MaskedTexts }

/** Cell of the access policy in words. */
export interface DescribedPermissionCell extends PermissionCell {
  readonly short: string
  readonly description: string
}

/** Field of the access policy in words. */
export interface DescribedFieldPermission extends FieldPermissionRow {
  readonly groupLabel: string
  readonly label: string
  readonly reason: string
}

/** Access policy in words, with the codes that it was made from. */
export interface DescribedFieldPermissions extends Omit<FieldPermissionsView, 'cells' | 'fields'> {
  readonly cells: Readonly<Record<string, DescribedPermissionCell>>
  readonly fields: readonly DescribedFieldPermission[]
}

function describeExample(
  { mask, example }: PermissionCell,
  { maskedTexts }: AccessPolicyTexts,
  fill: Formatter['text'],
): PermissionCell['example'] {
  const { data } = maskKindSchema.safeParse(mask)
  if (example === null || data === undefined) return example
  return { ...example, shows: formatMaskedText({ text: example.shows, mask: data }, maskedTexts, fill) }
}

function describeCell(
  cell: PermissionCell,
  texts: AccessPolicyTexts,
  { text }: Formatter,
): DescribedPermissionCell {
  const { kind, mask } = cell
  if (kind !== 'mask' && kind !== 'reveal' && kind !== 'step_up') return { ...cell, ...texts.cells[kind] }
  const masks: Readonly<Record<string, { readonly short: string; readonly leaves: string }>> = texts.masks
  const { short, leaves } = masks[mask ?? ''] ?? texts.masks.dots
  const template = { mask: texts.masked, reveal: texts.revealable, step_up: texts.revealableByStepUp }[kind]
  return {
    ...cell,
    short,
    description: text(template, { leaves }),
    example: describeExample(cell, texts, text),
  }
}

/** Puts the access policy into words. */
export function describeFieldPermissions(
  view: FieldPermissionsView,
  texts: AccessPolicyTexts,
  format: Formatter,
): DescribedFieldPermissions {
  const labels: Readonly<Record<string, string>> = texts.fields
  const reasons: Readonly<Record<string, string>> = texts.reasons
  return {
    ...view,
    cells: Object.fromEntries(
      Object.entries(view.cells).map(([notation, cell]) => [notation, describeCell(cell, texts, format)]),
    ),
    fields: view.fields.map((row) => ({
      ...row,
      groupLabel: texts.groups[row.group],
      label: labels[row.field] ?? row.field,
      reason: reasons[row.field] ?? '',
    })),
  }
}
