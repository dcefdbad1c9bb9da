import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstPage } from '@paydesk/web/first-page-build.ts'
import { precompress } from '@paydesk/web/precompress.ts'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'paydesk-failed-build-'))
  await writeFile(join(root, 'index.html'), '<script type="module" src="./main.js"></script>')
  await writeFile(join(root, 'main.js'), `import './file-that-is-missing.js'`)
})
afterAll(() => rm(root, { recursive: true }))

it('reports the error of a failed build, not that its files cannot be compressed', async () => {
  const plugins = [precompress(), firstPage(() => [], {})]
  const built = build({ root, configFile: false, logLevel: 'silent', plugins })
  await expect(built).rejects.toThrow(/file-that-is-missing\.js/)
})
