import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, it } from 'vitest'
import { readRoot } from './sources.ts'

const root = join(import.meta.dirname, '../..')

const filesBelow = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)

const documents = ['README.md', 'CONTRIBUTING.md', 'test/sandbox/README.md', ...filesBelow('docs', '.md')]

/** Folders that commands create. */
const madePath = /^(web\/dist|test\/results)/

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): readonly string[] {
  return [...readRoot(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  )
}

it('every file that the documents name or link exists', () => {
  for (const document of documents) {
    const text = readRoot(document)
    const linked = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) =>
      join(document, '..', to),
    )
    const named = [...text.matchAll(/`((?:web|bff|shared|test|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    for (const path of [...linked, ...named].filter((one) => !madePath.test(one))) {
      expect(existsSync(join(root, path)), `${document} names ${path}`).toBe(true)
    }
  }
})

it('every heading that the documents link exists', () => {
  for (const document of documents)
    for (const [, to = '', anchor = ''] of readRoot(document).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
      const target = to === '' ? document : join(document, '..', to)
      expect(anchorsOf(target), `${document} links ${to}#${anchor}`).toContain(anchor)
    }
})

it('every package has the version of the newest heading of the changelog', () => {
  const [, newest] = /^## (\S+)/m.exec(readRoot('CHANGELOG.md')) ?? []
  for (const folder of ['', 'bff/', 'web/', 'shared/', 'test/'])
    expect(JSON.parse(readRoot(`${folder}package.json`)).version, folder).toBe(newest)
})

it('the README is short and can be read raw', () => {
  const lines = readRoot('README.md').trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(200)
  expect(lines.filter((line) => line.startsWith('|') && line.length >= 160)).toEqual([])
})

it('each walk through the code names at most sixteen files', () => {
  const [, ...walks] = readRoot('docs/architecture.md').split(/^## Walk /m)
  expect(walks.length).toBeGreaterThanOrEqual(2)
  for (const walk of walks) expect(walk.match(/^\d+\. `/gm)?.length ?? 0, walk).toBeLessThanOrEqual(16)
})

it('a walk names a function beside a file that contains it', () => {
  const [, ...walks] = readRoot('docs/architecture.md').split(/^## Walk /m)
  const items = walks.flatMap((walk) => walk.split(/^\d+\. /m).slice(1))
  const endpoints = filesBelow('shared/src', 'endpoints.ts').map(readRoot)
  const faults = items.flatMap((item) => {
    const quoted = [...item.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    const sources = quoted.filter((text) => /\/.*\.tsx?$/.test(text)).map(readRoot)
    const names = quoted.filter((text) => /^[a-z]+[A-Z]\w*$/.test(text))
    return names.filter((name) => ![...endpoints, ...sources].some((source) => source.includes(name)))
  })
  expect(faults).toEqual([])
})

it('docs/configuration.md explains every variable that the configuration reads', () => {
  const text = readRoot('docs/configuration.md')
  // The old names of variables are rejected, and explained by their message.
  const sources = filesBelow('bff/src/config', '.ts')
    .filter((path) => !path.endsWith('renamed-variables.ts'))
    .filter((path) => !path.endsWith('.test.ts'))
    .map(readRoot)
    .join('\n')
  const names = [...sources.matchAll(/\b(PAYDESK_[A-Z_]+[A-Z]|OIDC_[A-Z_]+|DATABASE_URL)\b/g)].map(
    ([name]) => name,
  )
  const suffixes = [
    ...sources.matchAll(
      /\$\{prefix\}([A-Z_]+)|\blist\('([A-Z_]+)'|currencies\('([A-Z_]+)'|^ {2}([A-Z][A-Z_]+):/gm,
    ),
  ]
  for (const [, ...found] of suffixes) for (const one of found) if (one) expect(text, one).toContain(one)
  for (const name of new Set(names.map((one) => one.replace(/_FILE$/, ''))))
    expect(text, name).toContain(name)
})
