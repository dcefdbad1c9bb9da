import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { type Endpoint, endpoints } from '@paydesk/shared/endpoints'
import fc from 'fast-check'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'

const root = resolve(import.meta.dirname, '../../..')
type Contract = Pick<z.ZodType, 'safeParse'>
type Contracts = Readonly<Record<string, Readonly<Record<string, Contract>>>>

let folder = ''
let small: Contracts = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paydesk-small-zod-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { zod: join(root, 'web/small-zod.ts') } },
    build: {
      outDir: folder,
      lib: { entry: join(root, 'shared/src/endpoints.ts'), formats: ['es'], fileName: 'contracts' },
    },
  })
  small = (await import(pathToFileURL(join(folder, 'contracts.js')).href)).endpoints
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Definition of a schema, as far as values are made from it. */
interface Definition {
  readonly type: string
  readonly [member: string]: unknown
}
const definitionOf = (schema: unknown) => (schema as { readonly _zod: { readonly def: Definition } })._zod.def

const days = fc.constantFrom('2024-02-29', '2026-11-27', '2026-02-29', '2026-1-1')
const times = fc.constantFrom(
  ...['2026-11-27T10:00:00Z', '2026-11-27T10:00:00.125Z', '2024-02-29T23:59:59Z', '2026-12-01T00:00:00Z'],
  ...['2026-11-27T10:00Z', '2026-11-27T25:00:00Z', '2026-11-27T10:00:00+01:00', '2026-02-29T10:00:00Z'],
)
const text = fc.oneof(days, times, fc.string({ maxLength: 30 }))
const anything = fc.oneof(
  text,
  fc.constantFrom(null, undefined, true, 0, -1, 1.5, 2 ** 53, Number.NaN, [], {}, ['x'], { x: 1 }),
)

/** Makes values that fit the schema, or nearly: texts are seldom of the pattern that a schema asks for. */
function valuesOf(schema: unknown): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema)
  const inner = () => valuesOf(definition.innerType)
  const fitting = (): fc.Arbitrary<unknown> => {
    switch (definition.type) {
      case 'string':
        return textOf(definition)
      case 'int':
      case 'number':
        return fc.oneof(fc.nat({ max: 40 }), fc.constantFrom(0, 1, -1, 0.5))
      case 'boolean':
        return fc.boolean()
      case 'enum':
        return fc.constantFrom(...Object.values(definition.entries as object))
      case 'literal':
        return fc.constantFrom(...(definition.values as unknown[]))
      case 'optional':
        return fc.option(inner(), { nil: undefined })
      case 'nullable':
        return fc.option(inner())
      case 'catch':
        return inner()
      case 'pipe':
        return valuesOf(definitionOf(definition.in).type === 'transform' ? definition.out : definition.in)
      case 'array':
        return fc.array(valuesOf(definition.element), { maxLength: 3 })
      case 'union':
        return fc.oneof(...(definition.options as unknown[]).map(valuesOf))
      case 'record':
        return fc.dictionary(valuesOf(definition.keyType).map(String), valuesOf(definition.valueType), {
          maxKeys: 3,
        })
      case 'object':
        return membersOf(definition.shape as Readonly<Record<string, unknown>>)
      default:
        return anything
    }
  }
  return fc.oneof({ weight: 150, arbitrary: fitting() }, { weight: 1, arbitrary: anything })
}

/** Makes texts of the pattern or the length that the schema asks for, where it can. */
function textOf(definition: Definition): fc.Arbitrary<unknown> {
  if (definition.format === 'datetime')
    return fc.oneof({ weight: 9, arbitrary: fc.constant('2026-11-27T10:00:00Z') }, times)
  if (definition.format === 'date') return fc.oneof({ weight: 9, arbitrary: fc.constant('2026-11-27') }, days)
  const checks = ((definition.checks ?? []) as unknown[]).map(definitionOf)
  const pattern = checks.map((check) => check.pattern).find((one) => one instanceof RegExp)
  const bound = (name: string) => checks.map((check) => check[name]).find((size) => typeof size === 'number')
  const [minLength = 0, maxLength = 20] = [bound('minimum'), bound('maximum')]
  const sized = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, minLength + 20)) })
  try {
    return pattern === undefined ? sized : fc.stringMatching(pattern)
  } catch {
    return sized
  }
}

function membersOf(shape: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, valuesOf(member)]))
  const extra = fc.oneof({ weight: 40, arbitrary: fc.constant({}) }, fc.constant({ unknownMember: 1 }))
  return fc.tuple(fc.record(members), extra).map(([value, more]) => ({ ...value, ...more }))
}

/** Values tried for each part of each contract. */
const numRuns = pickByRunLength(12, 40)
const parts = ['params', 'query', 'body', 'response'] as const

describe('the small zod of the pages', () => {
  it('has every member of zod that pages and contracts use', async () => {
    const members =
      /\.(?:unwrap|minLength|maxLength|minValue|maxValue|element|keyof|nonempty|nullish|superRefine|exclude|extract|partial|safeExtend|catchall|passthrough|parseAsync|safeParseAsync|keyType|valueType|prefault|nonoptional|overwrite|isOptional|isNullable|_zod|_def)\b/g
    const { z: smallZ } = await import(pathToFileURL(join(root, 'web/small-zod.ts')).href)
    const one = smallZ.string()
    for (const side of ['web/src', 'shared/src'])
      for (const file of await readdir(join(root, side), { recursive: true })) {
        // Only the server reads the contract of the merchant API.
        if (
          !/(?<!\.test)\.tsx?$/.test(file) ||
          file.startsWith('messages') ||
          file.endsWith('merchant-api.ts')
        )
          continue
        const source = await readFile(join(root, side, file), 'utf8')
        for (const [member] of source.matchAll(members)) expect(one, file).toHaveProperty(member.slice(1))
        for (const [, name = ''] of source.matchAll(/\bz\s*\.([a-z]\w*)/g))
          if (!['infer', 'input', 'output'].includes(name)) expect(smallZ, file).toHaveProperty(name)
      }
  })

  it('accepts and refuses what zod does, with the same outcome, on every contract', () => {
    const outcomes = { valid: 0, invalid: 0 }
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints))
      for (const part of parts) {
        const contract = small[name]?.[part]
        if (contract === undefined) throw new Error(`${name} has no ${part}`)
        const compare = (value: unknown) => {
          const expected = endpoint[part].safeParse(value)
          const found = contract.safeParse(value)
          outcomes[expected.success ? 'valid' : 'invalid'] += 1
          expect(found.success, `${name} ${part} ${JSON.stringify(value)}`).toBe(expected.success)
          expect(found.data, `${name} ${part}`).toEqual(expected.data)
        }
        fc.assert(fc.property(valuesOf(endpoint[part]), compare), { numRuns })
      }
    expect(outcomes.valid).toBeGreaterThan(50 * numRuns)
    expect(outcomes.invalid).toBeGreaterThan(50 * numRuns)
  })
})
