import type { CellCover, CellWords, ProofView, SightField, SightView } from '@paydesk/shared/compliance/sight'
import { inHours } from './values.ts'

const cover: CellCover = {
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
const covered = byRole(cover, cover, cover, cover, cover)

const word = (kind: CellWords['kind'], short: string, example: CellWords['example'] = null): CellWords => ({
  kind,
  short,
  says: `${short} and no more.`,
  example,
})
const ibanExample = { value: 'DE89370400440532013000', shows: 'DE•••••••••••••••3000' }

function field(
  name: string,
  words: string,
  group: string,
  fieldClass: SightField['class'],
  cells: SightField['cells'],
): SightField {
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

type ProofFacts = NonNullable<ProofView['proof']>

export function proofFacts(change: Partial<ProofFacts> = {}): ProofFacts {
  const each = byRole(100, 100, 100, 100, 0)
  return {
    format: 1,
    at: inHours(-26),
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

export function proofView(change: Partial<ProofView> = {}): ProofView {
  return {
    standing: 'proved',
    says: 'Proved for the matrix that is in force',
    proof: proofFacts(),
    ...change,
  }
}

/** A small matrix in which every kind of cell occurs. */
export function sightView(change: Partial<SightView> = {}): SightView {
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
      F: word('full', 'Full'),
      '-': word('no', 'Hidden'),
      S: word('presence', 'Yes or no'),
      own: word('own', 'Own'),
      'M:iban': word('mask', 'IBAN, cut', ibanExample),
      'R:iban': word('reveal', 'IBAN, cut', ibanExample),
      'R+:year': word('step_up', 'Year', { value: '1988-04-17', shows: '1988' }),
    },
    fields: [
      field('secret', 'Secret of a transaction', 'Authorization', 'K', byRole('-', '-', '-', '-', '-')),
      field(
        'holder.iban',
        'IBAN of the account holder',
        'Authorization',
        'P3',
        byRole('M:iban', 'R:iban', 'R:iban', '-', '-'),
      ),
      field('state.state', 'State', 'State record and list', 'O', byRole('F', 'F', 'F', 'F', '-')),
      field('profile.dob', 'Date of birth', 'Identity record', 'P3', byRole('-', '-', 'R+:year', '-', '-')),
      field(
        'documents.count',
        'Number of documents',
        'Identity record',
        'P2',
        byRole('S', '-', 'F', 'S', '-'),
      ),
      field('review.note', 'Notes of staff', 'This office', 'P2', byRole('own', 'own', 'F', 'S', '-')),
    ],
    changes: [],
    proof: proofView(),
    ...change,
  }
}
