import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { merchantPaymentResponseSchema } from '@paydesk/shared/payments/merchant-api'
import { Validator } from '@seriousme/openapi-schema-validator'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askedPayment, callApi, insertSystem } from '../../support/contract/api-keys.ts'
import { startOn } from '../../support/contract/support.ts'
import type { Stack } from '../../support/stack/start.ts'

const root = join(import.meta.dirname, '../..')

/** Client program that is written from the OpenAPI document alone. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

const { BASE = '', KEY = '' } = process.env
const client = createClient<paths>({ baseUrl: BASE, headers: { authorization: \`Bearer \${KEY}\` } })
const body: components['schemas']['PaymentCreate'] = ${JSON.stringify(askedPayment())}
const asked = { params: { header: { 'Idempotency-Key': 'order-1' } }, body }
const made = await client.POST('/v1/payments', asked)
if (made.data === undefined) throw new Error(made.error.id)
const again = await client.POST('/v1/payments', asked)
const read = await client.GET('/v1/payments/{payment}', { params: { path: { payment: made.data.payment.id } } })
if (read.data === undefined) throw new Error(read.error.id)
const address: string | null = read.data.payment.redirect_url
const none = await client.GET('/v1/payments/{payment}', { params: { path: { payment: 'q_00000000000000000000' } } })
const status = [made.response.status, again.response.status, read.response.status, none.response.status]
console.log(JSON.stringify({ status, address, made: made.data, read: read.data, problem: none.error?.id }))
`

/** Program that uses fields missing from the document: the type check must reject both. */
const wrong = `
import type { components } from './schema.ts'
export const one: components['schemas']['PaymentCreate'] = { ...${JSON.stringify(askedPayment())}, surplus: 'x' }
export const other = (payment: components['schemas']['Payment']) => payment.secret
`

const compiler = join(root, '../node_modules/typescript/bin/tsc')
const options =
  '--ignoreConfig --noEmit --strict --target es2024 --module esnext --moduleResolution bundler --allowImportingTsExtensions --skipLibCheck --types node'

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  return new Promise((ended) => {
    execFile(process.execPath, args, { cwd: root, env: { PATH: '', ...env } }, (_error, out, err) =>
      ended(out + err),
    )
  })
}

const zodObject = z.object({
  status: z.array(z.number()),
  address: z.string(),
  made: merchantPaymentResponseSchema,
  read: merchantPaymentResponseSchema,
  problem: z.string(),
})

const member = z.object({
  description: z.string().optional(),
  properties: z.record(z.string(), z.object({ description: z.string().optional() })).optional(),
})
const document = z.object({
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), member).optional() })),
  }),
})

const membersOf = (schema: string, text: string) =>
  document.parse(JSON.parse(text)).components.schemas[schema]?.properties ?? {}

describe('the OpenAPI document of the merchant API', () => {
  let stack: Stack
  let text = ''
  beforeAll(async () => {
    stack = await startOn('embedded')
    text = (await callApi(stack.origin, 'GET', '/v1/openapi.json')).text
  })
  afterAll(() => stack.stop())

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text))
    expect(errors ?? []).toEqual([])
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('requires exactly the security schemes that it describes', () => {
    const { security, components } = z
      .object({
        security: z.array(z.record(z.string(), z.unknown())),
        components: z.object({ securitySchemes: z.record(z.string(), z.unknown()) }),
      })
      .parse(JSON.parse(text))
    expect(security.flatMap(Object.keys)).toEqual(Object.keys(components.securitySchemes))
  })

  it('is public and cacheable', async () => {
    const first = await callApi(stack.origin, 'GET', '/v1/openapi.json')
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = await callApi(stack.origin, 'GET', '/v1/openapi.json', { headers })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('lists every response status of the contract, and contains no secret', () => {
    expect(text).not.toMatch(/"secret"|token-stage|client-stage/)
    const { paths } = z
      .object({
        paths: z.record(
          z.string(),
          z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })),
        ),
      })
      .parse(JSON.parse(text))
    expect(Object.keys(paths['/v1/payments']?.post?.responses ?? {})).toEqual([
      ...['200', '201', '202', '400', '401', '403', '409', '413', '415', '422', '429', '500', '503'],
    ])
    expect(Object.keys(paths['/v1/payments/{payment}']?.get?.responses ?? {})).toEqual([
      ...['200', '400', '401', '403', '404', '429', '500', '503'],
    ])
  })

  it('says that a reference is unique within the environment', () => {
    const { reference } = membersOf('PaymentCreate', text).transaction?.properties ?? {}
    expect(reference?.description).toMatch(/^No other payment of the environment may have it/)
  })

  it('says when a payment has no payment link', () => {
    const { redirect_url } = membersOf('Payment', text)
    for (const part of [/time is over/, /could be taken/, /configured host/, /staff/, /`next`/])
      expect(redirect_url?.description).toMatch(part)
    expect(membersOf('PaymentAnswer', text).next?.description).toMatch(/no address/)
  })

  it('generates a client that creates and reads a payment', { timeout: 180_000 }, async () => {
    // Use a folder outside the workspace, because other tests read the workspace at the same time.
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-client-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
    write('schema.ts', astToString(await openapiTS(text)))
    write('program.ts', program)
    write('wrong.ts', wrong)
    const files = ['program.ts', 'wrong.ts'].map((name) => join(folder, name))
    const complaints = await run([compiler, ...options.split(' '), ...files])
    const places = complaints.split('\n').filter((line) => line.includes('error'))
    expect(places, complaints).toEqual([
      expect.stringMatching(/wrong\.ts.*'surplus'/),
      expect.stringMatching(/wrong\.ts.*'secret'/),
    ])
    const { key } = await insertSystem(stack)
    const given = await run([join(folder, 'program.ts')], { BASE: stack.origin, KEY: key })
    const { status, address, made, read, problem } = zodObject.parse(JSON.parse(given))
    expect([status, problem]).toEqual([[201, 200, 200, 404], 'not_found'])
    expect(read.payment).toMatchObject({ id: made.payment.id, status: 'created', state: 'PENDING' })
    expect(address).toBe(made.payment.redirect_url)
    rmSync(folder, { recursive: true })
  })
})
