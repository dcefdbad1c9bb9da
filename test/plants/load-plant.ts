import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plantInForce } from './plant-in-force.ts'

// Plants the bug before the product is loaded, if a test starts the product in a process of its own.
const plant = plantInForce()
if (plant !== null) {
  const planted = pathToFileURL(join(import.meta.dirname, '../..', plant.file)).href
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (url !== planted) return loaded
      return { ...loaded, source: plant.apply(String(loaded.source)) }
    },
  })
}
