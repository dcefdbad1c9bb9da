import type { Shown } from '@paydesk/shared/core/masked-value'
import { type Role, role as roles } from '@paydesk/shared/core/permissions'
import { cut, Guarded, openForSight } from './guarded.ts'
import { masks } from './masking/masks.ts'
import type { Cell } from './policy/cells.ts'
import { cellInForce } from './policy/effective-policy.ts'
import { type Field, fields, matrix } from './policy/matrix.ts'
import type { Override } from './policy/overrides.ts'
import { othersOf, type Tree } from './tree.ts'

/** JSON as a role may see it. */
export type Json = string | number | boolean | null | Json[] | { [member: string]: Json }

/** Longest text that is shown, in UTF-16 units. */
const LONGEST_SHOWN = 4_096
const LISTED_NAMES = 20
const IDENTIFIER = /^[a-z][a-z0-9_]{0,39}$/

const HIDDEN: Shown = { seen: 'hidden' }
const ABSENT: Shown = { seen: 'absent' }
const PRESENT: Shown = { seen: 'presence', present: true }
const NOT_PRESENT: Shown = { seen: 'presence', present: false }

type Show = (value: string | boolean | null) => Shown

/** What one role sees. Prepared once per role; the only way from a guarded value to a screen. */
export interface Sight {
  readonly role: Role
  /** One value as the role may see it; `hidden` whatever the data where the cell says so. */
  show(guarded: Guarded): Shown
  /** The same for a value of this person's own row or queue, which the caller has made sure of. */
  showOwn(guarded: Guarded): Shown
  /** Whether there is something under this field, for values that are not at hand as such. */
  presence(field: Field, present: boolean): Shown
  /** True where the role sees each of these in full: what follows from them tells it nothing new. */
  seesAll(fields: readonly Field[]): boolean
  /** Whether the role may ask to see it in clear, and after what; null where it may not, whatever the value. */
  revealing(field: Field): 'plain' | 'step_up' | null
  /** A whole record: hidden, absent and unclassified members left out. Null where nothing remains. */
  record(tree: Tree): Json
  /** Names of members nobody has classified, anywhere in the record but `besides`; null where the role may not know. */
  unclassified(tree: Tree, besides?: string): { names: string[]; more: number } | null
}

/** Prepares the sight of a role, with the cells that this deployment has changed. */
export function sightOf(role: Role, overrides: readonly Override[] = []): Sight {
  const cells = new Map<Field, Cell>(fields.map((field) => [field, cellInForce(field, role, overrides)]))
  const plan = new Map<Field, Show>()
  for (const [field, cell] of cells) plan.set(field, showFor(field, cell))
  const namesSeen = cells.get('member.other')?.kind === 'names'
  const show = (guarded: Guarded): Shown => plan.get(guarded.field)?.(openForSight(guarded)) ?? HIDDEN
  const unclassified = (tree: Tree, besides?: string) => (namesSeen ? listOthers(tree, besides) : null)
  return {
    role,
    show,
    showOwn: (guarded) =>
      cells.get(guarded.field)?.kind === 'own' ? inFull(openForSight(guarded)) : show(guarded),
    presence: (field, present) => presenceOf(cells.get(field), present),
    revealing: (field) => revealingOf(field, cells.get(field)),
    seesAll: (some) => some.every((field) => cells.get(field)?.kind === 'full'),
    record: (tree) => withOthers(project(tree, show) ?? null, unclassified(tree)),
    unclassified,
  }
}

/** The sights of all roles, for the composition root. */
export function sightsOf(overrides: readonly Override[] = []): Readonly<Record<Role, Sight>> {
  const of = (role: Role) => sightOf(role, overrides)
  return {
    support: of(roles.enum.support),
    finance: of(roles.enum.finance),
    compliance: of(roles.enum.compliance),
    auditor: of(roles.enum.auditor),
    admin: of(roles.enum.admin),
  }
}

