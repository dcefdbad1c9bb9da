import type { z } from 'zod'

/**
 * Reads the state of a page from its address by a schema whose members are all optional: what does not
 * parse falls back to nothing, member by member, and what the schema does not name is dropped.
 */
export function createSearchParamsReader<S extends Record<string, z.ZodType>>(schema: z.ZodObject<S>) {
  return (search: Record<string, unknown>): z.output<z.ZodObject<S>> => {
    const kept = Object.entries(schema.shape).map(([name, member]) => {
      const given = search[name]
      // The same name several times is a list, and lists are written with commas.
      const value = Array.isArray(given) ? given.join(',') : given
      // Named though it is nothing: the router would else hand on what the address says.
      return [name, member.safeParse(value).success ? value : undefined] as const
    })
    return schema.parse(Object.fromEntries(kept))
  }
}

/** The members of a state that are set, in one order: two states with the same text are the same. */
export function serializeState(state: object): string {
  return JSON.stringify(
    Object.entries(state)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
