import { plainTables, tables } from './places.ts'

const places = new Set(
  [...Object.values(tables), ...Object.values(plainTables)].flatMap((table) => Object.values(table ?? {})),
)

/** True for members that some answer shows: the tables name them, or the record of a state or identity gives them. */
export function isPlaced(path: string): boolean {
  const generic = path.replace(/\[\d+\]/g, '[]')
  return places.has(generic) || generic.startsWith('state.') || generic.startsWith('identity.')
}