/** From the cell alone: a deployment can tighten or loosen it, except for credentials. */
function revealingOf(field: Field, cell: Cell | undefined): 'plain' | 'step_up' | null {
  if (cell?.kind !== 'reveal' || matrix[field].class === 'K') return null
  return cell.stepUp ? 'step_up' : 'plain'
}

const inFull: Show = (value) =>
  value === null ? ABSENT : { seen: 'clear', text: cut(String(value), LONGEST_SHOWN) }

function showFor(field: Field, cell: Cell): Show {
  switch (cell.kind) {
    case 'no':
    case 'names':
    // Ownership of rows is not known here, so nothing is shown.
    case 'own':
      return () => HIDDEN
    case 'presence': {
      // A count of none says that there is none.
      const none = field.endsWith('.count') ? '0' : null
      return (value) => (value === null || value === none ? NOT_PRESENT : PRESENT)
    }
    case 'full':
      return inFull
    case 'mask':
    case 'reveal': {
      const apply = masks[cell.mask]
      const way = revealingOf(field, cell)
      const more = way === null ? {} : { reveal: way }
      return (value) => {
        if (value === null) return ABSENT
        const left = apply(String(value))
        const text = cut(left.text, LONGEST_SHOWN)
        return left.mask === null
          ? { seen: 'clear', text }
          : { seen: 'masked', text, mask: left.mask, ...more }
      }
    }
  }
}

function presenceOf(cell: Cell | undefined, present: boolean): Shown {
  const hidden = cell === undefined || cell.kind === 'no' || cell.kind === 'names' || cell.kind === 'own'
  if (hidden) return HIDDEN
  return present ? PRESENT : NOT_PRESENT
}

/** Undefined where nothing may be seen. Trees are as deep as the readers that made them: a few levels. */
function project(
  tree: Tree | string | number | boolean,
  show: (guarded: Guarded) => Shown,
): Json | undefined {
  if (tree instanceof Guarded) return projectLeaf(tree, show)
  // Whatever is not guarded is a remark of ours about the record, not a member of it.
  if (typeof tree !== 'object') return undefined
  if (isList(tree)) {
    const kept = tree.map((element) => project(element, show)).filter((element) => element !== undefined)
    return kept.length === 0 ? undefined : kept
  }
  const kept: { [member: string]: Json } = {}
  let any = false
  for (const [name, member] of Object.entries(tree)) {
    const seen = project(member, show)
    if (seen === undefined) continue
    kept[name] = seen
    any = true
  }
  return any ? kept : undefined
}

function projectLeaf(guarded: Guarded, show: (guarded: Guarded) => Shown): Json | undefined {
  const shown = show(guarded)
  switch (shown.seen) {
    case 'clear': {
      const value = openForSight(guarded)
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

function isList(tree: Tree): tree is readonly Tree[] {
  return Array.isArray(tree)
}

function withOthers(record: Json, others: { names: string[]; more: number } | null): Json {
  if (others === null || (others.names.length === 0 && others.more === 0)) return record
  const members =
    record !== null && typeof record === 'object' && !Array.isArray(record) ? record : { record }
  return { ...members, '(unclassified)': { names: others.names, more: others.more } }
}

function listOthers(tree: Tree, besides?: string): { names: string[]; more: number } {
  const found = { names: new Set<string>(), more: 0 }
  collectOthers(tree, found, besides)
  const names = [...found.names].sort()
  return { names: names.slice(0, LISTED_NAMES), more: found.more + Math.max(0, names.length - LISTED_NAMES) }
}

function collectOthers(
  tree: Tree | string | number | boolean,
  found: { names: Set<string>; more: number },
  besides?: string,
): void {
  if (tree instanceof Guarded || typeof tree !== 'object') return
  const others = othersOf(tree)
  for (const name of others?.names ?? []) {
    if (IDENTIFIER.test(name)) found.names.add(name)
    else found.more += 1
  }
  found.more += others?.more ?? 0
  for (const [name, member] of Object.entries(tree)) if (name !== besides) collectOthers(member, found)
}
