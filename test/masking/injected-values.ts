import { plainTables, recordFieldPaths } from './places.ts'

const places = new Set(
  [...Object.values(recordFieldPaths), ...Object.values(plainTables)].flatMap((table) =>
    Object.values(table ?? {}),
  ),
)

/**
 * Returns true for fields that some answer shows: a table names the field, or the state or identity record
 * contains it.
 */
export function isPlaced(path: string): boolean {
  const generic = path.replace(/\[\d+\]/g, '[]')
  return places.has(generic) || generic.startsWith('state.') || generic.startsWith('identity.')
}
