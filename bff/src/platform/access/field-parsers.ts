import { type GuardedValue, guardValue, type HandleField, openForHandle } from './guarded.ts'
import type { FieldName } from './policy/access-policy.ts'
import { rememberUnclassifiedNames } from './record-tree.ts'

/** A body that could be read, or why not. Nothing else about a body makes reading fail. */
export type RecordParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: 'not_an_object' | 'no_id' }

/** Members of an object of the service, by name. */
export type RawObject = Readonly<Record<string, unknown>>

const emptyObject: RawObject = {}
/** Names that every object answers to. They count as not given. */
const inheritedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** Members under names that the service chooses: more than so many are no steps or remarks. */
const maxFreeFields = 32

/** True for an object that is no array. */
export function isRawObject(raw: unknown): raw is RawObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** The own members of an object; none for anything else. */
export function toRawObject(raw: unknown): RawObject {
  return isRawObject(raw) ? raw : emptyObject
}

/** Names of the members that were given. */
export function listNames(given: RawObject): string[] {
  return Object.keys(given).filter((name) => !inheritedNames.has(name))
}

/** The first of these members that is given. */
export function pickFirstPresent(given: RawObject, names: readonly string[]): unknown {
  return names
    .map((name) => (Object.hasOwn(given, name) ? given[name] : undefined))
    .find((raw) => raw != null)
}

/**
 * Reads one part of a body, whatever came. Plain functions and no schemas: nothing here can fail, and
 * every value of every record passes.
 */
export interface ValueParser<out T> {
  parse(raw: unknown): T
}

/** What a reader makes. */
export type ParserOutput<R> = R extends ValueParser<infer T> ? T : never

type Shape = Readonly<Record<string, ValueParser<unknown>>>
type ShapeOutput<S extends Shape> = { [Name in keyof S]: ParserOutput<S[Name]> }

/** A reader of its own making. */
export function createParser<T>(parse: (raw: unknown) => T): ValueParser<T> {
  return { parse }
}

/** One value under its field of the matrix. */
export function fieldParser<F extends FieldName>(field: F): ValueParser<GuardedValue<F>> {
  return { parse: (raw) => guardValue(field, raw) }
}

/**
 * An object with these members, whatever came: wrong types and missing members read as absent. Of
 * other members only the names are kept. `dropped` members are known and not kept at all.
 */
export function objectParser<S extends Shape>(
  shape: S,
  dropped?: readonly string[],
): ValueParser<ShapeOutput<S>>
export function objectParser(shape: Shape, dropped: readonly string[] = []): ValueParser<unknown> {
  const members = Object.entries(shape)
  const expected = new Set([...Object.keys(shape), ...dropped, ...inheritedNames])
  const parse = (raw: unknown) => {
    const given = toRawObject(raw)
    const tree: Record<string, unknown> = {}
    for (const [name, member] of members)
      tree[name] = member.parse(Object.hasOwn(given, name) ? given[name] : undefined)
    const others = Object.keys(given).filter((name) => !expected.has(name))
    rememberUnclassifiedNames(tree, others)
    return tree
  }
  return { parse }
}

/** Elements of an array, each as `element` reads it; anything but an array reads as empty. */
export function arrayParser<T>(element: ValueParser<T>): ValueParser<T[]> {
  return { parse: (raw) => (Array.isArray(raw) ? raw.map((one: unknown) => element.parse(one)) : []) }
}

/** How many elements an array has, and those of them that are objects. */
export function countedArrayParser<F extends FieldName, T>(field: F, element: ValueParser<T>) {
  const elements = arrayParser(element)
  return createParser((raw) => ({
    count: guardValue(field, countElements(raw)),
    elements: elements.parse(Array.isArray(raw) ? raw.filter(isRawObject) : []),
  }))
}

/** Number of elements; something else than an array counts as one, null as not given. */
export function countElements(raw: unknown): number | null {
  if (Array.isArray(raw)) return raw.length
  return raw == null ? null : 1
}

/** Members under names that the service chooses. What does not fit is left, with its name, as unknown. */
export function freeFieldsParser<F extends FieldName>(
  field: F,
  fits: (name: string, value: unknown) => boolean,
) {
  return createParser((raw): Readonly<Record<string, GuardedValue<F>>> => {
    const given = toRawObject(raw)
    const names = listNames(given)
    const fitting = names.filter((name) => !isRawObject(given[name]) && !Array.isArray(given[name]))
    const kept = new Set(fitting.filter((name) => fits(name, given[name])).slice(0, maxFreeFields))
    const tree = Object.fromEntries([...kept].map((name) => [name, guardValue(field, given[name])]))
    const others = names.filter((name) => !kept.has(name))
    rememberUnclassifiedNames(tree, others)
    return tree
  })
}

/** The body if it is an array, or the array under the first of these names that is given; else null. */
export function findArray(body: unknown, names: readonly string[]): readonly unknown[] | null {
  const found: unknown = Array.isArray(body) ? body : pickFirstPresent(toRawObject(body), names)
  return Array.isArray(found) ? found : null
}

/** A record that is worth nothing without its id. */
export function parseWithId<T extends { readonly id: GuardedValue<HandleField> }>(
  body: unknown,
  schema: ValueParser<T>,
): RecordParseResult<T> {
  if (!isRawObject(body)) return { ok: false, why: 'not_an_object' }
  const value = schema.parse(body)
  return openForHandle(value.id) === null ? { ok: false, why: 'no_id' } : { ok: true, value }
}
