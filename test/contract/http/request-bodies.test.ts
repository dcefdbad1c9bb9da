import { gzipSync } from 'node:zlib'
import type { ProblemId } from '@paydesk/shared/core/problem'
import { csrfHeader, endpoints } from '@paydesk/shared/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { breakOff, callHeadersOf, sendRaw } from '../../support/contract/raw-http.ts'
import { askedPaths, forgetRequests, problemIn, startOn } from '../../support/contract/support.ts'
import type { Stack, Visitor } from '../../support/stack/start.ts'

const path = '/api/stage/search'
const json = 'application/json'
const logLine = z.object({ level: z.string(), status: z.union([z.string(), z.number()]).optional() })

/** Bodies with their content type and the expected problem. */
const bodies: readonly (readonly [words: string, body: string, type: string, id: ProblemId])[] = [
  ['no body', '', json, 'bad_request'],
  ['an empty object', '{}', json, 'bad_request'],
  ['an empty text', '{"text":""}', json, 'bad_request'],
  ['too long a text', JSON.stringify({ text: 'zqx7'.repeat(1_001) }), json, 'bad_request'],
  ['a number', '{"text":4711}', json, 'bad_request'],
  ['null', '{"text":null}', json, 'bad_request'],
  ['an array for a text', '{"text":["zqx7"]}', json, 'bad_request'],
  ['an object for a text', '{"text":{"$ne":"zqx7"}}', json, 'bad_request'],
  ['an extra field', '{"text":"zqx7","zqx7name":1}', json, 'bad_request'],
  ['a property of every object', '{"text":"zqx7","__proto__":{"zqx7":1}}', json, 'bad_request'],
  ['an array', '[{"text":"zqx7"}]', json, 'bad_request'],
  ['a bare text', '"zqx7"', json, 'bad_request'],
  ['half an object', '{"text":"zqx7', json, 'bad_request'],
  ['a brace too many', '{"text":"zqx7"}}', json, 'bad_request'],
  ['single quotes', "{'text':'zqx7'}", json, 'bad_request'],
  ['JSON under another type', '{"text":"zqx7"}', 'text/plain', 'bad_request'],
  ['a form', 'text=zqx7', 'application/x-www-form-urlencoded', 'bad_request'],
  ['a charset nobody uses', '{"text":"zqx7"}', `${json}; charset=utf-7`, 'bad_request'],
  ['a charset that is none', '{"text":"zqx7"}', `${json}; charset=zqx7`, 'bad_request'],
  ['more than is taken', JSON.stringify({ text: 'zqx7'.repeat(10_000) }), json, 'too_large'],
  ['a name twice', '{"text":"zqx7","text":"zqx7b"}', json, 'bad_request'],
  ['a name twice, once escaped', '{"text":"zqx7","te\\u0078t":"zqx7b"}', json, 'bad_request'],
  ['a NUL', '{"text":"zqx7\\u0000"}', json, 'bad_request'],
  ['half of a surrogate pair', '{"text":"zqx7\\ud83d"}', json, 'bad_request'],
  ['deep nesting', `{"text":${'['.repeat(7_000)}${']'.repeat(7_000)}}`, json, 'bad_request'],
]

