import type {
  FieldPermissionRow,
  FieldPermissionsView,
  MaskingProofView,
  PermissionCell,
  PermissionCellCoverage,
} from '@paydesk/shared/compliance/field-permissions'
import { hoursFromNow } from './values.ts'

const cellCover: PermissionCellCoverage = {
  checks: ['copy', 'markers', 'worlds'],
  exits: ['screen', 'csv'],
  pairs: 212,
  mutants: 60,
}
const byRole = <T>(support: T, finance: T, compliance: T, auditor: T, admin: T) => ({
  support,
  finance,
  compliance,
  auditor,
  admin,
})
const coverage = byRole(cellCover, cellCover, cellCover, cellCover, cellCover)

const buildCell = (
  kind: PermissionCell['kind'],
  mask: string | null = null,
  example: PermissionCell['example'] = null,
): PermissionCell => ({ kind, mask, example })
const ibanExample = { value: 'DE89370400440532013000', shows: 'DE•••••••••••••••3000' }

function buildFieldPermissionRow(
  name: string,
  group: FieldPermissionRow['group'],
  fieldClass: FieldPermissionRow['class'],
  cells: FieldPermissionRow['cells'],
): FieldPermissionRow {
  return { field: name, group, interfaceField: `member.of.${name}`, class: fieldClass, cells, coverage }
}

type ProofFacts = NonNullable<MaskingProofView['proof']>

export function buildMaskingProofRun(change: Partial<ProofFacts> = {}): ProofFacts {
  const each = byRole(100, 100, 100, 100, 0)
  return {
    format: 1,
    at: hoursFromNow(-26),
    seconds: 312,
    commit: '0123456789abcdef0123456789abcdef01234567',
    fingerprint: 'a'.repeat(64),
    passed: true,
    figures: {
      ...{ fields: 118, roles: 5, cells: 590, cellsCovered: 590, routes: 60, routesWalked: 60 },
      ...{ ways: 300, waysWalked: 300, exits: 8, exitsCovered: 8, pairs: 5_000, pairsOfMasks: 90_000 },
      ...{ answers: 40_000, mutants: 36_123, killed: 36_123, tests: 900, testsFailed: 0 },
    },
    outputs: {
      ...{ screen: each, record: each, csv: each, live: each },
      ...{ error: each, header: each, log: each, database: each },
    },
    faults: [],
    ...change,
  }
}

export function buildMaskingProofView(change: Partial<MaskingProofView> = {}): MaskingProofView {
  return {
    status: 'passed',
    proof: buildMaskingProofRun(),
    ...change,
  }
}

/** Small set of field permissions in which every kind of cell occurs. */
export function buildFieldPermissionsView(change: Partial<FieldPermissionsView> = {}): FieldPermissionsView {
  return {
    fingerprint: 'a'.repeat(64),
    cells: {
      F: buildCell('full'),
      '-': buildCell('no'),
      S: buildCell('presence'),
      own: buildCell('own'),
      'M:iban': buildCell('mask', 'iban', ibanExample),
      'R:iban': buildCell('reveal', 'iban', ibanExample),
      'R+:year': buildCell('step_up', 'year', { value: '1988-04-17', shows: '1988' }),
    },
    fields: [
      buildFieldPermissionRow('secret', 'authorization', 'K', byRole('-', '-', '-', '-', '-')),
      buildFieldPermissionRow(
        'holder.iban',
        'authorization',
        'P3',
        byRole('M:iban', 'R:iban', 'R:iban', '-', '-'),
      ),
      buildFieldPermissionRow('state.state', 'state', 'O', byRole('F', 'F', 'F', 'F', '-')),
      buildFieldPermissionRow('profile.dob', 'identity', 'P3', byRole('-', '-', 'R+:year', '-', '-')),
      buildFieldPermissionRow('documents.count', 'identity', 'P2', byRole('S', '-', 'F', 'S', '-')),
      buildFieldPermissionRow('review.note', 'paydesk', 'P2', byRole('own', 'own', 'F', 'S', '-')),
    ],
    changes: [],
    proof: buildMaskingProofView(),
    ...change,
  }
}
