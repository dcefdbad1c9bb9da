import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// Leaves all requests that no handler answers to the browser, above all those for modules: the worker would ask the
// page about each of them.
const filter = `addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (!pathname.startsWith('/api/') && pathname !== '/last-asked') event.stopImmediatePropagation()
})
`

/**
 * Writes msw's service worker, for answered paths only, into `folder`: the file must exist before the page is
 * served. Returns `folder`.
 */
export function placeWorker(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js')
  writeFileSync(join(folder, 'mockServiceWorker.js'), filter + readFileSync(worker, 'utf8'))
  return folder
}
