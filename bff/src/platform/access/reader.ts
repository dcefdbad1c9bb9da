import { type Guarded, guard, type HandleField, openForHandle } from './guarded.ts'
import type { Field } from './policy/matrix.ts'
import { rememberOthers } from './tree.ts'

/** A body that could be read, or why not. Nothing else about a body makes reading fail. */
export type Wire<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: 'not_an_object' | 'no_id' }

/** Members of an object of the service, by name. */
export type Members = Readonly<Record<string, unknown>>

const nothing: Members = {}
/** Names that every object answers to. They count as not given. */
const inherited: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** Members under names that the service chooses: more than so many are no steps or remarks. */
const MOST_FREE = 32

/** True for an object that is no array. */
export function isMembers(raw: unknown): raw is Members {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** The own members of an object; none for anything else. */
export function membersOf(raw: unknown): Members {
  return isMembers(raw) ? raw : nothing
}

/** Names of the members that were given. */
export function namesOf(given: Members): string[] {
  return Object.keys(given).filter((name) => !inherited.has(name))
}

/** The first of these members that is given. */
export function firstOf(given: Members, names: readonly string[]): unknown {
  return names
    .map((name) => (Object.hasOwn(given, name) ? given[name] : undefined))
    .find((raw) => raw != null)
}

/**
 * Reads one part of a body, whatever came. Plain functions and no schemas: nothing here can fail, and
 * every value of every record passes.
 */
export interface Reader<out T> {
  parse(raw: unknown): T
}

/** What a reader makes. */
export type Output<R> = R extends Reader<infer T> ? T : never

type Shape = Readonly<Record<string, Reader<unknown>>>
type Of<S extends Shape> = { [Name in keyof S]: Output<S[Name]> }

/** A reader of its own making. */
export function reader<T>(parse: (raw: unknown) => T): Reader<T> {
  return { parse }
}

/** One value under its field of the matrix. */
export function leaf<F extends Field>(field: F): Reader<Guarded<F>> {
  return { parse: (raw) => guard(field, raw) }
}

/**
 * An object with these members, whatever came: wrong types and missing members read as absent. Of
 * other members only the names are kept. `dropped` members are known and not kept at all.
 */
export function node<S extends Shape>(shape: S, dropped?: readonly string[]): Reader<Of<S>>
export function node(shape: Shape, dropped: readonly string[] = []): Reader<unknown> {
  const members = Object.entries(shape)
  const expected = new Set([...Object.keys(shape), ...dropped, ...inherited])
  const parse = (raw: unknown) => {
    const given = membersOf(raw)
    const tree: Record<string, unknown> = {}
    for (const [name, member] of members)
      tree[name] = member.parse(Object.hasOwn(given, name) ? given[name] : undefined)
    const others = Object.keys(given).filter((name) => !expected.has(name))
    rememberOthers(tree, others)
    return tree
  }
  return { parse }
}

/** Elements of an array, each as `element` reads it; anything but an array reads as empty. */
export function list<T>(element: Reader<T>): Reader<T[]> {
  return { parse: (raw) => (Array.isArray(raw) ? raw.map((one: unknown) => element.parse(one)) : []) }
}

/** How many elements an array has, and those of them that are objects. */
export function counted<F extends Field, T>(field: F, element: Reader<T>) {
  const elements = list(element)
  return reader((raw) => ({
    count: guard(field, countOf(raw)),
    elements: elements.parse(Array.isArray(raw) ? raw.filter(isMembers) : []),
  }))
}

/** Number of elements; something else than an array counts as one, null as not given. */
export function countOf(raw: unknown): number | null {
  if (Array.isArray(raw)) return raw.length
  return raw == null ? null : 1
}

/** Members under names that the service chooses. What does not fit is left, with its name, as unknown. */
export function freeMembers<F extends Field>(field: F, fits: (name: string, value: unknown) => boolean) {
  return reader((raw): Readonly<Record<string, Guarded<F>>> => {
    const given = membersOf(raw)
    const names = namesOf(given)
    const fitting = names.filter((name) => !isMembers(given[name]) && !Array.isArray(given[name]))
    const kept = new Set(fitting.filter((name) => fits(name, given[name])).slice(0, MOST_FREE))
    const tree = Object.fromEntries([...kept].map((name) => [name, guard(field, given[name])]))
    const others = names.filter((name) => !kept.has(name))
    rememberOthers(tree, others)
    return tree
  })
}

/** The body if it is an array, or the array under the first of these names that is given; else null. */
export function arrayIn(body: unknown, names: readonly string[]): readonly unknown[] | null {
  const found: unknown = Array.isArray(body) ? body : firstOf(membersOf(body), names)
  return Array.isArray(found) ? found : null
}

/** A record that is worth nothing without its id. */
export function withId<T extends { readonly id: Guarded<HandleField> }>(
  body: unknown,
  schema: Reader<T>,
): Wire<T> {
  if (!isMembers(body)) return { ok: false, why: 'not_an_object' }
  const value = schema.parse(body)
  return openForHandle(value.id) === null ? { ok: false, why: 'no_id' } : { ok: true, value }
}
