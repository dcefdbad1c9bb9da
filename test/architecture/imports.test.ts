import { describe, expect, it } from 'vitest'
import { isTest, resolved, type Source, sourcesOf } from './sources.ts'

const bff = sourcesOf('bff/src')
const web = sourcesOf('web/src')
const shared = sourcesOf('shared/src')
const sandbox = sourcesOf('test/sandbox')
const everything = [...bff, ...web, ...shared, ...sourcesOf('test')]

/** Layers from the ground up: a file may import its own layer's folder and everything below. */
const foundations = {
  bff: ['access', 'audit', 'http', 'known', 'rereads', 'rules', 'store', 'upstream'],
  web: ['api', 'ui'],
}
const verticals = {
  bff: [
    'callers',
    'customers',
    'documents',
    'drift',
    'glass',
    'handover',
    'health',
    'identities',
    'imports',
    'live',
    'lookup',
    'notifications',
    'overview',
    'people',
    'register',
    'requests',
    'returns',
    'reveals',
    'review',
    'session',
    'trail',
    'subjects',
    'sight',
    'systems',
    'transactions',
    'views',
  ],
  web: [
    'callers',
    'customers',
    'documents',
    'drift',
    'glass',
    'handover',
    'health',
    'identities',
    'imports',
    'live',
    'lookup',
    'notifications',
    'overview',
    'people',
    'register',
    'requests',
    'reveals',
    'review',
    'session',
    'trail',
    'subjects',
    'sight',
    'systems',
    'transactions',
    'views',
  ],
}
/** Files at the top join verticals; on the web side each page has one that puts its parts together. */
const joins = {
  bff: (file: string) =>
    ['main.ts', 'deps.ts', 'import.ts', 'audit.ts', 'backup.ts', 'reseal.ts'].includes(file) ||
    /^app(-[a-z]+)?\.ts$/.test(file),
  web: (file: string) =>
    /^(main|app|router|shell|rail|help|[a-z]+-slot|icon-choice|page-[a-z]+|[a-z-]+-route)\.tsx$|^(search|zod-config)\.ts$|\.css$/.test(
      file,
    ),
}
const ground = {
  bff: new Set([
    'secret.ts',
    'config.ts',
    'config-audit.ts',
    'config-drift.ts',
    'config-forms.ts',
    'config-reasons.ts',
    'config-requests.ts',
    'config-review.ts',
  ]),
  web: new Set<string>(),
}

function place(path: string, side: 'bff' | 'web') {
  const [first = '', second] = path.replace(`${side}/src/`, '').split('/')
  if (second === undefined) return joins[side](first) ? 'join' : ground[side].has(first) ? 'ground' : 'other'
  if (foundations[side].includes(first)) return 'foundation'
  return verticals[side].includes(first) ? 'vertical' : 'other'
}

function wrongImports(sources: readonly Source[], side: 'bff' | 'web'): string[] {
  const folder = (path: string) => path.split('/')[2]
  return sources.flatMap((source) =>
    source.imports
      .map((wanted) => resolved(source, wanted))
      .filter((target) => target.startsWith(`${side}/src/`))
      .filter((target) => {
        const [from, to] = [place(source.path, side), place(target, side)]
        if (from === 'join' || to === 'ground') return false
        // The configuration names cells of the matrix, so it reads the matrix's own notation.
        if (source.path === 'bff/src/config.ts') return to !== 'foundation'
        if (from === 'foundation') return to !== 'foundation'
        if (from === 'vertical')
          return !(to === 'foundation' || (to === 'vertical' && folder(source.path) === folder(target)))
        return true
      })
      .map((target) => `${source.path} → ${target}`),
  )
}

