import { describe, expect, it } from 'vitest'
import { isTest, readRoot, sourcesOf } from './sources.ts'

/** Maximum number of lines of a source file, by folder. */
const limits = { 'shared/src': 400, 'bff/src': 400, 'web/src': 400, 'test/sandbox': 400 } as const

/** Maximum number of packages that the product needs at run time, without our own. */
const packages = { shared: 1, bff: 14, web: 10 } as const

describe('budgets', () => {
  it.each(Object.entries(limits))('files of %s stay within %i lines', (folder, most) => {
    const long = sourcesOf(folder)
      .filter((one) => !isTest(one))
      .map((one) => ({ path: one.path, lines: one.text.split('\n').length }))
      .filter(({ lines }) => lines > most)
    expect(long).toEqual([])
  })

  it('create-app.ts keeps the middleware order on one screen', () => {
    const [, body] = readRoot('bff/src/app/create-app.ts').split('export function createApp')
    if (body === undefined) throw new Error('app.ts has no createApp')
    expect(body.split('\n').length).toBeLessThan(30)
  })

  it.each(Object.entries(packages))('%s needs at most %i packages at run time', (folder, most) => {
    const { dependencies } = JSON.parse(readRoot(`${folder}/package.json`))
    expect(
      Object.keys(dependencies).filter((name) => !name.startsWith('@paydesk/')).length,
    ).toBeLessThanOrEqual(most)
  })

  it('has at most two casts per 1,000 lines', () => {
    for (const folder of ['shared/src', 'bff/src', 'web/src']) {
      const product = sourcesOf(folder).filter((one) => !isTest(one))
      const text = product.map((one) => one.text).join('\n')
      const lines = text.split('\n').length
      const casts = text.match(/\bas (?!const\b)[A-Z][A-Za-z]*/g)?.length ?? 0
      expect(casts, folder).toBeLessThanOrEqual(Math.ceil((lines / 1_000) * 2))
    }
  })

  it('contains no disabled checks, no skipped tests and no marks for later work', () => {
    for (const source of [
      ...sourcesOf('shared'),
      ...sourcesOf('bff'),
      ...sourcesOf('web'),
      ...sourcesOf('test'),
    ]) {
      if (source.path.startsWith('test/architecture/')) continue
      expect(source.text, source.path).not.toMatch(
        /@ts-(ignore|nocheck)|eslint-disable|oxlint-disable|\b(T[O]DO|FIX[M]E)\b|\b(it|test|describe)\.(only|skip)\(/,
      )
    }
  })
})
