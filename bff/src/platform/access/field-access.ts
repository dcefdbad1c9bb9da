import type { MaskedValue } from '@paydesk/shared/core/masked-value'
import { type Role, roleSchema as roles } from '@paydesk/shared/core/permissions'
import { GuardedValue, truncateText, unwrapGuardedForMasking } from './guarded.ts'
import { masksByKey } from './masking/masks.ts'
import { accessPolicy, type FieldName, fieldNames } from './policy/access-policy.ts'
import type { PolicyCell } from './policy/cells.ts'
import { resolveEffectivePolicyCell } from './policy/effective-policy.ts'
import type { PolicyCellOverride } from './policy/overrides.ts'
import { getUnclassifiedFieldNames, type RecordTree } from './record-tree.ts'

/** JSON reduced to what a role may see. */
export type MaskedJson = string | number | boolean | null | MaskedJson[] | { [member: string]: MaskedJson }

/** Longest text that is shown, in UTF-16 units. */
const maxShownLength = 4_096
const maxListedNames = 20
const IDENTIFIER = /^[a-z][a-z0-9_]{0,39}$/

const HIDDEN: MaskedValue = { visibility: 'hidden' }
const ABSENT: MaskedValue = { visibility: 'absent' }
const PRESENT: MaskedValue = { visibility: 'presence', present: true }
const NOT_PRESENT: MaskedValue = { visibility: 'presence', present: false }

type MaskValue = (value: string | boolean | null) => MaskedValue

/** Field access of one role. Prepared once per role; the only way from a guarded value to a screen. */
export interface FieldAccess {
  readonly role: Role
  /** Masks one value for the role; `hidden` for any data if the cell says so. */
  mask(guarded: GuardedValue): MaskedValue
  /** Masks a value of the person's own row or queue. The caller must have verified the ownership. */
  maskOwn(guarded: GuardedValue): MaskedValue
  /** Masks the presence of a field, for values that are not available themselves. */
  maskPresence(field: FieldName, present: boolean): MaskedValue
  /** True if the role sees all of these fields in full: values derived from the fields reveal nothing new. */
  canSeeAll(fields: readonly FieldName[]): boolean
  /** Returns the requirement for a reveal; null if the role may not reveal the field, for any value. */
  getRevealRequirement(field: FieldName): 'plain' | 'step_up' | null
  /** Masks a whole record: leaves out hidden, absent and unclassified fields. Null if nothing remains. */
  maskRecord(tree: RecordTree): MaskedJson
  /** Lists names of unclassified fields in the record except under `besides`; null if hidden for the role. */
  listUnclassifiedNames(tree: RecordTree, besides?: string): { names: string[]; more: number } | null
}

/** Prepares the field access of a role, with the cells that this deployment has overridden. */
export function createFieldAccess(role: Role, overrides: readonly PolicyCellOverride[] = []): FieldAccess {
  const cells = new Map<FieldName, PolicyCell>(
    fieldNames.map((field) => [field, resolveEffectivePolicyCell(field, role, overrides)]),
  )
  const plan = new Map<FieldName, MaskValue>()
  for (const [field, cell] of cells) plan.set(field, createCellMask(field, cell))
  const namesSeen = cells.get('member.other')?.kind === 'names'
  const show = (guarded: GuardedValue): MaskedValue =>
    plan.get(guarded.field)?.(unwrapGuardedForMasking(guarded)) ?? HIDDEN
  const unclassified = (tree: RecordTree, besides?: string) =>
    namesSeen ? listUnclassified(tree, besides) : null
  return {
    role,
    mask: show,
    maskOwn: (guarded) =>
      cells.get(guarded.field)?.kind === 'own' ? showInFull(unwrapGuardedForMasking(guarded)) : show(guarded),
    maskPresence: (field, present) => presentPresence(cells.get(field), present),
    getRevealRequirement: (field) => revealRequirementFor(field, cells.get(field)),
    canSeeAll: (some) => some.every((field) => cells.get(field)?.kind === 'full'),
    maskRecord: (tree) => addUnclassifiedNames(projectTree(tree, show) ?? null, unclassified(tree)),
    listUnclassifiedNames: unclassified,
  }
}

/** Creates the field access of all roles, for the composition root. */
export function createFieldAccessByRole(
  overrides: readonly PolicyCellOverride[] = [],
): Readonly<Record<Role, FieldAccess>> {
  const of = (role: Role) => createFieldAccess(role, overrides)
  return {
    support: of(roles.enum.support),
    finance: of(roles.enum.finance),
    compliance: of(roles.enum.compliance),
    auditor: of(roles.enum.auditor),
    admin: of(roles.enum.admin),
  }
}