describe('imports go one way', () => {
  it('every folder is a foundation or a vertical, named for what staff do', () => {
    const places = [
      ...bff.map((one) => [one.path, place(one.path, 'bff')]),
      ...web.map((one) => [one.path, place(one.path, 'web')]),
    ]
    const styles = /\.d\.ts$|main|config\.test|\.test-kit\.ts$/
    expect(places.filter(([path = '', where]) => where === 'other' && !styles.test(path))).toEqual([])
    for (const source of everything)
      expect(source.path).not.toMatch(/\/(utils?|helpers?|common|components|hooks|types|lib|misc)(\/|\.)/)
  })

  it('bff: foundations ← verticals ← app, and verticals never each other', () => {
    expect(
      wrongImports(
        bff.filter((one) => !isTest(one)),
        'bff',
      ),
    ).toEqual([])
  })

  it('web: foundations ← verticals ← app, and verticals never each other', () => {
    expect(
      wrongImports(
        web.filter((one) => !isTest(one)),
        'web',
      ),
    ).toEqual([])
  })

  it('web and bff meet only in shared; shared needs only zod', () => {
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
    for (const source of shared.filter((one) => !isTest(one))) {
      expect(
        source.imports.filter((wanted) => wanted !== 'zod' && !/^\.\/[a-z-]+\.ts$/.test(wanted)),
        source.path,
      ).toEqual([])
    }
  })

  it('the sandbox reads the interface by itself', () => {
    for (const source of sandbox)
      expect(
        source.imports
          .map((wanted) => resolved(source, wanted))
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

describe('doors', () => {
  const product = bff.filter((one) => !isTest(one))
  const users = (pattern: RegExp) => product.filter((one) => pattern.test(one.text)).map((one) => one.path)

  it('one module talks to the service, and the credentials open only where they are sent or derived from', () => {
    const folders = new Set(users(/from 'undici'|\bfetch\(/).map((path) => path.split('/')[2]))
    expect([...folders]).toEqual(['upstream'])
    expect(users(/\.reveal\(\)/)).toEqual([
      'bff/src/audit.ts',
      'bff/src/deps.ts',
      'bff/src/import.ts',
      'bff/src/reseal.ts',
      'bff/src/audit/signing.ts',
      'bff/src/health/loaded-secrets.ts',
      'bff/src/notifications/proof.ts',
      'bff/src/requests/record.ts',
      'bff/src/session/provider.ts',
      'bff/src/store/seal.ts',
      'bff/src/upstream/connect.ts',
    ])
  })

  it('guarded values open for the screen in one place, and to be kept under seal in another', () => {
    expect(users(/\bopenForSight\b/).sort()).toEqual(['bff/src/access/guarded.ts', 'bff/src/access/show.ts'])
    expect(users(/\bopenToFreeze\b/).sort()).toEqual([
      'bff/src/access/freeze.ts',
      'bff/src/access/guarded.ts',
    ])
    expect(users(/\bguardDerived\b/)).toEqual(['bff/src/access/guarded.ts', 'bff/src/identities/derived.ts'])
    expect(users(/\bsameNormal\(/).sort()).toEqual(['bff/src/access/guarded.ts', 'bff/src/callers/held.ts'])
    expect(users(/\bopenForReveal\b/).sort()).toEqual([
      'bff/src/access/guarded.ts',
      'bff/src/reveals/routes.ts',
    ])
    expect(users(/(?<!Object\.)\bfreeze\(/).filter((path) => !path.startsWith('bff/src/access/'))).toEqual([
      'bff/src/review/desk.ts',
    ])
  })

  it('the web side holds no role names and stores nothing in the browser', () => {
    for (const source of web.filter((one) => !isTest(one))) {
      expect(source.text, source.path).not.toMatch(/['"](support|finance|compliance|auditor)['"]/)
      expect(source.text, source.path).not.toMatch(
        /\b(localStorage|sessionStorage|indexedDB|serviceWorker)\b/,
      )
    }
  })

  it('query keys stand in queries.ts only', () => {
    for (const source of web.filter((one) => !isTest(one) && !one.path.endsWith('/queries.ts'))) {
      expect(source.text, source.path).not.toMatch(/queryKey:\s*\[/)
    }
  })
})
