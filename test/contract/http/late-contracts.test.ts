import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Endpoint, endpoints } from '@paydesk/shared/endpoints'
import { lateContracts } from '@paydesk/web/late-contracts.ts'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

let folder = ''
let late: Readonly<Record<string, Partial<Endpoint>>> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-late-contracts-'))
  await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'silent',
    plugins: [lateContracts()],
    resolve: { alias: { zod: join(root, 'web/small-zod.ts') } },
    build: {
      outDir: folder,
      lib: { entry: join(root, 'shared/src/endpoints.ts'), formats: ['es'], fileName: 'table' },
    },
  })
  late = (await import(pathToFileURL(join(folder, 'table.js')).href)).endpoints
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the contracts of the built pages', () => {
  it('have the contract of every answer', async () => {
    for (const [name, { method, path, stream }] of Object.entries<Endpoint>(endpoints)) {
      expect(late[name], name).toMatchObject({ method, path })
      if (stream !== undefined) continue
      const contract = late[name]?.response ?? (await late[name]?.loadResponse?.())
      expect(contract?.safeParse, name).toBeInstanceOf(Function)
    }
  })

  it('leave out what only requests need', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.js') && file !== 'table.js')
    expect(files.length).toBeGreaterThan(10)
    for (const file of files) expect(await readFile(join(folder, file), 'utf8'), file).not.toMatch(/\/api\//)
  })

  it('leave out what no answer needs', async () => {
    for (const file of (await readdir(folder)).filter((file) => file.endsWith('.js'))) {
      const names = Object.keys(await import(pathToFileURL(join(folder, file)).href))
      expect(
        names.filter((name) => name.endsWith('Schema')),
        file,
      ).toEqual([])
    }
  })
})
