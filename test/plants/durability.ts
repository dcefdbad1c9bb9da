import type { Plant } from './plant.ts'

export const durabilityPlants: readonly Plant[] = []
