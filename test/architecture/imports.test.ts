import { describe, expect, it } from 'vitest'
import { circlesOf, faultOf, folderOf, packageLayers, productImports } from './layers.ts'
import { isTest, resolveImport, sourcesOf } from './sources.ts'

const bff = sourcesOf('bff/src')
const web = sourcesOf('web/src')
const shared = sourcesOf('shared/src')
const sandbox = sourcesOf('test/sandbox')
const everything = [...bff, ...web, ...shared, ...sourcesOf('test')]
const product = [...bff, ...web, ...shared].filter((one) => !isTest(one))
const imports = productImports()

const maxFilesOfFolder = 20
/** Folders of one language of the catalogue: a file for each feature, so that a page loads only its texts. */
const catalogues = /^shared\/src\/messages\/[a-z]+$/
const maxDepth = 3

describe('import direction', () => {
  it('layers import only lower layers, and features no siblings, type imports included', () => {
    const faults = imports.flatMap((one) => {
      const fault = faultOf(one)
      return fault === null ? [] : [`${one.from} → ${one.to}: ${fault}`]
    })
    expect(faults).toEqual([])
    expect(imports.length).toBeGreaterThan(3_000)
  })

  it('folders have no import cycles', () => {
    const folders = imports.map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    expect(circlesOf(folders)).toEqual([])
  })

  it('files have no import cycles', () => {
    expect(circlesOf(imports)).toEqual([])
  })

  it('detects an upward import, a sibling import and a cycle', () => {
    const [queue, http] = ['bff/src/features/review/queue/list.ts', 'bff/src/platform/http/route.ts']
    expect(faultOf({ from: http, to: queue })).toBe('upwards')
    expect(faultOf({ from: queue, to: 'bff/src/features/customers/routes.ts' })).toBe('a sibling feature')
    expect(faultOf({ from: 'bff/src/platform/database/mutex.ts', to: http })).toBe('upwards inside platform')
    expect(faultOf({ from: queue, to: 'bff/src/config/config.ts' })).toBe('reads the configuration')
    expect(faultOf({ from: queue, to: http })).toBeNull()
    const circle = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'a' },
      { from: 'c', to: 'd' },
    ]
    expect(circlesOf(circle)).toEqual([['a', 'b', 'c']])
    expect(circlesOf(circle.slice(1))).toEqual([])
  })

  it('folders are named after the layers, hold at most twenty source files, and are at most three deep', () => {
    const ofSide = { bff: [...packageLayers.bff, 'config'], web: packageLayers.web, shared: [] }
    for (const { path } of product) {
      const [side = '', , first = ''] = path.split('/')
      if (side !== 'shared')
        expect([...ofSide[side as 'bff' | 'web'], 'main.ts', 'main.tsx'], path).toContain(first)
      expect(path.split('/').length - 3, path).toBeLessThanOrEqual(maxDepth)
    }
    const counts = new Map<string, number>()
    for (const { path } of product) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
    const large = [...counts].filter(
      ([folder, count]) => count > maxFilesOfFolder && !catalogues.test(folder),
    )
    expect(large).toEqual([])
    for (const source of everything)
      expect(source.path).not.toMatch(/\/(utils?|helpers?|common|components|hooks|types|misc)(\/|\.)/)
  })

  it('web and bff have only shared in common; shared needs only zod', () => {
    for (const source of web)
      expect(
        source.imports.filter((wanted) => /@paydesk\/(bff|test)|^node:|\/bff\//.test(wanted)),
        source.path,
      ).toEqual([])
    for (const source of bff.filter((one) => !isTest(one)))
      expect(
        source.imports.filter((wanted) => /@paydesk\/(web|test)/.test(wanted)),
        source.path,
      ).toEqual([])
    for (const source of shared.filter((one) => !isTest(one)))
      expect(
        source.imports.filter(
          (wanted) => wanted !== 'zod' && !/^(?:\.|\.\.(?:\/\.\.)?)\/[a-z/-]+\.ts$/.test(wanted),
        ),
        source.path,
      ).toEqual([])
  })

  it('the sandbox imports no product code', () => {
    for (const source of sandbox)
      expect(
        source.imports
          .map((wanted) => resolveImport(source, wanted))
          .filter((target) => /@paydesk|^(bff|web|shared)\//.test(target)),
        source.path,
      ).toEqual([])
  })

  it('no barrels and no default exports', () => {
    for (const source of everything) {
      expect(source.path).not.toMatch(/\/index\.tsx?$/)
      expect(source.text, source.path).not.toMatch(/^export \* from/m)
      if (!/\.config\.ts$/.test(source.path)) expect(source.text, source.path).not.toMatch(/^export default/m)
    }
  })
})

