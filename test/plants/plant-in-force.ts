import type { Plant } from './plant.ts'
import { plants } from './plants.ts'

export interface PlantInForce {
  readonly file: string
  /** Returns the source with the bug. Throws unless the passage stands exactly once in the source. */
  apply(source: string): string
}

function applyPlant({ name, file, find, replace }: Plant, source: string): string {
  const found = source.split(find).length - 1
  if (found !== 1) throw new Error(`plant ${name}: ${file} holds its passage ${found} times instead of once`)
  return source.replace(find, () => replace)
}

/** Returns the plant that TEST_PLANT names, or null. Throws if no plant has that name. */
export function plantInForce(): PlantInForce | null {
  const name = process.env.TEST_PLANT
  if (name === undefined) return null
  const plant = plants.find((one) => one.name === name)
  if (plant === undefined) throw new Error(`no plant is named ${name}`)
  return { file: plant.file, apply: (source) => applyPlant(plant, source) }
}
