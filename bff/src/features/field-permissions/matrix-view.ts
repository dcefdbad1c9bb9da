import {
  type CellChange,
  type CellWords,
  fieldClass,
  type MaskingProof,
  proofCheck,
  type SightField,
  type SightView,
  sightExit,
} from '@paydesk/shared/compliance/sight'
import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import { wordsOf } from '../../platform/access/permissions.ts'
import { cellInForce, fingerprintOf } from '../../platform/access/policy/effective-policy.ts'
import { fieldWords } from '../../platform/access/policy/field-labels.ts'
import { type Field, fields, matrix } from '../../platform/access/policy/matrix.ts'
import { identityRows } from '../../platform/access/policy/matrix-identity.ts'
import { notificationRows } from '../../platform/access/policy/matrix-notification.ts'
import { stateRows } from '../../platform/access/policy/matrix-state.ts'
import { transactionRows } from '../../platform/access/policy/matrix-transaction.ts'
import { cellNotation, loosened, type Override } from '../../platform/access/policy/overrides.ts'
import { type LastProof, standingSays } from '../../platform/access/proof-file.ts'
import { checkWords, classWords, exampleOfCurrency, exitWords, wordsOfCell } from './words.ts'

/** The matrix in words, made once: nothing of it changes while the process lives. */
export type MatrixWords = Omit<SightView, 'proof' | 'fields'> & {
  readonly fields: readonly Omit<SightField, 'covered'>[]
}

function groupOf(field: Field): string {
  if (Object.hasOwn(transactionRows, field)) return 'Authorization'
  if (Object.hasOwn(stateRows, field)) return 'State record and list'
  if (Object.hasOwn(identityRows, field)) return 'Identity record'
  return Object.hasOwn(notificationRows, field) ? 'Notifications and errors' : 'This office'
}

/** Amounts and their currencies have the same cell: what explains it is an amount. */
function examplesOf(field: Field, overrides: readonly Override[]): Pick<SightField, 'examples'> {
  if (!field.endsWith('currency')) return {}
  const examples = roles.options.flatMap((role) => {
    const cell = cellInForce(field, role, overrides)
    const example = exampleOfCurrency(cell)
    return example === null ? [] : [[cellNotation(cell), example] as const]
  })
  return { examples: Object.fromEntries(examples) }
}

function changesOf(overrides: readonly Override[]): CellChange[] {
  const changes = overrides.flatMap((one): CellChange[] => {
    const from = cellNotation(matrix[one.field].cells[one.role])
    const to = cellNotation(cellInForce(one.field, one.role, overrides))
    if (from === to) return []
    return [{ field: one.field, role: one.role, from, to, isLooser: loosened([one]).length > 0 }]
  })
  return changes.sort((a, b) => Number(b.isLooser) - Number(a.isLooser))
}

/** Everything that the page says of the matrix with these changes, but for the proof. */
export function matrixWords(overrides: readonly Override[]): MatrixWords {
  const cells: Record<string, CellWords> = {}
  const cellOf = (field: Field, role: Role): string => {
    const cell = cellInForce(field, role, overrides)
    const before = matrix[field].cells[role]
    for (const one of [cell, before]) cells[cellNotation(one)] = wordsOfCell(one)
    return cellNotation(cell)
  }
  return {
    fingerprint: fingerprintOf(overrides),
    roles: roles.options.map((role) => ({ role, ...wordsOf(role) })),
    classes: fieldClass.options.map((one) => ({ class: one, ...classWords[one] })),
    exits: sightExit.options.map((exit) => ({ exit, ...exitWords[exit] })),
    checks: proofCheck.options.map((check) => ({ check, ...checkWords[check] })),
    fields: fields.map((field) => ({
      field,
      group: groupOf(field),
      member: fieldWords[field][0],
      words: fieldWords[field][1],
      class: matrix[field].class,
      why: matrix[field].why,
      ...examplesOf(field, overrides),
      cells: {
        support: cellOf(field, 'support'),
        finance: cellOf(field, 'finance'),
        compliance: cellOf(field, 'compliance'),
        auditor: cellOf(field, 'auditor'),
        admin: cellOf(field, 'admin'),
      },
    })),
    cells,
    changes: changesOf(overrides),
  }
}

/** How the proof stands, as people read it. */
export function proofViewOf({ standing, proof }: LastProof): SightView['proof'] {
  const says = standingSays(standing)
  if (proof === null) return { standing, says, proof: null }
  const { cells: _, ...facts } = proof
  return { standing, says, proof: facts }
}

/** The whole page. What a proof of another matrix covered is not said of this one. */
export function sightViewOf(words: MatrixWords, last: LastProof): SightView {
  const covered: MaskingProof['cells'] = last.proof?.fingerprint === words.fingerprint ? last.proof.cells : {}
  return {
    ...words,
    fields: words.fields.map((row) => ({ ...row, covered: covered[row.field] ?? null })),
    proof: proofViewOf(last),
  }
}
