import {
  type DescribedFieldPermissions,
  describeFieldPermissions,
} from '@paydesk/shared/compliance/access-policy-text'
import type {
  FieldPermissionExportRow,
  FieldPermissionsView,
} from '@paydesk/shared/compliance/field-permissions'
import { createFormatter, type StaffLanguage } from '@paydesk/shared/core/formatter'
import { roleSchema as roles } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import { loadMessages } from '@paydesk/shared/messages/catalogue'
import {
  createMaskingProofReader,
  type LastMaskingProof,
  type MaskingProofReader,
} from '../../platform/access/masking-proof-file.ts'
import { listLooserPolicyCells, type PolicyCellOverride } from '../../platform/access/policy/overrides.ts'
import type { Store } from '../../platform/database/database.ts'
import { type ExportColumn, getExportHeaders, streamExport } from '../../platform/http/exports/list-export.ts'
import { defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import { type ExportTexts, loadStaffLanguage } from '../../records/staff-messages.ts'
import {
  type PresentedAccessPolicy,
  presentAccessPolicy,
  presentFieldPermissions,
  presentMaskingProof,
} from './permissions-view.ts'

/** Builds one row per cell, field by field in the order of the access policy. */
export function buildPermissionRows({
  fields,
  cells,
  changes,
}: DescribedFieldPermissions): FieldPermissionExportRow[] {
  return fields.flatMap((row) =>
    roles.options.map((role): FieldPermissionExportRow => {
      const cell = row.cells[role]
      const words = cells[cell]
      const change = changes.find((one) => one.field === row.field && one.role === role)
      const example = row.examples?.[cell] ?? words?.example
      return {
        field: row.field,
        interfaceField: row.interfaceField,
        label: row.label,
        class: row.class,
        role,
        cell,
        description: words?.description ?? '',
        example: example ? `${example.value} → ${example.shows}` : null,
        reason: row.reason,
        changedFrom: change?.from ?? null,
        isLooser: change?.isLooser ?? false,
        coverage: row.coverage?.[role] ?? null,
      }
    }),
  )
}

interface PermissionLine {
  readonly row: FieldPermissionExportRow
  readonly view: DescribedFieldPermissions
}

const columns: readonly ExportColumn<keyof ExportTexts['fieldPermissions'], PermissionLine>[] = [
  ['field', ({ row }) => row.field],
  ['interface_field', ({ row }) => row.interfaceField ?? ''],
  ['label', ({ row }) => row.label],
  ['class', ({ row }) => row.class],
  ['role', ({ row }) => row.role],
  ['cell', ({ row }) => row.cell],
  ['description', ({ row }) => row.description],
  ['example', ({ row }) => row.example ?? ''],
  ['reason', ({ row }) => row.reason],
  ['changed_from', ({ row }) => row.changedFrom ?? ''],
  ['is_looser', ({ row }, { yesNo }) => yesNo(row.isLooser)],
  ['checks', ({ row }) => row.coverage?.checks.join(' ') ?? ''],
  ['channels', ({ row }) => row.coverage?.exits.join(' ') ?? ''],
  ['pairs', ({ row }) => String(row.coverage?.pairs ?? ''), 'number'],
  ['mutants_caught', ({ row }) => String(row.coverage?.mutants ?? ''), 'number'],
  ['masking_proof', ({ view }) => view.proof.status],
  ['masking_proof_at', ({ view }) => view.proof.proof?.at ?? '', 'time'],
]

export interface FieldPermissionDeps {
  readonly proofs: MaskingProofReader
  readonly policy: PresentedAccessPolicy
}

/** Describes the cells in force. A proof of other cells than these does not count. */
export function createFieldPermissionDeps(
  { cells, proofFile }: { readonly cells: readonly PolicyCellOverride[]; readonly proofFile: string },
  log: Logger,
): FieldPermissionDeps {
  for (const cell of listLooserPolicyCells(cells))
    log.warn({ cell }, 'a cell of the access policy is looser than the default')
  const policy = presentAccessPolicy(cells)
  return { policy, proofs: createMaskingProofReader(proofFile, policy.fingerprint) }
}

export const showFieldPermissionsRoute = defineRoute(endpoints.showFieldPermissions, {
  permission: 'field_permissions.read',
  audit: () => ({ action: 'field_permissions.viewed' }),
  handle: async (_call, { proofs, policy }: FieldPermissionDeps) =>
    presentFieldPermissions(policy, await proofs.readLast()),
  present: (view) => view,
})

export const showMaskingProofRoute = defineRoute(endpoints.showMaskingProof, {
  permission: 'field_permissions.read',
  audit: () => ({ action: 'field_permissions.viewed' }),
  handle: (_call, { proofs }: FieldPermissionDeps): Promise<LastMaskingProof> => proofs.readLast(),
  present: presentMaskingProof,
})

/** Puts the access policy into words. The only numbers are those of examples, and there are no times. */
async function describeInLanguage(
  view: FieldPermissionsView,
  language: StaffLanguage,
): Promise<DescribedFieldPermissions> {
  const numbers = language === 'de' ? '1.234,56' : '1,234.56'
  const format = createFormatter({ language, timeZone: 'UTC', numbers, dates: 'iso' })
  const { maskedTexts } = await loadMessages(language, 'ui')
  return describeFieldPermissions(
    view,
    { ...(await loadMessages(language, 'accessPolicy')), maskedTexts },
    format,
  )
}

export const exportFieldPermissionsRoute = defineStreamRoute(endpoints.exportFieldPermissions, {
  permission: 'field_permissions.read',
  renews: true,
  audit: () => ({ action: 'field_permissions.exported' }),
  headers: ({ query }) => getExportHeaders('paydesk-field-permissions', query.format),
  async open(
    { query, actor },
    { proofs, policy, store }: FieldPermissionDeps & { readonly store: Pick<Store, 'db'> },
    { countRows },
  ) {
    const language = await loadStaffLanguage(store.db, actor.session)
    const texts = await loadMessages(language, 'exports')
    const view = await describeInLanguage(presentFieldPermissions(policy, await proofs.readLast()), language)
    const rows = buildPermissionRows(view).map((row) => ({ row, view }))
    countRows(rows.length)
    const { sheets, fieldPermissions: headings, values } = texts
    return streamExport({ name: sheets.fieldPermissions, columns, headings, values }, [rows], query.format)
  },
})

export const exportFieldPermissionsJsonRoute = defineRoute(endpoints.exportFieldPermissionsJson, {
  permission: 'field_permissions.read',
  audit: () => ({ action: 'field_permissions.exported' }),
  handle: async (
    { actor },
    { proofs, policy, store }: FieldPermissionDeps & { readonly store: Pick<Store, 'db'> },
  ) =>
    describeInLanguage(
      presentFieldPermissions(policy, await proofs.readLast()),
      await loadStaffLanguage(store.db, actor.session),
    ),
  present: (view) => ({
    createdAt: new Date().toISOString(),
    fingerprint: view.fingerprint,
    proof: view.proof,
    rows: buildPermissionRows(view),
  }),
})
