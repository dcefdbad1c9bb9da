/** JSON as sent over the wire. Bodies are built as values and serialised only once, by `serialise`. */
export type Json = string | number | boolean | null | Json[] | JsonObject

export interface JsonObject {
  [member: string]: Json
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the field if it is an object, otherwise an empty object, which spares callers nested checks. */
export function objectAt(value: Json | undefined, member: string): JsonObject {
  const found = isJsonObject(value) ? value[member] : undefined
  return isJsonObject(found) ? found : {}
}

export function stringAt(value: Json | undefined, member: string): string | undefined {
  const found = isJsonObject(value) ? value[member] : undefined
  return typeof found === 'string' ? found : undefined
}

export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

export function cloneJson<T extends Json>(value: T): T {
  // Copy through text: structuredClone drops an own property called __proto__.
  const copy: T = JSON.parse(JSON.stringify(value))
  return copy
}

/** Marks a number that a double cannot hold; `serialise` writes it without quotes. */
export function rawNumber(digits: string): string {
  return `@@raw:${digits}@@`
}

export function serialiseJson(value: Json): string {
  return JSON.stringify(value).replace(/"@@raw:([^"@]*)@@"/g, '$1')
}
