import type { Plant } from './plant.ts'

export const accessPlants: readonly Plant[] = []
