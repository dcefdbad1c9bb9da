import { z } from 'zod'
import { Guarded, openToFreeze } from './guarded.ts'
import { matrix } from './policy/matrix.ts'
import { isMembers, type Wire } from './reader.ts'
import { othersOf, restoreOthers, type Tree } from './tree.ts'

type Plain = string | boolean | null | Plain[] | { [member: string]: Plain }

/** Names of members nobody has classified stand beside the record, with the way to where they were. */
const others = z.array(
  z.object({ at: z.array(z.string()), names: z.array(z.string()), more: z.int().min(0) }),
)
const frozen = z.object({ record: z.unknown(), others })
type Others = z.infer<typeof others>

/**
 * A record with its values as text, to be sealed at once: it holds everything that the masks hide, but no
 * credentials. `thaw` makes the same record of it again.
 */
export function freeze(tree: Tree): string {
  const found: Others = []
  const record = plainOf(tree, [], found)
  return JSON.stringify({ record, others: found })
}

function plainOf(tree: Tree | string | number | boolean, at: string[], found: Others): Plain {
  if (tree instanceof Guarded) return matrix[tree.field].class === 'K' ? null : openToFreeze(tree)
  // Whatever is not guarded is a remark of ours: reading makes it again.
  if (typeof tree !== 'object') return null
  const own = othersOf(tree)
  if (own !== undefined) found.push({ at, names: [...own.names], more: own.more })
  const members = Object.entries(tree).map(
    ([name, member]) => [name, plainOf(member, [...at, name], found)] as const,
  )
  return Array.isArray(tree) ? members.map(([, member]) => member) : Object.fromEntries(members)
}

/** The record that was frozen, read again by the reader of such records; null where it cannot be. */
export function thaw<T extends object>(text: string, read: (body: unknown) => Wire<T>): T | null {
  const opened = frozen.safeParse(parsed(text)).data
  if (opened === undefined) return null
  const wire = read(opened.record)
  if (!wire.ok) return null
  for (const { at, names, more } of opened.others) {
    const node = at.reduce<unknown>(memberOf, wire.value)
    if (typeof node === 'object' && node !== null) restoreOthers(node, { names, more })
  }
  return wire.value
}

function memberOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node[Number(name)]
  return isMembers(node) && Object.hasOwn(node, name) ? node[name] : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What was frozen in one order of members: the same text for records that say the same. */
export function inOrder(text: string): string {
  return JSON.stringify(sorted(parsed(text)))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isMembers(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]))
}
