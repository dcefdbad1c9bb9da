import { accessPlants } from './access.ts'
import { contractPlants } from './contract.ts'
import { durabilityPlants } from './durability.ts'
import { maskingPlants } from './masking.ts'
import { pagePlants } from './pages.ts'
import type { Plant } from './plant.ts'
import { recordPlants } from './records.ts'

export const plants: readonly Plant[] = [
  ...accessPlants,
  ...contractPlants,
  ...durabilityPlants,
  ...maskingPlants,
  ...pagePlants,
  ...recordPlants,
]
