import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRoot } from './sources.ts'

const root = join(import.meta.dirname, '../..')
const documents = ['README.md', 'docs/problems.md', 'test/sandbox/README.md']

it('every file that the documents name or link exists', () => {
  for (const document of documents) {
    const text = readRoot(document)
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = '']) => join(document, '..', to))
    const named = [...text.matchAll(/`((?:web|bff|shared|test|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    const made = /^(web\/dist|test\/results)/
    for (const path of [...linked, ...named].filter((one) => !made.test(one))) {
      expect(existsSync(join(root, path)), `${document} names ${path}`).toBe(true)
    }
  }
})

it('the README explains every variable that the configuration reads', () => {
  const text = readRoot('README.md')
  const sources = ['config', 'audit', 'reconciliation', 'payment-requests', 'review']
    .map((of) => `bff/src/config/${of}.ts`)
    .map(readRoot)
    .join('\n')
  const names = [...sources.matchAll(/\b(PAYDESK_[A-Z_]+[A-Z]|OIDC_[A-Z_]+|DATABASE_URL)\b/g)].map(
    ([name]) => name,
  )
  const suffixes = [...sources.matchAll(/\$\{prefix\}([A-Z_]+)|\blist\('([A-Z_]+)'|currencies\('([A-Z_]+)'/g)]
  for (const [, ...found] of suffixes) for (const one of found) if (one) expect(text, one).toContain(one)
  for (const name of new Set(names.map((one) => one.replace(/_FILE$/, ''))))
    expect(text, name).toContain(name)
})