/** Decides by the cell alone: a deployment can tighten or loosen the cell, except for credentials. */
function revealRequirementFor(field: FieldName, cell: PolicyCell | undefined): 'plain' | 'step_up' | null {
  if (cell?.kind !== 'reveal' || accessPolicy[field].class === 'K') return null
  return cell.stepUp ? 'step_up' : 'plain'
}

const showInFull: MaskValue = (value) =>
  value === null ? ABSENT : { visibility: 'clear', text: truncateText(String(value), maxShownLength) }

function createCellMask(field: FieldName, cell: PolicyCell): MaskValue {
  switch (cell.kind) {
    case 'no':
    case 'names':
    // Hide own rows as well: the ownership of rows is not known here.
    case 'own':
      return () => HIDDEN
    case 'presence': {
      // Treat a count of zero as not present.
      const none = field.endsWith('.count') ? '0' : null
      return (value) => (value === null || value === none ? NOT_PRESENT : PRESENT)
    }
    case 'full':
      return showInFull
    case 'mask':
    case 'reveal': {
      const apply = masksByKey[cell.mask]
      const revealRequirement = revealRequirementFor(field, cell)
      const more = revealRequirement === null ? {} : { reveal: revealRequirement }
      return (value) => {
        if (value === null) return ABSENT
        const left = apply(String(value))
        const text = truncateText(left.text, maxShownLength)
        return left.mask === null
          ? { visibility: 'clear', text }
          : { visibility: 'masked', text, mask: left.mask, ...more }
      }
    }
  }
}

function presentPresence(cell: PolicyCell | undefined, present: boolean): MaskedValue {
  const hidden = cell === undefined || cell.kind === 'no' || cell.kind === 'names' || cell.kind === 'own'
  if (hidden) return HIDDEN
  return present ? PRESENT : NOT_PRESENT
}

/** Returns undefined if nothing may be seen. Recursion is safe: parsers build trees of a few levels. */
function projectTree(
  tree: RecordTree | string | number | boolean,
  show: (guarded: GuardedValue) => MaskedValue,
): MaskedJson | undefined {
  if (tree instanceof GuardedValue) return projectLeaf(tree, show)
  // Skip unguarded values, which are annotations of Paydesk about the record and not fields of the record.
  if (typeof tree !== 'object') return undefined
  if (isList(tree)) {
    const maskedJsons = tree
      .map((element) => projectTree(element, show))
      .filter((element) => element !== undefined)
    return maskedJsons.length === 0 ? undefined : maskedJsons
  }
  const kept: { [member: string]: MaskedJson } = {}
  let any = false
  for (const [name, member] of Object.entries(tree)) {
    const maskedJson = projectTree(member, show)
    if (maskedJson === undefined) continue
    kept[name] = maskedJson
    any = true
  }
  return any ? kept : undefined
}

function projectLeaf(
  guarded: GuardedValue,
  show: (guarded: GuardedValue) => MaskedValue,
): MaskedJson | undefined {
  const shown = show(guarded)
  switch (shown.visibility) {
    case 'clear': {
      const value = unwrapGuardedForMasking(guarded)
      return typeof value === 'boolean' ? value : shown.text
    }
    case 'masked':
      return shown.text
    case 'presence':
      return shown.present ? 'present' : undefined
    case 'absent':
    case 'hidden':
      return undefined
  }
}

function isList(tree: RecordTree): tree is readonly RecordTree[] {
  return Array.isArray(tree)
}

function addUnclassifiedNames(
  record: MaskedJson,
  others: { names: string[]; more: number } | null,
): MaskedJson {
  if (others === null || (others.names.length === 0 && others.more === 0)) return record
  const members =
    record !== null && typeof record === 'object' && !Array.isArray(record) ? record : { record }
  return { ...members, '(unclassified)': { names: others.names, more: others.more } }
}

function listUnclassified(tree: RecordTree, besides?: string): { names: string[]; more: number } {
  const found = { names: new Set<string>(), more: 0 }
  collectUnclassified(tree, found, besides)
  const names = [...found.names].sort()
  return {
    names: names.slice(0, maxListedNames),
    more: found.more + Math.max(0, names.length - maxListedNames),
  }
}

function collectUnclassified(
  tree: RecordTree | string | number | boolean,
  found: { names: Set<string>; more: number },
  besides?: string,
): void {
  if (tree instanceof GuardedValue || typeof tree !== 'object') return
  const others = getUnclassifiedFieldNames(tree)
  for (const name of others?.names ?? []) {
    if (IDENTIFIER.test(name)) found.names.add(name)
    else found.more += 1
  }
  found.more += others?.more ?? 0
  for (const [name, member] of Object.entries(tree)) if (name !== besides) collectUnclassified(member, found)
}
