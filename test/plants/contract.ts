import type { Plant } from './plant.ts'

export const contractPlants: readonly Plant[] = []
