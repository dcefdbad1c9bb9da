import type { z } from 'zod'

/**
 * Creates a function that reads the state of a page from its address. All fields of the schema are optional:
 * an invalid parameter becomes undefined, field by field, and a parameter outside of the schema is dropped.
 */
export function createSearchParamsReader<S extends Record<string, z.ZodType>>(schema: z.ZodObject<S>) {
  return (search: Record<string, unknown>): z.output<z.ZodObject<S>> => {
    const kept = Object.entries(schema.shape).map(([name, member]) => {
      const given = search[name]
      // A repeated name is a list, and lists are written with commas.
      const value = Array.isArray(given) ? given.join(',') : given
      // Set undefined explicitly: otherwise the router would pass on the invalid value of the address.
      return [name, member.safeParse(value).success ? value : undefined] as const
    })
    return schema.parse(Object.fromEntries(kept))
  }
}

/** Serializes the fields that are set, in a stable order: equal states have equal texts. */
export function serializeUrlState(state: object): string {
  return JSON.stringify(
    Object.entries(state)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
