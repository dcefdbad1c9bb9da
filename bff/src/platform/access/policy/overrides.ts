import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import { isMaskKey } from '../masking/masks.ts'
import {
  accessPolicy,
  type FieldName,
  getDefaultPolicyCell,
  isFieldName,
  operationalFields,
} from './access-policy.ts'
import {
  createMaskCell,
  createRevealCell,
  createStepUpRevealCell,
  fullAccessCell,
  hiddenCell,
  type PolicyCell,
  presenceCell,
} from './cells.ts'

/** Cell that this deployment has changed. */
export interface PolicyCellOverride {
  readonly role: Role
  readonly field: FieldName
  readonly cell: PolicyCell
}

export interface ParsedPolicyOverrides {
  readonly overrides: readonly PolicyCellOverride[]
  /** Messages, one per entry that is rejected, naming the entry. */
  readonly errors: readonly string[]
}

const ENTRY = /^([a-z]+):([a-z0-9_.]+)=(\S+)$/

/**
 * Parses overrides of cells, separated by commas or white space: `support:profile.email=-`. Cells are written
 * `F`, `-`, `S`, `M:<mask>`, `R:<mask>`, `R+:<mask>`.
 */
export function parsePolicyOverrides(text: string): ParsedPolicyOverrides {
  const overrides: PolicyCellOverride[] = []
  const errors: string[] = []
  for (const entry of text.split(/[\s,]+/)) {
    if (entry === '') continue
    const read = parseEntry(entry)
    if (typeof read === 'string') errors.push(`access cell "${entry}": ${read}`)
    else if (overrides.some((other) => other.role === read.role && other.field === read.field)) {
      errors.push(`access cell "${entry}": given twice`)
    } else overrides.push(read)
  }
  return { overrides, errors }
}

function parseEntry(entry: string): PolicyCellOverride | string {
  const [, roleName, field, notation] = ENTRY.exec(entry) ?? []
  if (roleName === undefined || field === undefined || notation === undefined)
    return 'expected role:field=cell'
  const role = roles.safeParse(roleName)
  if (!role.success) return `no role "${roleName}"`
  if (!isFieldName(field)) return `no field "${field}"`
  const cell = parseCell(notation)
  if (cell === null) return `no cell "${notation}"; expected F, -, S, M:<mask>, R:<mask> or R+:<mask>`
  if (accessPolicy[field].class === 'K') return 'a credential is never sent to anyone'
  if (field === 'member.other') return 'a value that nobody has classified is never sent'
  const operational = operationalFields.some((one) => one === field)
  if (operational && cell.kind !== 'full' && role.data !== 'admin')
    return 'states and sentences are made from it, so it cannot be hidden'
  return { role: role.data, field, cell }
}

function parseCell(notation: string): PolicyCell | null {
  if (notation === 'F') return fullAccessCell
  if (notation === '-') return hiddenCell
  if (notation === 'S') return presenceCell
  const [, kind, name] = /^(M|R|R\+):([a-z0-9]+)$/i.exec(notation) ?? []
  if (kind === undefined || name === undefined || !isMaskKey(name)) return null
  if (kind === 'M') return createMaskCell(name)
  return kind === 'R' ? createRevealCell(name) : createStepUpRevealCell(name)
}

/** Formats a cell in the notation of the access policy. */
export function formatPolicyCell(cell: PolicyCell): string {
  switch (cell.kind) {
    case 'full':
      return 'F'
    case 'no':
      return '-'
    case 'presence':
      return 'S'
    case 'names':
      return 'names'
    case 'own':
      return 'own'
    case 'mask':
      return `M:${cell.mask}`
    case 'reveal':
      return `${cell.stepUp ? 'R+' : 'R'}:${cell.mask}`
  }
}

/** Lists overrides that show more than the access policy: `support:profile.email M:email -> F`. */
export function listLooserPolicyCells(overrides: readonly PolicyCellOverride[]): readonly string[] {
  return overrides
    .filter(({ role, field, cell }) => isLooser(getDefaultPolicyCell(field, role), cell))
    .map(
      ({ role, field, cell }) =>
        `${role}:${field} ${formatPolicyCell(getDefaultPolicyCell(field, role))} -> ${formatPolicyCell(cell)}`,
    )
}

/** True if a change shows more. Another mask shows another part, so it counts as more, except dots. */
function isLooser(before: PolicyCell, after: PolicyCell): boolean {
  const otherPart = 'mask' in before && 'mask' in after && after.mask !== before.mask && after.mask !== 'dots'
  return otherPart || rankOpenness(after) > rankOpenness(before)
}

function rankOpenness(cell: PolicyCell): number {
  switch (cell.kind) {
    case 'no':
    case 'names':
    case 'own':
      return 0
    case 'presence':
      return 1
    case 'mask':
      return 2
    case 'reveal':
      return cell.stepUp ? 3 : 4
    case 'full':
      return 5
  }
}
