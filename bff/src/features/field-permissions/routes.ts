import type {
  FieldPermissionExportRow,
  FieldPermissionsView,
} from '@paydesk/shared/compliance/field-permissions'
import { role as roles } from '@paydesk/shared/core/permissions'
import { endpoints } from '@paydesk/shared/endpoints'
import {
  createMaskingProofReader,
  type LastMaskingProof,
  type MaskingProofReader,
} from '../../platform/access/masking-proof-file.ts'
import { type CellOverride, listLooserCells } from '../../platform/access/policy/overrides.ts'
import { byteOrderMark, formatCsvLine } from '../../platform/http/csv.ts'
import { defineRoute, defineStreamRoute } from '../../platform/http/route.ts'
import type { Logger } from '../../platform/runtime/log.ts'
import {
  describeFieldPermissions,
  type FieldPermissionTexts,
  presentFieldPermissions,
  presentMaskingProof,
} from './permissions-view.ts'

/** Builds one row per cell, field by field in the order of the access policy. */
export function buildPermissionRows({
  fields,
  cells,
  changes,
}: FieldPermissionsView): FieldPermissionExportRow[] {
  return fields.flatMap((row) =>
    roles.options.map((role): FieldPermissionExportRow => {
      const cell = row.cells[role]
      const words = cells[cell]
      const change = changes.find((one) => one.field === row.field && one.role === role)
      const example = row.examples?.[cell] ?? words?.example
      return {
        field: row.field,
        member: row.member,
        words: row.words,
        class: row.class,
        role,
        cell,
        says: words?.says ?? '',
        example: example ? `${example.value} → ${example.shows}` : null,
        why: row.why,
        changedFrom: change?.from ?? null,
        isLooser: change?.isLooser ?? false,
        covered: row.covered?.[role] ?? null,
      }
    }),
  )
}

type Column = readonly [
  title: string,
  text: (row: FieldPermissionExportRow, view: FieldPermissionsView) => string,
]

const columns: readonly Column[] = [
  ['Field', (row) => row.field],
  ['Interface', (row) => row.member],
  ['Words', (row) => row.words],
  ['Class', (row) => row.class],
  ['Role', (row) => row.role],
  ['Cell', (row) => row.cell],
  ['Says', (row) => row.says],
  ['Example', (row) => row.example ?? ''],
  ['Why', (row) => row.why],
  ['Changed here from', (row) => row.changedFrom ?? ''],
  ['Shows more than the default', (row) => (row.isLooser ? 'yes' : 'no')],
  ['Checks', (row) => row.covered?.checks.join(' ') ?? ''],
  ['Exits', (row) => row.covered?.exits.join(' ') ?? ''],
  ['Pairs', (row) => String(row.covered?.pairs ?? '')],
  ['Mutants caught', (row) => String(row.covered?.mutants ?? '')],
  ['Proof', (_, { proof }) => proof.standing],
  ['Proved at', (_, { proof }) => proof.proof?.at ?? ''],
]

/** Formats the list for an assessor: one line per cell, with the facts shown on the page. */
function* formatPermissionCsv(view: FieldPermissionsView): Generator<string> {
  yield byteOrderMark + formatCsvLine(columns.map(([title]) => title))
  for (const row of buildPermissionRows(view)) yield formatCsvLine(columns.map(([, text]) => text(row, view)))
}

export interface FieldPermissionDeps {
  readonly proofs: MaskingProofReader
  readonly matrixWords: FieldPermissionTexts
}

/** Describes the cells in force. A proof of other cells than these does not count. */
export function createFieldPermissionDeps(
  { cells, proofFile }: { readonly cells: readonly CellOverride[]; readonly proofFile: string },
  log: Logger,
): FieldPermissionDeps {
  for (const cell of listLooserCells(cells))
    log.warn({ cell }, 'a cell of the access matrix is looser than the default')
  const matrixWords = describeFieldPermissions(cells)
  return { matrixWords, proofs: createMaskingProofReader(proofFile, matrixWords.fingerprint) }
}

export const showFieldPermissions = defineRoute(endpoints.showFieldPermissions, {
  permission: 'field_permissions.read',
  audit: () => ({ action: 'field_permissions.viewed' }),
  handle: async (_call, { proofs, matrixWords }: FieldPermissionDeps) =>
    presentFieldPermissions(matrixWords, await proofs.readLast()),
  present: (view) => view,
})

export const showMaskingProof = defineRoute(endpoints.showMaskingProof, {
  permission: 'field_permissions.read',
  audit: () => ({ action: 'field_permissions.viewed' }),
  handle: (_call, { proofs }: FieldPermissionDeps): Promise<LastMaskingProof> => proofs.readLast(),
  present: presentMaskingProof,
})

export const exportFieldPermissions = defineStreamRoute(endpoints.exportFieldPermissions, {
  permission: 'field_permissions.read',
  renews: true,
  audit: () => ({ action: 'field_permissions.exported' }),
  headers: () => ({ 'content-disposition': 'attachment; filename="paydesk-who-may-see-what.csv"' }),
  async open(_call, { proofs, matrixWords }: FieldPermissionDeps, { countRows }) {
    const view = presentFieldPermissions(matrixWords, await proofs.readLast())
    async function* lines(): AsyncGenerator<string> {
      yield* formatPermissionCsv(view)
      countRows(buildPermissionRows(view).length)
    }
    return lines()
  },
})

export const exportFieldPermissionList = defineRoute(endpoints.exportFieldPermissionsJson, {
  permission: 'field_permissions.read',
  audit: () => ({ action: 'field_permissions.exported' }),
  handle: async (_call, { proofs, matrixWords }: FieldPermissionDeps) =>
    presentFieldPermissions(matrixWords, await proofs.readLast()),
  present: (view) => ({
    madeAt: new Date().toISOString(),
    fingerprint: view.fingerprint,
    proof: view.proof,
    rows: buildPermissionRows(view),
  }),
})
