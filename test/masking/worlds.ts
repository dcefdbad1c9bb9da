import {
  choosePairCount as asked,
  isProofRun,
  recordEvidence,
} from '@paydesk/bff/platform/access/proof-evidence.test-kit'
import { untilRead } from '../support/contract/support.ts'
import type { Stack, Visitor } from '../support/stack/start.ts'
import { generateIndistinguishable } from './alike.ts'
import { makeMint } from './canaries.ts'
import { exitKindOf } from './exit-kinds.ts'
import { fieldAt } from './fields.ts'
import { createHandles } from './handles.ts'
import { callsOf, loadNormalizedAnswers } from './harness.ts'
import { isUnclassified, nameOf, roleNames, seesAt } from './oracle.ts'
import type { FieldVisibility } from './oracle-cells.ts'
import {
  type CustomerOptions,
  type GeneratedCustomer,
  makeCustomer,
  type RecordJson,
  type RecordJsonObject,
  type RecordName,
} from './records.ts'
import { leavesOf } from './response-fields.ts'
import { answerWith, putCustomer } from './service.ts'

export type RoleName = (typeof roleNames)[number]
export type VisitorsByRole = Readonly<Record<RoleName, Visitor>>

/** Field as some roles see it, all in the same way. */
export interface FieldCell {
  readonly path: string
  readonly sees: FieldVisibility
  readonly roles: readonly RoleName[]
}

export interface ComparisonFigures {
  cells: number
  pairs: number
  answers: number
}

/** Signs in one person per role. */
export async function signInEveryRole(stack: Stack): Promise<VisitorsByRole> {
  const [support, finance, compliance, auditor, admin] = await Promise.all([
    stack.as('support'),
    stack.as('finance'),
    stack.as('compliance'),
    stack.as('auditor'),
    stack.as('admin'),
  ])
  return { support, finance, compliance, auditor, admin }
}

/** Returns the object or list at this path of a record. */
function nodeAt(record: RecordJsonObject, steps: readonly string[]): RecordJson | undefined {
  return steps.reduce<RecordJson | undefined>((at, step) => {
    if (typeof at !== 'object' || at === null) return undefined
    return Array.isArray(at) ? at[Number(step)] : at[step]
  }, record)
}

/**
 * Returns the record with this value at this path; without the field if the value is undefined. Throws if the
 * path has no parent.
 */
export function withValue(
  record: RecordJsonObject,
  path: string,
  value: RecordJson | undefined,
): RecordJsonObject {
  const copy = structuredClone(record)
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const last = steps.pop() ?? ''
  const parent = nodeAt(copy, steps)
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent))
    throw new Error(`no place for ${path}`)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

/** Splits a path into the record and the path inside the body of the payment service. */
export function splitRecordPath(path: string): { name: RecordName; rest: string } {
  const [, root = '', rest = ''] = /^(\w+)\.?(.*)$/.exec(path) ?? []
  switch (root) {
    case 'state':
    case 'list':
    case 'identity':
      return { name: root, rest }
    default:
      return { name: 'notifications', rest: `data${rest}` }
  }
}

/**
 * Ids that join the records: changing one in a single record would make the records contradict each other.
 */
const joining =
  /^(?:state\.identity\.id|identity\.id|identity\.profile\.remote_user_id|.*\.original_message\.account\.identifier)$/
const counted = [
  'notifications[0].outstanding_tasks',
  'notifications[0].screen_entities',
  'identity.supporting_documents',
]

/** Returns every cell of this record that shows less than everything, once per way in which it is seen. */
export function cellsOf(name: RecordName, customer: GeneratedCustomer): FieldCell[] {
  const known = new Set<string>()
  const paths = [...leavesOf(customer).map((leaf) => leaf.path), ...counted].filter((path) => {
    const generic = path.replace(/\[\d+\]/g, '[]')
    // Skip elements of a list, which have no name of their own: they change with the list.
    if (known.has(generic) || path.endsWith(']') || joining.test(path) || splitRecordPath(path).name !== name)
      return false
    known.add(generic)
    return true
  })
  return paths.flatMap((path) => {
    const groups = new Map<string, FieldCell>()
    for (const role of roleNames) {
      const sees = seesAt(path, role)
      if (sees === 'full') continue
      // Group compliance apart: it learns the name of an unclassified field, and nothing else.
      const key = role === 'compliance' && isUnclassified(path) ? 'named' : nameOf(sees)
      groups.set(key, { path, sees, roles: [...(groups.get(key)?.roles ?? []), role] })
    }
    return [...groups.values()]
  })
}

/** Returns a seed per text, the same in every run. */
export function seedOf(text: string): number {
  let seed = 7
  for (const letter of text) seed = (Math.imul(seed, 33) + letter.charCodeAt(0)) | 0
  return seed
}

