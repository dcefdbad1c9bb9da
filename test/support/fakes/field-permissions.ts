import type {
  FieldPermissionRow,
  FieldPermissionsView,
  MaskingProofView,
  PermissionCellCoverage,
  PermissionCellDescription,
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
const covered = byRole(cellCover, cellCover, cellCover, cellCover, cellCover)

const buildCellDescription = (
  kind: PermissionCellDescription['kind'],
  short: string,
  example: PermissionCellDescription['example'] = null,
): PermissionCellDescription => ({
  kind,
  short,
  says: `${short} and no more.`,
  example,
})
const ibanExample = { value: 'DE89370400440532013000', shows: 'DE•••••••••••••••3000' }

function buildFieldPermissionRow(
  name: string,
  words: string,
  group: string,
  fieldClass: FieldPermissionRow['class'],
  cells: FieldPermissionRow['cells'],
): FieldPermissionRow {
  return {
    field: name,
    group,
    member: `member.of.${name}`,
    words,
    class: fieldClass,
    why: `why ${words} is so`,
    cells,
    covered,
  }
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
    standing: 'passed',
    says: 'Proved for the matrix that is in force',
    proof: buildMaskingProofRun(),
    ...change,
  }
}

/** Small set of field permissions in which every kind of cell occurs. */
export function buildFieldPermissionsView(change: Partial<FieldPermissionsView> = {}): FieldPermissionsView {
  return {
    fingerprint: 'a'.repeat(64),
    roles: [
      { role: 'support', label: 'Support', sees: 'Payments and their states.' },
      { role: 'finance', label: 'Finance', sees: 'Payments and amounts.' },
      { role: 'compliance', label: 'Compliance', sees: 'Identity, masked.' },
      { role: 'auditor', label: 'Auditor', sees: 'Ranges.' },
      { role: 'admin', label: 'Administrator', sees: 'No customers.' },
    ],
    classes: [
      { class: 'K', label: 'Credential', means: 'Never sent.' },
      { class: 'P3', label: 'Strong personal', means: 'Accounts.' },
      { class: 'P2', label: 'Personal', means: 'Contact.' },
      { class: 'P1', label: 'Pseudonymous', means: 'Ids.' },
      { class: 'F', label: 'Financial', means: 'Amounts.' },
      { class: 'O', label: 'Operational', means: 'States.' },
    ],
    exits: (['screen', 'record', 'csv', 'live', 'error', 'header', 'log', 'database'] as const).map(
      (exit) => ({
        exit,
        label: `Exit ${exit}`,
        means: `What ${exit} is.`,
      }),
    ),
    checks: (['copy', 'markers', 'place', 'worlds', 'traces', 'flip'] as const).map((check) => ({
      check,
      label: `Check ${check}`,
      means: `What ${check} does.`,
    })),
    cells: {
      F: buildCellDescription('full', 'Full'),
      '-': buildCellDescription('no', 'Hidden'),
      S: buildCellDescription('presence', 'Yes or no'),
      own: buildCellDescription('own', 'Own'),
      'M:iban': buildCellDescription('mask', 'IBAN, cut', ibanExample),
      'R:iban': buildCellDescription('reveal', 'IBAN, cut', ibanExample),
      'R+:year': buildCellDescription('step_up', 'Year', { value: '1988-04-17', shows: '1988' }),
    },
    fields: [
      buildFieldPermissionRow(
        'secret',
        'Secret of a transaction',
        'Authorization',
        'K',
        byRole('-', '-', '-', '-', '-'),
      ),
      buildFieldPermissionRow(
        'holder.iban',
        'IBAN of the account holder',
        'Authorization',
        'P3',
        byRole('M:iban', 'R:iban', 'R:iban', '-', '-'),
      ),
      buildFieldPermissionRow(
        'state.state',
        'State',
        'State record and list',
        'O',
        byRole('F', 'F', 'F', 'F', '-'),
      ),
      buildFieldPermissionRow(
        'profile.dob',
        'Date of birth',
        'Identity record',
        'P3',
        byRole('-', '-', 'R+:year', '-', '-'),
      ),
      buildFieldPermissionRow(
        'documents.count',
        'Number of documents',
        'Identity record',
        'P2',
        byRole('S', '-', 'F', 'S', '-'),
      ),
      buildFieldPermissionRow(
        'review.note',
        'Notes of staff',
        'This office',
        'P2',
        byRole('own', 'own', 'F', 'S', '-'),
      ),
    ],
    changes: [],
    proof: buildMaskingProofView(),
    ...change,
  }
}