describe('a malformed search request', () => {
  let stack: Stack
  let visitor: Visitor

  beforeAll(async () => {
    stack = await startOn('embedded')
    visitor = await stack.as('support')
    await forgetRequests(stack)
  })
  afterAll(() => stack.stop())

  const post = (body: string, headers: Readonly<Record<string, string>>) =>
    sendRaw(stack.origin, {
      method: 'POST',
      target: path,
      headers: { ...callHeadersOf(visitor), ...headers },
      body,
    })

  it.each(bodies)('is rejected: %s', async (_words, body, type, id) => {
    const answer = await post(body, { 'content-type': type })
    problemIn(answer, id)
    expect(answer.text).not.toContain('zqx7')
  })

  it('is limited by its size after decompression, and rejected if it cannot be decompressed', async () => {
    const send = async (packed: Buffer, coding: string) => {
      const response = await fetch(`${stack.origin}${path}`, {
        method: 'POST',
        headers: { ...callHeadersOf(visitor), 'content-encoding': coding },
        body: Uint8Array.from(packed),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
    }
    problemIn(await send(gzipSync(JSON.stringify({ text: 'zqx7'.repeat(1_000_000) })), 'gzip'), 'too_large')
    problemIn(await send(Buffer.from('zqx7 is not gzip'), 'gzip'), 'bad_request')
    problemIn(await send(Buffer.from('{}'), 'zqx7'), 'bad_request')
  })

  it('is rejected if its bytes are not UTF-8, and says which form is expected', async () => {
    const send = async (bytes: Buffer | string) => {
      const response = await fetch(`${stack.origin}${path}`, {
        method: 'POST',
        headers: callHeadersOf(visitor),
        body: typeof bytes === 'string' ? bytes : Uint8Array.from(bytes),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
    }
    const expected = async (body: Buffer | string) => {
      const answer = await send(body)
      expect(answer.text).not.toContain('zqx7')
      return problemIn(answer, 'bad_request').fields
    }
    const bytes = (of: string) => Buffer.from(of, 'latin1')
    for (const wrong of [bytes('{"text":"zqx7\xff"}'), bytes('{"text":"zqx7\xed\xa0\xbd"}'), '{"text":'])
      expect(await expected(wrong)).toMatchObject([{ name: '(the body)', rule: 'json' }])
    expect(await expected('{"text":"zqx7","text":"zqx7"}')).toMatchObject([
      { name: '(the body)', rule: 'unique_names' },
    ])
  })

  it.each([
    ['a search', path],
    ['a sign-out by the identity provider', '/auth/backchannel-logout'],
  ])('is logged as cut off if the client breaks off, never as a failure: %s', async (_words, target) => {
    const before = stack.logged.length
    const type = target === path ? json : 'application/x-www-form-urlencoded'
    const headers = { ...callHeadersOf(visitor), 'content-type': type, 'content-length': '4000' }
    await breakOff(stack.origin, { method: 'POST', target, headers }, '{"text":"zqx7')
    const since = () => stack.logged.slice(before).map((line) => logLine.parse(JSON.parse(line)))
    await expect.poll(() => since().map(({ status }) => status)).toContain('cut')
    expect(since().filter(({ level }) => level === 'error')).toEqual([])
  })

  it('is answered with the field and its expected value, never with the value sent', async () => {
    const answer = await visitor.call(endpoints.searchRecords, {
      params: { env: 'stage' },
      body: { text: 7, zqx7: 1 },
    })
    expect(problemIn(answer, 'bad_request').fields).toEqual([
      { name: 'text', rule: 'type', values: { type: 'string' }, expected: 'a value of type string' },
      { name: '(another member)', rule: 'no_more_fields', expected: 'no further fields' },
    ])
    const role = await visitor.call(endpoints.chooseRole, { body: { role: 'zqx7' } })
    expect(problemIn(role, 'bad_request').fields).toMatchObject([
      { name: 'role', expected: 'one of support, finance, compliance, auditor, admin' },
    ])
  })

  it.each([
    'fresh=2',
    'fresh=1&fresh=1',
    'fresh[]=1',
    'customer=nobody',
    'customer=c_0',
    'fresh=1&zqx7=1',
    '__proto__=1',
    'fresh=%zz',
  ])('is rejected with the query %s', async (query) => {
    const target = `/api/stage/transactions/3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10?${query}`
    const answer = await sendRaw(stack.origin, { target, headers: callHeadersOf(visitor) })
    problemIn(answer, 'bad_request')
    expect(answer.text).not.toContain('zqx7')
  })

  it('causes no call to the payment service, and leaves nothing in the log', async () => {
    expect(await askedPaths(stack)).toEqual([])
    expect(stack.logged.join('')).not.toMatch(/zqx7/)
    expect(stack.logged.length).toBeGreaterThan(bodies.length)
  })

  it('is not parsed for callers without the search permission', async () => {
    const admin = await stack.as('admin')
    const headers = { [csrfHeader.name]: csrfHeader.value, 'content-type': json }
    problemIn(await admin.send('POST', path, { headers, body: '{"text":' }), 'not_allowed')
    problemIn(await stack.visitor().send('POST', path, { headers, body: '{"text":' }), 'not_signed_in')
  })
})
