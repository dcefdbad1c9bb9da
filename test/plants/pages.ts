import type { Plant } from './plant.ts'

export const pagePlants: readonly Plant[] = []
