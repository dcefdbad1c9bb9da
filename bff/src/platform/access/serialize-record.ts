import { z } from 'zod'
import { isRawObject, type RecordParseResult } from './field-parsers.ts'
import { GuardedValue, unwrapGuardedForSerialization } from './guarded.ts'
import { accessPolicy } from './policy/access-policy.ts'
import { getUnclassifiedFieldNames, type RecordTree, restoreUnclassifiedFieldNames } from './record-tree.ts'

type PlainValue = string | boolean | null | PlainValue[] | { [member: string]: PlainValue }

/** Names of unclassified fields, stored beside the record with the path to their node. */
const unclassifiedNamesSchema = z.array(
  z.object({ at: z.array(z.string()), names: z.array(z.string()), more: z.int().min(0) }),
)
const serializedRecordSchema = z.object({ record: z.unknown(), others: unclassifiedNamesSchema })
type SerializedNames = z.infer<typeof unclassifiedNamesSchema>

/**
 * Serialises a record with its values as text. Encrypt the result at once: it holds everything that the masks
 * hide, but no credentials. `deserializeRecord` makes the same record again.
 */
export function serializeRecord(tree: RecordTree): string {
  const found: SerializedNames = []
  const record = toPlainValue(tree, [], found)
  return JSON.stringify({ record, others: found })
}

function toPlainValue(
  tree: RecordTree | string | number | boolean,
  at: string[],
  found: SerializedNames,
): PlainValue {
  if (tree instanceof GuardedValue)
    return accessPolicy[tree.field].class === 'K' ? null : unwrapGuardedForSerialization(tree)
  // Skip unguarded values, which are annotations of Paydesk: parsing makes them again.
  if (typeof tree !== 'object') return null
  const own = getUnclassifiedFieldNames(tree)
  if (own !== undefined) found.push({ at, names: [...own.names], more: own.more })
  const members = Object.entries(tree).map(
    ([name, member]) => [name, toPlainValue(member, [...at, name], found)] as const,
  )
  return Array.isArray(tree) ? members.map(([, member]) => member) : Object.fromEntries(members)
}

/** Parses a serialised record with the parser of such records; null if that fails. */
export function deserializeRecord<T extends object>(
  text: string,
  read: (body: unknown) => RecordParseResult<T>,
): T | null {
  const opened = serializedRecordSchema.safeParse(parseJsonText(text)).data
  if (opened === undefined) return null
  const wire = read(opened.record)
  if (!wire.ok) return null
  for (const { at, names, more } of opened.others) {
    const node = at.reduce<unknown>(memberOf, wire.value)
    if (typeof node === 'object' && node !== null) restoreUnclassifiedFieldNames(node, { names, more })
  }
  return wire.value
}

function memberOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node[Number(name)]
  return isRawObject(node) && Object.hasOwn(node, name) ? node[name] : undefined
}

function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sorts the fields of a serialised record, so that records with equal content have equal texts. */
export function canonicalizeRecord(text: string): string {
  return JSON.stringify(sortMembers(parseJsonText(text)))
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isRawObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name])]))
}