/**
 * Generates URLs outside the payment service: compliance may learn whether a file is there, but not its URL.
 */
function addresses(many: number, seed: number): RecordJson[] {
  const mint = makeMint(seed)
  return Array.from({ length: many }, () => `https://${mint.letters(10)}.test/${mint.letters(9)}`)
}

/** Returns values of a field that these roles must not be able to tell apart. */
export function valuesOf({ path, sees, roles: who }: FieldCell, many: number): (RecordJson | undefined)[] {
  const seed = seedOf(path + nameOf(sees))
  if (who.includes('compliance') && /^identity\.supporting_documents\[\d+\]\./.test(path)) {
    if (/url$/.test(path)) return addresses(many, seed)
    return generateIndistinguishable(seesAt('derived.document_member', 'compliance'), many, seed)
  }
  const values = generateIndistinguishable(sees, many, seed)
  const named = who.includes('compliance') && isUnclassified(path)
  return named ? values.map((value) => (value === undefined ? 'given' : value)) : values
}

export interface WorldComparison {
  /** Number of worlds per cell. */
  readonly many: number
  readonly wanted: Omit<CustomerOptions, 'seed'>
  readonly figures: ComparisonFigures
  /** True if the proof counts the comparison; false in the search for a planted mistake. */
  readonly isKept?: boolean
}

/**
 * Describes the first difference of two answers with its surroundings; printing is safe, because all values
 * are made up.
 */
function apart(one: string, other: string): string {
  // Skip the headers if the bodies differ: the length differs too, and tells nothing.
  const bodyOf = (text: string) => text.slice(text.indexOf('\n\n'))
  const [a, b] = bodyOf(one) === bodyOf(other) ? [one, other] : [bodyOf(one), bodyOf(other)]
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 160)
  return `“${around(a)}” | “${around(b)}”`
}

/** Shows worlds that differ in one hidden value to every role; returns what could be told apart. */
export async function compareWorlds(
  stack: Stack,
  eyes: VisitorsByRole,
  cell: FieldCell,
  { many, wanted, figures, isKept = false }: WorldComparison,
): Promise<string[]> {
  const customer = makeCustomer({
    ...wanted,
    seed: seedOf(cell.path + cell.roles.join() + JSON.stringify(wanted)),
  })
  await putCustomer(stack, customer)
  const subject = await createHandles(eyes.compliance, { ...customer, transactions: [customer.transaction] })
  await untilRead(stack, customer.transaction)
  const { name, rest } = splitRecordPath(cell.path)
  const calls = callsOf(name, subject)
  const first = new Map<RoleName, readonly string[]>()
  const found = new Set<string>()
  const tried = new Map<RoleName, { pairs: number; answers: number }>()
  for (const [world, value] of valuesOf(cell, asked('pairs', many - 1) + 1).entries()) {
    await answerWith(stack, customer, name, withValue(customer.records[name], rest, value))
    // Take a few worlds for administrators: every route rejects them before it reads anything.
    const looking = cell.roles.filter((role) => role !== 'admin' || world < 3)
    const answers = await Promise.all(looking.map((role) => loadNormalizedAnswers(eyes[role], calls)))
    for (const [at, role] of looking.entries()) {
      const [now = [], before] = [answers[at], first.get(role)]
      figures.answers += now.length
      if (before === undefined) first.set(role, now)
      else figures.pairs += 1
      const { pairs, answers: compared } = tried.get(role) ?? { pairs: 0, answers: 0 }
      tried.set(role, { pairs: pairs + (before === undefined ? 0 : 1), answers: compared + now.length })
      for (const [index, answer] of now.entries()) {
        const then = before?.[index]
        if (then !== undefined && answer !== then)
          found.add(
            `${role} can tell ${cell.path} (${nameOf(cell.sees)}) by ${calls[index]?.endpoint.path}: ${apart(then, answer)}`,
          )
      }
    }
  }
  figures.cells += cell.roles.length
  if (isKept && isProofRun) keep(cell, calls, tried, found)
  return [...found]
}

/** Records for the proof what was tried for this cell, and what could be told apart. */
function keep(
  cell: FieldCell,
  calls: ReturnType<typeof callsOf>,
  tried: ReadonlyMap<RoleName, { pairs: number; answers: number }>,
  found: ReadonlySet<string>,
): void {
  const exits = [...new Set([...calls.map(({ endpoint }) => exitKindOf(endpoint)), 'header' as const])]
  for (const [role, { pairs, answers }] of tried)
    recordEvidence({ what: 'worlds', field: fieldAt(cell.path), role, pairs, answers, exits })
  for (const text of found) recordEvidence({ what: 'wrong', words: text })
}
