import { copyFileSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Copies msw's service worker into `folder`: the file must exist before the page is served. Returns `folder`.
 */
export function placeWorker(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  copyFileSync(worker, join(folder, 'mockServiceWorker.js'))
  return folder
}