describe('restricted access', () => {
  const users = (pattern: RegExp) =>
    bff
      .filter((one) => !isTest(one) && pattern.test(one.text))
      .map((one) => one.path)
      .sort()

  it('one module calls the payment service, and secrets are read only where they are sent or derived from', () => {
    const folders = new Set(users(/from 'undici'|\bfetch\(/).map((path) => path.split('/')[2]))
    expect([...folders]).toEqual(['payment-service'])
    expect(users(/\.reveal\(\)/)).toEqual([
      'bff/src/app/create-deps.ts',
      'bff/src/cli/audit.ts',
      'bff/src/cli/backup.ts',
      'bff/src/cli/import-ids.ts',
      'bff/src/cli/migrate.ts',
      'bff/src/cli/reseal.ts',
      'bff/src/cli/restore.ts',
      'bff/src/cli/service-checks.ts',
      'bff/src/cli/upgrade.ts',
      'bff/src/config/loaded-secrets.ts',
      'bff/src/features/notifications/notification-origin-verifier.ts',
      'bff/src/features/payment-requests/record.ts',
      'bff/src/features/sign-in/provider.ts',
      'bff/src/payment-service/create-payment-service-clients.ts',
      'bff/src/platform/audit/signing.ts',
      'bff/src/platform/database/backups/encrypted-file.ts',
      'bff/src/platform/database/field-cipher.ts',
    ])
  })

  it('guarded values are opened for the screen in one place, and for encrypted storage in another', () => {
    expect(users(/\bunwrapGuardedForMasking\b/)).toEqual([
      'bff/src/platform/access/field-access.ts',
      'bff/src/platform/access/guarded.ts',
    ])
    expect(users(/\bunwrapGuardedForSerialization\b/)).toEqual([
      'bff/src/platform/access/guarded.ts',
      'bff/src/platform/access/serialize-record.ts',
    ])
    expect(users(/\bguardDerivedValue\b/)).toEqual([
      'bff/src/features/identities/derived.ts',
      'bff/src/platform/access/guarded.ts',
    ])
    expect(users(/\bcompareGuardedNormalized\(/)).toEqual([
      'bff/src/features/caller-verification/candidate-values.ts',
      'bff/src/platform/access/guarded.ts',
    ])
    expect(users(/\bunwrapGuardedForReveal\b/)).toEqual([
      'bff/src/features/reveals/routes.ts',
      'bff/src/platform/access/guarded.ts',
    ])
    expect(
      users(/\bserializeRecord\(/).filter((path) => !path.startsWith('bff/src/platform/access/')),
    ).toEqual(['bff/src/features/review/case-snapshot.ts'])
  })

  it('web contains no role names and stores nothing in the browser', () => {
    for (const source of web.filter((one) => !isTest(one))) {
      expect(source.text, source.path).not.toMatch(/['"](support|finance|compliance|auditor)['"]/)
      expect(source.text, source.path).not.toMatch(
        /\b(localStorage|sessionStorage|indexedDB|serviceWorker)\b/,
      )
    }
  })

  it('query keys are defined in queries.ts only', () => {
    for (const source of web.filter((one) => !isTest(one) && !one.path.endsWith('/queries.ts'))) {
      expect(source.text, source.path).not.toMatch(/queryKey:\s*\[/)
    }
  })
})
