import { gzipSync } from 'node:zlib'
import {
  type Behaviour,
  canary,
  endless,
  merchant,
  reply,
  send,
  sendAndEnd,
  stateBody,
} from './fault-server.test-kit.ts'

export const good = reply(stateBody())
export const odd = (body: string) => send(reply(body))
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const members = (count: number) => `{${Array.from({ length: count }, (_, i) => `"m${i}":1`).join()}}`

type Row = [row: string, behave: Behaviour, expected: string, most?: number]

/** Expected: `found`, `not_found`, or problem and cause. `most`: requests that the service may see. */
export const faultRows: Row[] = [
  ['U-01 slow but in time', ({ socket }) => void setTimeout(() => socket.write(good), 250), 'found'],
  [
    'U-06 reset before headers',
    ({ socket }) => void socket.resetAndDestroy(),
    'upstream_unreachable reset',
    2,
  ],
  ['U-06 end before headers', ({ socket }) => void socket.end(), 'upstream_unreachable reset', 2],
  [
    'U-06 reset in the body',
    ({ socket }) => {
      socket.write(good.slice(0, -40))
      setTimeout(() => socket.resetAndDestroy(), 30)
    },
    'upstream_unreachable reset',
    2,
  ],
  [
    'U-09 shorter than its length',
    sendAndEnd(reply(stateBody(), { length: 5_000 })),
    'upstream_bad_response body_cut',
    1,
  ],
  [
    'U-10 truncated, ended by closing',
    sendAndEnd(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${stateBody().slice(0, -20)}`),
    'upstream_bad_response json_syntax',
    1,
  ],
  [
    'ended by closing, whole',
    sendAndEnd(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${stateBody()}`),
    'found',
    1,
  ],
  ['U-11 garbage after JSON', odd(`${stateBody()}garbage`), 'upstream_bad_response json_syntax', 1],
  [
    'U-12 HTML with 200',
    send(reply(`<html>${canary}</html>`, { type: 'text/html' })),
    'upstream_bad_response content_type',
    1,
  ],
  ['U-12 HTML called JSON', odd(`<html>${canary}</html>`), 'upstream_bad_response json_syntax', 1],
  [
    'U-13 JSON called HTML',
    send(reply(stateBody(), { type: 'text/html' })),
    'upstream_bad_response content_type',
    1,
  ],
  [
    'U-13 two types',
    send(reply(stateBody(), { headers: ['Content-Type: text/html'] })),
    'upstream_bad_response content_type',
    1,
  ],
  ['U-13 no type', send(reply(stateBody(), { type: null })), 'found', 1],
  [
    'U-13 +json with parameters',
    send(reply(stateBody(), { type: 'application/hal+json; charset=utf-8; v=1' })),
    'found',
    1,
  ],
  ['U-14 204', send('HTTP/1.1 204 No Content\r\n\r\n'), 'upstream_bad_response json_empty', 1],
  ['U-14 empty', odd(''), 'upstream_bad_response json_empty', 1],
  ...['null', '[]', '"x"', '0', 'true'].map(
    (body): Row => [`U-14 ${body}`, odd(body), 'upstream_bad_response not_an_object', 1],
  ),
  [
    'not UTF-8',
    send(reply('').replace('Length: 0', 'Length: 3'), Buffer.from([0x22, 0xff, 0x22])),
    'upstream_bad_response json_not_utf8',
    1,
  ],
  ...['400 Bad Request', '409 Conflict', '418 Teapot'].map(
    (status): Row => [
      `U-16 ${status}`,
      send(reply(JSON.stringify({ code: 'VALIDATION_ERROR', message: canary }), { status })),
      `upstream_refused http_${status.slice(0, 3)} VALIDATION_ERROR`,
      1,
    ],
  ),
  [
    'U-16 HTML body',
    send(reply(canary, { status: '400 Bad Request', type: 'text/html' })),
    'upstream_refused http_400',
    1,
  ],
  [
    'U-16 code that is a sentence',
    send(reply(`{"code":"${canary} is"}`, { status: '400 Bad' })),
    'upstream_refused http_400',
    1,
  ],
  ['U-17 401', send(reply('', { status: '401 Unauthorized' })), 'upstream_auth http_401', 1],
  ['U-17 403', send(reply('no', { status: '403 Forbidden' })), 'upstream_auth http_403', 1],
  ['U-18 404', send(reply('{}', { status: '404 Not Found' })), 'not_found', 1],
  ['U-18 404 with HTML', send(reply('<p>', { status: '404 Not Found', type: 'text/html' })), 'not_found', 1],
  ...[500, 502, 503, 504].map(
    (status): Row => [
      `U-21 ${status}`,
      send(reply(canary, { status: `${status} X` })),
      `upstream_unreachable http_${status}`,
      2,
    ],
  ),
  ['U-21 501', send(reply('', { status: '501 X' })), 'upstream_unreachable http_501', 1],
  [
    '503 that says when',
    send(reply('', { status: '503 X', headers: ['Retry-After: 7'] })),
    'upstream_unreachable http_503',
    1,
  ],
  ['status 999', send(reply('', { status: '999 X' })), 'upstream_bad_response http_status', 1],
  ['206', send(reply(stateBody(), { status: '206 Partial' })), 'upstream_bad_response http_partial', 1],
  [
    'U-22 endless plain body',
    endless('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(65_536, 0x20), 3_200),
    'upstream_bad_response too_large',
    1,
  ],
  [
    'U-22 announced too large',
    endless(reply('', { length: 200_000_000 }), Buffer.alloc(65_536, 0x20), 3_200),
    'upstream_bad_response too_large',
    1,
  ],
  ...['gzip', 'br', 'zstd', 'gzip, gzip', 'x'].map(
    (coding): Row => [
      `U-23 ${coding}`,
      send(
        reply('', { headers: [`Content-Encoding: ${coding}`] }).replace('Length: 0', 'Length: 90'),
        gzipSync(Buffer.alloc(90_000)).subarray(0, 90),
      ),
      'upstream_bad_response content_encoding',
      1,
    ],
  ),
  ['U-23 called identity', send(reply(stateBody(), { headers: ['Content-Encoding: Identity'] })), 'found', 1],
  [
    'U-24 1 MB of headers',
    endless('HTTP/1.1 200 OK\r\nX-A: ', Buffer.alloc(65_536, 0x61), 16),
    'upstream_bad_response http_malformed',
    1,
  ],
  [
    'U-24 10,000 headers',
    endless('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n', 10_000),
    'upstream_bad_response http_malformed',
    1,
  ],
  ['U-25 nested 100,000 deep', odd(nested(100_000)), 'upstream_bad_response json_depth', 1],
  ['U-25 many members', odd(members(50_000)), 'upstream_bad_response json_members', 1],
  ['U-25 long string', odd(`{"a":"${'x'.repeat(900_000)}"}`), 'upstream_bad_response json_string', 1],
  ['U-25 long array', odd(`{"a":[${'0,'.repeat(30_000)}0]}`), 'upstream_bad_response json_elements', 1],
  ['U-25 long number', odd(`{"a":${'1'.repeat(5_000)}}`), 'upstream_bad_response json_number', 1],
  [
    'U-26 unknown state',
    odd(stateBody({ state: 'NEW_STATE', workflow_state: { teleport: 'MAYBE' } })),
    'found',
    1,
  ],
  [
    'U-27 members of other types',
    odd(stateBody({ original_message: null, payment_provider_responses: 'x', identity: [], state: 7 })),
    'found',
    1,
  ],
  ['U-27 no id', odd(JSON.stringify({ state: 'SUCCESS' })), 'upstream_bad_response no_id', 1],
  ['U-27 id null', odd(stateBody({ id: null })), 'upstream_bad_response no_id', 1],
  ['U-28 other id', odd(stateBody({ id: 'somebody-else' })), 'upstream_mismatch other_id', 1],
  [
    'U-28 other merchant',
    odd(stateBody({ original_message: { merchant_id: 'merchant-2' } })),
    'upstream_mismatch other_merchant',
    1,
  ],
  [
    'U-28 merchant of an odd type',
    odd(stateBody({ original_message: { merchant_id: [merchant] } })),
    'upstream_mismatch other_merchant',
    1,
  ],
  [
    'U-29 names of every object',
    odd(`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${stateBody().slice(1)}`),
    'found',
    1,
  ],
  ['U-30 state twice', odd(`{"state":"SUCCESS",${stateBody().slice(1)}`), 'found', 1],
  [
    'U-31 long numbers',
    odd(stateBody({ x: 1 }).replace('"x":1', `"x":${'9'.repeat(40)},"y":9007199254740993`)),
    'found',
    1,
  ],
  ['U-32 odd times', odd(stateBody({ expires_at: 'Invalid' })), 'found', 1],
  ['U-33 bidi, NUL, half a pair', odd(stateBody({ response_code: '\u202e\u0000\ud800' })), 'found', 1],
  ['U-36 early hints', send('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', good), 'found', 1],
  ['U-36 100-continue unasked', send('HTTP/1.1 100 Continue\r\n\r\n', good), 'upstream_unreachable reset', 2],
  [
    'U-36 upgrade unasked',
    send('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    'upstream_unreachable reset',
    2,
  ],
  ['U-36 HTTP/1.0', sendAndEnd(good.replace('1.1', '1.0')), 'found', 1],
  [
    'U-36 chunk extensions and trailers',
    send(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(stateBody()).toString(16)};x=y\r\n${stateBody()}\r\n0\r\nX-T: 1\r\n\r\n`,
    ),
    'found',
    1,
  ],
  [
    'both framings',
    send(good.replace('Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length')),
    'upstream_bad_response http_malformed',
    1,
  ],
  ['not HTTP at all', send('SSH-2.0-OpenSSH_9.9\r\n'), 'upstream_bad_response http_malformed', 1],
]

/** Name, what the service does too slowly, and which time is up then. */
export const slowRows: readonly (readonly [name: string, behave: Behaviour, cause: string])[] = [
  [
    'U-02 latency past the deadline',
    ({ socket }) => void setTimeout(() => socket.write(good), 15_000).unref(),
    'first_byte',
  ],
  ['U-03 accepts, never answers', () => {}, 'first_byte'],
]
