import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { plantInForce } from './plant-in-force.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Replaces one passage of the product's source while it is loaded, so that a test can be seen to fail. Does
 * nothing without TEST_PLANT, the name of a plant of `plants.ts`.
 */
export function plantPlugin(): Plugin[] {
  const plant = plantInForce()
  if (plant === null) return []
  return [
    {
      name: 'plant',
      enforce: 'pre',
      transform(code, id) {
        const path = relative(root, id.split('?')[0] ?? id)
        return path === plant.file ? plant.apply(code) : null
      },
    },
  ]
}
