import { isFullRun, pickByRunLength } from '@paydesk/bff/platform/runtime/run-length.test-kit'
import { endpoints } from '@paydesk/shared/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  callerOf,
  type EndpointInput,
  type EndpointName,
  endpointNames,
  inputsAbout,
} from '../../support/contract/endpoint-calls.ts'
import { callHeadersOf, sendRaw } from '../../support/contract/raw-http.ts'
import { askedPaths, forgetRequests, problemIn, startOn } from '../../support/contract/support.ts'
import type { Answer, Stack, Visitor } from '../../support/stack/start.ts'

const transaction = '3f6c1c1e-6a0b-4f0e-9a53-2f5c8d1b7a10'

/** Texts that must never become part of a URL of the payment service. */
const hostile: readonly (readonly [words: string, text: string | Buffer])[] = [
  ['two points', '..'],
  ['one point', '.'],
  ['two points, encoded', '%2e%2e'],
  ['two points, half encoded', '.%2e'],
  ['two points and a slash', '%2e%2e%2f%2e%2e%2fidentity'],
  ['a slash inside', 'a%2fb'],
  ['an id and a slash', `${transaction}%2fnotifications`],
  ['NUL', '%00'],
  ['an id and NUL', `${transaction}%00`],
  ['an id and a line break', `${transaction}%0d%0aX-Evil:1`],
  ['an id and a tab', `${transaction}%09`],
  ['an id and a space', `${transaction}%20`],
  ['half an escape', '%zz'],
  ['an escape cut short', 'uoliu%'],
  ['an overlong slash', '%c0%af%c0%af'],
  ['an overlong point', '%c0%ae%c0%ae'],
  ['a lone continuation byte', 'uoliu%80'],
  ['a lone surrogate', 'uoliu%ed%a0%80'],
  ['a backslash', '..%5c..%5cidentity'],
  ['a bare backslash', '..\\..\\identity'],
  ['a matrix parameter', `${transaction};jsessionid=1`],
  ['a query in the id', `${transaction}%3ffresh=1`],
  ['a fragment in the id', `${transaction}%23x`],
  ['an escaped percent sign', '%252e%252e'],
  ['a slash encoded twice', 'a%252fb'],
  ['an id encoded twice', `%25${Buffer.from('3').toString('hex')}f6c1c1e`],
  ['Cyrillic letters', encodeURIComponent('сust-00417')],
  ['Cyrillic letters as bytes', Buffer.from('сust-00417')],
  ['full-width letters', encodeURIComponent('ｗｘｙｚ')],
  ['full-width points', encodeURIComponent('．．')],
  ['a right-to-left mark', encodeURIComponent(`uoliu\u202e`)],
  ['a zero-width space', encodeURIComponent(`wx\u200byz`)],
  ['a control character as a byte', Buffer.from([0x77, 0x78, 0x79, 0x7a, 0x01])],
  ['bytes above ASCII', Buffer.from([0x77, 0x78, 0x79, 0x7a, 0xff])],
  ['a word of every object', '__proto__'],
  ['12 KB', 'a'.repeat(12_000)],
  ['20 KB', 'a'.repeat(20_000)],
]

/** Matches the paths that Paydesk may request: only complete, well-formed ids in their places. */
const cleanPath =
  /^\/stage\/v1\/(authorization\/[A-Za-z0-9][\w-]{3,63}|transaction\/[A-Za-z0-9][\w-]{3,63}\/notifications|identity\/\w[\w-]{3,95}|transaction\/states\/demo-(merchant|outlet)\/\w([\w.@+:=~-]|%40|%2B|%3A|%3D){0,200})$/

const ways: readonly (readonly [name: EndpointName, param: string])[] = endpointNames.flatMap((name) =>
  [...endpoints[name].path.matchAll(/:(\w+)/g)].map(([, param = '']) => [name, param] as const),
)

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

