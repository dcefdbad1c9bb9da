import { type GuardedValue, guardValue, type HandleField, unwrapGuardedForHandle } from './guarded.ts'
import type { FieldName } from './policy/access-policy.ts'
import { rememberUnclassifiedFieldNames } from './record-tree.ts'

/** Result of parsing a body. Parsing fails for these two reasons only. */
export type RecordParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: 'not_an_object' | 'no_id' }

/** Fields of an object of the payment service, by name. */
export type RawObject = Readonly<Record<string, unknown>>

const emptyObject: RawObject = {}
/** Names that every object inherits. Fields under these names count as not provided. */
const inheritedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** Limit of fields under names that the payment service chooses: longer lists are no steps or remarks. */
const maxFreeFields = 32

/** True for an object that is no array. */
export function isRawObject(raw: unknown): raw is RawObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** Returns the fields of an object; no fields for any other value. */
export function toRawObject(raw: unknown): RawObject {
  return isRawObject(raw) ? raw : emptyObject
}

/** Lists the names of the fields that are provided. */
export function listFieldNames(given: RawObject): string[] {
  return Object.keys(given).filter((name) => !inheritedNames.has(name))
}

/** Returns the first of these fields that is provided. */
export function pickFirstProvidedField(given: RawObject, names: readonly string[]): unknown {
  return names
    .map((name) => (Object.hasOwn(given, name) ? given[name] : undefined))
    .find((raw) => raw != null)
}

/**
 * Parses one part of a body with any content. Built from plain functions instead of schemas: parsing cannot
 * fail, and every value of every record passes through a parser.
 */
export interface ValueParser<out T> {
  parse(raw: unknown): T
}

/** Type that a parser returns. */
export type ParserOutput<R> = R extends ValueParser<infer T> ? T : never

type Shape = Readonly<Record<string, ValueParser<unknown>>>
type ShapeOutput<S extends Shape> = { [Name in keyof S]: ParserOutput<S[Name]> }

/** Creates a parser from a function, which gets any value of a body and must not throw. */
export function createParser<T>(parse: (raw: unknown) => T): ValueParser<T> {
  return { parse }
}

/** Parses one value and guards it under this field of the access policy. */
export function createFieldParser<F extends FieldName>(field: F): ValueParser<GuardedValue<F>> {
  return { parse: (raw) => guardValue(field, raw) }
}

/**
 * Parses any value as an object with these fields: wrong types and missing fields count as absent. Keeps only
 * the names of other fields. Ignores `dropped` fields, which are known and not kept at all.
 */
export function createObjectParser<S extends Shape>(
  shape: S,
  dropped?: readonly string[],
): ValueParser<ShapeOutput<S>>
export function createObjectParser(shape: Shape, dropped: readonly string[] = []): ValueParser<unknown> {
  const members = Object.entries(shape)
  const expected = new Set([...Object.keys(shape), ...dropped, ...inheritedNames])
  const parse = (raw: unknown) => {
    const given = toRawObject(raw)
    const tree: Record<string, unknown> = {}
    for (const [name, member] of members)
      tree[name] = member.parse(Object.hasOwn(given, name) ? given[name] : undefined)
    const others = Object.keys(given).filter((name) => !expected.has(name))
    rememberUnclassifiedFieldNames(tree, others)
    return tree
  }
  return { parse }
}

/** Parses the elements of an array with `element`; any other value counts as an empty array. */
export function createArrayParser<T>(element: ValueParser<T>): ValueParser<T[]> {
  return { parse: (raw) => (Array.isArray(raw) ? raw.map((one: unknown) => element.parse(one)) : []) }
}

/** Parses the number of elements of an array, and those elements that are objects. */
export function createCountedArrayParser<F extends FieldName, T>(field: F, element: ValueParser<T>) {
  const elements = createArrayParser(element)
  return createParser((raw) => ({
    count: guardValue(field, countElements(raw)),
    elements: elements.parse(Array.isArray(raw) ? raw.filter(isRawObject) : []),
  }))
}

/** Counts elements: a value that is no array counts as one, null as not provided. */
export function countElements(raw: unknown): number | null {
  if (Array.isArray(raw)) return raw.length
  return raw == null ? null : 1
}

/**
 * Parses fields with names chosen by the payment service. Names of values that do not fit become
 * unclassified.
 */
export function createFreelyNamedFieldsParser<F extends FieldName>(
  field: F,
  fits: (name: string, value: unknown) => boolean,
) {
  return createParser((raw): Readonly<Record<string, GuardedValue<F>>> => {
    const given = toRawObject(raw)
    const names = listFieldNames(given)
    const fitting = names.filter((name) => !isRawObject(given[name]) && !Array.isArray(given[name]))
    const kept = new Set(fitting.filter((name) => fits(name, given[name])).slice(0, maxFreeFields))
    const tree = Object.fromEntries([...kept].map((name) => [name, guardValue(field, given[name])]))
    const others = names.filter((name) => !kept.has(name))
    rememberUnclassifiedFieldNames(tree, others)
    return tree
  })
}

/** Returns the body if it is an array, else the array under the first provided name, else null. */
export function findArray(body: unknown, names: readonly string[]): readonly unknown[] | null {
  const found: unknown = Array.isArray(body) ? body : pickFirstProvidedField(toRawObject(body), names)
  return Array.isArray(found) ? found : null
}

/** Parses a record that is useless without its id. */
export function parseRecordWithId<T extends { readonly id: GuardedValue<HandleField> }>(
  body: unknown,
  schema: ValueParser<T>,
): RecordParseResult<T> {
  if (!isRawObject(body)) return { ok: false, why: 'not_an_object' }
  const value = schema.parse(body)
  return unwrapGuardedForHandle(value.id) === null ? { ok: false, why: 'no_id' } : { ok: true, value }
}
