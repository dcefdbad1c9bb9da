import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The service worker that answers for the server has to lie beside the page before the page is served. */
export function placeWorker(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  copyFileSync(worker, join(folder, 'mockServiceWorker.js'))
  return folder
}