describe('ids from outside', { timeout: 120_000 }, () => {
  let stack: Stack
  let visitor: Visitor
  let admin: Visitor
  let auditor: Visitor
  let support: Visitor
  let inputs: Record<EndpointName, EndpointInput>

  beforeAll(async () => {
    stack = await startOn('embedded')
    visitor = await stack.as('compliance')
    admin = await stack.as('admin')
    auditor = await stack.as('auditor')
    support = await stack.as('support')
    inputs = await inputsAbout(stack, 'cust-00417')
  })
  afterAll(() => stack.stop())
  beforeEach(() => forgetRequests(stack))

  /** Calls an endpoint as our pages do, with these bytes in the place of one id. */
  function send(name: EndpointName, param: string, bytes: string | Buffer): Promise<Answer> {
    const { path, method } = endpoints[name]
    const place = path.indexOf(`:${param}`)
    const filled = (text: string) =>
      text.replace(/:(\w+)/g, (_, one: string) => inputs[name].params[one] ?? '')
    const before = Buffer.from(filled(path.slice(0, place)))
    const after = Buffer.from(filled(path.slice(place + param.length + 1)))
    const target = Buffer.concat([before, Buffer.from(bytes), after])
    const body = method === 'POST' ? '{"text":"uoliu"}' : ''
    const caller = { compliance: visitor, admin, auditor, support }[callerOf(name)]
    return sendRaw(stack.origin, { method, target, headers: callHeadersOf(caller), body })
  }

  it('are tried in every place of an id', () => {
    expect(ways).toHaveLength(196)
  })

  /** Returns every place in the full run; else a part that shifts with the text, to cover every place. */
  const placesOf = (text: string | Buffer) => {
    const turn = hostile.findIndex(([, one]) => one === text)
    return isFullRun ? ways : ways.filter((_, nth) => nth % 15 === turn % 15)
  }

  it.each(hostile)('are rejected if they are %s in any place of a URL', async (_, text) => {
    for (const [name, param] of placesOf(text)) {
      const answer = await send(name, param, text)
      const { status } = problemIn(answer, 'not_found', 'no_such_page', 'bad_request', 'too_large')
      expect([400, 404, 413], `${name} ${param}`).toContain(status)
    }
    expect(await askedPaths(stack)).toEqual([])
  })

  it.each(hostile)('are requested only if complete when the search text is %s', async (_, text) => {
    for (const typed of new Set([text.toString(), decodedOnce(text.toString())])) {
      const answer = await visitor.call(endpoints.searchRecords, {
        params: { env: 'stage' },
        body: { text: typed },
      })
      if (answer.status !== 200) problemIn(answer, 'bad_request', 'too_large')
      else expect(endpoints.searchRecords.response.parse(answer.json).attempts).not.toEqual([])
      // Allows an id that was extracted from a longer text, invisible marks or full-width letters, also in
      // percent forms, and nothing else.
      const asked = await askedPaths(stack)
      const seen = decodedOnce(typed)
        .normalize('NFKC')
        .replaceAll(/\p{Cf}/gu, '')
      if (!typed.includes(transaction) && !/^\w[\w.@+:=~-]*$/.test(seen)) expect(asked).toEqual([])
      for (const path of asked) expect(path).toMatch(cleanPath)
      await forgetRequests(stack)
    }
  })

  it('of any form never reach the payment service, except for complete ids', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...hostile.map(([, text]) => text.toString()).filter((text) => text.length < 200)),
      fc.constantFrom(
        '/',
        '//',
        '?',
        '#',
        '&',
        '=',
        ' ',
        '\r',
        '\n',
        '\r\n',
        ':',
        '@',
        '*',
        "'",
        '"',
        '<',
        '|',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.webPath(),
    )
    const bytes = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ways), bytes, async ([name, param], text) => {
        const answer = await send(name, param, text)
        const segment = decodedOnce(text.split(/[?#]/)[0] ?? '')
        const asked = await askedPaths(stack)
        const { status } = answer
        // Allows `not_allowed` and `method_not_allowed`: text cut off at a ? or # may leave the URL of a list
        // that is closed to this caller, or of one that is only read.
        const cut = ['not_allowed', 'method_not_allowed'] as const
        if (status !== 200) problemIn(answer, 'not_found', ...cut, 'no_such_page', 'bad_request', 'too_large')
        for (const path of asked) {
          expect(path).toMatch(cleanPath)
          // Skips successful answers: text cut off at a # may leave the URL of a list.
          if (status !== 200) expect(decodeURIComponent(path)).toContain(segment)
        }
        if (asked.length > 0) await forgetRequests(stack)
      }),
      {
        numRuns: pickByRunLength(60, 400),
        examples: [
          [['listReceivedNotifications', 'transaction'], '#'],
          [['showTransaction', 'env'], '\r\n\r\n'],
          [['showPaymentLink', 'request'], '?'],
        ],
      },
    )
  }, 180_000)

  it('leave nothing in the log', () => {
    expect(stack.logged.join('')).not.toMatch(/jsessionid|X-Evil|%2e|aaaaaaaaaa|uoliu/i)
  })
})
