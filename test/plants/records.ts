import type { Plant } from './plant.ts'

export const recordPlants: readonly Plant[] = []
