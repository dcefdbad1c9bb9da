import { gzipSync } from 'node:zlib'
import {
  buildReply,
  buildStateBody,
  canaryText,
  type ServerBehaviour,
  sendBytes,
  sendBytesAndEnd,
  sendEndlessly,
  testMerchantId,
} from './fault-server.test-kit.ts'

export const validReply = buildReply(buildStateBody())
export const sendBody = (body: string) => sendBytes(buildReply(body))
const buildNestedArrays = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const buildMembers = (count: number) => `{${Array.from({ length: count }, (_, i) => `"m${i}":1`).join()}}`

type FaultRow = [row: string, behave: ServerBehaviour, expected: string, most?: number]

/**
 * Rows of faults. `expected`: `found`, `not_found`, or problem and cause. `most`: requests that the server
 * may see.
 */
export const faultRows: FaultRow[] = [
  ['U-01 slow but in time', ({ socket }) => void setTimeout(() => socket.write(validReply), 250), 'found'],
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
      socket.write(validReply.slice(0, -40))
      setTimeout(() => socket.resetAndDestroy(), 30)
    },
    'upstream_unreachable reset',
    2,
  ],
  [
    'U-09 shorter than its length',
    sendBytesAndEnd(buildReply(buildStateBody(), { length: 5_000 })),
    'upstream_bad_response body_cut',
    1,
  ],
  [
    'U-10 truncated, ended by closing',
    sendBytesAndEnd(
      `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${buildStateBody().slice(0, -20)}`,
    ),
    'upstream_bad_response json_syntax',
    1,
  ],
  [
    'ended by closing, whole',
    sendBytesAndEnd(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${buildStateBody()}`),
    'found',
    1,
  ],
  ['U-11 garbage after JSON', sendBody(`${buildStateBody()}garbage`), 'upstream_bad_response json_syntax', 1],
  [
    'U-12 HTML with 200',
    sendBytes(buildReply(`<html>${canaryText}</html>`, { type: 'text/html' })),
    'upstream_bad_response content_type',
    1,
  ],
  ['U-12 HTML called JSON', sendBody(`<html>${canaryText}</html>`), 'upstream_bad_response json_syntax', 1],
  [
    'U-13 JSON called HTML',
    sendBytes(buildReply(buildStateBody(), { type: 'text/html' })),
    'upstream_bad_response content_type',
    1,
  ],
  [
    'U-13 two types',
    sendBytes(buildReply(buildStateBody(), { headers: ['Content-Type: text/html'] })),
    'upstream_bad_response content_type',
    1,
  ],
  ['U-13 no type', sendBytes(buildReply(buildStateBody(), { type: null })), 'found', 1],
  [
    'U-13 +json with parameters',
    sendBytes(buildReply(buildStateBody(), { type: 'application/hal+json; charset=utf-8; v=1' })),
    'found',
    1,
  ],
  ['U-14 204', sendBytes('HTTP/1.1 204 No Content\r\n\r\n'), 'upstream_bad_response json_empty', 1],
  ['U-14 empty', sendBody(''), 'upstream_bad_response json_empty', 1],
  ...['null', '[]', '"x"', '0', 'true'].map(
    (body): FaultRow => [`U-14 ${body}`, sendBody(body), 'upstream_bad_response not_an_object', 1],
  ),
  [
    'not UTF-8',
    sendBytes(buildReply('').replace('Length: 0', 'Length: 3'), Buffer.from([0x22, 0xff, 0x22])),
    'upstream_bad_response json_not_utf8',
    1,
  ],
  ...['400 Bad Request', '409 Conflict', '418 Teapot'].map(
    (status): FaultRow => [
      `U-16 ${status}`,
      sendBytes(buildReply(JSON.stringify({ code: 'VALIDATION_ERROR', message: canaryText }), { status })),
      `upstream_refused http_${status.slice(0, 3)} VALIDATION_ERROR`,
      1,
    ],
  ),
  [
    'U-16 HTML body',
    sendBytes(buildReply(canaryText, { status: '400 Bad Request', type: 'text/html' })),
    'upstream_refused http_400',
    1,
  ],
  [
    'U-16 code that is a sentence',
    sendBytes(buildReply(`{"code":"${canaryText} is"}`, { status: '400 Bad' })),
    'upstream_refused http_400',
    1,
  ],
  ['U-17 401', sendBytes(buildReply('', { status: '401 Unauthorized' })), 'upstream_auth http_401', 1],
  ['U-17 403', sendBytes(buildReply('no', { status: '403 Forbidden' })), 'upstream_auth http_403', 1],
  ['U-18 404', sendBytes(buildReply('{}', { status: '404 Not Found' })), 'not_found', 1],
  [
    'U-18 404 with HTML',
    sendBytes(buildReply('<p>', { status: '404 Not Found', type: 'text/html' })),
    'not_found',
    1,
  ],
  ...[500, 502, 503, 504].map(
    (status): FaultRow => [
      `U-21 ${status}`,
      sendBytes(buildReply(canaryText, { status: `${status} X` })),
      `upstream_unreachable http_${status}`,
      2,
    ],
  ),
  ['U-21 501', sendBytes(buildReply('', { status: '501 X' })), 'upstream_unreachable http_501', 1],
  [
    '503 that says when',
    sendBytes(buildReply('', { status: '503 X', headers: ['Retry-After: 7'] })),
    'upstream_unreachable http_503',
    1,
  ],
  ['status 999', sendBytes(buildReply('', { status: '999 X' })), 'upstream_bad_response http_status', 1],
  [
    '206',
    sendBytes(buildReply(buildStateBody(), { status: '206 Partial' })),
    'upstream_bad_response http_partial',
    1,
  ],
  [
    'U-22 endless plain body',
    sendEndlessly('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(65_536, 0x20), 3_200),
    'upstream_bad_response too_large',
    1,
  ],
  [
    'U-22 announced too large',
    sendEndlessly(buildReply('', { length: 200_000_000 }), Buffer.alloc(65_536, 0x20), 3_200),
    'upstream_bad_response too_large',
    1,
  ],
  ...['gzip', 'br', 'zstd', 'gzip, gzip', 'x'].map(
    (coding): FaultRow => [
      `U-23 ${coding}`,
      sendBytes(
        buildReply('', { headers: [`Content-Encoding: ${coding}`] }).replace('Length: 0', 'Length: 90'),
        gzipSync(Buffer.alloc(90_000)).subarray(0, 90),
      ),
      'upstream_bad_response content_encoding',
      1,
    ],
  ),
  [
    'U-23 called identity',
    sendBytes(buildReply(buildStateBody(), { headers: ['Content-Encoding: Identity'] })),
    'found',
    1,
  ],
  [
    'U-24 1 MB of headers',
    sendEndlessly('HTTP/1.1 200 OK\r\nX-A: ', Buffer.alloc(65_536, 0x61), 16),
    'upstream_bad_response http_malformed',
    1,
  ],
  [
    'U-24 10,000 headers',
    sendEndlessly('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n', 10_000),
    'upstream_bad_response http_malformed',
    1,
  ],
  ['U-25 nested 100,000 deep', sendBody(buildNestedArrays(100_000)), 'upstream_bad_response json_depth', 1],
  ['U-25 many members', sendBody(buildMembers(50_000)), 'upstream_bad_response json_members', 1],
  ['U-25 long string', sendBody(`{"a":"${'x'.repeat(900_000)}"}`), 'upstream_bad_response json_string', 1],
  ['U-25 long array', sendBody(`{"a":[${'0,'.repeat(30_000)}0]}`), 'upstream_bad_response json_elements', 1],
  ['U-25 long number', sendBody(`{"a":${'1'.repeat(5_000)}}`), 'upstream_bad_response json_number', 1],
  [
    'U-26 unknown state',
    sendBody(buildStateBody({ state: 'NEW_STATE', workflow_state: { teleport: 'MAYBE' } })),
    'found',
    1,
  ],
  [
    'U-27 members of other types',
    sendBody(
      buildStateBody({ original_message: null, payment_provider_responses: 'x', identity: [], state: 7 }),
    ),
    'found',
    1,
  ],
  ['U-27 no id', sendBody(JSON.stringify({ state: 'SUCCESS' })), 'upstream_bad_response no_id', 1],
  ['U-27 id null', sendBody(buildStateBody({ id: null })), 'upstream_bad_response no_id', 1],
  ['U-28 other id', sendBody(buildStateBody({ id: 'somebody-else' })), 'upstream_mismatch other_id', 1],
  [
    'U-28 other merchant',
    sendBody(buildStateBody({ original_message: { merchant_id: 'merchant-2' } })),
    'upstream_mismatch other_merchant',
    1,
  ],
  [
    'U-28 merchant of an odd type',
    sendBody(buildStateBody({ original_message: { merchant_id: [testMerchantId] } })),
    'upstream_mismatch other_merchant',
    1,
  ],
  [
    'U-29 names of every object',
    sendBody(
      `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${buildStateBody().slice(1)}`,
    ),
    'found',
    1,
  ],
  ['U-30 state twice', sendBody(`{"state":"SUCCESS",${buildStateBody().slice(1)}`), 'found', 1],
  [
    'U-31 long numbers',
    sendBody(buildStateBody({ x: 1 }).replace('"x":1', `"x":${'9'.repeat(40)},"y":9007199254740993`)),
    'found',
    1,
  ],
  ['U-32 odd times', sendBody(buildStateBody({ expires_at: 'Invalid' })), 'found', 1],
  [
    'U-33 bidi, NUL, half a pair',
    sendBody(buildStateBody({ response_code: '\u202e\u0000\ud800' })),
    'found',
    1,
  ],
  ['U-36 early hints', sendBytes('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', validReply), 'found', 1],
  [
    'U-36 100-continue unasked',
    sendBytes('HTTP/1.1 100 Continue\r\n\r\n', validReply),
    'upstream_unreachable reset',
    2,
  ],
  [
    'U-36 upgrade unasked',
    sendBytes('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    'upstream_unreachable reset',
    2,
  ],
  ['U-36 HTTP/1.0', sendBytesAndEnd(validReply.replace('1.1', '1.0')), 'found', 1],
  [
    'U-36 chunk extensions and trailers',
    sendBytes(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(buildStateBody()).toString(16)};x=y\r\n${buildStateBody()}\r\n0\r\nX-T: 1\r\n\r\n`,
    ),
    'found',
    1,
  ],
  [
    'both framings',
    sendBytes(validReply.replace('Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length')),
    'upstream_bad_response http_malformed',
    1,
  ],
  ['not HTTP at all', sendBytes('SSH-2.0-OpenSSH_9.9\r\n'), 'upstream_bad_response http_malformed', 1],
]

/** Rows of slow servers: name, behaviour, and the time limit that ends the read. */
export const slowRows: readonly (readonly [name: string, behave: ServerBehaviour, cause: string])[] = [
  [
    'U-02 latency past the deadline',
    ({ socket }) => void setTimeout(() => socket.write(validReply), 15_000).unref(),
    'first_byte',
  ],
  ['U-03 accepts, never answers', () => {}, 'first_byte'],
]
