import type { Plant } from './plant.ts'

export const maskingPlants: readonly Plant[] = []
